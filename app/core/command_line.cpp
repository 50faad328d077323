#include "app/core/command_line.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>
#include <exception>
#include <limits>

#include "model/config/presets.h"

namespace fenwick::app {

namespace {

// Setting by setting, as the command line does it: a new task brings defaults of its own, which the later settings then correct.
QStringList settingsBeyond(model::Config base, const model::Config& config) {
  QStringList settings;
  for (const model::Field& field : model::fields()) {
    const model::Json& value = config.value(field.path);
    if (value == base.value(field.path)) continue;
    base.set(field.path, value);
    settings << QStringLiteral("--set") << QString::fromStdString(field.path) + QLatin1Char('=') + settingText(value);
  }
  return settings;
}

// The preset that needs the fewest settings, with them.
std::pair<QString, QStringList> nearestPreset(const model::Config& config) {
  std::pair<QString, QStringList> best;
  qsizetype fewest = std::numeric_limits<qsizetype>::max();
  for (const model::Preset& preset : model::presets()) {
    const QStringList settings = settingsBeyond(model::presetConfig(preset.name), config);
    if (settings.size() >= fewest) continue;
    fewest = settings.size();
    best = {QString::fromStdString(preset.name), settings};
  }
  return best;
}

std::pair<QString, QStringList> presetAndSettings(const model::Config& config, const QString& preset) {
  if (!preset.isEmpty()) {
    try {
      return {preset, settingsBeyond(model::presetConfig(preset.toStdString()), config)};
    } catch (const std::invalid_argument&) {
      // A run of a program that has other presets.
    }
  }
  return nearestPreset(config);
}

}  // namespace

QString settingText(const model::Json& value) {
  return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

QString programBeside() { return QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("fenwick")); }

QString shellQuoted(const QString& word) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
  if (plain.match(word).hasMatch()) return word;
  QString inside = word;
  inside.replace(QLatin1Char('\''), QLatin1String("'\\''"));
  return QLatin1Char('\'') + inside + QLatin1Char('\'');
}

QStringList trainArguments(const model::Config& config, const QString& preset, const QString& out) {
  const auto [name, settings] = presetAndSettings(config, preset);
  return QStringList{QStringLiteral("train"), QStringLiteral("--preset"), name} + settings +
         QStringList{QStringLiteral("--out"), out};
}

QStringList forkArguments(const model::Config& config, const model::Config& parent, const QString& run, qint64 step, const QString& out) {
  return QStringList{QStringLiteral("train"), QStringLiteral("--from"), run + QLatin1Char('@') + QString::number(step)} + settingsBeyond(parent, config) +
         QStringList{QStringLiteral("--out"), out};
}

QString commandLine(const QStringList& arguments) {
  QStringList words{QStringLiteral("fenwick")};
  for (const QString& argument : arguments) words << shellQuoted(argument);
  return words.join(QLatin1Char(' '));
}

}  // namespace fenwick::app
