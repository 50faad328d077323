#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fenwick::model {

using Json = nlohmann::json;

// One fault in what a person gave: which field, and a plain sentence with the limit and the nearest permitted value.
struct Problem {
  std::string field;  // the path, such as "task.kvPairs"
  std::string message;
};

class Config;

// What a setting may hold. A setting that also accepts words ("auto", "random", "2L") lists them in Field::words.
enum class FieldKind { Integer, Number, Word, Text, File, IntegerList, SegmentList };

// The description of one setting: the form, the command line, the reader of config.json and the checks all follow from it.
struct Field {
  std::string path;   // "task.kvPairs"
  std::string title;  // "Key-value pairs"
  std::string help;   // one sentence: what it does
  std::string unit;   // "tokens", "steps", "MB"; empty where there is none
  FieldKind kind = FieldKind::Integer;
  Json initial;                            // the default, written out in every config.json
  std::vector<std::string> words = {};     // Word: all choices. Integer, Number: words accepted beside a number.
  std::optional<double> minimum = {};      // inclusive unless minimumExcluded
  std::optional<double> maximum = {};      // inclusive
  bool minimumExcluded = false;
  bool definesVariant = true;              // false for seeds, cadences and the like
  std::function<bool(const Config&)> relevant = {};  // empty: always. The form hides what is not relevant.
  std::string shortName = {};               // in labels: "k"; empty: the last part of the path
};

// Whether the setting has an effect in this configuration.
bool isRelevant(const Field& field, const Config& config);

// Every setting of a run: a JSON tree whose keys are the paths of fields(), complete and in range of kind at any time.
// A value type; reading is thread-safe.
class Config {
 public:
  // All defaults, "format": 1.
  Config();

  // Defaults overlaid with `tree`. Unknown keys (the nearest known one is named), wrong kinds and a newer format are reported;
  // the valid rest is taken. Older formats are read for ever.
  static Config fromJson(const Json& tree, std::vector<Problem>& problems);

  // T: std::int64_t, double, bool, std::string, Json. An unknown path throws std::out_of_range.
  template <class T>
  T get(std::string_view path) const {
    return value(path).get<T>();
  }
  const Json& value(std::string_view path) const;
  bool isWord(std::string_view path) const;  // true where a number-or-word setting holds a word

  // Sets one value; the empty list when it was taken. A new task.kind brings its own defaults (TaskKind::defaults) for settings
  // that still hold the former kind's.
  std::vector<Problem> set(std::string_view path, const Json& value);
  // "train.steps=100": the text is read as the field's kind; numbers in the C locale.
  std::vector<Problem> setFromText(std::string_view assignment);

  const Json& json() const { return m_tree; }
  std::string text() const;  // as config.json holds it: two spaces of indentation, keys in the order of fields()

  bool operator==(const Config& other) const { return m_tree == other.m_tree; }

 private:
  Json m_tree;
};

// Every setting in the order of the form: task (with what its kinds add), model, model.lambda (with what heads add), train.
const std::vector<Field>& fields();
const Field* findField(std::string_view path);

// Every fault of a whole configuration at once: relations between settings, the limits of its task and model, what its files
// say in their headers. Ranges of single settings are refused by Config::set and fromJson already.
std::vector<Problem> problems(const Config& config);

// Values written "auto", resolved.
std::int64_t levels(const Config& config);       // model.levels
std::uint64_t taskSeed(const Config& config);    // task.seed
std::uint64_t orderSeed(const Config& config);   // train.orderSeed
std::int64_t lambdaHidden(const Config& config); // model.lambda.hidden, "2L" resolved
std::string lambdaHead(const Config& config);    // model.lambda.head; "ones" where model.mixer is linear

// The part of a configuration that makes a variant: without seeds, cadences and whatever else does not define one.
Json variant(const Config& config);

// Differences of each configuration to the others as short labels ("mlp-softplus", "k 8 · lr 2e-3"): only paths that differ
// within the selection appear. Where nothing differs the label is the λ head.
std::vector<std::string> variantLabels(const std::vector<Config>& configs);

}  // namespace fenwick::model
