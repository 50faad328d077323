#include "app/core/config_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "model/config/lambda_heads.h"
#include "model/config/mixers.h"
#include "model/config/presets.h"
#include "model/config/sweep.h"
#include "model/tasks/task.h"

namespace fenwick::app {

QString translated(const std::string& text) { return text.empty() ? QString() : QCoreApplication::translate("config", text.c_str()); }

std::vector<std::string> configTexts() {
  std::vector<std::string> texts;
  const auto add = [&texts](const std::string& text) {
    if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  };
  for (const model::Field& field : model::fields()) {
    for (const std::string* text : {&field.title, &field.help, &field.unit}) add(*text);
  }
  for (const auto& task : model::taskKinds()) add(task->title()), add(task->help());
  for (const model::MixerKind& mixer : model::mixerKinds()) add(mixer.title), add(mixer.help);
  for (const model::LambdaHeadKind& head : model::lambdaHeadKinds()) add(head.title), add(head.help);
  for (const model::Preset& preset : model::presets()) add(preset.summary);
  for (const model::Preset& preset : model::sweepPresets()) add(preset.summary);
  return texts;
}

QString wordHelp(const model::Field& field, const std::string& word) {
  const auto titled = [](const auto& kind) { return translated(kind.title) + QStringLiteral(": ") + translated(kind.help); };
  if (field.path == "model.lambda.head") {
    const model::LambdaHeadKind* head = model::findLambdaHead(word);
    return head ? titled(*head) : QString();
  }
  if (field.path == "model.mixer") {
    const model::MixerKind* mixer = model::findMixer(word);
    return mixer ? titled(*mixer) : QString();
  }
  if (field.path != "task.kind") return {};
  for (const auto& task : model::taskKinds()) {
    if (task->name() == word) return translated(task->title()) + QStringLiteral(": ") + translated(task->help());
  }
  return {};
}

}  // namespace fenwick::app
