#include "model/training/generation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "model/config/mixers.h"
#include "model/random.h"
#include "model/tasks/text_data.h"
#include "model/text/utf8.h"
#include "model/torch/decoder.h"
#include "model/training/kept_weights.h"

namespace fenwick::model {
namespace {

// Holds back a character until it is whole.
class Pieces {
 public:
  explicit Pieces(const std::function<bool(std::string_view)>& hear) : m_hear(hear) {}

  bool add(const std::string& bytes) {
    m_pending += bytes;
    return tell(wholeCharacters(m_pending));
  }
  void finish() { tell(m_pending.size()); }
  const std::string& text() const { return m_text; }

 private:
  bool tell(std::size_t count) {
    if (count == 0) return true;
    const std::string piece = withFaultsReplaced(std::string_view(m_pending).substr(0, count));
    m_pending.erase(0, count);
    m_text += piece;
    return m_hear(piece);
  }

  const std::function<bool(std::string_view)>& m_hear;
  std::string m_pending, m_text;
};

void checkRoom(const Config& config, std::int64_t prompt, std::int64_t tokens) {
  if (!mixerKind(config).hasLambda) return;
  const std::int64_t most = std::int64_t{1} << (levels(config) - 1);
  if (prompt + tokens - 1 <= most) return;
  const std::string text = "the model has " + std::to_string(levels(config)) + " levels, enough for " + std::to_string(most) + " tokens, and the prompt has " + std::to_string(prompt);
  if (prompt > most) throw std::invalid_argument("--prompt: " + text);
  throw std::invalid_argument("--tokens: " + text + "; at most " + std::to_string(most - prompt + 1) + " can follow, got " + std::to_string(tokens));
}

std::vector<std::int64_t> promptTokens(const TextTokens& tokens, const std::string& prompt) {
  if (const TextFaults faults = findTextFaults(prompt); faults.count > 0) throw std::invalid_argument("--prompt: " + faults.sentence);
  std::vector<std::int64_t> encoded = tokens.encode(prompt);
  if (encoded.empty()) throw std::invalid_argument("--prompt: needs at least one character to go on from");
  return encoded;
}

}  // namespace

std::size_t wholeCharacters(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;  // goes on with a character
    const std::size_t length = byte >= 0xF0 && byte <= 0xF4 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
    return byte <= 0xF4 && length > back ? text.size() - back : text.size();
  }
  return text.size();
}

std::int64_t sampleToken(const std::vector<float>& logits, double temperature, std::int64_t topK, double draw) {
  std::vector<std::int64_t> places(logits.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&logits](std::int64_t a, std::int64_t b) {
    return logits[static_cast<std::size_t>(a)] > logits[static_cast<std::size_t>(b)];
  });
  if (temperature == 0) return places.front();
  if (topK > 0 && topK < static_cast<std::int64_t>(places.size())) places.resize(static_cast<std::size_t>(topK));
  const double largest = static_cast<double>(logits[static_cast<std::size_t>(places.front())]);
  std::vector<double> sums;
  for (const std::int64_t place : places)
    sums.push_back((sums.empty() ? 0 : sums.back()) + std::exp((static_cast<double>(logits[static_cast<std::size_t>(place)]) - largest) / temperature));
  const auto found = std::upper_bound(sums.begin(), sums.end(), draw * sums.back());
  return places[static_cast<std::size_t>(std::min<std::ptrdiff_t>(found - sums.begin(), static_cast<std::ptrdiff_t>(places.size()) - 1))];
}

Generation generate(const RunReference& run, const std::string& prompt, const GenerationOptions& options, const DeviceOptions& device,
                    const std::function<bool(std::string_view piece)>& hear) {
  const Config config = RunFolder(run.folder).readConfig();
  if (config.value("task.kind") != "language-model")
    throw std::invalid_argument("RUN: its task is " + config.get<std::string>("task.kind") + "; a text goes on with a run of the task language-model");
  const auto tokens = textTokens(config);
  const std::vector<std::int64_t> start = promptTokens(*tokens, prompt);
  checkRoom(config, static_cast<std::int64_t>(start.size()), options.tokens);

  const auto vocabulary = config.get<std::int64_t>("task.vocabulary");
  const KeptWeights weights = weightsOf(run, "best");
  Decoder decoder(modelOptions(config, vocabulary), weights.file, device.threads);
  const auto began = std::chrono::steady_clock::now();
  std::vector<float> logits;
  for (const std::int64_t token : start) logits = decoder.step(token);
  Generation result;
  result.warnings = weights.warnings(kInsteadOfThem);
  result.promptTokens = static_cast<std::int64_t>(start.size());
  Pieces pieces(hear);
  RandomStream random(options.seed, "generate");
  for (bool goesOn = true; goesOn && result.tokens < options.tokens;) {
    logits.resize(static_cast<std::size_t>(std::min(vocabulary, tokens->size())));  // ids above stand for nothing
    const std::int64_t next = sampleToken(logits, options.temperature, options.topK, random.uniform());
    ++result.tokens;
    goesOn = pieces.add(tokens->bytesOf(next));
    if (goesOn && result.tokens < options.tokens) logits = decoder.step(next);
  }
  pieces.finish();
  result.text = pieces.text();
  result.secondsPerToken = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / static_cast<double>(decoder.position());
  result.stateFloats = decoder.stateFloats();
  return result;
}

}  // namespace fenwick::model
