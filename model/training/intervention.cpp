#include "model/training/intervention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "model/config/words.h"

namespace fenwick::model {
namespace {

constexpr float kOpen = std::numeric_limits<float>::infinity();

const std::vector<std::string>& actionNames() {
  static const std::vector<std::string> names = {"scale", "clamp", "remove"};
  return names;
}

const char* actionName(LambdaEdit::Action action) { return actionNames()[static_cast<std::size_t>(action)].c_str(); }

std::vector<std::string> tokenWords() {
  std::vector<std::string> words = {"all"};
  for (int role = 0; role < 8; ++role) words.emplace_back(roleName(static_cast<Role>(role)));
  return words;
}

// Reads one edit; faults are collected with the name of the field.
class EditReader {
 public:
  EditReader(const Json& json, std::string place, std::vector<Problem>& faults) : m_json(json), m_place(std::move(place)), m_faults(faults) {}

  LambdaEdit read() {
    LambdaEdit edit;
    if (!m_json.is_object()) {
      fault("", "must be an object");
      return edit;
    }
    readAction(edit);
    edit.layer = index("layer");
    edit.head = index("head");
    edit.level = index("level");
    readTokens(edit);
    if (edit.action == LambdaEdit::Action::Scale) edit.factor = number("factor");
    if (edit.action == LambdaEdit::Action::Clamp) edit.lower = number("lower"), edit.upper = number("upper");
    for (const auto& [key, value] : m_json.items()) {
      static const std::vector<std::string> known = {"action", "layer", "head", "level", "tokens", "factor", "lower", "upper"};
      if (std::find(known.begin(), known.end(), key) == known.end()) fault(key, "is not known" + nearestHint(key, known));
    }
    return edit;
  }

 private:
  void fault(const std::string& key, const std::string& message) { m_faults.push_back({m_place + (key.empty() ? "" : "." + key), message}); }

  void readAction(LambdaEdit& edit) {
    const std::string word = m_json.value("action", Json()).is_string() ? m_json["action"].get<std::string>() : "";
    const auto& names = actionNames();
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) return fault("action", "must be scale, clamp or remove" + nearestHint(word, names));
    edit.action = static_cast<LambdaEdit::Action>(found - names.begin());
  }

  std::optional<std::int64_t> index(const char* key) {
    if (!m_json.contains(key) || m_json[key] == "all") return std::nullopt;
    if (m_json[key].is_number_integer()) return m_json[key].get<std::int64_t>();
    fault(key, "must be a whole number or \"all\"");
    return std::nullopt;
  }

  void readTokens(LambdaEdit& edit) {
    if (!m_json.contains("tokens") || m_json["tokens"] == "all") return;
    const Json& tokens = m_json["tokens"];
    if (tokens.is_number_integer()) {
      edit.token = tokens.get<std::int64_t>();
      return;
    }
    const std::string word = tokens.is_string() ? tokens.get<std::string>() : "";
    const std::vector<std::string> words = tokenWords();
    const auto found = std::find(words.begin() + 1, words.end(), word);
    if (found == words.end()) return fault("tokens", "must be all, a class of tokens or a position" + nearestHint(word, words));
    edit.role = static_cast<Role>(found - words.begin() - 1);
  }

  double number(const char* key) {
    if (m_json.contains(key) && m_json[key].is_number()) return m_json[key].get<double>();
    fault(key, "must be a number");
    return 0;
  }

  const Json& m_json;
  std::string m_place;
  std::vector<Problem>& m_faults;
};

[[noreturn]] void refuse(const std::vector<Problem>& faults) {
  std::string text;
  for (const Problem& fault : faults) text += (text.empty() ? "" : "\n") + fault.field + ": " + fault.message;
  throw std::invalid_argument(text);
}

// λ' = clamp(scale λ, lower, upper) followed by one more change of the same kind.
struct Bound {
  float& scale;
  float& lower;
  float& upper;

  void times(float factor) {
    scale *= factor;
    const float a = factor == 0 ? 0 : lower * factor, b = factor == 0 ? 0 : upper * factor;
    lower = std::min(a, b);
    upper = std::max(a, b);
  }
  void clamp(float low, float high) {
    lower = std::clamp(lower, low, high);
    upper = std::clamp(upper, low, high);
  }
};

void apply(const LambdaEdit& edit, Bound bound) {
  switch (edit.action) {
    case LambdaEdit::Action::Scale:
      return bound.times(static_cast<float>(edit.factor));
    case LambdaEdit::Action::Clamp:
      return bound.clamp(static_cast<float>(edit.lower), static_cast<float>(edit.upper));
    case LambdaEdit::Action::Remove:
      return bound.times(0);
  }
}

}  // namespace

