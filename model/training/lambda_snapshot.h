#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fenwick::model {

// λ of the fixed probe batch at one step, as lambda/step-N.npz holds it: raw values, inert cells included.
//   lambda         | [layers, samples, length, heads, levels] | the λ that multiplies the states
//   gate           | [layers, samples, length, heads]         | log gate <= 0
//   tokens, targets, roles, correct | [samples, length]       | correct: 1 where a scored token was predicted
//   targetLogProb  | [samples, length]                        | nats; NaN where not scored
struct LambdaSnapshot {
  std::int64_t step = 0;
  std::int64_t layers = 0, samples = 0, length = 0, heads = 0, levels = 0;
  std::vector<float> lambda, gate;
  std::vector<std::int64_t> tokens, targets;
  std::vector<std::uint8_t> roles, correct;
  std::vector<float> targetLogProb;

  float lambdaAt(std::int64_t layer, std::int64_t sample, std::int64_t token, std::int64_t head, std::int64_t level) const {
    return lambda[static_cast<std::size_t>((((layer * samples + sample) * length + token) * heads + head) * levels + level)];
  }
  std::size_t bytes() const;
};

LambdaSnapshot readLambdaSnapshot(const std::filesystem::path& path);  // throws std::runtime_error
void writeLambdaSnapshot(const std::filesystem::path& path, const LambdaSnapshot& snapshot);

}  // namespace fenwick::model
