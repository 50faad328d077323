#include "model/config/config.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <variant>

#include "model/config/config_file.h"
#include "model/config/words.h"
#include "model/tasks/task.h"

namespace fenwick::model {
namespace {

constexpr std::int64_t kFormat = 1;

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Tree, class Visit>
Tree* walk(Tree& tree, std::string_view path, Visit&& child) {
  Tree* node = &tree;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    node = child(*node, std::string(path.substr(0, dot)));
    if (node == nullptr || dot == std::string_view::npos) return node;
    path.remove_prefix(dot + 1);
  }
  return node;
}

template <class Tree>
Tree& made(Tree& tree, std::string_view path) {
  return *walk(tree, path, [](Tree& node, const std::string& key) { return &node[key]; });
}

const Json* found(const Json& tree, std::string_view path) {
  return walk(tree, path, [](const Json& node, const std::string& key) -> const Json* {
    if (!node.is_object()) return nullptr;
    const auto child = node.find(key);
    return child == node.end() ? nullptr : &*child;
  });
}

// What a person wrote, short enough for a sentence.
std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 60) {
    std::size_t cut = 57;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
    text = text.substr(0, cut) + "…";
  }
  return text;
}

// ---- one value against its field ---------------------------------------------------------------------------------

using Checked = std::variant<Json, std::string>;  // the value as it is kept, or what is wrong with it

std::string kindText(const Field& field) {
  std::string text;
  switch (field.kind) {
    case FieldKind::Integer: text = "a whole number"; break;
    case FieldKind::Number: text = "a number"; break;
    case FieldKind::Word: return (field.words.size() == 1 ? "" : "one of ") + joinWords(field.words);
    case FieldKind::Text: return "a text";
    case FieldKind::File: return "a path";
    case FieldKind::IntegerList: return "a list of whole numbers";
    case FieldKind::SegmentList: return "a list of {length, kvPairs, examples}";
  }
  return field.words.empty() ? text : text + " or " + joinWords(field.words);
}

std::string rangeText(const Field& field) {
  const std::string low = field.minimum ? (field.minimumExcluded ? "above " : "at least ") + numberText(*field.minimum) : "";
  if (!field.maximum) return low;
  const std::string high = numberText(*field.maximum);
  if (low.empty()) return "at most " + high;
  if (field.minimumExcluded) return low + " and at most " + high;
  return "between " + numberText(*field.minimum) + " and " + high;
}

std::string rangeFault(const Field& field, double value, const std::string& written) {
  const bool low = field.minimum && (field.minimumExcluded ? value <= *field.minimum : value < *field.minimum);
  const bool high = field.maximum && value > *field.maximum;
  if (!low && !high) return {};
  std::string text = "must be " + rangeText(field) + (field.unit.empty() ? "" : " " + field.unit) + ", got " + written;
  if (high) return text + "; the nearest permitted value is " + numberText(*field.maximum);
  if (!field.minimumExcluded) return text + "; the nearest permitted value is " + numberText(*field.minimum);
  return text;
}

std::string wordFault(const Field& field, const std::string& written) {
  return "must be " + kindText(field) + ", got " + shown(Json(written)) +
         (field.words.size() > 1 ? nearestHint(written, field.words) : "");
}

std::optional<std::int64_t> wholeNumber(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return {};
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return {};
  const double number = value.get<double>();
  if (number != std::trunc(number) || std::abs(number) > 9007199254740992.0) return {};
  return static_cast<std::int64_t>(number);
}

Checked checkNumber(const Field& field, const Json& value) {
  if (value.is_string()) {
    const auto word = value.get<std::string>();
    if (contains(field.words, word)) return value;
    if (!field.words.empty()) return wordFault(field, word);
  }
  if (field.kind == FieldKind::Integer) {
    const std::optional<std::int64_t> number = wholeNumber(value);
    if (!number) return "must be " + kindText(field) + ", got " + shown(value);
    if (const auto fault = rangeFault(field, static_cast<double>(*number), shown(value)); !fault.empty()) return fault;
    return Json(*number);
  }
  if (!value.is_number()) return "must be " + kindText(field) + ", got " + shown(value);
  const double number = value.get<double>();
  if (!std::isfinite(number)) return "must be " + kindText(field) + " that is finite";
  if (const auto fault = rangeFault(field, number, shown(value)); !fault.empty()) return fault;
  return Json(number == 0 ? 0.0 : number);  // -0 is 0, so that equal settings are equal texts
}

Checked checkWord(const Field& field, const Json& value) {
  std::string word;
  if (value.is_string()) {
    word = value.get<std::string>();
  } else if (value.is_number()) {
    word = numberText(value.get<double>());  // scale 1 is the word "1"
  } else {
    return "must be " + kindText(field) + ", got " + shown(value);
  }
  if (!contains(field.words, word)) return wordFault(field, word);
  return Json(word);
}

