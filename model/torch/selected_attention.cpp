// The operator at a few queries. Each query meets its past row by row; decays are products that run backwards from the query in double.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/fenwick.h"
#include "model/torch/attention.h"
#include "model/torch/row_products.h"
#ifdef FENWICK_CUDA
#include "model/torch/cuda/selected.h"
#endif

namespace fenwick::model {
namespace {

constexpr double kNothing = 1e-290;  // below it doubles lose digits, and soon speed

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// The inputs of a call: contiguous arrays and where things stand in them.
template <class T>
struct Queries {
  const AttentionShape& shape;
  std::int64_t levels;
  const T *q, *kv, *g, *lambda;
  const std::int64_t* rows;

  std::int64_t qStride() const { return shape.groups * shape.keyDim; }
  std::int64_t oStride() const { return shape.heads * shape.valueDim; }
  std::int64_t kvStride() const { return qStride() + oStride(); }
  std::int64_t groupOf(std::int64_t h) const { return h / (shape.heads / shape.groups); }
  // Where query n's example begins in the flattened batch, and its place within it.
  std::int64_t begin(std::int64_t n) const { return rows[n] / shape.length * shape.length; }
  std::int64_t place(std::int64_t n) const { return rows[n] % shape.length; }
  const T* key(std::int64_t token, std::int64_t h) const { return kv + token * kvStride() + groupOf(h) * shape.keyDim; }
  const T* value(std::int64_t token, std::int64_t h) const { return kv + token * kvStride() + qStride() + h * shape.valueDim; }
  const T* query(std::int64_t n, std::int64_t h) const { return q + n * qStride() + groupOf(h) * shape.keyDim; }
  const T* weights(std::int64_t n, std::int64_t h) const { return lambda + (n * shape.heads + h) * levels; }
};

// exp(g) of each token of query n's example, for all its queries.
template <class T>
void factors(const Queries<T>& p, std::int64_t n, std::int64_t h, double* factor) {
  const T* gates = p.g + p.begin(n) * p.shape.heads + h;
  for (std::int64_t s = 0; s < p.shape.length; ++s) factor[s] = std::exp(static_cast<double>(gates[s * p.shape.heads]));
}

// exp(g_{s+1} + … + g_t) for s = 0 … t, as a product: in double it keeps its digits, and what underflows is nothing.
template <class T>
void decays(const double* factor, std::int64_t t, T* decay) {
  double product = 1;
  for (std::int64_t s = t; s >= 0; --s) {
    decay[s] = static_cast<T>(product);
    product *= factor[s];
    if (product < kNothing) product = 0;
  }
}

template <class T>
void forwardQuery(const Queries<T>& p, std::int64_t n, std::int64_t h, const double* factor, T* scores, T* decay, T* o) {
  const std::int64_t t = p.place(n), begin = p.begin(n);
  rowDots(p.query(n, h), p.key(begin, h), p.kvStride(), t + 1, p.shape.keyDim, scores);
  decays(factor, t, decay);
  const T* lambda = p.weights(n, h);
  for (std::int64_t s = 0; s <= t; ++s) scores[s] *= decay[s] * lambda[kernels::levelOf(t, s)];
  addRows(scores, p.value(begin, h), p.kvStride(), t + 1, p.shape.valueDim, o);
}

template <class T>
struct QueryGradients {
  T *q, *kv, *g, *lambda;
};

template <class T>
void backwardQuery(const Queries<T>& p, std::int64_t n, std::int64_t h, const double* factor, const T* dO, T* memory,
                   const QueryGradients<T>& d) {
  const std::int64_t t = p.place(n), begin = p.begin(n), count = t + 1;
  T *scores = memory, *decay = scores + p.shape.length, *back = decay + p.shape.length, *weight = back + p.shape.length;
  rowDots(p.query(n, h), p.key(begin, h), p.kvStride(), count, p.shape.keyDim, scores);
  rowDots(dO, p.value(begin, h), p.kvStride(), count, p.shape.valueDim, back);
  decays(factor, t, decay);
  const T* lambda = p.weights(n, h);
  T* dLambda = d.lambda + (n * p.shape.heads + h) * p.levels;
  T* dGate = d.g + begin * p.shape.heads + h;
  double before = 0;  // gradient of the sums that reach back beyond gate s
  for (std::int64_t s = 0; s <= t; ++s) {
    const int level = kernels::levelOf(t, s);
    dGate[s * p.shape.heads] += static_cast<T>(before);
    dLambda[level] += decay[s] * scores[s] * back[s];
    const T weighted = decay[s] * lambda[level];
    weight[s] = weighted * scores[s];  // of v_s in o
    back[s] *= weighted;               // of q·k_s
    before += static_cast<double>(back[s]) * static_cast<double>(scores[s]);
  }
  T* dKeys = d.kv + (p.key(begin, h) - p.kv);
  T* dValues = d.kv + (p.value(begin, h) - p.kv);
  addToRows(weight, dO, dValues, p.kvStride(), count, p.shape.valueDim);
  addToRows(back, p.query(n, h), dKeys, p.kvStride(), count, p.shape.keyDim);
  addRows(back, p.key(begin, h), p.kvStride(), count, p.shape.keyDim, d.q + (p.query(n, h) - p.q));
}

// Runs of queries of one example, so that two threads never write to the same one.
std::vector<std::int64_t> exampleStarts(const Tensor& rows, std::int64_t length) {
  const std::int64_t* place = rows.const_data_ptr<std::int64_t>();
  std::vector<std::int64_t> starts;
  for (std::int64_t n = 0; n < rows.size(0); ++n)
    if (n == 0 || place[n] / length != place[n - 1] / length) starts.push_back(n);
  starts.push_back(rows.size(0));
  return starts;
}

// body(first, end, h, factor, memory) for the queries of every example and head.
template <class T, class Body>
void forEachExample(const Queries<T>& p, const Tensor& rows, const Body& body) {
  const std::vector<std::int64_t> starts = exampleStarts(rows, p.shape.length);
  at::parallel_for(0, static_cast<std::int64_t>(starts.size()) - 1, 1, [&](std::int64_t begin, std::int64_t stop) {
    std::vector<T> memory(static_cast<std::size_t>(4 * p.shape.length));
    std::vector<double> factor(static_cast<std::size_t>(p.shape.length));
    for (auto example = static_cast<std::size_t>(begin); example < static_cast<std::size_t>(stop); ++example)
      for (std::int64_t h = 0; h < p.shape.heads; ++h) {
        factors(p, starts[example], h, factor.data());
        body(starts[example], starts[example + 1], h, factor.data(), memory.data());
      }
  });
}

class SelectedAttentionFunction : public torch::autograd::Function<SelectedAttentionFunction> {
 public:
  static Tensor forward(AutogradContext* node, const Tensor& q, const Tensor& kv, const Tensor& g, const Tensor& lambda, const Tensor& rows,
                        const AttentionShape& shape) {
    const variable_list inputs{q.contiguous(), kv.contiguous(), g.contiguous(), lambda.contiguous(), rows};
    node->save_for_backward(inputs);
    node->saved_data["shape"] = std::vector<std::int64_t>{shape.batch, shape.length, shape.groups, shape.heads, shape.keyDim, shape.valueDim};
#ifdef FENWICK_CUDA
    if (q.is_cuda()) return cuda::selectedForward({inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]}, shape);
#endif
    Tensor o = at::zeros({q.size(0), shape.heads * shape.valueDim}, q.options());
    q.scalar_type() == at::kDouble ? run<double>(inputs, shape, o) : run<float>(inputs, shape, o);
    return o;
  }

