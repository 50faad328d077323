#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/random.h"
#include "model/tasks/task.h"

namespace fenwick::model {

// What the recall tasks share: keys are the tokens 1 … V/2-1, values V/2 … V-1, token 0 is neither.
struct KeyValues {
  std::vector<std::int64_t> keys, values;  // pair i binds keys[i] to values[i]; both without replacement
};
KeyValues drawKeyValues(RandomStream& stream, std::int64_t vocabulary, std::int64_t pairs);

// The most pairs that fit: pairs and queries take four tokens per pair, and keys must differ.
std::int64_t largestPairs(std::int64_t length, std::int64_t vocabulary);

// What is wrong with that many pairs, naming limit and largest number; empty where they fit. `where`: "task.length" or "its length".
std::string pairsFault(std::int64_t pairs, std::int64_t length, std::int64_t vocabulary, const std::string& where);

// Chance over all values, and 1/k for a model that knows which values the context holds.
std::vector<ReferenceLine> recallLines(std::int64_t vocabulary, std::int64_t pairs);

Field keyValuePairsField();

// Makes room for `rows` × `length`: inputs 0, targets ignored, roles noise.
void clearBatch(TokenBatch& batch, std::int64_t rows, std::int64_t length);

// Throws std::out_of_range where `index` is not an example of the split.
void checkIndex(const TaskData& data, Split split, std::int64_t index);

// One example inside a batch.
class Row {
 public:
  Row(TokenBatch& batch, std::int64_t row) : m_batch(batch), m_begin(row * batch.length) {}
  std::int64_t length() const { return m_batch.length; }
  std::int64_t& input(std::int64_t position) { return m_batch.inputs[at(position)]; }
  std::int64_t& target(std::int64_t position) { return m_batch.targets[at(position)]; }
  Role role(std::int64_t position) const { return static_cast<Role>(m_batch.roles[at(position)]); }
  void put(std::int64_t position, std::int64_t token, Role role) {
    input(position) = token;
    m_batch.roles[at(position)] = static_cast<std::uint8_t>(role);
  }

 private:
  std::size_t at(std::int64_t position) const { return static_cast<std::size_t>(m_begin + position); }
  TokenBatch& m_batch;
  std::int64_t m_begin;
};

// Data of a recall task: examples that are drawn, each from its own stream "task/KIND/SPLIT".
class RecallData : public TaskData {
 public:
  std::int64_t vocabulary() const override { return m_vocabulary; }
  std::int64_t length() const override { return m_length; }
  std::int64_t examples(Split split) const override;
  void fill(Split split, std::span<const std::int64_t> indices, TokenBatch& batch) const override;

 protected:
  // `trainExamples`: 0 draws fresh ones for ever.
  RecallData(const Config& config, std::string kind, std::int64_t trainExamples);
  // Writes example `index` of the split into a row of inputs 0, ignored targets and noise.
  virtual void fillRow(RandomStream& stream, Split split, std::int64_t index, Row row) const = 0;

 private:
  std::string m_kind;
  std::uint64_t m_seed;
  std::int64_t m_vocabulary, m_length, m_train, m_valid, m_test;
};

}  // namespace fenwick::model
