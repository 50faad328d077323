#pragma once

#include <cstdint>
#include <vector>

#include "model/io/event_log.h"

namespace fenwick::model {

// How smoothly a run trained, from what it recorded. NaN where nothing of the kind was recorded.
struct Stability {
  double largestDrop = 0;                               // of validation accuracy below an earlier evaluation's, 0 … 1
  double gradientNormMedian = 0, gradientNorm99 = 0;    // before clipping, over all steps
  double clippedShare = 0;                              // of the steps, those whose gradient was shortened
};
// `clipNorm`: train.clipNorm, 0 where nothing is clipped. A step that was recorded twice counts once.
Stability stability(const std::vector<Scalar>& scalars, double clipNorm);

// The value below which this share (0 … 1) of the numbers lies, between neighbours in proportion; NaN without finite numbers.
double quantile(std::vector<double> values, double share);

}  // namespace fenwick::model
