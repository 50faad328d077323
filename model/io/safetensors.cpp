#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "model/io/checksum.h"
#include "model/io/durable_file.h"
#include "model/io/input_file.h"
#include "model/io/tensor_bytes.h"
#include "model/io/tensor_file.h"

// Layout: 8 bytes header length n (little-endian) | n bytes JSON, padded with blanks | tensor data without holes.
// The JSON maps each name to {"dtype", "shape", "data_offsets": [begin, end]} relative to the data, and "__metadata__" to strings.
namespace fenwick::model {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kHeaderLimit = 100'000'000;  // as in the reference implementation
constexpr const char* kMetadata = "__metadata__";
// We add a CRC32C over everything that the file says, since the format has none and a flipped bit in a weight is otherwise a weight.
constexpr const char* kChecksum = "fenwick.crc32c";

struct Entry {
  std::string dtype;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> offsets;
  bool hasDtype = false, hasShape = false, hasOffsets = false;
};

// Takes the header apart while it is parsed, so that a header never costs much more memory than its own text, and every key is seen
// (a JSON tree would silently keep one of two equal keys).
class HeaderReader : public nlohmann::json_sax<Json> {
 public:
  std::map<std::string, Entry> entries;
  std::map<std::string, std::string> metadata;
  std::string fault;

  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("a truth value"); }
  bool number_float(double, const std::string& text) override { return unexpected("the number " + text); }
  bool binary(Json::binary_t&) override { return unexpected("binary data"); }
  bool number_integer(std::int64_t value) override { return unexpected("the number " + std::to_string(value)); }

  bool number_unsigned(std::uint64_t value) override {
    if (!m_inList || value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return unexpected("the number " + std::to_string(value));
    }
    (m_field == "shape" ? m_entry->shape : m_entry->offsets).push_back(static_cast<std::int64_t>(value));
    return true;
  }

  bool string(std::string& value) override {
    if (m_depth == 2 && m_inMetadata) {
      metadata[m_field] = std::move(value);
      return true;
    }
    if (m_depth != 2 || m_inList || m_field != "dtype") {
      return unexpected("a text");
    }
    m_entry->dtype = std::move(value);
    return true;
  }

  bool start_object(std::size_t) override {
    if (m_depth > 1 || m_inList) {
      return unexpected("an object");
    }
    ++m_depth;
    return true;
  }

  bool key(std::string& name) override {
    if (m_depth == 1) {
      m_name = name;
      m_inMetadata = name == kMetadata;
      if (m_inMetadata) {
        return !std::exchange(m_hasMetadata, true) || duplicate();
      }
      const auto [place, added] = entries.try_emplace(std::move(name));
      m_entry = &place->second;
      return added || duplicate();
    }
    m_field = std::move(name);
    if (m_inMetadata) {
      return !metadata.contains(m_field) || duplicate();
    }
    bool* seen = m_field == "dtype"          ? &m_entry->hasDtype
                 : m_field == "shape"        ? &m_entry->hasShape
                 : m_field == "data_offsets" ? &m_entry->hasOffsets
                                             : nullptr;
    if (seen == nullptr) {
      fault = m_name + ": has the unknown key '" + m_field + "'";
      return false;
    }
    return !std::exchange(*seen, true) || duplicate();
  }

  bool end_object() override {
    --m_depth;
    m_field.clear();
    return true;
  }

  bool start_array(std::size_t) override {
    if (m_depth != 2 || m_inMetadata || m_inList || (m_field != "shape" && m_field != "data_offsets")) {
      return unexpected("a list");
    }
    m_inList = true;
    return true;
  }

  bool end_array() override {
    m_inList = false;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    fault = "the header is not valid JSON at byte " + std::to_string(7 + position);
    return false;
  }

