#pragma once

#include <QFile>
#include <QProcess>
#include <QXmlStreamReader>
#include <memory>

#include "ui/figures/figure.h"

namespace fenwick::tests {

// λ of one run at one step, which need not be recorded.
inline QStringList exportLambda(app::RunSource& run, const model::LambdaSnapshot& snapshot, const ui::FigureOptions& options) {
  return ui::exportLambda({{{&run, {}}}, {std::make_shared<model::LambdaSnapshot>(snapshot)}, {}}, options);
}

inline QByteArray read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// What a program prints; empty where it fails.
inline QByteArray output(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  return process.waitForStarted() && process.waitForFinished(60000) && process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray();
}

// All words of an SVG, one after the other: what is written in two scripts is two texts there.
inline QString svgWords(const QString& path) {
  QFile file(path);
  QString words;
  if (!file.open(QIODevice::ReadOnly)) return words;
  QXmlStreamReader xml(&file);
  while (!xml.atEnd())
    if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text") words += xml.readElementText(QXmlStreamReader::IncludeChildElements);
  return words;
}

}  // namespace fenwick::tests
