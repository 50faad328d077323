#include "ui/look/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <stdexcept>

namespace fenwick::ui {

const QStringList& languages() {
  static const QStringList codes{QStringLiteral("en"), QStringLiteral("es"), QStringLiteral("nl")};
  return codes;
}

QString languageName(const QString& code) {
  if (code == QLatin1String("es")) return QStringLiteral("Español");
  if (code == QLatin1String("nl")) return QStringLiteral("Nederlands");
  return QStringLiteral("English");
}

QString spokenLanguage(const QString& chosen, const QLocale& system) {
  if (languages().contains(chosen)) return chosen;
  for (const QString& wanted : system.uiLanguages()) {  // "es-MX", "es", …
    const QString code = wanted.section(QLatin1Char('-'), 0, 0);
    if (languages().contains(code)) return code;
  }
  return languages().front();
}

Translation::Translation(const QString& code) {
  // English too: its file holds the plurals.
  if (!m_own.load(QStringLiteral(":/translations/fenwick_%1.qm").arg(code))) {
    throw std::runtime_error("the window's words in " + code.toStdString() + " are missing from the program");
  }
  if (m_qt.load(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) QCoreApplication::installTranslator(&m_qt);
  QCoreApplication::installTranslator(&m_own);
}

}  // namespace fenwick::ui
