#pragma once

#include <QVector>
#include <QWidget>
#include <memory>

#include "ui/views/comparison.h"

namespace fenwick::ui {

// The shown runs side by side, by variant: validation accuracy with what the seeds span, where each run ended, and a table of how many
// solved the task. An eye per variant hides it; a double click shows it alone, or all again. Follows the runs as they train.
class ComparePanel : public QWidget {
  Q_OBJECT

 public:
  explicit ComparePanel(QWidget* parent = nullptr);
  ~ComparePanel() override;

  void setRuns(const QVector<CurvesPanel::Entry>& runs);
  Spread spread() const;
  void setSpread(Spread spread);
  const Comparison& comparison() const;
  // The table with its heads, tab-separated; of the chosen rows where there are any. Ctrl+C copies it.
  QString text() const;

 signals:
  void lambdaRequested();  // λ of the same runs side by side

 protected:
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace fenwick::ui
