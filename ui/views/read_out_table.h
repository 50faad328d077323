#pragma once

#include <QWidget>
#include <vector>

#include "ui/views/curve_model.h"

namespace fenwick::ui {

// The legend below the curves: a line per run with how it is drawn, what it says at the cursor (or newest), and what
// could not be drawn.
class ReadOutTable : public QWidget {
 public:
  explicit ReadOutTable(QWidget* parent = nullptr);

  // What the model says at a key; without one: the newest.
  void show(const CurveModel& model, std::optional<double> key);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  QString text() const;  // what is shown, tab-separated: copied to the clipboard, and read by tests

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int rowHeight() const;
  QString cell(const ReadOut& readOut, int tag) const;

  std::vector<ReadOut> m_readOuts;
  XAxis m_x = XAxis::Step;
  std::array<QString, kCurveTags> m_headings;
  std::array<bool, kCurveTags> m_fractions{};
};

}  // namespace fenwick::ui
