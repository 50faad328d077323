#include "kernels/selftest/compare.h"

#include <cmath>

namespace fenwick::kernels::selftest {

CheckResult named(const std::string& name, double limit) {
  CheckResult result;
  result.name = name;
  result.limit = limit;
  return result;
}

void note(CheckResult& result, double error, const std::string& where) {
  if (!(error <= result.worst)) {
    result.worst = error;
    result.where = where;
  }
}

Results reference(const Case& which, const ParallelFor& loop) {
  Sample<double> sample(which);
  denseForward(sample.inputs(), sample.o.view(), loop);
  denseBackward(sample.inputs(), sample.outputGradient(), sample.gradients(), loop);
  return sample.results();
}

Results longReference(const Case& which, const ParallelFor& loop) {
  Sample<double> sample(which);
  recurrentForward(sample.inputs(), sample.o.view(), loop);
  recurrentBackward(sample.inputs(), sample.outputGradient(), sample.gradients(), loop);
  return sample.results();
}

Case small(std::int64_t length, int chunk, std::uint64_t seed) {
  Case which;
  which.shape = {2, length, 1, 2, 5, 3, levelCount(length)};
  which.chunk = chunk;
  which.lambdas = LambdaKind::Signed;
  which.seed = seed;
  return which;
}

std::vector<double> gatedLinearAttention(const Sample<double>& sample, const Shape& shape) {
  std::vector<double> o;
  GuardedTensor<double, 4> result({shape.batch, shape.length, shape.heads, shape.valueDim});
  const Inputs<double> in = sample.inputs();
  for (std::int64_t b = 0; b < shape.batch; ++b) {
    for (std::int64_t h = 0; h < shape.heads; ++h) {
      const std::int64_t g = h / (shape.heads / shape.groups);
      std::vector<double> state(static_cast<std::size_t>(shape.keyDim * shape.valueDim), 0.0);
      for (std::int64_t t = 0; t < shape.length; ++t) {
        for (std::int64_t j = 0; j < shape.valueDim; ++j) {
          double sum = 0;
          for (std::int64_t i = 0; i < shape.keyDim; ++i) {
            double& entry = state[i * shape.valueDim + j];
            entry = std::exp(in.gate(b, t, h)) * entry + in.k(b, t, g, i) * in.v(b, t, h, j);
            sum += in.q(b, t, g, i) * entry;
          }
          result.view()(b, t, h, j) = sum;
        }
      }
    }
  }
  return result.values();
}

}  // namespace fenwick::kernels::selftest
