#include "app/core/examples.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <stdexcept>

namespace fenwick::app {
namespace {

const QString kBuiltIn = QStringLiteral(":/examples");

void copyFile(const QString& from, const QString& to) {
  if (QFileInfo::exists(to)) return;
  if (!QDir().mkpath(QFileInfo(to).path())) throw std::runtime_error(QFileInfo(to).path().toStdString() + ": cannot be made");
  QFile file(from);
  if (!file.copy(to)) throw std::runtime_error(to.toStdString() + ": " + file.errorString().toStdString());
  QFile::setPermissions(to, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
}

}  // namespace

QString examplesFolder() { return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).filePath(QStringLiteral("examples")); }

QStringList unpackExamples(const QString& into) {
  QStringList folders;
  for (const QFileInfo& example : QDir(kBuiltIn).entryInfoList(QDir::Dirs, QDir::Name)) {
    const QString target = QDir(into).filePath(example.fileName());
    // run.json comes last: a folder that was cut off is no run yet, and is completed the next time.
    QStringList files;
    for (QDirIterator each(example.filePath(), QDir::Files, QDirIterator::Subdirectories); each.hasNext();) {
      const QString file = each.next();
      if (QFileInfo(file).fileName() == QLatin1String("run.json")) {
        files << file;
      } else {
        files.prepend(file);
      }
    }
    for (const QString& file : files) copyFile(file, target + file.mid(example.filePath().size()));
    folders << target;
  }
  return folders;
}

}  // namespace fenwick::app
