#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fenwick::model {

// Byte-pair tokens as GPT-2 has them (Radford et al., "Language Models are Unsupervised Multitask Learners", 2019; Sennrich et al.,
// "Neural Machine Translation of Rare Words with Subword Units", 2016): the text is cut into pieces (splitPieces), each piece begins as its
// bytes, and neighbours are merged, the earliest merge of the list first. What is decoded is what was encoded, byte for byte. Immutable once
// made; encode() may be called from any thread.
class BytePairs {
 public:
  using Token = std::int32_t;
  using Pair = std::pair<Token, Token>;

  BytePairs();  // bytes alone: token b is byte b
  // vocab.json ({token: id}, in GPT-2's letters for bytes) and merges.txt (two tokens a line, lines that begin with #version left out).
  // Throws std::runtime_error naming file, line or token.
  static BytePairs read(const std::filesystem::path& vocabulary, const std::filesystem::path& merges);
  // Learns merges from a text until there are `vocabulary` tokens or no pair occurs twice: each time the most frequent pair, of several the
  // one with the smallest ids. Tokens 0 … 255 are bytes.
  static BytePairs train(std::string_view text, std::int64_t vocabulary);
  static BytePairs fromMerges(const std::vector<Pair>& merges);  // as learned() gave them
  const std::vector<Pair>& learned() const { return m_learned; }  // in order; empty for what was read

  std::int64_t size() const { return static_cast<std::int64_t>(m_bytes.size()); }  // largest id + 1
  void encode(std::string_view text, std::vector<Token>& tokens) const;            // appends
  const std::string& bytesOf(Token token) const { return m_bytes[static_cast<std::size_t>(token)]; }
  std::string decode(const std::vector<Token>& tokens) const;

 private:
  struct PairHash {
    std::size_t operator()(const Pair& pair) const {
      return std::hash<std::uint64_t>()((static_cast<std::uint64_t>(static_cast<std::uint32_t>(pair.first)) << 32) | static_cast<std::uint32_t>(pair.second));
    }
  };
  struct Merge {
    std::int32_t rank;
    Token result;
  };
  void learn(const Pair& pair);
  void encodePiece(std::string_view piece, std::vector<Token>& tokens) const;

  std::vector<std::string> m_bytes;  // by token
  std::vector<Token> m_byteTokens;   // of each byte
  std::unordered_map<Pair, Merge, PairHash> m_merges;
  std::vector<Pair> m_learned;
};

// GPT-2's pieces: 's 't 're 've 'm 'll 'd, runs of letters, of numbers or of other signs, each with the blank before it, and runs of blanks, which
// leave their last one to the piece that follows. Calls piece(view) for each in order.
template <class Piece>
void splitPieces(std::string_view text, Piece&& piece);

// The end of the piece that begins at `at`.
std::size_t pieceEnd(std::string_view text, std::size_t at);

template <class Piece>
void splitPieces(std::string_view text, Piece&& piece) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = pieceEnd(text, at);
    piece(text.substr(at, end - at));
    at = end;
  }
}

}  // namespace fenwick::model
