#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/run/run_folder.h"
#include "model/training/training_run.h"

namespace fenwick::model {

struct GenerationOptions {
  std::int64_t tokens = 200;  // to add to the prompt
  double temperature = 1;     // logits are divided by it; 0 takes the most likely token
  std::int64_t topK = 0;      // only the k most likely tokens are drawn from; 0: all
  std::uint64_t seed = 0;     // names the draws
};

struct Generation {
  std::string text;  // what follows the prompt, UTF-8
  std::int64_t promptTokens = 0, tokens = 0;
  double secondsPerToken = 0;    // over prompt and text
  std::int64_t stateFloats = 0;  // numbers that were kept at the end
  std::vector<std::string> warnings;  // a sentence for each damaged checkpoint that was passed over
};

// Goes on with a text by a language model's run, in its recurrent form on the CPU: a token costs O(log T) where the mixer has levels. Uses the best
// weights unless told. `hear` gets each piece as soon as it is whole UTF-8, bytes that are none as U+FFFD, and says whether to go on.
// Throws std::invalid_argument naming the option for a run of another task, a prompt without a token or with bytes that are no UTF-8, and more tokens
// than the levels reach.
Generation generate(const RunReference& run, const std::string& prompt, const GenerationOptions& options, const DeviceOptions& device,
                    const std::function<bool(std::string_view piece)>& hear);

// How many bytes of a text's beginning cannot change by what follows: all but a last character that is not whole yet.
std::size_t wholeCharacters(std::string_view text);

// The place of the drawn token. `draw` is uniform in [0, 1); ties go to the smaller place.
std::int64_t sampleToken(const std::vector<float>& logits, double temperature, std::int64_t topK, double draw);

}  // namespace fenwick::model
