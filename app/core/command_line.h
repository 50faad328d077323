#pragma once

#include <QString>
#include <QStringList>

#include "model/config/config.h"

namespace fenwick::app {

// The arguments of `fenwick` that train exactly `config`: train --preset NAME --set key=value … --out DIR. Only what differs from the
// preset is set. An unknown or empty preset is replaced by the one that needs the fewest settings.
QStringList trainArguments(const model::Config& config, const QString& preset, const QString& out);

// The arguments that fork a run at a step: train --from RUN@STEP --set key=value … --out DIR. `parent`: that run's configuration.
QStringList forkArguments(const model::Config& config, const model::Config& parent, const QString& run, qint64 step, const QString& out);

// Arguments of `fenwick` as one line for a POSIX shell, beginning with the program's name.
QString commandLine(const QStringList& arguments);

// The program `fenwick` that stands beside this one.
QString programBeside();

// One word of a POSIX shell line, in single quotes where it needs them.
QString shellQuoted(const QString& word);

// The value as --set takes it.
QString settingText(const model::Json& value);

}  // namespace fenwick::app
