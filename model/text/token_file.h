#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace fenwick::model {

// The tokens of a text, read through a memory map where they lie in a file. Immutable; any thread may read.
//   64 bytes: "FWTOKENS", format 1 and bytes per token (uint32), tokens, words, checksum of the tokens, key (uint64 each), zeros
//   then the tokens, little-endian, as wide as the largest needs (1, 2 or 4 bytes)
class TokenFile {
 public:
  struct Made {
    std::vector<std::int32_t> tokens;
    std::int64_t words = 0;  // of the text they stand for
  };
  // What lies in the cache under `key`, or what `make` returns, which then lies there. A damaged file is made anew; where the cache cannot be
  // written the tokens stay in memory.
  static std::shared_ptr<const TokenFile> open(std::uint64_t key, const std::function<Made()>& make);
  ~TokenFile();
  TokenFile(const TokenFile&) = delete;
  TokenFile& operator=(const TokenFile&) = delete;

  std::int64_t size() const { return m_count; }
  std::int64_t words() const { return m_words; }
  std::int64_t at(std::int64_t place) const;

  // $XDG_CACHE_HOME/fenwick-lab/tokens, else ~/.cache/fenwick-lab/tokens; empty where there is no home.
  static std::filesystem::path cacheFolder();

 private:
  TokenFile() = default;
  static std::shared_ptr<const TokenFile> read(const std::filesystem::path& path, std::uint64_t key);

  const std::byte* m_map = nullptr;  // the whole file, or null
  std::size_t m_mapped = 0;
  std::vector<std::byte> m_memory;
  const std::byte* m_tokens = nullptr;
  int m_width = 1;
  std::int64_t m_count = 0, m_words = 0;
};

// A number for a text or a name, for keys of the cache: equal texts have equal ones.
std::uint64_t textKey(std::string_view text, std::uint64_t previous = 0xCBF29CE484222325u);

}  // namespace fenwick::model
