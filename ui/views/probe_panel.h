#pragma once

#include <QWidget>
#include <memory>

#include "app/core/inspector.h"
#include "app/core/run_source.h"

namespace fenwick::ui {

class MapCursor;

// A run's weights, asked: one sequence whose tokens can be exchanged, λ changed on its way to the states, and what becomes of the predictions and of
// the accuracy over the validation set. Changes are kept as a list that can be exported.
class ProbePanel : public QWidget {
  Q_OBJECT

 public:
  explicit ProbePanel(app::Inspector& inspector, QWidget* parent = nullptr);
  ~ProbePanel() override;

  void setRun(app::RunSource* source);  // null for none; not owned
  void setCursor(MapCursor* cursor);    // shared with other maps; not owned
  void showSample(qint64 sample);
  const model::Intervention& intervention() const;  // what is in force
  QString text() const;                             // what export writes

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
