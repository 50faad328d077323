#pragma once

#include <QDialog>
#include <QSettings>
#include <memory>

#include "app/core/long_work.h"
#include "ui/figures/figure.h"
#include "ui/figures/figure_recipe.h"

namespace fenwick::ui {

class FigurePreview;

// Asks for size, type size and format of a figure, shows it as it will be, and saves or copies it. Never modal: training and looking go on, and what
// is drawn is drawn on other threads. One dialog serves all figures of a window; each show… call sets what is drawn.
class FigureDialog : public QDialog {
  Q_OBJECT

 public:
  // `settings` keep what was chosen last, `work` tells of figures that take long; both may be missing, neither is owned.
  explicit FigureDialog(QWidget* parent = nullptr, QSettings* settings = nullptr, app::LongWork* work = nullptr);
  ~FigureDialog() override;  // what is being drawn is dropped

  // Opens (or raises) the dialog. Sources that are destroyed meanwhile are left out.
  void showCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
  void showCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
  void showLambda(const LambdaSubjects& subjects, const FigureOptions& options);
  // As a figure that was saved before; `options.file` is that one. Snapshots and history are needed for λ alone.
  void showAgain(FigureKind kind, const LambdaSubjects& subjects, const FigureOptions& options);

  static QString savedText(const QStringList& files);  // what is said of files that were saved
  const FigurePreview& preview() const;

 signals:
  void saved(const QStringList& files);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
