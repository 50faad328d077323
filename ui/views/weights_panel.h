#pragma once

#include <QWidget>
#include <memory>

#include "app/core/inspector.h"
#include "app/core/run_source.h"

namespace fenwick::ui {

class MapCursor;

// One head over the inspected sequence: the matrix that masks and weighs (λ · gates), its product with q·k, level blocks outlined, and what each level
// adds to the output of the token that is pointed at.
class WeightsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit WeightsPanel(app::Inspector& inspector, QWidget* parent = nullptr);
  ~WeightsPanel() override;

  void setRun(app::RunSource* source);  // null for none; not owned
  void setCursor(MapCursor* cursor);    // shared with other maps; not owned

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
