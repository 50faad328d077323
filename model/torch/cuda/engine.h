#pragma once

#include <memory>

#include "model/torch/optimizer.h"
#include "model/torch/sequence_model.h"
#include "model/torch/step_engine.h"

namespace fenwick::model::cuda {

// Updates on the current GPU, on a stream of their own. A whole step (examples, forward, backward, clipping, Adam) is captured as one CUDA graph
// for each shape of a batch and then replayed; without `graph` the same work is queued operation by operation. The host only writes which
// examples come next and reads, some steps later, what became of them, both in memory that it shares with the GPU; it waits when kRing updates
// are on their way. Model and optimiser stand on the GPU and outlive the engine. LibTorch lends a process 32 streams: no more engines than that at
// once, or two share one.
std::unique_ptr<StepEngine> makeEngine(const SequenceModel& model, Optimizer& optimizer, bool graph);

}  // namespace fenwick::model::cuda