std::vector<Problem> problems(const Intervention& intervention, const LambdaShape& shape) {
  std::vector<Problem> faults;
  for (std::size_t i = 0; i < intervention.edits.size(); ++i) {
    const LambdaEdit& edit = intervention.edits[i];
    const std::string place = "edits[" + std::to_string(i) + "].";
    const auto within = [&](const char* key, const std::optional<std::int64_t>& index, std::int64_t count) {
      if (index && (*index < 0 || *index >= count))
        faults.push_back({place + key, "must be 0 to " + std::to_string(count - 1) + ", got " + std::to_string(*index)});
    };
    within("layer", edit.layer, shape.layers);
    within("head", edit.head, shape.heads);
    within("level", edit.level, shape.levels);
    within("tokens", edit.token, shape.length);
    if (edit.action == LambdaEdit::Action::Scale && !std::isfinite(static_cast<float>(edit.factor)))
      faults.push_back({place + "factor", "must be a finite number"});
    if (edit.action == LambdaEdit::Action::Clamp && !(edit.lower <= edit.upper))
      faults.push_back({place + "lower", "must be at most upper, " + numberText(edit.upper) + ", got " + numberText(edit.lower)});
  }
  return faults;
}

Json interventionJson(const Intervention& intervention) {
  Json edits = Json::array();
  for (const LambdaEdit& edit : intervention.edits) {
    Json one{{"action", actionName(edit.action)}};
    if (edit.layer) one["layer"] = *edit.layer;
    if (edit.head) one["head"] = *edit.head;
    if (edit.level) one["level"] = *edit.level;
    if (edit.token) one["tokens"] = *edit.token;
    if (edit.role) one["tokens"] = roleName(*edit.role);
    if (edit.action == LambdaEdit::Action::Scale) one["factor"] = edit.factor;
    if (edit.action == LambdaEdit::Action::Clamp) one["lower"] = edit.lower, one["upper"] = edit.upper;
    edits.push_back(std::move(one));
  }
  return {{"format", 1}, {"edits", std::move(edits)}};
}

Intervention interventionFrom(const Json& json) {
  std::vector<Problem> faults;
  Intervention intervention;
  if (!json.is_object()) throw std::invalid_argument("an intervention is an object with format and edits");
  if (json.value("format", Json()) != 1) faults.push_back({"format", "must be 1, the only one there is"});
  const Json edits = json.value("edits", Json());
  if (!edits.is_array()) {
    faults.push_back({"edits", "must be a list"});
  } else {
    for (std::size_t i = 0; i < edits.size(); ++i) intervention.edits.push_back(EditReader(edits[i], "edits[" + std::to_string(i) + "]", faults).read());
  }
  if (!faults.empty()) refuse(faults);
  return intervention;
}

Intervention parseIntervention(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw std::invalid_argument("the intervention is no JSON");
  return interventionFrom(json);
}

std::string editText(const LambdaEdit& edit) {
  std::string where;
  const auto say = [&](const std::string& part) { where += (where.empty() ? "" : ", ") + part; };
  if (edit.layer) say("layer " + std::to_string(*edit.layer));
  if (edit.head) say("head " + std::to_string(*edit.head));
  say(edit.level ? "level " + std::to_string(*edit.level) : "all levels");
  if (edit.role) say(std::string(roleName(*edit.role)) + " tokens");
  if (edit.token) say("token " + std::to_string(*edit.token));
  switch (edit.action) {
    case LambdaEdit::Action::Scale:
      return where + ": λ × " + numberText(edit.factor);
    case LambdaEdit::Action::Clamp:
      return where + ": λ within " + numberText(edit.lower) + " … " + numberText(edit.upper);
    case LambdaEdit::Action::Remove:
      return where + ": removed";
  }
  return where;
}

std::vector<LambdaBounds> lambdaBounds(const Intervention& intervention, const LambdaShape& shape, const TokenBatch& batch) {
  if (const std::vector<Problem> faults = problems(intervention, shape); !faults.empty()) refuse(faults);
  if (intervention.edits.empty()) return {};
  const auto tokens = static_cast<std::size_t>(batch.rows * batch.length);
  const auto perToken = static_cast<std::size_t>(shape.heads * shape.levels);
  LambdaBounds open;
  open.scale.assign(tokens * perToken, 1);
  open.lower.assign(tokens * perToken, -kOpen);
  open.upper.assign(tokens * perToken, kOpen);
  std::vector<LambdaBounds> layers(static_cast<std::size_t>(shape.layers), open);
  for (const LambdaEdit& edit : intervention.edits) {
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
      if (edit.layer && static_cast<std::size_t>(*edit.layer) != layer) continue;
      for (std::size_t token = 0; token < tokens; ++token) {
        if (edit.role && batch.roles[token] != static_cast<std::uint8_t>(*edit.role)) continue;
        if (edit.token && static_cast<std::int64_t>(token) % batch.length != *edit.token) continue;
        for (std::size_t cell = 0; cell < perToken; ++cell) {
          const auto head = static_cast<std::int64_t>(cell) / shape.levels, level = static_cast<std::int64_t>(cell) % shape.levels;
          if ((edit.head && *edit.head != head) || (edit.level && *edit.level != level)) continue;
          const std::size_t at = token * perToken + cell;
          apply(edit, {layers[layer].scale[at], layers[layer].lower[at], layers[layer].upper[at]});
        }
      }
    }
  }
  return layers;
}

}  // namespace fenwick::model
