#include "model/tasks/key_values.h"

#include <algorithm>
#include <stdexcept>

namespace fenwick::model {

KeyValues drawKeyValues(RandomStream& stream, std::int64_t vocabulary, std::int64_t pairs) {
  KeyValues drawn;
  drawn.keys = stream.drawWithoutReplacement(1, vocabulary / 2, pairs);
  drawn.values = stream.drawWithoutReplacement(vocabulary / 2, vocabulary, pairs);
  return drawn;
}

std::int64_t largestPairs(std::int64_t length, std::int64_t vocabulary) {
  return std::max<std::int64_t>(0, std::min(length / 4, vocabulary / 2 - 1));
}

std::string pairsFault(std::int64_t pairs, std::int64_t length, std::int64_t vocabulary, const std::string& where) {
  const std::int64_t largest = largestPairs(length, vocabulary);
  if (pairs <= largest) return {};
  std::string text = std::to_string(pairs) + (pairs == 1 ? " pair needs " : " pairs need ");
  const bool tooLong = 4 * pairs > length;
  const bool tooMany = pairs > vocabulary / 2 - 1;
  if (tooLong) text += std::to_string(4 * pairs) + " tokens (4 for each), and " + where + " is " + std::to_string(length);
  if (tooLong && tooMany) text += "; they need ";
  if (tooMany) {
    text += "a vocabulary of " + std::to_string(2 * pairs + 2) + " (keys are 1 … V/2-1), and task.vocabulary is " + std::to_string(vocabulary);
  }
  if (largest > 0) return text + "; the largest number that fits is " + std::to_string(largest);
  return text + "; not even one fits: the length must be at least 4 and the vocabulary at least 4";
}

std::vector<ReferenceLine> recallLines(std::int64_t vocabulary, std::int64_t pairs) {
  const std::int64_t values = vocabulary - vocabulary / 2;
  return {{"chance 1/" + std::to_string(values), 1.0 / static_cast<double>(values)},
          {"1/k = 1/" + std::to_string(pairs), 1.0 / static_cast<double>(pairs)}};
}

Field keyValuePairsField() {
  return {.path = "task.kvPairs",
          .title = "Key-value pairs",
          .help = "How many keys are bound to values and asked for (k); at most a quarter of the length.",
          .unit = "pairs",
          .initial = 4,
          .minimum = 1,
          .maximum = 1 << 18,
          .shortName = "k"};
}

void clearBatch(TokenBatch& batch, std::int64_t rows, std::int64_t length) {
  const auto size = static_cast<std::size_t>(rows * length);
  batch.rows = rows;
  batch.length = length;
  batch.inputs.assign(size, 0);
  batch.targets.assign(size, kIgnored);
  batch.roles.assign(size, static_cast<std::uint8_t>(Role::Noise));
}

void checkIndex(const TaskData& data, Split split, std::int64_t index) {
  if (index < 0 || index >= data.examples(split)) {
    throw std::out_of_range("example " + std::to_string(index) + " is not in the split " + splitName(split) + " of " +
                            std::to_string(data.examples(split)));
  }
}

RecallData::RecallData(const Config& config, std::string kind, std::int64_t trainExamples)
    : m_kind(std::move(kind)),
      m_seed(taskSeed(config)),
      m_vocabulary(config.get<std::int64_t>("task.vocabulary")),
      m_length(config.get<std::int64_t>("task.length")),
      m_train(trainExamples),
      m_valid(config.get<std::int64_t>("task.validationExamples")),
      m_test(config.get<std::int64_t>("task.testExamples")) {}

std::int64_t RecallData::examples(Split split) const {
  if (split == Split::Train) return m_train == 0 ? kUnlimited : m_train;
  return split == Split::Valid ? m_valid : m_test;
}

void RecallData::fill(Split split, std::span<const std::int64_t> indices, TokenBatch& batch) const {
  clearBatch(batch, static_cast<std::int64_t>(indices.size()), m_length);
  const std::string name = streamName(m_kind, split);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    checkIndex(*this, split, indices[i]);
    RandomStream stream(m_seed, name, static_cast<std::uint64_t>(indices[i]));
    fillRow(stream, split, indices[i], Row(batch, static_cast<std::int64_t>(i)));
  }
}

}  // namespace fenwick::model
