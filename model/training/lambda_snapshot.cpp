#include "model/training/lambda_snapshot.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "model/io/input_file.h"
#include "model/io/tensor_file.h"

namespace fenwick::model {
namespace {

using Shape = std::vector<std::int64_t>;

template <class T>
constexpr DType kTypeOf = DType::F32;
template <>
constexpr DType kTypeOf<std::int64_t> = DType::I64;
template <>
constexpr DType kTypeOf<std::uint8_t> = DType::U8;

template <class T>
void put(TensorFile& file, const char* name, const Shape& shape, const std::vector<T>& values) {
  const auto raw = std::as_bytes(std::span(values));
  HostTensor tensor{kTypeOf<T>, shape, {raw.begin(), raw.end()}};
  if (tensor.size() != static_cast<std::int64_t>(values.size())) {
    throw std::invalid_argument(std::string(name) + ": expected " + shapeText(shape) + ", got " +
                                std::to_string(values.size()) + " entries");
  }
  file.tensors[name] = std::move(tensor);
}

// Takes arrays out of a file, checking type and shape.
class Arrays {
 public:
  explicit Arrays(const std::filesystem::path& path) : m_path(path), m_file(path) {}

  HostTensor find(const char* name, DType type) const {
    const std::vector<std::string>& names = m_file.names();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      fail(name, "is missing");
    }
    const HostTensor tensor = m_file.describe(name);
    if (tensor.type != type) {
      m_file.check(name);
      fail(name, std::string("expected ") + dtypeName(type) + ", got " + dtypeName(tensor.type));
    }
    return tensor;
  }
  template <class T>
  void take(const char* name, const Shape& shape, std::vector<T>& values) const {
    const HostTensor found = find(name, kTypeOf<T>);
    if (found.shape != shape) {
      m_file.check(name);
      fail(name, "expected " + shapeText(shape) + ", got " + shapeText(found.shape));
    }
    values.resize(static_cast<std::size_t>(found.size()));
    m_file.readInto(name, std::as_writable_bytes(std::span(values)));
  }
  [[noreturn]] void fail(const char* name, const std::string& fault) const {
    throwFileError(m_path, "array '" + std::string(name) + "': " + fault);
  }

 private:
  const std::filesystem::path& m_path;
  NpzReader m_file;
};

}  // namespace

std::size_t LambdaSnapshot::bytes() const {
  return lambda.size() * sizeof(float) + gate.size() * sizeof(float) + tokens.size() * sizeof(std::int64_t) +
         targets.size() * sizeof(std::int64_t) + roles.size() + correct.size() + targetLogProb.size() * sizeof(float);
}

LambdaSnapshot readLambdaSnapshot(const std::filesystem::path& path) {
  const Arrays arrays(path);
  LambdaSnapshot snapshot;
  const Shape shape = arrays.find("lambda", DType::F32).shape;
  if (shape.size() != 5) {
    arrays.fail("lambda", "expected [layers, samples, length, heads, levels], got " + shapeText(shape));
  }
  snapshot.layers = shape[0];
  snapshot.samples = shape[1];
  snapshot.length = shape[2];
  snapshot.heads = shape[3];
  snapshot.levels = shape[4];
  std::vector<std::int64_t> step;
  arrays.take("step", {}, step);
  snapshot.step = step.front();
  const Shape perToken = {snapshot.samples, snapshot.length};
  arrays.take("lambda", shape, snapshot.lambda);
  arrays.take("gate", {snapshot.layers, snapshot.samples, snapshot.length, snapshot.heads}, snapshot.gate);
  arrays.take("tokens", perToken, snapshot.tokens);
  arrays.take("targets", perToken, snapshot.targets);
  arrays.take("roles", perToken, snapshot.roles);
  arrays.take("correct", perToken, snapshot.correct);
  arrays.take("targetLogProb", perToken, snapshot.targetLogProb);
  return snapshot;
}

void writeLambdaSnapshot(const std::filesystem::path& path, const LambdaSnapshot& snapshot) {
  const auto& s = snapshot;
  const Shape perToken = {s.samples, s.length};
  TensorFile file;
  put(file, "lambda", {s.layers, s.samples, s.length, s.heads, s.levels}, s.lambda);
  put(file, "gate", {s.layers, s.samples, s.length, s.heads}, s.gate);
  put(file, "tokens", perToken, s.tokens);
  put(file, "targets", perToken, s.targets);
  put(file, "roles", perToken, s.roles);
  put(file, "correct", perToken, s.correct);
  put(file, "targetLogProb", perToken, s.targetLogProb);
  put(file, "step", {}, std::vector<std::int64_t>{s.step});
  writeNpz(path, file);
}

}  // namespace fenwick::model
