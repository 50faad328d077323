#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace fenwick::ui {

// The languages that the window speaks: "en", "es", "nl".
const QStringList& languages();
QString languageName(const QString& code);  // in itself: "Español"; not translated

constexpr const char* kLanguageKey = "window/language";  // in the settings: a code; none: the system's

// Which one is spoken: the one that was chosen or, where that is empty or unknown, the first of the system's that the window knows; else English.
QString spokenLanguage(const QString& chosen, const QLocale& system);

// Our words in `code`, and Qt's where its installation has them, for as long as this lives. It comes after the application and before the first
// widget: what is shown already stays as it is. Numbers follow the system's locale, whatever the language.
class Translation {
  Q_DISABLE_COPY_MOVE(Translation)

 public:
  explicit Translation(const QString& code);  // throws std::runtime_error where the program holds no such words

 private:
  QTranslator m_qt, m_own;
};

}  // namespace fenwick::ui
