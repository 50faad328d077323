#pragma once

#include <QWidget>
#include <memory>

#include "app/core/inspector.h"
#include "app/core/run_source.h"

namespace fenwick::ui {

// The examples of the validation split, the wrong ones first, and the accuracy of their queries by pair, distance, level of the answer and so on.
class SamplesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SamplesPanel(app::Inspector& inspector, QWidget* parent = nullptr);
  ~SamplesPanel() override;

  void setRun(app::RunSource* source);  // null for none; not owned

 signals:
  void sampleChosen(qint64 sample);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
