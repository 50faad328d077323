#pragma once

#include <QString>
#include <QStringList>

namespace fenwick::app {

// Lays the built-in example runs into a folder, each where it is not there yet, and returns their folders. Throws std::runtime_error
// with path and reason.
QStringList unpackExamples(const QString& into);

// Where the window lays them.
QString examplesFolder();

}  // namespace fenwick::app
