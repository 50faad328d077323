#include "ui/setup/number_text.h"

#include <QRegularExpression>

namespace fenwick::ui {

namespace {

// Blanks that a person or a locale puts between thousands; the minus that typesetters use.
QString tidied(QString text) {
  text = text.trimmed();
  text.replace(QChar(0x2212), QLatin1Char('-'));
  static const QRegularExpression blanks(QStringLiteral("(?<=\\d)[\\s\\x{00a0}\\x{202f}'](?=\\d{3}(\\D|$))"));
  return text.remove(blanks);
}

bool groupsOfThree(const QString& text, QChar separator) {
  const QRegularExpression groups(
      QStringLiteral("^[+-]?[1-9]\\d{0,2}(%1\\d{3})+$").arg(QRegularExpression::escape(QString(separator))));
  return groups.match(text).hasMatch();
}

}  // namespace

std::optional<double> numberFromText(const QString& typed, const QLocale& locale) {
  QString text = tidied(typed);
  const qsizetype points = text.count(QLatin1Char('.'));
  const qsizetype commas = text.count(QLatin1Char(','));
  if (points > 0 && commas > 0) {
    // The last one is the decimal sign.
    const QChar group =
        text.lastIndexOf(QLatin1Char('.')) > text.lastIndexOf(QLatin1Char(',')) ? QLatin1Char(',') : QLatin1Char('.');
    text.remove(group);
  } else {
    const QChar sign = commas > 0 ? QLatin1Char(',') : QLatin1Char('.');
    const qsizetype count = points + commas;
    const bool thousands = count > 1 || (count == 1 && locale.groupSeparator() == QString(sign));
    if (thousands && groupsOfThree(text, sign)) text.remove(sign);
  }
  text.replace(QLatin1Char(','), QLatin1Char('.'));
  bool ok = false;
  const double number = QLocale::c().toDouble(text, &ok);
  if (!ok || text.contains(QLatin1Char(' '))) return std::nullopt;
  return number;
}

std::optional<qint64> integerFromText(const QString& typed) {
  QString text = tidied(typed);
  for (const QChar sign : {QLatin1Char(','), QLatin1Char('.')}) {
    if (groupsOfThree(text, sign)) text.remove(sign);
  }
  bool ok = false;
  const qint64 whole = text.toLongLong(&ok);
  if (ok) return whole;
  // 1e4 is a whole number too.
  const double number = QLocale::c().toDouble(text, &ok);
  if (ok && number == static_cast<double>(static_cast<qint64>(number)) && qAbs(number) < 9e15)
    return static_cast<qint64>(number);
  return std::nullopt;
}

QString textFromNumber(double number, const QLocale& given) {
  QLocale locale = given;
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  return locale.toString(number, 'g', QLocale::FloatingPointShortest);
}

}  // namespace fenwick::ui
