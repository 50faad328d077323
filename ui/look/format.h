#pragma once

#include <QString>

namespace fenwick::ui {

// Numbers as a person says them, in the user's locale. NaN and infinities are shown as such.
QString percent(double fraction);  // 0.9934 → "99.3 %"
QString grouped(qint64 count);     // 50998 → "50,998"
QString compact(double number);    // 1234567 → "1.2 M"
QString duration(double seconds);  // 39 → "39 s", 190 → "3 min 10 s", 7500 → "2 h 5 min"
QString rate(double perSecond);    // 104.3 → "104", 2.34 → "2.3"
QString shortNumber(double number);                                      // 0.001 → "0.001", 1e-9 → "1e-09"

}  // namespace fenwick::ui
