// Own data: task.file and, for validation, task.validationFile, both safetensors with
//
//   inputs  | [N, T] int64 | token ids, 0 … task.vocabulary-1
//   targets | [N, T] int64 | the right next output, -100 where it is not scored
//
// Every row of task.file trains. The names of tokens are unknown: scored positions count as queries, the others as data.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "model/io/tensor_file.h"
#include "model/tasks/file_fields.h"
#include "model/tasks/key_values.h"
#include "model/tasks/kinds.h"

namespace fenwick::model {
namespace {

struct Rows {
  std::int64_t count = 0;
  std::int64_t length = 0;
  HostTensor inputs, targets;
};

[[noreturn]] void fail(const std::string& path, const std::string& fault) { throw std::runtime_error(path + ": " + fault); }

HostTensor takeTensor(TensorFile& file, const std::string& path, const std::string& name) {
  const auto found = file.tensors.find(name);
  if (found == file.tensors.end()) fail(path, "there is no tensor named " + name);
  HostTensor tensor = std::move(found->second);
  if (tensor.type != DType::I64) fail(path, name + ": expected int64 (I64), got " + dtypeName(tensor.type));
  if (tensor.shape.size() != 2 || tensor.shape[0] < 1 || tensor.shape[1] < 1) {
    fail(path, name + ": expected the shape [rows, length], got " + shapeText(tensor.shape));
  }
  return tensor;
}

Rows readRows(const std::string& path) {
  TensorFile file = readSafetensors(std::filesystem::path(path));
  Rows rows;
  rows.inputs = takeTensor(file, path, "inputs");
  rows.targets = takeTensor(file, path, "targets");
  if (rows.inputs.shape != rows.targets.shape) {
    fail(path, "inputs are " + shapeText(rows.inputs.shape) + " and targets " + shapeText(rows.targets.shape) + "; they must be alike");
  }
  rows.count = rows.inputs.shape[0];
  rows.length = rows.inputs.shape[1];
  return rows;
}

void checkTokens(const Rows& rows, std::int64_t vocabulary, const std::string& path) {
  const auto place = [&](std::int64_t i) { return "[" + std::to_string(i / rows.length) + ", " + std::to_string(i % rows.length) + "]"; };
  const std::string range = "0 … " + std::to_string(vocabulary - 1) + " (task.vocabulary is " + std::to_string(vocabulary) + ")";
  bool scored = false;
  for (std::int64_t i = 0; i < rows.count * rows.length; ++i) {
    const std::int64_t input = rows.inputs.as<std::int64_t>()[i];
    const std::int64_t target = rows.targets.as<std::int64_t>()[i];
    if (input < 0 || input >= vocabulary) fail(path, "inputs" + place(i) + " is " + std::to_string(input) + ", outside " + range);
    if (target != kIgnored && (target < 0 || target >= vocabulary)) {
      fail(path, "targets" + place(i) + " is " + std::to_string(target) + ", neither -100 (ignored) nor in " + range);
    }
    scored = scored || target != kIgnored;
  }
  if (!scored) fail(path, "every target is -100, so that nothing would be scored");
}

Rows openRows(const Config& config, const std::string& setting) {
  const auto path = config.get<std::string>(setting);
  Rows rows = readRows(path);
  const auto length = config.get<std::int64_t>("task.length");
  if (rows.length != length) {
    fail(path, "holds rows of " + std::to_string(rows.length) + " tokens, and task.length is " + std::to_string(length) +
                   "; set task.length=" + std::to_string(rows.length));
  }
  checkTokens(rows, config.get<std::int64_t>("task.vocabulary"), path);
  return rows;
}

class TensorsData final : public TaskData {
 public:
  explicit TensorsData(const Config& config)
      : m_vocabulary(config.get<std::int64_t>("task.vocabulary")), m_train(openRows(config, "task.file")) {
    if (!config.get<std::string>("task.validationFile").empty()) m_valid = openRows(config, "task.validationFile");
    const auto batch = config.get<std::int64_t>("train.batch");
    if (config.value("task.order") == "shuffled" && batch > m_train.count) {
      fail(config.get<std::string>("task.file"),
           "holds " + std::to_string(m_train.count) + " rows, and train.batch is " + std::to_string(batch) +
               "; a shuffled batch has distinct rows, so set train.batch=" + std::to_string(m_train.count) + " or task.order=sequential");
    }
  }

  std::int64_t vocabulary() const override { return m_vocabulary; }
  std::int64_t length() const override { return m_train.length; }
  std::int64_t examples(Split split) const override { return split == Split::Test ? 0 : rows(split).count; }

  void fill(Split split, std::span<const std::int64_t> indices, TokenBatch& batch) const override {
    clearBatch(batch, static_cast<std::int64_t>(indices.size()), length());
    for (std::size_t i = 0; i < indices.size(); ++i) {
      checkIndex(*this, split, indices[i]);
      Row row(batch, static_cast<std::int64_t>(i));
      const std::int64_t begin = indices[i] * length();
      for (std::int64_t t = 0; t < length(); ++t) {
        const std::int64_t target = rows(split).targets.as<std::int64_t>()[begin + t];
        row.put(t, rows(split).inputs.as<std::int64_t>()[begin + t], target == kIgnored ? Role::Data : Role::Query);
        row.target(t) = target;
      }
    }
  }

 private:
  const Rows& rows(Split split) const { return split == Split::Train ? m_train : m_valid; }

  std::int64_t m_vocabulary;
  Rows m_train, m_valid;
};

class TensorsKind final : public TaskKind {
 public:
  std::string name() const override { return "tensors"; }
  std::string title() const override { return "Own data (tensors)"; }
  std::string help() const override { return "Rows of tokens and targets from a safetensors file."; }

  std::vector<Field> fields() const override { return {trainingFileField(), validationFileField()}; }

  // Own data often has no validation file, and only a validation accuracy can stop a run.
  Json defaults() const override { return {{"train.stopAt", 0.0}}; }

  std::vector<Problem> problems(const Config& config) const override {
    std::vector<Problem> result;
    if (config.get<std::string>("task.file").empty()) {
      result.push_back({"task.file", "is needed: a safetensors file with inputs and targets [rows, length] as int64"});
    }
    for (const char* setting : {"task.file", "task.validationFile"}) {
      const auto path = config.get<std::string>(setting);
      std::error_code error;
      if (!path.empty() && !std::filesystem::is_regular_file(std::filesystem::path(path), error)) {
        result.push_back({setting, "there is no file " + path});
      }
    }
    if (config.get<std::string>("task.validationFile").empty() && config.get<double>("train.stopAt") > 0) {
      result.push_back({"train.stopAt", "needs a task.validationFile; name one, or set train.stopAt=0"});
    }
    return result;
  }

  std::unique_ptr<TaskData> open(const Config& config) const override { return std::make_unique<TensorsData>(config); }

  void adoptFromFiles(Config& config) const override {
    std::error_code error;
    const auto path = config.get<std::string>("task.file");
    if (path.empty() || !std::filesystem::is_regular_file(std::filesystem::path(path), error)) return;
    config.set("task.length", readRows(path).length);
  }
};

}  // namespace

std::unique_ptr<TaskKind> makeTensorsKind() { return std::make_unique<TensorsKind>(); }

}  // namespace fenwick::model
