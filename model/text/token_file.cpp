#include "model/text/token_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <span>
#include <stdexcept>

#include "model/io/durable_file.h"

namespace fenwick::model {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "token files are read as they lie");

struct Header {
  char magic[8];
  std::uint32_t format, width;
  std::uint64_t count, words, checksum, key;
  char zeros[16];
};
static_assert(sizeof(Header) == 64);

constexpr char kMagic[8] = {'F', 'W', 'T', 'O', 'K', 'E', 'N', 'S'};
constexpr std::uint32_t kFormat = 1;

std::string_view asText(const std::byte* bytes, std::size_t size) { return {reinterpret_cast<const char*>(bytes), size}; }

int widthFor(const std::vector<std::int32_t>& tokens) {
  std::int32_t largest = 0;
  for (const std::int32_t token : tokens) largest = std::max(largest, token);
  return largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4;
}

std::vector<std::byte> packed(const std::vector<std::int32_t>& tokens, int width) {
  std::vector<std::byte> bytes(tokens.size() * static_cast<std::size_t>(width));
  for (std::size_t i = 0; i < tokens.size(); ++i) std::memcpy(bytes.data() + i * static_cast<std::size_t>(width), &tokens[i], static_cast<std::size_t>(width));
  return bytes;
}

bool fits(const Header& header, std::size_t fileSize, std::uint64_t key) {
  const bool known = std::memcmp(header.magic, kMagic, sizeof kMagic) == 0 && header.format == kFormat && header.key == key;
  const bool width = header.width == 1 || header.width == 2 || header.width == 4;
  return known && width && header.count <= fileSize && sizeof(Header) + header.count * header.width == fileSize;
}

fs::path pathOf(std::uint64_t key) {
  std::string name;
  for (int shift = 60; shift >= 0; shift -= 4) name += "0123456789abcdef"[(key >> shift) & 15];
  return TokenFile::cacheFolder() / (name + ".tokens");
}

}  // namespace

std::uint64_t textKey(std::string_view text, std::uint64_t previous) {
  // FNV-1a over words of eight bytes, then over the rest, with the upper half folded in so that every bit counts.
  std::uint64_t hash = previous ^ text.size();
  const auto mix = [&hash](std::uint64_t value) {
    hash = (hash ^ value) * 0x100000001B3u;
    hash ^= hash >> 32;
  };
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    mix(word);
  }
  for (; at < text.size(); ++at) mix(static_cast<unsigned char>(text[at]));
  return hash;
}

fs::path TokenFile::cacheFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "fenwick-lab" / "tokens";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".cache" / "fenwick-lab" / "tokens" : fs::path();
}

std::shared_ptr<const TokenFile> TokenFile::read(const fs::path& path, std::uint64_t key) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  struct stat state {};
  const bool usable = ::fstat(descriptor, &state) == 0 && S_ISREG(state.st_mode) && state.st_size >= static_cast<off_t>(sizeof(Header));
  const std::size_t size = usable ? static_cast<std::size_t>(state.st_size) : 0;
  void* map = usable ? ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0) : MAP_FAILED;
  ::close(descriptor);
  if (map == MAP_FAILED) return nullptr;
  std::shared_ptr<TokenFile> file(new TokenFile);
  file->m_map = static_cast<const std::byte*>(map);
  file->m_mapped = size;
  Header header{};
  std::memcpy(&header, map, sizeof header);
  if (!fits(header, size, key)) return nullptr;
  file->m_tokens = file->m_map + sizeof(Header);
  if (textKey(asText(file->m_tokens, size - sizeof(Header))) != header.checksum) return nullptr;
  file->m_width = static_cast<int>(header.width);
  file->m_count = static_cast<std::int64_t>(header.count);
  file->m_words = static_cast<std::int64_t>(header.words);
  return file;
}

std::shared_ptr<const TokenFile> TokenFile::open(std::uint64_t key, const std::function<Made()>& make) {
  const bool cached = !cacheFolder().empty();
  if (cached) {
    if (auto file = read(pathOf(key), key)) return file;
  }
  const Made made = make();
  std::shared_ptr<TokenFile> file(new TokenFile);
  file->m_width = widthFor(made.tokens);
  file->m_memory = packed(made.tokens, file->m_width);
  file->m_tokens = file->m_memory.data();
  file->m_count = static_cast<std::int64_t>(made.tokens.size());
  file->m_words = made.words;
  if (!cached) return file;
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.format = kFormat;
  header.width = static_cast<std::uint32_t>(file->m_width);
  header.count = made.tokens.size();
  header.words = static_cast<std::uint64_t>(made.words);
  header.checksum = textKey(asText(file->m_tokens, file->m_memory.size()));
  header.key = key;
  try {
    fs::create_directories(cacheFolder());
    const std::vector<std::span<const std::byte>> pieces{std::as_bytes(std::span(&header, 1)), file->m_memory};
    writeDurably(pathOf(key), pieces);
    if (auto mapped = read(pathOf(key), key)) return mapped;
  } catch (const std::exception&) {
    // A cache that cannot be written costs time, nothing else.
  }
  return file;
}

TokenFile::~TokenFile() {
  if (m_map != nullptr) ::munmap(const_cast<std::byte*>(m_map), m_mapped);
}

std::int64_t TokenFile::at(std::int64_t place) const {
  std::uint32_t token = 0;
  std::memcpy(&token, m_tokens + place * m_width, static_cast<std::size_t>(m_width));
  return token;
}

}  // namespace fenwick::model
