#include "app/core/config_draft.h"

#include <exception>
#include <utility>

#include "app/core/command_line.h"
#include "app/core/config_words.h"
#include "model/config/presets.h"

namespace fenwick::app {

namespace {

const QLatin1String kDefaultArm("as-described");
constexpr std::size_t kMostSteps = 200;  // of undo

}  // namespace

ConfigDraft::ConfigDraft(QObject* parent) : QObject(parent) { examine(); }

void ConfigDraft::usePreset(const QString& preset) {
  const model::Config base = model::presetConfig(preset.toStdString());
  remember(tr("Preset"));
  m_state.base = base;
  m_state.preset = preset;
  m_state.config = m_state.base;
  m_state.fork.reset();
  m_state.refused.clear();
  examine();
}

void ConfigDraft::use(const model::Config& config, const QString& preset) {
  remember(tr("Configuration"));
  take(config, preset);
}

void ConfigDraft::fork(const ForkPoint& point, const QString& preset) {
  remember(tr("Fork"));
  take(point.config, preset);
  m_state.fork = point;
  examine();
}

void ConfigDraft::setForkStep(qint64 step) {
  if (!m_state.fork || m_state.fork->step == step) return;
  remember(tr("Step of the fork"));
  m_state.fork->step = step;
  examine();
}

void ConfigDraft::dropFork() {
  if (!m_state.fork) return;
  remember(tr("Fork"));
  m_state.fork.reset();
  examine();
}

void ConfigDraft::take(const model::Config& config, const QString& preset) {
  m_state.fork.reset();
  m_state.base = model::Config();
  m_state.preset.clear();
  if (!preset.isEmpty()) {
    try {
      m_state.base = model::presetConfig(preset.toStdString());
      m_state.preset = preset;
    } catch (const std::invalid_argument&) {
      // Written by a program that has other presets: compare with the defaults.
    }
  }
  m_state.config = config;
  m_state.refused.clear();
  examine();
}

QString ConfigDraft::presetName() const { return m_state.preset.section(QLatin1Char('@'), 0, 0); }

QString ConfigDraft::arm() const {
  const QString written = m_state.preset.section(QLatin1Char('@'), 1);
  return written.isEmpty() ? QString(kDefaultArm) : written;
}

void ConfigDraft::set(const QString& path, const model::Json& value) {
  if (m_state.refused.contains(path) || m_state.config.value(path.toStdString()) != value) rememberSetting(path);
  const std::vector<model::Problem> faults = m_state.config.set(path.toStdString(), value);
  QStringList sentences;
  for (const model::Problem& fault : faults) sentences << QString::fromStdString(fault.message);
  if (sentences.isEmpty()) {
    m_state.refused.remove(path);
  } else {
    m_state.refused.insert(path, sentences);
  }
  examine();
}

void ConfigDraft::refuse(const QString& path, const QString& reason) {
  rememberSetting(path);
  m_state.refused.insert(path, {reason});
  examine();
}

void ConfigDraft::reset(const QString& path) {
  rememberSetting(path);
  m_state.refused.remove(path);
  m_state.config.set(path.toStdString(), m_state.base.value(path.toStdString()));
  examine();
}

void ConfigDraft::resetAll() {
  remember(tr("Reset"));
  m_state.refused.clear();
  m_state.config = m_state.base;
  examine();
}

void ConfigDraft::setSeed(qint64 seed) { set(QStringLiteral("train.seed"), seed); }

void ConfigDraft::rememberSetting(const QString& path) {
  const model::Field* field = model::findField(path.toStdString());
  remember(field ? translated(field->title) : path, path);
}

void ConfigDraft::remember(const QString& edit, const QString& path) {
  m_future.clear();
  if (!path.isEmpty() && !m_past.empty() && m_past.back().path == path) return;
  m_past.push_back({m_state, edit, path});
  if (m_past.size() > kMostSteps) m_past.erase(m_past.begin());
}

void ConfigDraft::forgetEdits() {
  m_past.clear();
  m_future.clear();
  emit changed();
}

void ConfigDraft::undo() { go(m_past, m_future); }
void ConfigDraft::redo() { go(m_future, m_past); }

void ConfigDraft::go(std::vector<Step>& from, std::vector<Step>& to) {
  if (from.empty()) return;
  Step step = std::move(from.back());
  from.pop_back();
  to.push_back({std::exchange(m_state, std::move(step.state)), step.edit, {}});
  examine();
}

bool ConfigDraft::differs(const QString& path) const {
  return m_state.refused.contains(path) || m_state.config.value(path.toStdString()) != m_state.base.value(path.toStdString());
}

QStringList ConfigDraft::differences() const {
  QStringList paths;
  for (const model::Field& field : model::fields()) {
    const QString path = QString::fromStdString(field.path);
    if (differs(path)) paths << path;
  }
  return paths;
}

QString ConfigDraft::presetText(const QString& path) const { return settingText(m_state.base.value(path.toStdString())); }

bool ConfigDraft::relevant(const model::Field& field) const { return !field.relevant || field.relevant(m_state.config); }

QStringList ConfigDraft::problemsOf(const QString& path) const {
  QStringList sentences;
  for (const model::Problem& problem : m_problems) {
    if (path == QString::fromStdString(problem.field)) sentences << QString::fromStdString(problem.message);
  }
  return sentences;
}

void ConfigDraft::examine() {
  m_problems.clear();
  for (const model::Field& field : model::fields()) {
    const QString path = QString::fromStdString(field.path);
    if (!m_state.refused.contains(path) || !relevant(field)) continue;
    for (const QString& sentence : m_state.refused.value(path)) m_problems.push_back({field.path, sentence.toStdString()});
  }
  for (const model::Problem& problem : model::problems(m_state.config)) m_problems.push_back(problem);
  const auto steps = m_state.config.get<std::int64_t>("train.steps");
  if (m_state.fork && steps <= m_state.fork->step)
    m_problems.push_back({"train.steps", "the fork begins at step " + std::to_string(m_state.fork->step) + ", so at least " +
                                             std::to_string(m_state.fork->step + 1) + ", got " + std::to_string(steps)});
  emit changed();
}

}  // namespace fenwick::app
