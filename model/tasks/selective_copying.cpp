// Selective copying, as published with "Adaptive Memory Decay for Log-Linear Attention" (arXiv 2605.06946).
//
//   0 … T-n-2       n = task.copyTokens different data tokens at sorted random positions, noise elsewhere
//   T-n-1           the separator; the output there must be the first data token
//   T-n … T-1       blanks; the output at blank i must be data token i+1, the last blank is not scored
//
// Tokens: 1 the separator, 2 the blank, 3 … V/2+1 data, V/2+3 … V-1 noise (V = 128: 63 and 61 of them). What was right is never
// fed back, so the model must find and order the data by itself.
//
// Drawn in this order from the example's own stream: data, positions, noise from the first position to the last.

#include <algorithm>

#include "model/tasks/key_values.h"
#include "model/tasks/kinds.h"

namespace fenwick::model {
namespace {

constexpr std::int64_t kSeparator = 1, kBlank = 2, kFirstData = 3;
constexpr std::int64_t kSmallestVocabulary = 7;  // two data tokens and one of noise

std::int64_t endOfData(std::int64_t vocabulary) { return vocabulary / 2 + 2; }
std::int64_t firstNoise(std::int64_t vocabulary) { return vocabulary / 2 + 3; }
std::int64_t dataTokens(std::int64_t vocabulary) { return endOfData(vocabulary) - kFirstData; }

// n positions, the separator and n blanks.
std::int64_t shortestLength(std::int64_t copied) { return 2 * copied + 1; }

class SelectiveCopyingData final : public RecallData {
 public:
  explicit SelectiveCopyingData(const Config& config)
      : RecallData(config, "selective-copying", config.get<std::int64_t>("task.examples")),
        m_copied(config.get<std::int64_t>("task.copyTokens")) {}

  std::vector<ReferenceLine> referenceLines() const override {
    const auto line = [](const std::string& name, std::int64_t choices) {
      return ReferenceLine{name + std::to_string(choices), 1.0 / static_cast<double>(choices)};
    };
    return {line("chance 1/", dataTokens(vocabulary())), line("set known 1/", m_copied)};
  }

  std::string tokenLabel(std::int64_t token) const override {
    return token == kSeparator ? "separator" : token == kBlank ? "blank" : std::to_string(token);
  }

 private:
  void fillRow(RandomStream& stream, Split, std::int64_t, Row row) const override {
    const std::int64_t separator = length() - m_copied - 1;
    const std::vector<std::int64_t> data = stream.drawWithoutReplacement(kFirstData, endOfData(vocabulary()), m_copied);
    std::vector<std::int64_t> places = stream.drawWithoutReplacement(0, separator, m_copied);
    std::sort(places.begin(), places.end());
    for (std::int64_t i = 0; i < m_copied; ++i) {
      const auto item = static_cast<std::size_t>(i);
      row.put(places[item], data[item], Role::Data);
      row.put(separator + 1 + i, kBlank, Role::Blank);
      row.target(separator + i) = data[item];
    }
    row.put(separator, kSeparator, Role::Separator);
    const auto noise = static_cast<std::uint64_t>(vocabulary() - firstNoise(vocabulary()));
    for (std::int64_t t = 0; t < separator; ++t) {
      if (row.role(t) == Role::Noise) row.input(t) = firstNoise(vocabulary()) + static_cast<std::int64_t>(stream.below(noise));
    }
  }

  std::int64_t m_copied;
};

class SelectiveCopyingKind final : public TaskKind {
 public:
  std::string name() const override { return "selective-copying"; }
  std::string title() const override { return "Selective copying"; }
  std::string help() const override { return "Find the data among noise and repeat them in order behind a separator."; }

  std::vector<Field> fields() const override {
    return {{.path = "task.copyTokens",
             .title = "Tokens to copy",
             .help = "How many different data tokens stand among the noise; with as many blanks and a separator they fit the length.",
             .unit = "tokens",
             .initial = 16,
             .minimum = 1,
             .maximum = 1 << 18,
             .shortName = "copied"}};
  }

  std::vector<Problem> problems(const Config& config) const override {
    std::vector<Problem> result;
    const auto copied = config.get<std::int64_t>("task.copyTokens");
    checkVocabulary(copied, config.get<std::int64_t>("task.vocabulary"), result);
    checkLength("task.length", copied, config.get<std::int64_t>("task.length"), result);
    for (const Json& other : config.value("task.evaluationLengths")) {
      checkLength("task.evaluationLengths", copied, other.get<std::int64_t>(), result);
    }
    return result;
  }

  std::unique_ptr<TaskData> open(const Config& config) const override { return std::make_unique<SelectiveCopyingData>(config); }

 private:
  static void checkVocabulary(std::int64_t copied, std::int64_t vocabulary, std::vector<Problem>& result) {
    if (vocabulary < kSmallestVocabulary) {
      result.push_back({"task.vocabulary", "must be at least 7, so that there are data and noise, got " + std::to_string(vocabulary) +
                                               "; the nearest permitted value is 7"});
    } else if (const std::int64_t data = dataTokens(vocabulary); copied > data) {
      result.push_back({"task.copyTokens", "must be at most the " + std::to_string(data) + " data tokens (task.vocabulary is " +
                                               std::to_string(vocabulary) + "), since they differ, got " + std::to_string(copied) +
                                               "; the nearest permitted value is " + std::to_string(data)});
    }
  }

  static void checkLength(const char* setting, std::int64_t copied, std::int64_t length, std::vector<Problem>& result) {
    const std::string shortest = std::to_string(shortestLength(copied));
    if (length >= shortestLength(copied)) return;
    result.push_back({setting, "must be at least " + shortest + " for " + std::to_string(copied) +
                                   (copied == 1 ? " data token, its blank" : " data tokens, as many blanks") + " and the separator, got " +
                                   std::to_string(length) + "; the nearest permitted value is " + shortest});
  }
};

}  // namespace

std::unique_ptr<TaskKind> makeSelectiveCopyingKind() { return std::make_unique<SelectiveCopyingKind>(); }

}  // namespace fenwick::model
