// Multi-query associative recall as published with "Adaptive Memory Decay for Log-Linear Attention" (arXiv 2605.06946).
//
//   o … o+2k-1      key, value, key, value …      o = task.pairOffset, 0 as published
//   T-2k … T-1      each key once in random order at even offsets; the output there must be its value. A noise token
//                   follows each, never the answer
//   elsewhere       noise, uniform in 1 … V-1; with noise `unused` only tokens that are no key of the example
//
// Offset: as published (o = 0) the pairs fill whole Fenwick blocks, at T = 128 and k = 32 exactly level 7 of every query, so that
// one level's λ could solve the task. A number o moves the block of pairs to o … o+2k-1; `random` draws o for each example,
// uniform in 0 … T-4k. The tokens before and after the block are noise, the queries stay where they are.
//
// Each example is a function of (task.seed, split, index) alone. Drawn in this order from its own stream: keys, values,
// offset (where random), order of the queries, noise from the first position to the last.

#include <algorithm>

#include "model/tasks/key_values.h"
#include "model/tasks/kinds.h"

namespace fenwick::model {
namespace {

// Noise of one example.
class Noise {
 public:
  Noise(std::int64_t vocabulary, const std::vector<std::int64_t>& keys, bool unused) {
    for (std::int64_t token = 1; token < vocabulary; ++token) {
      if (!unused || std::find(keys.begin(), keys.end(), token) == keys.end()) m_tokens.push_back(token);
    }
  }
  std::int64_t draw(RandomStream& stream) const { return m_tokens[stream.below(m_tokens.size())]; }
  std::int64_t drawOther(RandomStream& stream, std::int64_t forbidden) const {
    std::int64_t token = draw(stream);
    while (token == forbidden) token = draw(stream);
    return token;
  }

 private:
  std::vector<std::int64_t> m_tokens;
};

class MqarData final : public RecallData {
 public:
  explicit MqarData(const Config& config)
      : RecallData(config, "mqar", config.get<std::int64_t>("task.examples")),
        m_pairs(config.get<std::int64_t>("task.kvPairs")),
        m_unusedNoise(config.value("task.noise") == "unused"),
        m_randomOffset(config.isWord("task.pairOffset")),
        m_offset(m_randomOffset ? 0 : config.get<std::int64_t>("task.pairOffset")) {}

  std::vector<ReferenceLine> referenceLines() const override { return recallLines(vocabulary(), m_pairs); }

 private:
  void fillRow(RandomStream& stream, Split, std::int64_t, Row row) const override {
    const KeyValues drawn = drawKeyValues(stream, vocabulary(), m_pairs);
    const auto offsets = static_cast<std::uint64_t>(length() - 4 * m_pairs + 1);
    const std::int64_t offset = m_randomOffset ? static_cast<std::int64_t>(stream.below(offsets)) : m_offset;
    std::vector<std::int64_t> order(static_cast<std::size_t>(m_pairs));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
    stream.shuffle(order);

    for (std::int64_t i = 0; i < m_pairs; ++i) {
      const auto pair = static_cast<std::size_t>(i);
      row.put(offset + 2 * i, drawn.keys[pair], Role::Key);
      row.put(offset + 2 * i + 1, drawn.values[pair], Role::Value);
      const std::int64_t query = length() - 2 * m_pairs + 2 * i;
      row.put(query, drawn.keys[static_cast<std::size_t>(order[pair])], Role::Query);
      row.target(query) = drawn.values[static_cast<std::size_t>(order[pair])];
    }

    const Noise noise(vocabulary(), drawn.keys, m_unusedNoise);
    for (std::int64_t t = 0; t < length(); ++t) {
      if (row.role(t) != Role::Noise) continue;
      const bool afterQuery = t > 0 && row.role(t - 1) == Role::Query;
      row.input(t) = afterQuery ? noise.drawOther(stream, row.target(t - 1)) : noise.draw(stream);
    }
  }

  std::int64_t m_pairs;
  bool m_unusedNoise, m_randomOffset;
  std::int64_t m_offset;
};

class MqarKind final : public TaskKind {
 public:
  std::string name() const override { return "mqar"; }
  std::string title() const override { return "Associative recall (MQAR)"; }
  std::string help() const override { return "Bind keys to values, then answer each key with its value, as published with the λ MLP."; }

  std::vector<Field> fields() const override {
    return {keyValuePairsField(),
            {.path = "task.noise",
             .title = "Noise",
             .help = "Tokens between: any token, which may repeat a key, or only those that are no key of the example.",
             .unit = "",
             .kind = FieldKind::Word,
             .initial = "any",
             .words = {"any", "unused"}},
            {.path = "task.pairOffset",
             .title = "Pair offset",
             .help = "Position of the first pair; random moves the block per example, so that pairs do not sit on Fenwick blocks.",
             .unit = "tokens",
             .initial = 0,
             .words = {"random"},
             .minimum = 0,
             .maximum = 1 << 20,
             .shortName = "offset"}};
  }

  std::vector<Problem> problems(const Config& config) const override {
    const auto length = config.get<std::int64_t>("task.length");
    const auto pairs = config.get<std::int64_t>("task.kvPairs");
    std::vector<Problem> result;
    const std::string fault = pairsFault(pairs, length, config.get<std::int64_t>("task.vocabulary"), "task.length");
    if (!fault.empty()) result.push_back({"task.kvPairs", fault});
    for (const Json& other : config.value("task.evaluationLengths")) {
      if (4 * pairs > other.get<std::int64_t>()) {
        result.push_back({"task.evaluationLengths", std::to_string(pairs) + " pairs need at least " + std::to_string(4 * pairs) +
                                                        " tokens, got the length " + std::to_string(other.get<std::int64_t>())});
      }
    }
    if (4 * pairs <= length && !config.isWord("task.pairOffset")) checkOffset(config, length - 4 * pairs, result);
    return result;
  }

  std::unique_ptr<TaskData> open(const Config& config) const override { return std::make_unique<MqarData>(config); }

 private:
  static void checkOffset(const Config& config, std::int64_t largest, std::vector<Problem>& result) {
    const auto offset = config.get<std::int64_t>("task.pairOffset");
    if (offset <= largest) return;
    result.push_back({"task.pairOffset", "must be at most " + std::to_string(largest) +
                                             ", so that the pairs end before the queries begin (task.length - 4 × task.kvPairs), got " +
                                             std::to_string(offset) + "; the nearest permitted value is " + std::to_string(largest)});
  }
};

}  // namespace

std::unique_ptr<TaskKind> makeMqarKind() { return std::make_unique<MqarKind>(); }

}  // namespace fenwick::model