  static variable_list backward(AutogradContext* node, variable_list outputGradients) {
    const variable_list inputs = node->get_saved_variables();
    const std::vector<std::int64_t> e = node->saved_data["shape"].toIntVector();
    const AttentionShape shape{e[0], e[1], e[2], e[3], e[4], e[5]};
    const Tensor gradient = outputGradients[0].contiguous();
#ifdef FENWICK_CUDA
    if (gradient.is_cuda()) {
      const auto d = cuda::selectedBackward({inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]}, shape, gradient);
      return {d[0], d[1], d[2], d[3], Tensor(), Tensor()};
    }
#endif
    variable_list results;
    for (std::size_t i = 0; i < 4; ++i) results.push_back(at::zeros_like(inputs[i]));
    gradient.scalar_type() == at::kDouble ? runBack<double>(inputs, shape, gradient, results) : runBack<float>(inputs, shape, gradient, results);
    results.resize(6);  // rows and shape have none
    return results;
  }

 private:
  template <class T>
  static Queries<T> problem(const variable_list& t, const AttentionShape& shape) {
    return {shape,
            t[3].size(-1),
            t[0].const_data_ptr<T>(),
            t[1].const_data_ptr<T>(),
            t[2].const_data_ptr<T>(),
            t[3].const_data_ptr<T>(),
            t[4].const_data_ptr<std::int64_t>()};
  }

  template <class T>
  static void run(const variable_list& inputs, const AttentionShape& shape, Tensor& o) {
    const Queries<T> p = problem<T>(inputs, shape);
    T* out = o.mutable_data_ptr<T>();
    forEachExample(p, inputs[4], [&](std::int64_t first, std::int64_t end, std::int64_t h, const double* factor, T* memory) {
      for (std::int64_t n = first; n < end; ++n)
        forwardQuery(p, n, h, factor, memory, memory + shape.length, out + n * p.oStride() + h * shape.valueDim);
    });
  }

  template <class T>
  static void runBack(const variable_list& inputs, const AttentionShape& shape, const Tensor& gradient, const variable_list& results) {
    const Queries<T> p = problem<T>(inputs, shape);
    const QueryGradients<T> d{results[0].mutable_data_ptr<T>(), results[1].mutable_data_ptr<T>(), results[2].mutable_data_ptr<T>(),
                          results[3].mutable_data_ptr<T>()};
    const T* dO = gradient.const_data_ptr<T>();
    forEachExample(p, inputs[4], [&](std::int64_t first, std::int64_t end, std::int64_t h, const double* factor, T* memory) {
      for (std::int64_t n = first; n < end; ++n) backwardQuery(p, n, h, factor, dO + n * p.oStride() + h * shape.valueDim, memory, d);
    });
  }
};

}  // namespace

bool takesSelected(bool onCuda, const AttentionShape& shape) {
#ifdef FENWICK_CUDA
  if (onCuda) return cuda::takesSelected(shape);
#endif
  return !onCuda && shape.batch > 0;
}

Tensor selectedLogLinearAttention(const Tensor& q, const Tensor& kv, const Tensor& g, const Tensor& lambda, const Tensor& rows,
                                  const AttentionShape& shape) {
  return SelectedAttentionFunction::apply(q, kv, g, lambda, rows, shape);
}

}  // namespace fenwick::model
