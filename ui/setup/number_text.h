#pragma once

#include <QLocale>
#include <QString>
#include <optional>

namespace fenwick::ui {

// Numbers as people type them. A point and a comma are both taken for the decimal sign; several equal ones, or groups of three that the
// locale would write so, are thousands ("5,000" in an integer field, "1.000.000"). Exponents as in 1e-3.
std::optional<double> numberFromText(const QString& text, const QLocale& locale);
std::optional<qint64> integerFromText(const QString& text);

QString textFromNumber(double number, const QLocale& locale);

}  // namespace fenwick::ui
