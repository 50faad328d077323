#include "model/text/byte_pairs.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "model/config/config_file.h"
#include "model/io/durable_file.h"
#include "model/text/utf8.h"

namespace fenwick::model {
namespace {

constexpr std::int64_t kMostTokens = 1000000;

enum class Sort { Blank, Letter, Number, Other };
Sort sortOf(char32_t c) { return isBlank(c) ? Sort::Blank : isLetter(c) ? Sort::Letter : isNumber(c) ? Sort::Number : Sort::Other; }

// Behind the code points of one sort that follow each other from `at` on.
std::size_t runEnd(std::string_view text, std::size_t at, Sort sort) {
  while (at < text.size()) {
    const CodePoint point = codePointAt(text, at);
    if (sortOf(point.value) != sort) break;
    at += point.bytes;
  }
  return at;
}

std::size_t lastCodePoint(std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t at = begin;
  while (at + codePointAt(text, at).bytes < end) at += codePointAt(text, at).bytes;
  return at;
}

// GPT-2's letters: printable ones stand for their own byte, the others for U+0100, U+0101 …
std::array<char32_t, 256> byteLetters() {
  std::array<char32_t, 256> letters{};
  char32_t next = 0x100;
  for (char32_t byte = 0; byte < 256; ++byte) {
    const bool printable = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
    letters[byte] = printable ? byte : next++;
  }
  return letters;
}

// The bytes of a token in these letters; nothing where it has others, as <|endoftext|> might not.
bool bytesFromLetters(std::string_view token, const std::map<char32_t, char>& bytes, std::string& result) {
  for (std::size_t at = 0; at < token.size();) {
    const CodePoint point = codePointAt(token, at);
    const auto found = bytes.find(point.value);
    if (found == bytes.end()) return false;
    result += found->second;
    at += point.bytes;
  }
  return true;
}

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& fault) { throw std::runtime_error(path.string() + ": " + fault); }

Json readVocabulary(const std::filesystem::path& path) {
  std::vector<Problem> problems;
  const std::optional<Json> tree = parseJson(readText(path), path.string(), problems);
  if (!tree) throw std::runtime_error((problems[0].field.empty() ? "" : problems[0].field + ": ") + problems[0].message);
  if (!tree->is_object() || tree->empty()) fail(path, "must be an object with tokens and their ids");
  for (const auto& [token, id] : tree->items()) {
    if (!id.is_number_integer() || id.get<std::int64_t>() < 0 || id.get<std::int64_t>() >= kMostTokens) {
      fail(path, "the id of " + token + " must be a whole number between 0 and " + std::to_string(kMostTokens - 1) + ", got " + (id.is_primitive() ? id.dump() : id.type_name()));
    }
  }
  return *tree;
}

// Words of a text with how often they occur, and which pairs occur how often in which of them, kept up to date while pairs are merged.
class Learner {
 public:
  using Token = BytePairs::Token;
  using Pair = BytePairs::Pair;

  explicit Learner(std::string_view text) {
    std::map<std::string, std::int64_t, std::less<>> counts;
    splitPieces(text, [&](std::string_view piece) {
      const auto found = counts.find(piece);
      if (found != counts.end()) ++found->second;
      else counts.emplace(piece, 1);
    });
    for (const auto& [piece, count] : counts) {
      Word word{{}, count};
      for (const char c : piece) word.tokens.push_back(static_cast<unsigned char>(c));
      m_words.push_back(std::move(word));
    }
    for (std::size_t i = 0; i < m_words.size(); ++i) change(i, 1);
  }

  // The most frequent pair that occurs at least twice.
  bool next(Pair& pair) const {
    if (m_order.empty() || -m_order.begin()->first < 2) return false;
    pair = m_order.begin()->second;
    return true;
  }

  void merge(const Pair& pair, Token result) {
    const std::set<std::size_t> places = m_places[pair];
    for (const std::size_t place : places) {
      change(place, -1);
      std::vector<Token>& tokens = m_words[place].tokens;
      std::size_t kept = 0;
      for (std::size_t i = 0; i < tokens.size(); ++kept) {
        const bool here = i + 1 < tokens.size() && tokens[i] == pair.first && tokens[i + 1] == pair.second;
        tokens[kept] = here ? result : tokens[i];
        i += here ? 2 : 1;
      }
      tokens.resize(kept);
      change(place, 1);
    }
  }

 private:
  struct Word {
    std::vector<Token> tokens;
    std::int64_t count;
  };

  // Adds (1) or takes away (-1) the pairs of a word.
  void change(std::size_t place, std::int64_t sign) {
    const Word& word = m_words[place];
    for (std::size_t i = 0; i + 1 < word.tokens.size(); ++i) {
      const Pair pair{word.tokens[i], word.tokens[i + 1]};
      std::int64_t& count = m_counts[pair];
      if (count > 0) m_order.erase({-count, pair});
      count += sign * word.count;
      if (count > 0) m_order.insert({-count, pair});
      if (sign > 0) m_places[pair].insert(place);
      else m_places[pair].erase(place);
    }
  }

  std::vector<Word> m_words;
  std::map<Pair, std::int64_t> m_counts;
  std::map<Pair, std::set<std::size_t>> m_places;
  std::set<std::pair<std::int64_t, Pair>> m_order;  // most frequent first, then smallest ids
};

}  // namespace

