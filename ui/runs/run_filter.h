#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "app/core/run_library.h"

namespace fenwick::ui {

// What a person typed above the list of runs: words that must all occur in a run's name, folder, state or tags, and comparisons such as
// accuracy>0.9, loss<=1, step>=500, solved<1000, seed=3, k=8 or head=fixed. A comparison names a metric or a setting, by its path, the last
// part of it or its short name. A run without the metric does not match; NaN matches nothing but accuracy=nan.
class RunFilter {
 public:
  RunFilter() = default;
  explicit RunFilter(const QString& text);

  // `searched`: everything that words look at.
  bool matches(const app::RunSource& run, const QString& searched) const;
  // What of the text is a comparison that cannot be understood, as a sentence; empty where all is well.
  QString fault() const { return m_fault; }

  static QStringList metrics();  // accuracy, best, loss, …

 private:
  struct Comparison {
    QString name;  // of a metric, or the path of a setting
    bool setting = false;
    QString sign;  // = != < <= > >=
    QString word;
    double number = 0;  // NaN where the word is no number
  };
  bool holds(const Comparison& comparison, const app::RunSource& run) const;
  void take(const QString& name, const QString& sign, const QString& word);

  QStringList m_words;
  std::vector<Comparison> m_comparisons;
  QString m_fault;
};

// A run's metric by the name that filter and order use; NaN where there is none.
double runMetric(const app::RunSource& run, const QString& name);

}  // namespace fenwick::ui
