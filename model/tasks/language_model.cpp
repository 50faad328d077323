// Language modelling: the next token of a text, scored everywhere.
//
//   task.file        a folder with wiki.train.raw, wiki.valid.raw and wiki.test.raw (or one of the three, which names its folder), or a
//                    UTF-8 text. Of a text alone the first 90 % train, the next 5 % validate, the last 5 % test, cut behind a line's end;
//                    with task.validationFile all of it trains and there is no test part.
//   task.tokenizer   bytes: token b is byte b. gpt2: byte pairs from task.vocabularyFile and task.mergesFile. trained: byte pairs learnt from
//                    the training text, up to task.vocabulary tokens.
//
// Example i of a split: inputs are its tokens i·T … i·T+T-1, targets the tokens one further. What is left at the end is not used.
// Texts are read as they are: headings, <unk> and @-@ of WikiText are text like any other.

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include "model/io/durable_file.h"
#include "model/tasks/file_fields.h"
#include "model/tasks/key_values.h"
#include "model/tasks/kinds.h"
#include "model/tasks/text_data.h"
#include "model/text/byte_pairs.h"
#include "model/text/token_file.h"
#include "model/text/utf8.h"

namespace fenwick::model {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestText = std::size_t{16} << 30;
constexpr std::array<const char*, 3> kWikiNames = {"wiki.train.raw", "wiki.valid.raw", "wiki.test.raw"};
constexpr std::array<Split, 3> kSplits = {Split::Train, Split::Valid, Split::Test};
constexpr std::int64_t kBytes = 256;

[[noreturn]] void fail(const std::string& place, const std::string& fault) { throw std::runtime_error(place + ": " + fault); }

bool isFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}
bool isFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// The folder in WikiText's layout that a path names; nothing where it names a text.
std::optional<fs::path> wikiFolder(const fs::path& path) {
  if (isFolder(path)) return path;
  const bool named = std::find(kWikiNames.begin(), kWikiNames.end(), path.filename().string()) != kWikiNames.end();
  const bool whole = named && std::all_of(kWikiNames.begin(), kWikiNames.end(), [&](const char* name) { return isFile(path.parent_path() / name); });
  return whole ? std::optional(path.parent_path()) : std::nullopt;
}

// ---- texts ------------------------------------------------------------------------------------------------------------------

struct Part {
  std::string text, place;  // where it comes from, for sentences
};

std::string readChecked(const fs::path& path, bool replace) {
  std::string text = readText(path, kLargestText);
  const TextFaults faults = findTextFaults(text);
  if (faults.count == 0) return text;
  if (replace) return withFaultsReplaced(text);
  fail(path.string(), faults.sentence + "; task.invalidText=replace puts U+FFFD there");
}

// Behind the line's end nearest before `share` of the text; there where it has no lines.
std::size_t cutAt(const std::string& text, double share) {
  const auto wanted = static_cast<std::size_t>(static_cast<double>(text.size()) * share);
  const std::size_t line = wanted == 0 ? std::string::npos : text.rfind('\n', wanted - 1);
  if (line != std::string::npos && line + 1 > wanted / 2) return line + 1;
  std::size_t at = wanted;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

std::array<Part, 3> readParts(const Config& config) {
  const fs::path path(config.get<std::string>("task.file")), validation(config.get<std::string>("task.validationFile"));
  const bool replace = config.value("task.invalidText") == "replace";
  std::array<Part, 3> parts;
  if (const auto folder = wikiFolder(path)) {
    for (std::size_t i = 0; i < 3; ++i) parts[i] = {readChecked(*folder / kWikiNames[i], replace), (*folder / kWikiNames[i]).string()};
    return parts;
  }
  parts[0] = {readChecked(path, replace), path.string()};
  if (!validation.empty()) {
    parts[1] = {readChecked(validation, replace), validation.string()};
    return parts;
  }
  const std::string& text = parts[0].text;
  const std::size_t first = cutAt(text, 0.9), second = std::max(first, cutAt(text, 0.95));
  parts[1] = {text.substr(first, second - first), "the validation part (5 %) of " + path.string()};
  parts[2] = {text.substr(second), "the test part (5 %) of " + path.string()};
  parts[0].text.resize(first);
  parts[0].place = "the training part (90 %) of " + path.string();
  return parts;
}

// ---- tokens -----------------------------------------------------------------------------------------------------------------

struct Tokenizer {
  BytePairs pairs;
  std::uint64_t key = 0;  // equal for tokenizers that give the same tokens
};

// Merges that were learnt lie in the cache too, one number after the other.
Tokenizer learnt(const std::string& text, std::int64_t vocabulary) {
  const std::uint64_t key = textKey("trained " + std::to_string(vocabulary), textKey(text));
  const auto file = TokenFile::open(key, [&] {
    TokenFile::Made made;
    const BytePairs pairs = BytePairs::train(text, vocabulary);
    for (const BytePairs::Pair& pair : pairs.learned()) made.tokens.insert(made.tokens.end(), {pair.first, pair.second});
    return made;
  });
  std::vector<BytePairs::Pair> merges;
  for (std::int64_t i = 0; i + 1 < file->size(); i += 2) {
    merges.emplace_back(static_cast<BytePairs::Token>(file->at(i)), static_cast<BytePairs::Token>(file->at(i + 1)));
  }
  return {BytePairs::fromMerges(merges), key};
}

Tokenizer makeTokenizer(const Config& config, const std::string& trainingText) {
  const auto word = config.get<std::string>("task.tokenizer");
  if (word == "bytes") return {BytePairs(), textKey("bytes")};
  if (word == "trained") return learnt(trainingText, config.get<std::int64_t>("task.vocabulary"));
  const fs::path vocabulary(config.get<std::string>("task.vocabularyFile")), merges(config.get<std::string>("task.mergesFile"));
  return {BytePairs::read(vocabulary, merges), textKey(readText(merges), textKey(readText(vocabulary), textKey("gpt2")))};
}

std::shared_ptr<const TokenFile> tokensOf(const Part& part, const Tokenizer& tokenizer) {
  return TokenFile::open(textKey(part.text, tokenizer.key), [&] {
    TokenFile::Made made;
    tokenizer.pairs.encode(part.text, made.tokens);
    made.words = countWords(part.text);
    return made;
  });
}

void checkTokens(const TokenFile& tokens, std::int64_t vocabulary, std::int64_t needed, const std::string& place) {
  for (std::int64_t i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i) < vocabulary) continue;
    fail(place, "token " + std::to_string(tokens.at(i)) + " at place " + std::to_string(i) + " is outside 0 … " + std::to_string(vocabulary - 1) +
                    " (task.vocabulary is " + std::to_string(vocabulary) + "); set task.vocabulary=" + std::to_string(needed));
  }
}

