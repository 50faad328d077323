#pragma once

#include <QDialog>
#include <functional>
#include <memory>

#include "ui/figures/figure.h"

namespace fenwick::ui {

// Asks for size, type size and format of a figure and saves it. Never modal: training and looking go on. One dialog serves all
// figures of a window; each show… call sets what the next save draws.
class FigureDialog : public QDialog {
  Q_OBJECT

 public:
  explicit FigureDialog(QWidget* parent = nullptr);
  ~FigureDialog() override;

  // Opens (or raises) the dialog. Sources that are destroyed meanwhile are left out.
  void showCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
  void showCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
  void showLambda(const LambdaSubjects& subjects, const FigureOptions& options);

 signals:
  void saved(const QStringList& files);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
