#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "model/io/tensor_bytes.h"
#include "model/io/tensor_file.h"
#include "model/io/zip.h"

// .npy (numpy.lib.format): "\x93NUMPY", version, header length, a Python dictionary literal padded with blanks to 64 bytes, data.
namespace fenwick::model {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::string_view kSuffix = ".npy";

struct Description {
  const char* text;
  DType type;
};
constexpr std::array kDescriptions = {Description{"<f8", DType::F64}, Description{"<f4", DType::F32},
                                      Description{"<f2", DType::F16}, Description{"<i8", DType::I64},
                                      Description{"<i4", DType::I32}, Description{"|u1", DType::U8},
                                      Description{"|b1", DType::Bool}};

// What is wrong with one array; the caller adds file and name.
struct Fault {
  std::string text;
};

// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } and nothing more of Python.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : m_rest(text) {}

  void parse() {
    expect('{');
    while (!accept('}')) {
      const std::string_view key = quoted();
      expect(':');
      if (key == "descr" && description.empty()) {
        skipBlanks();
        if (!m_rest.starts_with('\'') && !m_rest.starts_with('"')) {
          throw Fault{"holds records or objects; only plain numbers are read"};
        }
        description = quoted();
      } else if (key == "fortran_order" && !fortranOrder) {
        fortranOrder = truth();
      } else if (key == "shape" && !shape) {
        shape = tuple();
      } else {
        bad();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skipBlanks();
    if (!m_rest.empty() || description.empty() || !fortranOrder || !shape) {
      bad();
    }
  }

  std::string_view description;
  std::optional<bool> fortranOrder;
  std::optional<std::vector<std::int64_t>> shape;

 private:
  [[noreturn]] static void bad() { throw Fault{"its .npy header is damaged"}; }
  void skipBlanks() {
    while (!m_rest.empty() && (m_rest.front() == ' ' || m_rest.front() == '\n')) {
      m_rest.remove_prefix(1);
    }
  }
  bool accept(char c) {
    skipBlanks();
    if (!m_rest.starts_with(c)) {
      return false;
    }
    m_rest.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) {
      bad();
    }
  }
  std::string_view quoted() {
    const char quote = accept('\'') ? '\'' : '"';
    if (quote == '"') {
      expect('"');
    }
    const std::size_t end = m_rest.find(quote);
    if (end == std::string_view::npos) {
      bad();
    }
    const std::string_view text = m_rest.substr(0, end);
    m_rest.remove_prefix(end + 1);
    return text;
  }
  bool truth() {
    skipBlanks();
    for (const auto& [word, value] :
         {std::pair{std::string_view("True"), true}, std::pair{std::string_view("False"), false}}) {
      if (m_rest.starts_with(word)) {
        m_rest.remove_prefix(word.size());
        return value;
      }
    }
    bad();
  }
  std::vector<std::int64_t> tuple() {
    std::vector<std::int64_t> extents;
    expect('(');
    while (!accept(')')) {
      skipBlanks();
      std::int64_t extent = 0;
      const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), extent);
      if (error != std::errc{} || extent < 0) {
        bad();
      }
      m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
      m_rest = m_rest.starts_with('L') ? m_rest.substr(1) : m_rest;  // as Python 2 wrote long integers
      extents.push_back(extent);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return extents;
  }

  std::string_view m_rest;
};

// Reads as far as the values begin: type and shape, for which exactly the rest of the content is left.
HostTensor readHeader(ZipReader::Content& content) {
  const auto next = [&content](std::size_t count) {
    if (count > content.rest()) {
      throw Fault{"is cut off"};
    }
    std::string text(count, '\0');
    content.read(std::as_writable_bytes(std::span(text.data(), count)));
    return text;
  };
  const std::string start = content.rest() < 10 ? std::string() : next(10);
  if (!start.starts_with(kMagic)) {
    throw Fault{"is no .npy array"};
  }
  const auto byte = [](const std::string& text, std::size_t place) { return static_cast<std::size_t>(static_cast<unsigned char>(text[place])); };
  const std::size_t version = byte(start, 6);
  if (version < 1 || version > 3) {
    throw Fault{"is a .npy array of format " + std::to_string(version) + "; 1 to 3 are read"};
  }
  std::size_t headerSize = byte(start, 8) | byte(start, 9) << 8;
  if (version > 1) {
    const std::string more = next(2);
    headerSize |= byte(more, 0) << 16 | byte(more, 1) << 24;
  }
  const std::string text = next(headerSize);
  HeaderParser header(text);
  header.parse();
  const auto known = std::find_if(kDescriptions.begin(), kDescriptions.end(),
                                  [&](const Description& d) { return header.description == d.text; });
  if (known == kDescriptions.end()) {
    throw Fault{"its type '" + std::string(header.description) +
                "' is not supported; <f8, <f4, <f2, <i8, <i4, |u1 and |b1 are"};
  }
  if (*header.fortranOrder && header.shape->size() > 1) {
    throw Fault{"is in Fortran order; save it in C order, with numpy.ascontiguousarray"};
  }
  HostTensor tensor{known->type, *header.shape, {}};
  const auto count = entryCount(tensor.shape);
  if (!count || static_cast<std::uint64_t>(*count) * itemSize(tensor.type) != content.rest()) {
    throw Fault{std::string(dtypeName(tensor.type)) + " " + shapeText(tensor.shape) + " does not take the " +
                std::to_string(content.rest()) + " bytes it has"};
  }
  return tensor;
}

