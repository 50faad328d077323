#include "app/core/recent.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace fenwick::app {
namespace {

QString keyOf(Recent::Kind kind) {
  switch (kind) {
    case Recent::Kind::Runs: return QStringLiteral("recent/runs");
    case Recent::Kind::Configurations: return QStringLiteral("recent/configurations");
    case Recent::Kind::Figures: return QStringLiteral("recent/figures");
  }
  return {};
}

}  // namespace

void Recent::add(Kind kind, const QString& path) {
  const QString clean = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
  QStringList paths = list(kind);
  paths.removeAll(clean);
  paths.prepend(clean);
  m_settings.setValue(keyOf(kind), paths.mid(0, kMost));
}

QStringList Recent::list(Kind kind) const { return m_settings.value(keyOf(kind)).toStringList(); }

bool Recent::empty() const {
  return std::all_of(std::begin(kKinds), std::end(kKinds), [this](Kind kind) { return list(kind).isEmpty(); });
}

QStringList Recent::clean() {
  QStringList gone;
  for (const Kind kind : kKinds) {
    QStringList there;
    for (const QString& path : list(kind)) (QFileInfo::exists(path) ? there : gone) << path;
    if (there.size() < list(kind).size()) m_settings.setValue(keyOf(kind), there);
  }
  return gone;
}

void Recent::clear() {
  for (const Kind kind : kKinds) m_settings.remove(keyOf(kind));
}

}  // namespace fenwick::app
