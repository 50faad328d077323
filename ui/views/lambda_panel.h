#pragma once

#include <QWidget>
#include <memory>

#include "app/core/run_source.h"

namespace fenwick::ui {

// λ of one sample: levels down, tokens across with labels and role bands, for a chosen layer, head and sample, at any
// recorded step.
class LambdaPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LambdaPanel(QWidget* parent = nullptr);
  ~LambdaPanel() override;

  void setRun(app::RunSource* source);  // null for none; not owned

 signals:
  void newRunRequested();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
