// Multi-query associative recall as in "Zoology: Measuring and Improving Recall in Efficient Language Models"
// (Arora et al., arXiv 2312.04927).
//
//   0 … 2k-1        key, value, key, value …
//   2k … T-1        the key of pair i is asked for once, at 2k + 2·j(i); the output there must be its value. The slots
//                   j = 0 … (T-2k)/2-1 are drawn without replacement, slot j with weight ∝ a·(j+1)^(a-1): small
//                   a = task.powerLaw places queries close behind the pairs
//   elsewhere       filler: token 0, or tokens drawn uniformly from 0 … V-1
//
// task.segments mixes lengths and numbers of pairs: training example i belongs to the segment that its index falls into,
// validation and test examples take the segments in turn. A segment shorter than task.length is followed by ignored
// positions (token 0, role blank).
//
// Drawn in this order from the example's own stream: keys, values, slots, filler from the first position to the last.

#include <algorithm>
#include <cmath>

#include "model/tasks/key_values.h"
#include "model/tasks/kinds.h"

namespace fenwick::model {
namespace {

struct Segment {
  std::int64_t length = 0;
  std::int64_t pairs = 0;
  std::int64_t examples = 0;
  std::vector<double> weights;  // of the slots
};

Segment makeSegment(std::int64_t length, std::int64_t pairs, std::int64_t examples, double powerLaw) {
  Segment segment{length, pairs, examples, {}};
  for (std::int64_t slot = 0; slot < (length - 2 * pairs) / 2; ++slot) {
    segment.weights.push_back(powerLaw * std::pow(static_cast<double>(slot + 1), powerLaw - 1));
  }
  return segment;
}

// `count` slots without replacement, each draw in proportion to the weights that are left.
std::vector<std::int64_t> drawSlots(RandomStream& stream, std::vector<double> weights, std::int64_t count) {
  std::vector<std::int64_t> slots;
  while (static_cast<std::int64_t>(slots.size()) < count) {
    double left = 0;
    for (const double weight : weights) left += weight;
    double point = stream.uniform() * left;
    std::size_t chosen = weights.size();
    for (std::size_t slot = 0; slot < weights.size(); ++slot) {
      if (weights[slot] == 0) continue;
      chosen = slot;  // rounding may carry the point past the end: the last free slot then
      point -= weights[slot];
      if (point < 0) break;
    }
    weights[chosen] = 0;
    slots.push_back(static_cast<std::int64_t>(chosen));
  }
  return slots;
}

std::vector<Segment> readSegments(const Config& config) {
  const auto powerLaw = config.get<double>("task.powerLaw");
  std::vector<Segment> segments;
  for (const Json& entry : config.value("task.segments")) {
    segments.push_back(makeSegment(entry["length"], entry["kvPairs"], entry["examples"], powerLaw));
  }
  if (segments.empty()) {
    segments.push_back(makeSegment(config.get<std::int64_t>("task.length"), config.get<std::int64_t>("task.kvPairs"),
                                   config.get<std::int64_t>("task.examples"), powerLaw));
  }
  return segments;
}

std::int64_t trainExamples(const Config& config) {
  std::int64_t examples = 0;
  for (const Segment& segment : readSegments(config)) examples += segment.examples;
  return examples;
}

class ZoologyData final : public RecallData {
 public:
  explicit ZoologyData(const Config& config)
      : RecallData(config, "mqar-zoology", trainExamples(config)),
        m_randomFiller(config.value("task.filler") == "random"),
        m_segments(readSegments(config)) {}

  std::vector<ReferenceLine> referenceLines() const override {
    if (m_segments.size() == 1) return recallLines(vocabulary(), m_segments[0].pairs);
    return {recallLines(vocabulary(), 1)[0]};
  }

 private:
  const Segment& segmentOf(Split split, std::int64_t index) const {
    if (m_segments.size() == 1) return m_segments[0];
    if (split != Split::Train) return m_segments[static_cast<std::size_t>(index) % m_segments.size()];
    std::size_t segment = 0;
    while (index >= m_segments[segment].examples) index -= m_segments[segment++].examples;
    return m_segments[segment];
  }

