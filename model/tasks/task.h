#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config.h"

namespace fenwick::model {

enum class Split { Train, Valid, Test };

// What a token is in its task; the window draws bands by it and statistics group by it. Stored in λ files as these numbers.
enum class Role : std::uint8_t { Noise = 0, Key = 1, Value = 2, Query = 3, Separator = 4, Blank = 5, Data = 6, Text = 7 };
const char* roleName(Role role);

constexpr std::int64_t kIgnored = -100;  // a target that is not scored

// | inputs  | [rows, length] | token ids, 0 … vocabulary-1               |
// | targets | [rows, length] | the right next output, kIgnored elsewhere |
// | roles   | [rows, length] | Role                                      |
struct TokenBatch {
  std::int64_t rows = 0;
  std::int64_t length = 0;
  std::vector<std::int64_t> inputs, targets;
  std::vector<std::uint8_t> roles;
};

// A horizontal line that an accuracy plot draws: a level that means something in this task.
struct ReferenceLine {
  std::string label;  // "chance 1/64"
  double accuracy;
};

// The data of one task for one configuration. Immutable and thread-safe: example `index` of a split is a pure function of
// (task.seed, split, index).
class TaskData {
 public:
  virtual ~TaskData() = default;
  virtual std::int64_t vocabulary() const = 0;
  virtual std::int64_t length() const = 0;                // of every example; shorter ones are padded with ignored tokens
  virtual std::int64_t examples(Split split) const = 0;   // 0: none in this split; kUnlimited: fresh ones for ever
  virtual void fill(Split split, std::span<const std::int64_t> indices, TokenBatch& batch) const = 0;
  virtual std::vector<ReferenceLine> referenceLines() const { return {}; }
  virtual bool choosesByLoss() const { return false; }    // whether the best weights are those of the lowest validation loss, not the highest accuracy
  virtual std::string tokenLabel(std::int64_t token) const { return std::to_string(token); }
  // Known-answer checksum (64-bit FNV-1a over inputs, then targets, as little-endian int64) of the first `count` examples.
  std::uint64_t checksum(Split split, std::int64_t count) const;

  static constexpr std::int64_t kUnlimited = INT64_MAX;
};

// What a task registers: its name (task.kind), the settings that only it has, its limits, its data.
class TaskKind {
 public:
  virtual ~TaskKind() = default;
  virtual std::string name() const = 0;     // "mqar"
  virtual std::string title() const = 0;    // "Multi-query associative recall"
  virtual std::string help() const = 0;     // one sentence
  // Several tasks may share a setting by giving the same path; it is relevant where one of them is chosen.
  virtual std::vector<Field> fields() const { return {}; }
  // Defaults that differ in this task from Field::initial: {"task.vocabulary": 8192}.
  virtual Json defaults() const { return Json::object(); }
  virtual std::vector<Problem> problems(const Config& config) const = 0;
  // Throws std::runtime_error with a plain sentence when a file cannot be used.
  virtual std::unique_ptr<TaskData> open(const Config& config) const = 0;
  virtual void adoptFromFiles(Config& /*config*/) const {}
};

// Settings that the files of a task decide (the length of own data), taken from them; nothing where no file is named.
// For whoever has not been given such a setting by a person. Throws std::runtime_error for a damaged file.
void adoptFromFiles(Config& config);

// All tasks; the one list that a new task is added to (model/tasks/registry.cpp).
const std::vector<std::unique_ptr<TaskKind>>& taskKinds();
const TaskKind& taskKind(const Config& config);

// The name of the random stream that draws a split's examples: "task/mqar/train".
std::string streamName(std::string_view kind, Split split);
const char* splitName(Split split);  // "train", "valid", "test"

// The rows of the batch that makes update `step` (1 = the first), from (orderSeed, step): order `shuffled` draws train.batch
// distinct examples at random, `sequential` goes through the split in order and starts over at its end. Unlimited examples are
// always taken in order: each is fresh.
std::vector<std::int64_t> batchIndices(const Config& config, const TaskData& data, std::int64_t step);

}  // namespace fenwick::model
