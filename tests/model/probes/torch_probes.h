#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/io/tensor_file.h"
#include "model/tasks/task.h"
#include "model/torch/model_options.h"
#include "model/training/optimizer_options.h"

// What the tests need of the Torch side, free of Torch: Qt and Torch never meet in one translation unit.
namespace fenwick::model::probes {

struct AttentionCase {
  std::int64_t batch = 2, length = 37, groups = 1, heads = 2, keyDim = 8, valueDim = 5, levels = 7, chunk = 16;
  bool strided = false;  // q, k, v as slices of one wider tensor, λ spread out without memory of its own
};
// Largest difference of the autograd operator to the dense formula, relative to the largest entry, of the output and of each gradient, float64.
std::map<std::string, double> attentionErrors(const AttentionCase& c, std::uint64_t seed);

// λ of a head for one layer's d [N, H, L], with the given parameters (names within the layer).
std::vector<double> lambdaOf(const ModelOptions& options, const std::map<std::string, std::vector<double>>& parameters,
                             const std::vector<double>& d, std::int64_t tokens);

// Largest |numeric - analytic| over sampled entries of every parameter, relative to the largest gradient of that parameter, in float64.
std::map<std::string, double> numericGradientErrors(const ModelOptions& options, const TokenBatch& batch, std::uint64_t seed);

// Largest difference of logits and of each gradient between the shortcuts of training and the plain path, relative to the largest entry,
// in float64.
std::map<std::string, double> shortcutErrors(const ModelOptions& options, const TokenBatch& batch, std::uint64_t seed);

// Losses of updates of a plain re-implementation of SCIENCE.md §4 and §5, of every mixer and block, that shares no code with the model: attention
// built from its definition, Adam and AdamW written out, in float32 or float64.
std::vector<double> plainLosses(const ModelOptions& options, const TensorFile& weights, const std::vector<TokenBatch>& batches,
                                const OptimizerOptions& optimizer, double learningRate, bool float64);

}  // namespace fenwick::model::probes