 private:
  bool unexpected(const std::string& what) {
    fault = "the header holds " + what + " where none may stand" +
            (m_name.empty() ? "" : ", at '" + m_name + "'" + (m_field.empty() ? "" : ", " + m_field));
    return false;
  }
  bool duplicate() {
    fault = "the header names '" + m_name + "'" + (m_field.empty() ? "" : ", " + m_field) + " twice";
    return false;
  }

  int m_depth = 0;
  bool m_inList = false, m_inMetadata = false, m_hasMetadata = false;
  std::string m_name, m_field;
  Entry* m_entry = nullptr;
};

constexpr std::array kTypes = {DType::F64, DType::F32, DType::BF16, DType::F16,
                               DType::I64, DType::I32, DType::U8,   DType::Bool};

// The data section in order of the offsets: who lies where, checked to be without overlap, hole or rest.
struct Placed {
  std::string name;
  DType type;
  std::vector<std::int64_t> shape;
  std::uint64_t begin, end;
};

std::vector<Placed> placed(const HeaderReader& header, std::uint64_t dataSize, const std::filesystem::path& path) {
  std::vector<Placed> tensors;
  for (const auto& item : header.entries) {
    const std::string& name = item.first;
    const Entry& entry = item.second;
    const auto fail = [&path, &name](const std::string& fault) {
      throwFileError(path, "tensor '" + name + "': " + fault);
    };
    if (!entry.hasDtype || !entry.hasShape || !entry.hasOffsets || entry.offsets.size() != 2) {
      fail("needs dtype, shape and two data_offsets");
    }
    const auto type = std::find_if(kTypes.begin(), kTypes.end(), [&](DType t) { return entry.dtype == dtypeName(t); });
    if (type == kTypes.end()) {
      fail("dtype '" + entry.dtype + "' is not supported; F64, F32, BF16, F16, I64, I32, U8 and BOOL are");
    }
    const auto count = entryCount(entry.shape);
    const auto begin = static_cast<std::uint64_t>(entry.offsets[0]), end = static_cast<std::uint64_t>(entry.offsets[1]);
    if (begin > end || end > dataSize) {
      fail("lies at " + std::to_string(begin) + " … " + std::to_string(end) + ", outside the data of " +
           std::to_string(dataSize) + " bytes");
    }
    if (!count || static_cast<std::uint64_t>(*count) * itemSize(*type) != end - begin) {
      fail(entry.dtype + " " + shapeText(entry.shape) + " does not take the " + std::to_string(end - begin) +
           " bytes it has");
    }
    tensors.push_back({name, *type, entry.shape, begin, end});
  }
  std::sort(tensors.begin(), tensors.end(), [](const Placed& a, const Placed& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  std::uint64_t next = 0;
  for (const Placed& tensor : tensors) {
    if (tensor.begin != next) {
      throwFileError(path, "tensor '" + tensor.name + "': begins at " + std::to_string(tensor.begin) + ", expected " +
                               std::to_string(next) + (tensor.begin < next ? " (overlap)" : " (hole)"));
    }
    next = tensor.end;
  }
  if (next != dataSize) {
    throwFileError(path, "the tensors take " + std::to_string(next) + " bytes of data, the file holds " +
                             std::to_string(dataSize));
  }
  return tensors;
}

std::uint32_t checksumOf(const std::string& text, std::uint32_t previous) {
  return crc32c(std::as_bytes(std::span(text.c_str(), text.size() + 1)), previous);
}

std::string checksumText(const TensorFile& file) {
  std::uint32_t checksum = 0;
  for (const auto& [key, value] : file.metadata) {
    checksum = checksumOf(value, checksumOf(key, checksum));
  }
  for (const auto& [name, tensor] : file.tensors) {
    checksum = checksumOf(shapeText(tensor.shape), checksumOf(dtypeName(tensor.type), checksumOf(name, checksum)));
    checksum = crc32c(tensor.bytes, checksum);
  }
  char text[9];
  std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(checksum));
  return text;
}

std::string headerText(const std::vector<std::string>& order, const TensorFile& file, const std::string& checksum) {
  Json header = Json::object();
  header[kMetadata] = file.metadata;
  header[kMetadata][kChecksum] = checksum;
  std::uint64_t offset = 0;
  for (const std::string& name : order) {
    const HostTensor& tensor = file.tensors.at(name);
    const std::uint64_t end = offset + tensor.bytes.size();
    header[name] = {{"dtype", dtypeName(tensor.type)}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const Json::type_error&) {
    throw std::invalid_argument("tensor names and metadata: not all of them are UTF-8");
  }
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

}  // namespace

TensorFile readSafetensors(const std::filesystem::path& path) {
  const InputFile input(path);
  std::uint64_t headerSize = 0;
  if (input.size() < 8) {
    throwFileError(path, "holds " + std::to_string(input.size()) + " bytes, too few for a safetensors file");
  }
  input.read(0, std::as_writable_bytes(std::span(&headerSize, 1)));
  if (headerSize > std::min(kHeaderLimit, input.size() - 8)) {
    throwFileError(path, "is no whole safetensors file: the header is said to take " + std::to_string(headerSize) +
                             " bytes, the file holds " + std::to_string(input.size()));
  }
  HeaderReader header;
  {
    std::string text(static_cast<std::size_t>(headerSize), '\0');
    input.read(8, std::as_writable_bytes(std::span(text.data(), text.size())));
    if (!text.starts_with('{')) {
      throwFileError(path, "is no safetensors file: the header does not begin with '{'");
    }
    if (!Json::sax_parse(text, &header)) {
      throwFileError(path, header.fault);
    }
  }
  TensorFile file;
  for (Placed& tensor : placed(header, input.size() - 8 - headerSize, path)) {
    HostTensor& host = file.tensors[tensor.name];
    host.type = tensor.type;
    host.shape = std::move(tensor.shape);
    host.bytes.resize(static_cast<std::size_t>(tensor.end - tensor.begin));
    input.read(8 + headerSize + tensor.begin, host.bytes);
  }
  file.metadata = std::move(header.metadata);
  if (const auto stored = file.metadata.extract(kChecksum); !stored.empty()) {
    if (const std::string actual = checksumText(file); actual != stored.mapped()) {
      throwFileError(path, "is damaged: its checksum is " + actual + ", the stored one " + stored.mapped());
    }
    file.checked = true;
  }
  return file;
}

void writeSafetensors(const std::filesystem::path& path, const TensorFile& file) {
  std::vector<std::string> order;
  for (const auto& [name, tensor] : file.tensors) {
    checkTensor(name, tensor);
    if (name == kMetadata) {
      throw std::invalid_argument(std::string(kMetadata) + ": cannot be the name of a tensor");
    }
    order.push_back(name);
  }
  if (file.metadata.contains(kChecksum)) {
    throw std::invalid_argument(std::string("metadata: ") + kChecksum + " is written by the file format itself");
  }
  // Large entries first, so that every tensor begins at a multiple of its entry's size.
  std::stable_sort(order.begin(), order.end(), [&file](const std::string& a, const std::string& b) {
    return itemSize(file.tensors.at(a).type) > itemSize(file.tensors.at(b).type);
  });
  const std::string header = headerText(order, file, checksumText(file));
  if (header.size() > kHeaderLimit) {
    throw std::invalid_argument("tensors: their names take a header of " + std::to_string(header.size()) +
                                " bytes, the limit is " + std::to_string(kHeaderLimit));
  }
  const std::uint64_t headerSize = header.size();
  std::vector<std::span<const std::byte>> pieces = {std::as_bytes(std::span(&headerSize, 1)),
                                                    std::as_bytes(std::span(header.data(), header.size()))};
  for (const std::string& name : order) {
    pieces.emplace_back(file.tensors.at(name).bytes);
  }
  writeDurably(path, pieces);
}

}  // namespace fenwick::model