void checkSize(const TokenFile& tokens, std::int64_t rows, std::int64_t length, const std::string& place) {
  const std::int64_t least = rows * length + 1;
  if (tokens.size() >= least) return;
  const std::string what = rows == 1 ? "a sequence of " : "a batch of " + std::to_string(rows) + " sequences of ";
  const std::int64_t fits = (tokens.size() - 1) / rows;
  fail(place, "holds " + std::to_string(tokens.size()) + " tokens, and " + what + std::to_string(length) + " needs at least " + std::to_string(least) +
                  (fits >= 1 ? "; take a longer text, or task.length=" + std::to_string(fits) : "; take a longer text"));
}

class LanguageData final : public TextData {
 public:
  explicit LanguageData(const Config& config) : m_vocabulary(config.get<std::int64_t>("task.vocabulary")), m_length(config.get<std::int64_t>("task.length")) {
    const std::array<Part, 3> parts = readParts(config);
    m_tokenizer = makeTokenizer(config, parts[0].text);
    const std::int64_t rows = config.value("task.order") == "shuffled" ? config.get<std::int64_t>("train.batch") : 1;
    for (std::size_t i = 0; i < 3; ++i) {
      if (parts[i].place.empty()) continue;  // no test part
      m_tokens[i] = tokensOf(parts[i], m_tokenizer);
      if (m_tokenizer.pairs.size() > m_vocabulary) checkTokens(*m_tokens[i], m_vocabulary, m_tokenizer.pairs.size(), parts[i].place);
      checkSize(*m_tokens[i], kSplits[i] == Split::Train ? rows : 1, m_length, parts[i].place);
    }
  }

  std::int64_t vocabulary() const override { return m_vocabulary; }
  std::int64_t length() const override { return m_length; }
  std::int64_t examples(Split split) const override { return tokens(split) < 1 ? 0 : (tokens(split) - 1) / m_length; }
  std::int64_t tokens(Split split) const override { return part(split) ? part(split)->size() : 0; }
  std::int64_t words(Split split) const override { return part(split) ? part(split)->words() : 0; }

  void fill(Split split, std::span<const std::int64_t> indices, TokenBatch& batch) const override {
    clearBatch(batch, static_cast<std::int64_t>(indices.size()), m_length);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      checkIndex(*this, split, indices[i]);
      Row row(batch, static_cast<std::int64_t>(i));
      const std::int64_t begin = indices[i] * m_length;
      for (std::int64_t t = 0; t < m_length; ++t) {
        row.put(t, part(split)->at(begin + t), Role::Text);
        row.target(t) = part(split)->at(begin + t + 1);
      }
    }
  }

  // Uniform over the vocabulary.
  std::vector<ReferenceLine> referenceLines() const override {
    return {{"chance 1/" + std::to_string(m_vocabulary), 1.0 / static_cast<double>(m_vocabulary)}};
  }

  std::string tokenLabel(std::int64_t token) const override {
    if (token < 0 || token >= m_tokenizer.pairs.size()) return std::to_string(token);
    return withFaultsReplaced(m_tokenizer.pairs.bytesOf(static_cast<BytePairs::Token>(token)));
  }

 private:
  const std::shared_ptr<const TokenFile>& part(Split split) const {
    return m_tokens[static_cast<std::size_t>(std::find(kSplits.begin(), kSplits.end(), split) - kSplits.begin())];
  }

  std::int64_t m_vocabulary, m_length;
  Tokenizer m_tokenizer;
  std::array<std::shared_ptr<const TokenFile>, 3> m_tokens;
};

