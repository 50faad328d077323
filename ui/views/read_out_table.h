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

  void setReadOuts(std::vector<ReadOut> readOuts, XAxis x, bool smoothed);
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
  bool m_smoothed = false;
};

}  // namespace fenwick::ui
