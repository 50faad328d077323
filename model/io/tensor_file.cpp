#include "model/io/tensor_file.h"

#include <bit>
#include <limits>
#include <stdexcept>

#include "model/io/tensor_bytes.h"

namespace fenwick::model {

static_assert(std::endian::native == std::endian::little,
              "files are little-endian and are read into memory as they are");

std::size_t itemSize(DType type) {
  switch (type) {
    case DType::F64:
    case DType::I64:
      return 8;
    case DType::F32:
    case DType::I32:
      return 4;
    case DType::BF16:
    case DType::F16:
      return 2;
    case DType::U8:
    case DType::Bool:
      return 1;
  }
  throw std::invalid_argument("type: not a DType");
}

const char* dtypeName(DType type) {
  switch (type) {
    case DType::F64:
      return "F64";
    case DType::F32:
      return "F32";
    case DType::BF16:
      return "BF16";
    case DType::F16:
      return "F16";
    case DType::I64:
      return "I64";
    case DType::I32:
      return "I32";
    case DType::U8:
      return "U8";
    case DType::Bool:
      return "BOOL";
  }
  throw std::invalid_argument("type: not a DType");
}

std::int64_t HostTensor::size() const {
  const auto count = entryCount(shape);
  if (!count) {
    throw std::invalid_argument("shape: " + shapeText(shape) + " is not a shape");
  }
  return *count;
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  }
  return text + "]";
}

std::optional<std::int64_t> entryCount(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  bool empty = false;
  for (const std::int64_t extent : shape) {
    if (extent < 0) {
      return {};
    }
    empty = empty || extent == 0;
  }
  if (empty) {
    return 0;
  }
  for (const std::int64_t extent : shape) {
    if (extent > std::numeric_limits<std::int64_t>::max() / 8 / count) {  // 8: so that bytes can be counted as well
      return {};
    }
    count *= extent;
  }
  return count;
}

void checkTensor(const std::string& name, const HostTensor& tensor) {
  const auto count = entryCount(tensor.shape);
  if (!count) {
    throw std::invalid_argument(name + ": " + shapeText(tensor.shape) + " is not a shape");
  }
  const std::size_t expected = static_cast<std::size_t>(*count) * itemSize(tensor.type);
  if (tensor.bytes.size() != expected) {
    throw std::invalid_argument(name + ": expected " + std::to_string(expected) + " bytes for " +
                                dtypeName(tensor.type) + " " + shapeText(tensor.shape) + ", got " +
                                std::to_string(tensor.bytes.size()));
  }
}

}  // namespace fenwick::model