Checked checkText(const Field& field, const Json& value) {
  if (!value.is_string()) return "must be " + kindText(field) + ", got " + shown(value);
  const auto text = value.get<std::string>();
  if (!isUtf8(text)) return std::string("must be valid UTF-8");
  if (text.find('\0') != std::string::npos) return std::string("must not hold a zero byte");
  return value;
}

Checked checkIntegers(const Field& field, const Json& value) {
  const Json list = value.is_array() ? value : Json::array({value});
  Json kept = Json::array();
  for (const Json& entry : list) {
    const std::optional<std::int64_t> number = wholeNumber(entry);
    if (!number) return "must be " + kindText(field) + ", got " + shown(value);
    if (const auto fault = rangeFault(field, static_cast<double>(*number), shown(entry)); !fault.empty()) return "each " + fault;
    kept.push_back(*number);
  }
  return kept;
}

Checked checkSegments(const Field& field, const Json& value) {
  if (!value.is_array()) return "must be " + kindText(field) + ", got " + shown(value);
  Json kept = Json::array();
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string where = "segment " + std::to_string(i + 1);
    if (!value[i].is_object()) return where + " must be {length, kvPairs, examples}, got " + shown(value[i]);
    Json segment = Json::object();
    for (const char* key : {"length", "kvPairs", "examples"}) {
      const Json* entry = found(value[i], key);
      if (entry == nullptr) return where + " lacks " + key;
      const std::optional<std::int64_t> number = wholeNumber(*entry);
      if (!number || *number < 1 || *number > 1000000000) {
        return where + ": " + key + " must be a whole number between 1 and 1000000000, got " + shown(*entry);
      }
      segment[key] = *number;
    }
    for (const auto& [key, entry] : value[i].items()) {
      if (!segment.contains(key)) return where + ": there is no " + key + nearestHint(key, {"length", "kvPairs", "examples"});
    }
    kept.push_back(std::move(segment));
  }
  return kept;
}

Checked checkValue(const Field& field, const Json& value) {
  switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Number: return checkNumber(field, value);
    case FieldKind::Word: return checkWord(field, value);
    case FieldKind::Text:
    case FieldKind::File: return checkText(field, value);
    case FieldKind::IntegerList: return checkIntegers(field, value);
    case FieldKind::SegmentList: return checkSegments(field, value);
  }
  throw std::logic_error("a field of no kind: " + field.path);
}

// ---- text of the command line --------------------------------------------------------------------------------------

std::vector<std::string> parts(const std::string& text, char separator) {
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

Json numberOrText(const std::string& text) {
  if (const auto integer = parseInteger(text)) return *integer;
  if (const auto number = parseNumber(text)) return *number;
  return text;
}

// "128,256" or "[128,256]"; the empty text is the empty list.
Json integersFromText(const std::string& text) {
  if (text.empty()) return Json::array();
  if (text[0] == '[') return Json::parse(text, nullptr, false);
  Json list = Json::array();
  for (const std::string& part : parts(text, ',')) list.push_back(numberOrText(part));
  return list;
}

// "64:4:10000,128:8:10000" (length:kvPairs:examples) or JSON.
Json segmentsFromText(const std::string& text) {
  if (text.empty()) return Json::array();
  if (text[0] == '[') return Json::parse(text, nullptr, false);
  Json list = Json::array();
  for (const std::string& part : parts(text, ',')) {
    const std::vector<std::string> numbers = parts(part, ':');
    if (numbers.size() != 3) return text;
    list.push_back({{"length", numberOrText(numbers[0])},
                    {"kvPairs", numberOrText(numbers[1])},
                    {"examples", numberOrText(numbers[2])}});
  }
  return list;
}

Json valueFromText(const Field& field, const std::string& text) {
  Json value = text;
  switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Number:
      if (!contains(field.words, text)) value = numberOrText(text);
      break;
    case FieldKind::Word: {
      const auto number = parseNumber(text);
      if (number && !contains(field.words, text)) value = *number;
      break;
    }
    case FieldKind::Text:
    case FieldKind::File: break;
    case FieldKind::IntegerList: value = integersFromText(text); break;
    case FieldKind::SegmentList: value = segmentsFromText(text); break;
  }
  return value.is_discarded() ? Json(text) : value;
}

// ---- unknown keys ----------------------------------------------------------------------------------------------------

std::string unknownPath(const std::string& path) {
  std::vector<std::string> known;
  for (const Field& field : fields()) known.push_back(field.path);
  return "there is no such setting" + nearestHint(path, known);
}

bool isGroup(const std::string& path) {
  return std::any_of(fields().begin(), fields().end(), [&](const Field& f) { return f.path.rfind(path + ".", 0) == 0; });
}