std::vector<std::byte> npyHeader(const std::string& name, const HostTensor& tensor) {
  const auto known = std::find_if(kDescriptions.begin(), kDescriptions.end(),
                                  [&](const Description& d) { return d.type == tensor.type; });
  if (known == kDescriptions.end()) {
    throw std::invalid_argument(name + ": .npz cannot hold " + dtypeName(tensor.type) +
                                "; use safetensors or convert to F32");
  }
  std::string text = "{'descr': '" + std::string(known->text) + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
    text += (i == 0 ? "" : " ") + std::to_string(tensor.shape[i]) + (i + 1 < tensor.shape.size() || i == 0 ? "," : "");
  }
  text += "), }";
  const std::size_t total = (10 + text.size() + 1 + 63) / 64 * 64;
  text.resize(total - 11, ' ');
  text += '\n';
  if (text.size() > 0xFFFF) {
    throw std::invalid_argument(name + ": " + std::to_string(tensor.shape.size()) +
                                " axes are too many for a .npy header");
  }
  std::string header(kMagic);
  header += '\x01';
  header += '\0';
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  header += text;
  const auto raw = std::as_bytes(std::span(header.data(), header.size()));
  return {raw.begin(), raw.end()};
}

}  // namespace

NpzReader::NpzReader(const std::filesystem::path& path) : m_path(path), m_zip(std::make_unique<ZipReader>(path)) {
  for (const std::string& member : m_zip->names()) {
    if (!member.ends_with(kSuffix)) {
      throwFileError(path, "member '" + member + "': is no .npy array");
    }
    m_names.push_back(member.substr(0, member.size() - kSuffix.size()));
  }
}

NpzReader::~NpzReader() = default;

// The array's type and shape; `take` is then given it and the content that is left.
template <class Take>
HostTensor NpzReader::read(const std::string& name, Take take) const {
  ZipReader::Content content = m_zip->open(name + std::string(kSuffix));
  try {
    HostTensor tensor = readHeader(content);
    take(tensor, content);
    return tensor;
  } catch (const Fault& fault) {
    content.finish();  // damage is told as such
    throwFileError(m_path, "array '" + name + "': " + fault.text);
  }
}

HostTensor NpzReader::describe(const std::string& name) const {
  return read(name, [](const HostTensor&, ZipReader::Content&) {});
}

HostTensor NpzReader::read(const std::string& name) const {
  return read(name, [](HostTensor& tensor, ZipReader::Content& content) {
    tensor.bytes.resize(static_cast<std::size_t>(content.rest()));
    content.read(tensor.bytes);
    content.finish();
  });
}

void NpzReader::readInto(const std::string& name, std::span<std::byte> values) const {
  read(name, [&](const HostTensor&, ZipReader::Content& content) {
    content.read(values);
    content.finish();
  });
}

void NpzReader::check(const std::string& name) const { m_zip->open(name + std::string(kSuffix)).finish(); }

TensorFile readNpz(const std::filesystem::path& path) {
  const NpzReader reader(path);
  TensorFile file;
  for (const std::string& name : reader.names()) {
    file.tensors[name] = reader.read(name);
  }
  return file;
}

void writeNpz(const std::filesystem::path& path, const TensorFile& file) {
  if (!file.metadata.empty()) {
    throw std::invalid_argument("metadata: .npz holds arrays only");
  }
  std::vector<ZipMember> members;
  for (const auto& [name, tensor] : file.tensors) {
    checkTensor(name, tensor);
    members.push_back({name + std::string(kSuffix), npyHeader(name, tensor), tensor.bytes});
  }
  writeZip(path, members);
}

}  // namespace fenwick::model