class LanguageModelKind final : public TaskKind {
 public:
  std::string name() const override { return "language-model"; }
  std::string title() const override { return "Language model (text)"; }
  std::string help() const override { return "Predict each next token of a text: WikiText-103 in its raw layout, or any UTF-8 file."; }

  std::vector<Field> fields() const override {
    const auto gpt2 = [](const Config& c) { return c.value("task.tokenizer") == "gpt2"; };
    return {trainingFileField(),
            validationFileField(),
            {.path = "task.tokenizer",
             .title = "Tokenizer",
             .help = "bytes; byte pairs from GPT-2's files (gpt2); or byte pairs learnt from the training text, up to the vocabulary (trained).",
             .unit = "",
             .kind = FieldKind::Word,
             .initial = "bytes",
             .words = {"bytes", "gpt2", "trained"}},
            {.path = "task.vocabularyFile",
             .title = "Vocabulary file",
             .help = "vocab.json of GPT-2's tokenizer: {token: id}.",
             .unit = "",
             .kind = FieldKind::File,
             .initial = "",
             .relevant = gpt2},
            {.path = "task.mergesFile",
             .title = "Merges file",
             .help = "merges.txt of GPT-2's tokenizer: two tokens a line, the earliest merge first.",
             .unit = "",
             .kind = FieldKind::File,
             .initial = "",
             .relevant = gpt2},
            {.path = "task.invalidText",
             .title = "Invalid text",
             .help = "What to do about bytes that are no UTF-8, and NUL: refuse the file, telling the first, or replace each by U+FFFD.",
             .unit = "",
             .kind = FieldKind::Word,
             .initial = "refuse",
             .words = {"refuse", "replace"}}};
  }

  Json defaults() const override { return {{"task.vocabulary", kBytes}, {"task.length", 512}, {"train.batch", 8}, {"train.stopAt", 0.0}}; }

  std::vector<Problem> problems(const Config& config) const override {
    std::vector<Problem> result;
    const fs::path path(config.get<std::string>("task.file"));
    if (path.empty()) {
      result.push_back({"task.file", "is needed: a UTF-8 text, or a folder with wiki.train.raw, wiki.valid.raw and wiki.test.raw"});
    } else if (isFolder(path)) {
      for (const char* name : kWikiNames) {
        if (!isFile(path / name)) result.push_back({"task.file", "the folder " + path.string() + " lacks " + name});
      }
    } else {
      checkFile("task.file", path, result);
    }
    checkFile("task.validationFile", config.get<std::string>("task.validationFile"), result);
    if (!path.empty() && wikiFolder(path) && !config.get<std::string>("task.validationFile").empty()) {
      result.push_back({"task.validationFile", "must be empty, since task.file brings wiki.valid.raw"});
    }
    checkTokenizer(config, result);
    return result;
  }

  std::unique_ptr<TaskData> open(const Config& config) const override { return std::make_unique<LanguageData>(config); }

 private:
  static void checkFile(const char* setting, const fs::path& path, std::vector<Problem>& result) {
    if (!path.empty() && !isFile(path)) result.push_back({setting, "there is no file " + path.string()});
  }

  static void checkTokenizer(const Config& config, std::vector<Problem>& result) {
    const auto word = config.get<std::string>("task.tokenizer");
    const auto vocabulary = config.get<std::int64_t>("task.vocabulary");
    if (word == "gpt2") {
      for (const char* setting : {"task.vocabularyFile", "task.mergesFile"}) {
        const auto path = config.get<std::string>(setting);
        if (path.empty()) result.push_back({setting, "is needed with task.tokenizer gpt2"});
        checkFile(setting, path, result);
      }
    } else if (vocabulary < kBytes) {
      result.push_back({"task.vocabulary", "must be at least 256, one token for each byte, got " + std::to_string(vocabulary) +
                                               "; the nearest permitted value is 256"});
    }
  }
};

}  // namespace

namespace {

class PairTokens final : public TextTokens {
 public:
  explicit PairTokens(BytePairs pairs) : m_pairs(std::move(pairs)) {}
  std::int64_t size() const override { return m_pairs.size(); }
  std::vector<std::int64_t> encode(std::string_view text) const override {
    std::vector<BytePairs::Token> tokens;
    m_pairs.encode(text, tokens);
    return {tokens.begin(), tokens.end()};
  }
  const std::string& bytesOf(std::int64_t token) const override { return m_pairs.bytesOf(static_cast<BytePairs::Token>(token)); }

 private:
  BytePairs m_pairs;
};

}  // namespace

std::unique_ptr<const TextTokens> textTokens(const Config& config) {
  const bool fromText = config.value("task.tokenizer") == "trained";
  return std::make_unique<PairTokens>(makeTokenizer(config, fromText ? readParts(config)[0].text : std::string()).pairs);
}

std::unique_ptr<TaskKind> makeLanguageModelKind() { return std::make_unique<LanguageModelKind>(); }

}  // namespace fenwick::model