// A misspelt group of settings is told by its own name, not by a setting in it.
std::string unknownGroup(const std::string& path) {
  std::vector<std::string> groups;
  for (const Field& field : fields()) {
    const std::string group = field.path.substr(0, field.path.rfind('.'));
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return "there is no such group of settings" + nearestHint(path, groups);
}

// Calls visit(field, value) for every known path of a tree and reports the others.
template <class Visit>
void readTree(const Json& tree, const std::string& prefix, std::vector<Problem>& problems, Visit&& visit) {
  for (const auto& [key, value] : tree.items()) {
    const std::string path = prefix + key;
    if (const Field* field = findField(path)) {
      visit(*field, value);
    } else if (!isGroup(path)) {
      // Beyond so many faults a file is no configuration, and looking for the nearest settings takes its time.
      if (path != "format" && problems.size() < kMostFaults) problems.push_back({path, value.is_object() ? unknownGroup(path) : unknownPath(path)});
    } else if (!value.is_object()) {
      problems.push_back({path, "must be an object with settings, got " + shown(value)});
    } else {
      readTree(value, path + ".", problems, visit);
    }
  }
}

void checkFormat(const Json& tree, std::vector<Problem>& problems) {
  const auto format = tree.find("format");
  if (format == tree.end()) return;
  const std::optional<std::int64_t> number = wholeNumber(*format);
  if (!number || *number < 1) {
    problems.push_back({"format", "must be 1, got " + shown(*format)});
  } else if (*number > kFormat) {
    problems.push_back({"format", "is " + std::to_string(*number) + ", written by a newer version; this version reads up to " +
                                      std::to_string(kFormat)});
  }
}

Json kindDefaults(const std::string& name) {
  for (const auto& kind : taskKinds()) {
    if (kind->name() == name) return kind->defaults();
  }
  return Json::object();
}

Json defaultIn(const Json& overrides, const std::string& path) {
  return overrides.contains(path) ? overrides[path] : findField(path)->initial;
}

// Settings that still hold the default of the former task take that of the new one.
void adoptDefaults(Json& tree, const std::string& from, const std::string& to) {
  const Json before = kindDefaults(from);
  const Json after = kindDefaults(to);
  Json paths = before;
  paths.update(after);
  for (const auto& [path, unused] : paths.items()) {
    Json& value = made(tree, path);
    if (value == defaultIn(before, path)) value = defaultIn(after, path);
  }
}

Json makeDefaults() {
  Json tree{{"format", kFormat}};
  for (const Field& field : fields()) made(tree, field.path) = field.initial;
  const std::string kind = findField("task.kind")->initial;
  const Json overrides = kindDefaults(kind);
  for (const auto& [path, value] : overrides.items()) made(tree, path) = value;
  return tree;
}

}  // namespace

Config::Config() {
  static const Json defaults = makeDefaults();
  m_tree = defaults;
}

Config Config::fromJson(const Json& tree, std::vector<Problem>& problems) {
  Config config;
  if (!tree.is_object()) {
    problems.push_back({"", "a configuration must be a JSON object, got " + shown(tree)});
    return config;
  }
  checkFormat(tree, problems);
  const auto take = [&](const Field& field, const Json& value) {
    for (Problem& problem : config.set(field.path, value)) problems.push_back(std::move(problem));
  };
  // The task first: it brings defaults that what is written then replaces.
  if (const Json* kind = found(tree, "task.kind")) take(*findField("task.kind"), *kind);
  readTree(tree, "", problems, [&](const Field& field, const Json& value) {
    if (field.path != "task.kind") take(field, value);
  });
  return config;
}

const Json& Config::value(std::string_view path) const {
  const Json* node = found(m_tree, path);
  if (node == nullptr) throw std::out_of_range("there is no setting " + std::string(path));
  return *node;
}

bool Config::isWord(std::string_view path) const { return value(path).is_string(); }

std::vector<Problem> Config::set(std::string_view path, const Json& value) {
  const std::string name(path);
  const Field* field = findField(name);
  if (field == nullptr) return {{name, unknownPath(name)}};
  Checked checked = checkValue(*field, value);
  if (std::holds_alternative<std::string>(checked)) return {{name, std::get<std::string>(checked)}};
  Json& kept = made(m_tree, name);
  if (name == "task.kind" && kept != std::get<Json>(checked)) {
    adoptDefaults(m_tree, kept.get<std::string>(), std::get<Json>(checked).get<std::string>());
  }
  kept = std::move(std::get<Json>(checked));
  return {};
}

std::vector<Problem> Config::setFromText(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return {{"", "a setting is written key=value, such as train.steps=100; got " + shown(Json(std::string(assignment)))}};
  }
  const std::string path(assignment.substr(0, equals));
  const Field* field = findField(path);
  if (field == nullptr) return {{path, unknownPath(path)}};
  return set(path, valueFromText(*field, std::string(assignment.substr(equals + 1))));
}

std::string Config::text() const {
  nlohmann::ordered_json ordered{{"format", kFormat}};
  for (const Field& field : fields()) made(ordered, field.path) = nlohmann::ordered_json(value(field.path));
  return ordered.dump(2) + "\n";
}

}  // namespace fenwick::model
