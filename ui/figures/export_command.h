#pragma once

#include <QStringList>
#include <QTextStream>

namespace fenwick::ui {

// fenwick-lab --export curves|lambda|compare RUN… --out FILE.pdf|.svg|.png [options]: draws a figure without a window, from run
// folders as they are on the disk. Needs a QApplication, "offscreen" is enough. Returns 0, 1 (failed) or 2 (wrong usage: every
// fault a plain sentence, nothing written).
int exportCommand(const QStringList& arguments, QTextStream& out, QTextStream& errors);
int exportCommand(const QStringList& arguments);  // stdout and stderr

}  // namespace fenwick::ui
