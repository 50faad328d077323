#include "ui/look/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

namespace fenwick::ui {

namespace {

QString notFinite(double number) {
  if (std::isnan(number)) return QStringLiteral("NaN");
  return number > 0 ? QStringLiteral("inf") : QStringLiteral("\u2212inf");
}

}  // namespace

QString percent(double fraction) {
  if (!std::isfinite(fraction)) return notFinite(fraction);
  // 99.96 % is not 100 %: a hundred is only said where it is one.
  double shown = fraction * 100;
  if (fraction < 1 && shown > 99.9) shown = 99.9;
  const int digits = fraction == 1 || fraction == 0 ? 0 : 1;
  return QLocale().toString(shown, 'f', digits) + QStringLiteral("\u00a0%");
}

QString grouped(qint64 count) { return QLocale().toString(count); }

QString compact(double number) {
  if (!std::isfinite(number)) return notFinite(number);
  const double size = std::abs(number);
  const auto scaled = [&](double unit, const char* sign) {
    const double value = number / unit;
    return QLocale().toString(value, 'f', std::abs(value) < 10 ? 1 : 0) + QStringLiteral("\u00a0") +
           QLatin1String(sign);
  };
  if (size >= 999.5e6) return scaled(1e9, "G");
  if (size >= 999.5e3) return scaled(1e6, "M");
  if (size >= 9999.5) return scaled(1e3, "k");
  return QLocale().toString(number, 'f', 0);
}

QString duration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return QStringLiteral("\u2013");
  const auto whole = static_cast<qint64>(std::llround(seconds));
  if (seconds < 1) return QCoreApplication::translate("duration", "< 1 s");
  if (whole < 100) return QCoreApplication::translate("duration", "%1 s").arg(whole);
  if (whole < 600) return QCoreApplication::translate("duration", "%1 min %2 s").arg(whole / 60).arg(whole % 60);
  if (whole < 6000) return QCoreApplication::translate("duration", "%1 min").arg((whole + 30) / 60);
  if (whole < 48 * 3600) return QCoreApplication::translate("duration", "%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
  return QCoreApplication::translate("duration", "%1 d %2 h").arg(whole / 86400).arg(whole % 86400 / 3600);
}

QString rate(double perSecond) {
  if (!std::isfinite(perSecond)) return notFinite(perSecond);
  if (perSecond >= 10000) return compact(perSecond);
  return QLocale().toString(perSecond, 'f', perSecond < 10 ? 1 : 0);
}

QString shortNumber(double number) {
  if (!std::isfinite(number)) return notFinite(number);
  QLocale locale;
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  return locale.toString(number, 'g', QLocale::FloatingPointShortest);
}

}  // namespace fenwick::ui
