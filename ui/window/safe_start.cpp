#include "ui/window/safe_start.h"

#include <signal.h>

#include <QCoreApplication>
#include <cerrno>

namespace fenwick::ui {
namespace {

const QString kBegunKey = QStringLiteral("start/begun");
const QString kAside = QStringLiteral("setAside/");

// Another window may have begun a moment ago; a process that got the number of one that is gone only costs the safe start.
bool isAlive(qint64 process) { return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM); }

}  // namespace

SafeStart::SafeStart(QSettings& settings) : m_settings(settings), m_safe(settings.contains(kBegunKey) && !isAlive(settings.value(kBegunKey).toLongLong())) {
  if (m_safe) {
    for (const QString& key : remembered()) {
      if (!m_settings.contains(kAside + key)) m_settings.setValue(kAside + key, m_settings.value(key));
      m_settings.remove(key);
    }
  }
  m_settings.setValue(kBegunKey, QCoreApplication::applicationPid());
  m_settings.sync();
}

SafeStart::~SafeStart() { wentWell(); }

void SafeStart::wentWell() {
  m_settings.remove(kBegunKey);
  m_settings.sync();
}

void SafeStart::takeUpAgain() {
  for (const QString& key : m_settings.allKeys()) {
    if (!key.startsWith(kAside)) continue;
    m_settings.setValue(key.mid(kAside.size()), m_settings.value(key));
    m_settings.remove(key);
  }
}

QStringList SafeStart::remembered() const {
  QStringList keys;
  for (const QString& key : m_settings.allKeys()) {
    if (key != kBegunKey && !key.startsWith(kAside)) keys << key;
  }
  return keys;
}

}  // namespace fenwick::ui
