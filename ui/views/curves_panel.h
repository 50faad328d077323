#pragma once

#include <QVector>
#include <QWidget>
#include <memory>

#include "app/core/run_source.h"
#include "ui/views/run_style.h"

namespace fenwick::ui {

class FigureDialog;

// Loss, accuracy, gradient norm and learning rate of the shown runs, live, with one cursor through all plots.
// Redraws at most once a frame however many signals arrive.
class CurvesPanel : public QWidget {
  Q_OBJECT

 public:
  struct Entry {
    app::RunSource* source;  // not owned; dropped by itself when destroyed
    RunStyle style;
  };

  explicit CurvesPanel(QWidget* parent = nullptr);
  ~CurvesPanel() override;

  void setRuns(const QVector<Entry>& runs);
  void setFigures(FigureDialog* figures);  // of the window; not owned. Without one the panel has its own.

  // Its actions() stand in its tool row and may stand in a menu as well: log axis, x axis, reset, export.

 signals:
  void newRunRequested();  // the button of the empty panel

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