  void fillRow(RandomStream& stream, Split split, std::int64_t index, Row row) const override {
    const Segment& segment = segmentOf(split, index);
    const KeyValues drawn = drawKeyValues(stream, vocabulary(), segment.pairs);
    const std::vector<std::int64_t> slots = drawSlots(stream, segment.weights, segment.pairs);
    for (std::int64_t i = 0; i < segment.pairs; ++i) {
      const auto pair = static_cast<std::size_t>(i);
      row.put(2 * i, drawn.keys[pair], Role::Key);
      row.put(2 * i + 1, drawn.values[pair], Role::Value);
      const std::int64_t query = 2 * segment.pairs + 2 * slots[pair];
      row.put(query, drawn.keys[pair], Role::Query);
      row.target(query) = drawn.values[pair];
    }
    if (m_randomFiller) {
      for (std::int64_t t = 0; t < segment.length; ++t) {
        if (row.role(t) == Role::Noise) row.input(t) = static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(vocabulary())));
      }
    }
    for (std::int64_t t = segment.length; t < length(); ++t) row.put(t, 0, Role::Blank);
  }

  bool m_randomFiller;
  std::vector<Segment> m_segments;
};

bool hasSegments(const Config& config) { return !config.value("task.segments").empty(); }

class ZoologyKind final : public TaskKind {
 public:
  std::string name() const override { return "mqar-zoology"; }
  std::string title() const override { return "Associative recall (Zoology)"; }
  std::string help() const override { return "Recall as in Arora et al.: queries placed by a power law, several lengths in one training set."; }

  std::vector<Field> fields() const override {
    Field pairs = keyValuePairsField();
    pairs.relevant = [](const Config& c) { return !hasSegments(c); };
    return {std::move(pairs),
            {.path = "task.segments",
             .title = "Segments",
             .help = "Parts of the training set, each with its length, pairs and examples; empty: all examples alike.",
             .unit = "",
             .kind = FieldKind::SegmentList,
             .initial = Json::array()},
            {.path = "task.powerLaw",
             .title = "Power law",
             .help = "Exponent a of the query positions, weight ∝ a·j^(a-1); 1 is uniform, small values stay close behind the pairs.",
             .unit = "",
             .kind = FieldKind::Number,
             .initial = 0.01,
             .minimum = 0,
             .maximum = 10,
             .minimumExcluded = true,
             .shortName = "a"},
            {.path = "task.filler",
             .title = "Filler",
             .help = "Tokens between: token 0, or tokens drawn from the whole vocabulary.",
             .unit = "",
             .kind = FieldKind::Word,
             .initial = "0",
             .words = {"0", "random"},
             .shortName = "filler"}};
  }

  Json defaults() const override { return {{"task.vocabulary", 8192}}; }

  std::vector<Problem> problems(const Config& config) const override {
    const auto vocabulary = config.get<std::int64_t>("task.vocabulary");
    const auto length = config.get<std::int64_t>("task.length");
    std::vector<Problem> result;
    if (!hasSegments(config)) {
      const std::string fault = pairsFault(config.get<std::int64_t>("task.kvPairs"), length, vocabulary, "task.length");
      if (!fault.empty()) result.push_back({"task.kvPairs", fault});
      return result;
    }
    const Json& segments = config.value("task.segments");
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const std::string where = "segment " + std::to_string(i + 1) + ": ";
      const std::int64_t own = segments[i]["length"];
      if (own > length) {
        result.push_back({"task.segments", where + "length must be at most task.length " + std::to_string(length) + ", got " +
                                               std::to_string(own) + "; the nearest permitted value is " + std::to_string(length)});
      }
      const std::string fault = pairsFault(segments[i]["kvPairs"], own, vocabulary, "its length");
      if (!fault.empty()) result.push_back({"task.segments", where + fault});
    }
    checkBatch(config, segments, result);
    return result;
  }

  std::unique_ptr<TaskData> open(const Config& config) const override { return std::make_unique<ZoologyData>(config); }

 private:
  static void checkBatch(const Config& config, const Json& segments, std::vector<Problem>& result) {
    std::int64_t examples = 0;
    for (const Json& segment : segments) examples += segment["examples"].get<std::int64_t>();
    const auto batch = config.get<std::int64_t>("train.batch");
    if (config.value("task.order") != "shuffled" || batch <= examples) return;
    result.push_back({"train.batch", "must be at most the " + std::to_string(examples) + " examples of task.segments, got " +
                                         std::to_string(batch) + "; the nearest permitted value is " + std::to_string(examples)});
  }
};

}  // namespace

std::unique_ptr<TaskKind> makeZoologyKind() { return std::make_unique<ZoologyKind>(); }

}  // namespace fenwick::model
