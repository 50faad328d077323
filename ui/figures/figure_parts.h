#pragma once

#include <QRegularExpression>
#include <string>

#include "ui/figures/figure_file.h"
#include "ui/views/curve_scene.h"

namespace fenwick::ui {

// What the kinds of figures have in common.

std::string atFile(const FigureOptions& options);  // how a message begins
QString shownName(const CurvesPanel::Entry& entry);
// Those that are still there, each with its name; throws where there is none.
QVector<CurvesPanel::Entry> presentRuns(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options);
FigureMetadata metadataOf(const QString& what, const QVector<CurvesPanel::Entry>& runs);
CurveStyle printStyle(const FigureSheet& sheet, double lineWidthPt);
std::string numberText(double value);  // the shortest that reads back the same

// One line of a table: as CSV with quoted words, or separated by tabs, which no word may hold.
class TableText {
 public:
  explicit TableText(char separator) : m_separator(separator) {}
  TableText& word(QString text) {
    if (m_separator == ',') return cell('"' + text.replace('"', "\"\"").toStdString() + '"');
    return cell(text.replace(QRegularExpression("[\\t\\r\\n]"), " ").toStdString());
  }
  TableText& number(double value) { return cell(numberText(value)); }
  TableText& cell(const std::string& text) {
    if (!m_begun) m_text += m_separator;
    m_begun = false;
    m_text += text;
    return *this;
  }
  void end() {
    m_text += '\n';
    m_begun = true;
  }
  std::string take() { return std::move(m_text); }

 private:
  char m_separator;
  bool m_begun = true;
  std::string m_text;
};

}  // namespace fenwick::ui
