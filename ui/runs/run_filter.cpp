#include "ui/runs/run_filter.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <cmath>
#include <limits>

#include "app/core/run_tags.h"

namespace fenwick::ui {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double numberIn(const model::Json& metrics, const char* name) { return model::metric(metrics, name).value_or(kNaN); }

struct Metric {
  const char* name;
  double (*of)(const app::RunSource& run);
};
const Metric kMetrics[] = {
    {"accuracy", [](const app::RunSource& run) { return app::lastAccuracy(run); }},
    {"best", [](const app::RunSource& run) { return numberIn(run.info().bestMetrics, "valid/accuracy"); }},
    {"test", [](const app::RunSource& run) { return numberIn(run.info().bestMetrics, "test/accuracy"); }},
    {"loss", [](const app::RunSource& run) { return numberIn(run.info().finalMetrics, "valid/loss"); }},
    {"step", [](const app::RunSource& run) { return static_cast<double>(run.info().step); }},
    {"solved", [](const app::RunSource& run) { return run.info().solvedStep < 0 ? kNaN : static_cast<double>(run.info().solvedStep); }},
    {"seconds", [](const app::RunSource& run) { return run.info().activeSeconds; }},
};

// The setting that a person means by "k", "kvPairs" or "task.kvPairs"; empty where none or several are called so.
QString settingCalled(const QString& name) {
  QStringList found;
  for (const model::Field& field : model::fields()) {
    const QString path = QString::fromStdString(field.path);
    if (path == name) return path;
    if (path.section(QLatin1Char('.'), -1) == name || QString::fromStdString(field.shortName) == name) found << path;
  }
  found.removeDuplicates();
  return found.size() == 1 ? found.constFirst() : QString();
}

bool compares(double left, const QString& sign, double right) {
  if (std::isnan(left) && std::isnan(right)) return sign == QLatin1String("=");
  if (sign == QLatin1String("=")) return left == right;
  if (sign == QLatin1String("!=")) return left != right;
  if (sign == QLatin1String("<")) return left < right;
  if (sign == QLatin1String("<=")) return left <= right;
  return sign == QLatin1String(">") ? left > right : left >= right;
}

// 0.9, 0,9 or 90%; NaN for anything else.
double numberOf(QString word) {
  const bool percent = word.endsWith(QLatin1Char('%'));
  if (percent) word.chop(1);
  bool whole = false;
  const double number = word.replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&whole);
  return whole ? (percent ? number / 100 : number) : kNaN;
}

}  // namespace

double runMetric(const app::RunSource& run, const QString& name) {
  for (const Metric& metric : kMetrics)
    if (name == QLatin1String(metric.name)) return metric.of(run);
  return kNaN;
}

QStringList RunFilter::metrics() {
  QStringList names;
  for (const Metric& metric : kMetrics) names << QLatin1String(metric.name);
  return names;
}

RunFilter::RunFilter(const QString& text) {
  static const QRegularExpression kComparison(QStringLiteral("([A-Za-z][A-Za-z0-9._]*)\\s*(<=|>=|!=|=|<|>)\\s*([^\\s]+)"));
  QString rest;
  qsizetype end = 0;
  for (auto matches = kComparison.globalMatch(text); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    rest += text.mid(end, match.capturedStart() - end) + QLatin1Char(' ');
    end = match.capturedEnd();
    take(match.captured(1), match.captured(2), match.captured(3));
  }
  rest += text.mid(end);
  m_words = rest.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
}

void RunFilter::take(const QString& name, const QString& sign, const QString& word) {
  Comparison comparison{name, false, sign, word, numberOf(word)};
  if (!metrics().contains(name)) {
    comparison.name = settingCalled(name);
    comparison.setting = true;
  }
  if (comparison.name.isEmpty()) {
    m_fault = QCoreApplication::translate("RunFilter", "%1 is neither a metric (%2) nor one setting's name").arg(name, metrics().join(QStringLiteral(", ")));
  } else if (!comparison.setting && std::isnan(comparison.number) && word.toLower() != QLatin1String("nan")) {
    m_fault = QCoreApplication::translate("RunFilter", "%1 is compared with a number, not with %2").arg(name, word);
  } else {
    m_comparisons.push_back(comparison);
  }
}

bool RunFilter::holds(const Comparison& comparison, const app::RunSource& run) const {
  if (!comparison.setting) return compares(runMetric(run, comparison.name), comparison.sign, comparison.number);
  const model::Json& value = run.config().value(comparison.name.toStdString());
  if (value.is_number()) return !std::isnan(comparison.number) && compares(value.get<double>(), comparison.sign, comparison.number);
  const QString text = value.is_string() ? QString::fromStdString(value.get<std::string>()) : QString::fromStdString(value.dump());
  const bool same = text.compare(comparison.word, Qt::CaseInsensitive) == 0;
  return comparison.sign == QLatin1String("=") ? same : comparison.sign == QLatin1String("!=") && !same;
}

bool RunFilter::matches(const app::RunSource& run, const QString& searched) const {
  for (const QString& word : m_words)
    if (!searched.contains(word, Qt::CaseInsensitive)) return false;
  for (const Comparison& comparison : m_comparisons)
    if (!holds(comparison, run)) return false;
  return true;
}

}  // namespace fenwick::ui
