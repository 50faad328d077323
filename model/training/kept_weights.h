#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "model/io/tensor_file.h"
#include "model/run/run_folder.h"

namespace fenwick::model {

// A file of weights in a run folder.
struct KeptWeights {
  std::filesystem::path path;
  std::int64_t step = 0;
  TensorFile file;

  struct PassedOver {
    std::filesystem::path path;
    std::string reason;
  };
  std::vector<PassedOver> passedOver;  // newer checkpoints that could not be read whole

  // A sentence for each of them; `instead`: "going on from".
  std::vector<std::string> warnings(const std::string& instead) const;
};
inline constexpr const char* kInsteadOfThem = "taking the weights of";  // where weights are only looked at
// Reads one. It must carry its own checksum, which every file of weights in a run folder does: where it is missing, the header is damaged.
// Throws std::runtime_error with path and reason.
KeptWeights readKeptWeights(const std::filesystem::path& path);

// What a checkpoint says beside weights and moments.
struct CheckpointState {
  std::int64_t step = 0;
  std::int64_t solvedStep = -1;
  double activeSeconds = 0;
  Json bestMetrics, finalMetrics;  // as in RunInfo
};
CheckpointState checkpointState(const TensorFile& file);  // throws std::runtime_error naming the entry

// The newest checkpoint that can be read whole. Throws std::runtime_error with every reason where there is none.
KeptWeights newestCheckpoint(const RunFolder& folder);
// The weights that a reference names; without a step: `preferred` ("best" or "last"; best falls back to last). Throws std::runtime_error
// naming the steps there are.
KeptWeights weightsOf(const RunReference& reference, const std::string& preferred);

}  // namespace fenwick::model