std::size_t pieceEnd(std::string_view text, std::size_t at) {
  if (text[at] == '\'') {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
      if (text.substr(at, ending.size()) == ending) return at + ending.size();
    }
  }
  const std::size_t word = at + (text[at] == ' ' && at + 1 < text.size() ? 1 : 0);
  const Sort sort = sortOf(codePointAt(text, word).value);
  if (sort != Sort::Blank) return runEnd(text, word, sort);
  const std::size_t end = runEnd(text, at, Sort::Blank);
  if (end == text.size()) return end;
  const std::size_t last = lastCodePoint(text, at, end);
  return last > at ? last : end;
}

BytePairs::BytePairs() {
  for (int byte = 0; byte < 256; ++byte) {
    m_bytes.emplace_back(1, static_cast<char>(byte));
    m_byteTokens.push_back(byte);
  }
}

BytePairs BytePairs::read(const std::filesystem::path& vocabulary, const std::filesystem::path& merges) {
  const Json tree = readVocabulary(vocabulary);
  const std::array<char32_t, 256> letters = byteLetters();
  std::map<char32_t, char> bytes;
  for (std::size_t byte = 0; byte < 256; ++byte) bytes[letters[byte]] = static_cast<char>(byte);

  BytePairs result;
  std::int64_t largest = 0;
  for (const auto& [token, id] : tree.items()) largest = std::max(largest, id.get<std::int64_t>());
  result.m_bytes.assign(static_cast<std::size_t>(largest) + 1, {});
  result.m_byteTokens.assign(256, -1);
  for (const auto& [token, id] : tree.items()) {
    std::string text;
    if (!bytesFromLetters(token, bytes, text)) text = token;
    if (text.size() == 1) result.m_byteTokens[static_cast<unsigned char>(text[0])] = id.get<Token>();
    result.m_bytes[id.get<std::size_t>()] = std::move(text);
  }
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (result.m_byteTokens[byte] < 0) fail(vocabulary, "has no token for the byte " + std::to_string(byte) + "; a byte-pair vocabulary has all 256");
  }

  const std::string text = readText(merges);
  std::int32_t rank = 0;
  std::int64_t line = 0;
  const auto idOf = [&](const std::string& token) {
    const auto found = tree.find(token);
    if (found == tree.end()) fail(merges, "line " + std::to_string(line) + ": " + token + " is not in " + vocabulary.string());
    return found->get<Token>();
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string words = text.substr(begin, end - begin);
    begin = end + 1;
    ++line;
    if (!words.empty() && words.back() == '\r') words.pop_back();
    if (words.empty() || (line == 1 && words.starts_with("#version"))) continue;
    const std::size_t blank = words.find(' ');
    if (blank == std::string::npos || blank == 0 || blank + 1 == words.size() || words.find(' ', blank + 1) != std::string::npos) {
      fail(merges, "line " + std::to_string(line) + ": must be two tokens with a blank between");
    }
    const std::string first = words.substr(0, blank), second = words.substr(blank + 1);
    result.m_merges.emplace(Pair{idOf(first), idOf(second)}, Merge{rank++, idOf(first + second)});
  }
  return result;
}

void BytePairs::learn(const Pair& pair) {
  const auto token = static_cast<Token>(size());
  m_merges.emplace(pair, Merge{token, token});
  m_bytes.push_back(bytesOf(pair.first) + bytesOf(pair.second));
  m_learned.push_back(pair);
}

BytePairs BytePairs::train(std::string_view text, std::int64_t vocabulary) {
  BytePairs result;
  Learner learner(text);
  Pair pair;
  while (result.size() < vocabulary && learner.next(pair)) {
    const auto token = static_cast<Token>(result.size());
    result.learn(pair);
    learner.merge(pair, token);
  }
  return result;
}

BytePairs BytePairs::fromMerges(const std::vector<Pair>& merges) {
  BytePairs result;
  for (const Pair& pair : merges) {
    if (std::max(pair.first, pair.second) >= result.size()) throw std::invalid_argument("merges: a token is used before it is made");
    result.learn(pair);
  }
  return result;
}

void BytePairs::encodePiece(std::string_view piece, std::vector<Token>& tokens) const {
  std::vector<Token> parts;
  for (const char c : piece) parts.push_back(m_byteTokens[static_cast<unsigned char>(c)]);
  while (parts.size() > 1) {
    const Merge* best = nullptr;
    Pair pair;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const auto found = m_merges.find({parts[i], parts[i + 1]});
      if (found == m_merges.end() || (best != nullptr && found->second.rank >= best->rank)) continue;
      best = &found->second;
      pair = found->first;
    }
    if (best == nullptr) break;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.size(); ++kept) {
      const bool here = i + 1 < parts.size() && parts[i] == pair.first && parts[i + 1] == pair.second;
      parts[kept] = here ? best->result : parts[i];
      i += here ? 2 : 1;
    }
    parts.resize(kept);
  }
  tokens.insert(tokens.end(), parts.begin(), parts.end());
}

void BytePairs::encode(std::string_view text, std::vector<Token>& tokens) const {
  if (m_merges.empty()) {
    for (const char c : text) tokens.push_back(m_byteTokens[static_cast<unsigned char>(c)]);
    return;
  }
  std::unordered_map<std::string_view, std::vector<Token>> known;  // most pieces come again and again
  splitPieces(text, [&](std::string_view piece) {
    auto found = known.find(piece);
    if (found == known.end()) {
      std::vector<Token> own;
      encodePiece(piece, own);
      found = known.emplace(piece, std::move(own)).first;
    }
    tokens.insert(tokens.end(), found->second.begin(), found->second.end());
  });
}

std::string BytePairs::decode(const std::vector<Token>& tokens) const {
  std::string text;
  for (const Token token : tokens) text += bytesOf(token);
  return text;
}

}  // namespace fenwick::model
