#pragma once

#include <QWidget>
#include <memory>

#include "app/core/long_work.h"
#include "app/core/run_source.h"
#include "ui/views/curves_panel.h"

namespace fenwick::ui {

class FigureDialog;
class MapCursor;

// λ of the recorded samples at any recorded step: levels or heads down, tokens across with labels and role bands; all heads or all
// levels at once; levels by heads over all samples; levels over the steps of the training; several runs side by side, with what each
// differs by from one of them.
class LambdaPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LambdaPanel(QWidget* parent = nullptr);
  ~LambdaPanel() override;

  void setRun(app::RunSource* source);  // null for none; not owned
  void setRuns(const QVector<CurvesPanel::Entry>& runs);  // those to be compared; not owned
  void showSideBySide();
  void setCursor(MapCursor* cursor);    // shared with other maps; not owned
  void showSample(int sample);
  void reportTo(app::LongWork* work);   // reading all recorded steps is told there; not owned
  void setFigures(FigureDialog* figures);  // of the window; not owned. Without one the panel has its own.
  bool hasMaps() const;
  void exportTo(FigureDialog& dialog);  // opens it on what is shown

 signals:
  void newRunRequested();
  void mapsChanged();  // there are some now, or none any more

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
