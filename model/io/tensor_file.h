#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fenwick::model {

enum class DType { F64, F32, BF16, F16, I64, I32, U8, Bool };
std::size_t itemSize(DType type);
const char* dtypeName(DType type);  // as in safetensors: "F32"

// An owned array as files hold it: row-major, little-endian. No arithmetic; tensors are made from it where they are needed.
struct HostTensor {
  DType type = DType::F32;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;

  std::int64_t size() const;  // number of entries
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
  template <class T>
  T* as() {
    return reinterpret_cast<T*>(bytes.data());
  }
};
std::string shapeText(const std::vector<std::int64_t>& shape);  // "[2, 7, 1, 3]"

// Tensors by name, and a string map beside them ("__metadata__" of safetensors).
struct TensorFile {
  std::map<std::string, HostTensor> tensors;
  std::map<std::string, std::string> metadata;
  bool checked = false;  // read from a safetensors file that carried our checksum, and it held; files of others have none
};

// safetensors: https://github.com/huggingface/safetensors#format. Every length, offset and overlap is checked before anything
// is allocated; a damaged file throws std::runtime_error with path and reason, and needs no more memory than the file.
TensorFile readSafetensors(const std::filesystem::path& path);
void writeSafetensors(const std::filesystem::path& path, const TensorFile& file);  // durably, see durable_file.h

// .npz (stored, not deflated, zip64 where needed) of .npy arrays, format version 1.0, C order. What numpy writes uncompressed
// or deflated little-endian in C order is read back; anything else is refused by name.
TensorFile readNpz(const std::filesystem::path& path);

class ZipReader;

// An .npz read array by array, straight to where the values are wanted: beside them it takes no memory to speak of. Throws
// std::runtime_error with path, array and reason; what was read is right once the function returned.
class NpzReader {
 public:
  explicit NpzReader(const std::filesystem::path& path);
  ~NpzReader();

  const std::vector<std::string>& names() const { return m_names; }
  HostTensor describe(const std::string& name) const;  // type and shape; no bytes, and the checksum is not looked at
  HostTensor read(const std::string& name) const;
  void readInto(const std::string& name, std::span<std::byte> values) const;  // as many bytes as describe() says
  void check(const std::string& name) const;                                  // only the checksum

 private:
  template <class Take>
  HostTensor read(const std::string& name, Take take) const;

  std::filesystem::path m_path;
  std::unique_ptr<ZipReader> m_zip;
  std::vector<std::string> m_names;
};
void writeNpz(const std::filesystem::path& path, const TensorFile& file);

}  // namespace fenwick::model
