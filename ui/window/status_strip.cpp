#include "ui/window/status_strip.h"

#include <cmath>

#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/runs/run_list_model.h"

namespace fenwick::ui {

StatusStrip::StatusStrip(const app::Session& session, QWidget* parent) : QStatusBar(parent), m_session(session) {
  setSizeGripEnabled(false);
  setContentsMargins(8, 0, 8, 0);
  m_text = new QLabel(this);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  addWidget(m_text, 1);
  m_log = new QToolButton(this);
  m_log->setText(tr("Log"));
  m_log->setIcon(icon(QStringLiteral("chevron-up")));
  m_log->setIconSize(QSize(12, 12));
  m_log->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_log->setLayoutDirection(Qt::RightToLeft);
  m_log->setAutoRaise(true);
  m_log->setCheckable(true);
  addPermanentWidget(m_log);
  // "Saved 2 s ago" moves without anything happening.
  m_timer.setInterval(1000);
  connect(&m_timer, &QTimer::timeout, this, &StatusStrip::refresh);
  m_timer.start();
}

void StatusStrip::setRun(const app::RunSource* run) {
  m_run = run;
  refresh();
}

void StatusStrip::setMachine(const QString& sentence) {
  m_machine = sentence;
  refresh();
}

QString StatusStrip::text() const { return m_text->text(); }

void StatusStrip::setSweep(const QString& name) {
  m_sweep = name;
  refresh();
}

void StatusStrip::refresh() {
  const QString text = facts().join(QStringLiteral("  \u00b7  "));
  if (text != m_text->text()) m_text->setText(text);
}

QStringList StatusStrip::facts() const {
  QStringList facts;
  if (!m_run) {
    if (!m_machine.isEmpty()) facts << m_machine;
    facts << (m_sweep.isEmpty() ? tr("nothing trains") : tr("the sweep %1 trains").arg(m_sweep));
    return facts;
  }
  const model::RunInfo& info = m_run->info();
  if (!info.device.empty()) {
    facts << QString::fromStdString(info.device).toUpper() + QStringLiteral(", ") +
                 tr("%Ln thread(s)", nullptr, static_cast<int>(info.threads));
  } else if (!m_machine.isEmpty()) {
    facts << m_machine;
  }
  const auto* live = qobject_cast<const app::LiveRunSource*>(m_run);
  const bool trains = live ? live->phase() == app::WorkerPhase::Training : info.state == model::RunState::Running;
  double pace = 0;
  if (live) {
    pace = live->stepsPerSecond().value_or(0);
  } else if (trains) {
    pace = m_run->latest(QStringLiteral("perf/steps_per_second")).value_or(0);
  }
  const auto steps = m_run->config().get<std::int64_t>("train.steps");
  if (pace > 0) {
    facts << tr("%1 steps/s").arg(rate(pace));
    const double tokens = pace * static_cast<double>(m_run->config().get<std::int64_t>("train.batch")) *
                          static_cast<double>(m_run->config().get<std::int64_t>("task.length"));
    facts << tr("%1 tokens/s").arg(compact(tokens));
  }
  facts << tr("step %1 / %2").arg(grouped(info.step), grouped(steps));
  if (pace > 0) facts << tr("ETA %1").arg(duration(static_cast<double>(steps - info.step) / pace));
  if (live && live->phase() == app::WorkerPhase::Finishing) facts << tr("evaluating and saving");
  if (live && live->phase() == app::WorkerPhase::Paused) facts << tr("paused");
  if (!trains && !live) facts << stateTitle(info.state);
  if (live) {
    if (const std::optional<qint64> saved = live->sinceSaved()) {
      facts << (*saved < 1500 ? tr("saved just now")
                              : tr("saved %1 ago").arg(duration(static_cast<double>(*saved) / 1000)));
    }
  }
  if (m_session.queued() > 0) facts << tr("%1 in the queue").arg(m_session.queued());
  return facts;
}

}  // namespace fenwick::ui
