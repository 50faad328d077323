#pragma once

#include <QStringList>
#include <QTextStream>

namespace fenwick::ui {

// fenwick-lab --measure [options]: how long the real window takes to answer while a model trains in it at full speed, what it costs that
// training, and how fast a run of a million points opens and redraws.
//   cost      runs of equal length in pairs, one in the window and one without, the first of each pair in turn; training seconds as the
//             run itself counts them, so both do the same work: updates, evaluations, snapshots, checkpoints
//   busy      processor time of the window's thread over those seconds: a steadier sign of the cost than the pairs on a noisy machine
//   answers   another thread asks the window's thread for a sign of life, over and over; milliseconds until it comes
// Needs a QApplication; runs live in a temporary folder. Returns 0, 1 (failed) or 2 (wrong usage: every fault a plain sentence).
int measureCommand(const QStringList& arguments, QTextStream& out, QTextStream& errors);

}  // namespace fenwick::ui
