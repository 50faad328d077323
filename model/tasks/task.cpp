#include "model/tasks/task.h"

#include <algorithm>
#include <stdexcept>

#include "model/random.h"

namespace fenwick::model {
namespace {

// 64-bit FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
class Fnv1a {
 public:
  void add(std::int64_t value) {
    auto bits = static_cast<std::uint64_t>(value);
    for (int i = 0; i < 8; ++i) {
      m_hash = (m_hash ^ (bits & 0xFF)) * 0x100000001B3u;
      bits >>= 8;
    }
  }
  std::uint64_t hash() const { return m_hash; }

 private:
  std::uint64_t m_hash = 0xCBF29CE484222325u;
};

std::vector<std::int64_t> range(std::int64_t begin, std::int64_t count) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = begin + static_cast<std::int64_t>(i);
  return values;
}

}  // namespace

const char* roleName(Role role) {
  switch (role) {
    case Role::Noise: return "noise";
    case Role::Key: return "key";
    case Role::Value: return "value";
    case Role::Query: return "query";
    case Role::Separator: return "separator";
    case Role::Blank: return "blank";
    case Role::Data: return "data";
    case Role::Text: return "text";
  }
  return "unknown";
}

const char* splitName(Split split) {
  return split == Split::Train ? "train" : split == Split::Valid ? "valid" : "test";
}

std::string streamName(std::string_view kind, Split split) { return "task/" + std::string(kind) + "/" + splitName(split); }

std::uint64_t TaskData::checksum(Split split, std::int64_t count) const {
  Fnv1a hash;
  TokenBatch batch;
  fill(split, range(0, std::min(count, examples(split))), batch);
  for (const std::int64_t token : batch.inputs) hash.add(token);
  for (const std::int64_t target : batch.targets) hash.add(target);
  return hash.hash();
}

const TaskKind& taskKind(const Config& config) {
  const auto name = config.get<std::string>("task.kind");
  for (const auto& kind : taskKinds()) {
    if (kind->name() == name) return *kind;
  }
  throw std::logic_error("no task is registered as " + name);
}

void adoptFromFiles(Config& config) { taskKind(config).adoptFromFiles(config); }

std::vector<std::int64_t> batchIndices(const Config& config, const TaskData& data, std::int64_t step) {
  const auto batch = config.get<std::int64_t>("train.batch");
  const std::int64_t examples = data.examples(Split::Train);
  if (step < 1) throw std::invalid_argument("step: expected at least 1, got " + std::to_string(step));
  if (examples == 0) throw std::invalid_argument("the task has no training examples");
  if (examples == TaskData::kUnlimited) return range((step - 1) * batch, batch);
  if (config.value("task.order") == "sequential") {
    std::vector<std::int64_t> rows = range((step - 1) * batch, batch);
    for (std::int64_t& row : rows) row %= examples;
    return rows;
  }
  if (batch > examples) {
    throw std::invalid_argument("train.batch: expected at most the " + std::to_string(examples) + " training examples, got " +
                                std::to_string(batch));
  }
  RandomStream stream(orderSeed(config), "order", static_cast<std::uint64_t>(step));
  return stream.drawWithoutReplacement(0, examples, batch);
}

}  // namespace fenwick::model
