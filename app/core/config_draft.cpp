#include "app/core/config_draft.h"

#include <exception>

#include "app/core/command_line.h"
#include "model/config/presets.h"

namespace fenwick::app {

namespace {
const QLatin1String kDefaultArm("as-described");
}

ConfigDraft::ConfigDraft(QObject* parent) : QObject(parent) { examine(); }

void ConfigDraft::usePreset(const QString& preset) {
  m_base = model::presetConfig(preset.toStdString());
  m_preset = preset;
  m_config = m_base;
  m_refused.clear();
  examine();
}

void ConfigDraft::use(const model::Config& config, const QString& preset) {
  m_base = model::Config();
  m_preset.clear();
  if (!preset.isEmpty()) {
    try {
      m_base = model::presetConfig(preset.toStdString());
      m_preset = preset;
    } catch (const std::invalid_argument&) {
      // Written by a program that has other presets: compare with the defaults.
    }
  }
  m_config = config;
  m_refused.clear();
  examine();
}

QString ConfigDraft::presetName() const { return m_preset.section(QLatin1Char('@'), 0, 0); }

QString ConfigDraft::arm() const {
  const QString written = m_preset.section(QLatin1Char('@'), 1);
  return written.isEmpty() ? QString(kDefaultArm) : written;
}

void ConfigDraft::set(const QString& path, const model::Json& value) {
  const std::vector<model::Problem> faults = m_config.set(path.toStdString(), value);
  QStringList sentences;
  for (const model::Problem& fault : faults) sentences << QString::fromStdString(fault.message);
  if (sentences.isEmpty()) {
    m_refused.remove(path);
  } else {
    m_refused.insert(path, sentences);
  }
  examine();
}

void ConfigDraft::refuse(const QString& path, const QString& reason) {
  m_refused.insert(path, {reason});
  examine();
}

void ConfigDraft::reset(const QString& path) {
  m_refused.remove(path);
  m_config.set(path.toStdString(), m_base.value(path.toStdString()));
  examine();
}

void ConfigDraft::resetAll() {
  m_refused.clear();
  m_config = m_base;
  examine();
}

void ConfigDraft::setSeed(qint64 seed) { set(QStringLiteral("train.seed"), seed); }

bool ConfigDraft::differs(const QString& path) const {
  return m_refused.contains(path) || m_config.value(path.toStdString()) != m_base.value(path.toStdString());
}

QStringList ConfigDraft::differences() const {
  QStringList paths;
  for (const model::Field& field : model::fields()) {
    const QString path = QString::fromStdString(field.path);
    if (differs(path)) paths << path;
  }
  return paths;
}

QString ConfigDraft::presetText(const QString& path) const { return settingText(m_base.value(path.toStdString())); }

bool ConfigDraft::relevant(const model::Field& field) const { return !field.relevant || field.relevant(m_config); }

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
    if (!m_refused.contains(path) || !relevant(field)) continue;
    for (const QString& sentence : m_refused.value(path)) m_problems.push_back({field.path, sentence.toStdString()});
  }
  for (const model::Problem& problem : model::problems(m_config)) m_problems.push_back(problem);
  emit changed();
}

}  // namespace fenwick::app
