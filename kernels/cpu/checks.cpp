#include "kernels/cpu/checks.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/fenwick.h"

namespace fenwick::kernels {

namespace {

[[noreturn]] void refuse(const std::string& message) { throw std::invalid_argument(message); }

template <class T, std::size_t Rank>
void checkData(const char* name, const TensorView<T, Rank>& view) {
  for (std::size_t d = 0; d < Rank; ++d) {
    if (view.extent(d) < 1) {
      refuse(std::string(name) + ": expected at least 1 in every dimension, got " + shapeText(view.extents()));
    }
  }
  if (view.data() == nullptr) refuse(std::string(name) + ": expected data, got none");
}

template <class T, std::size_t Rank>
void checkContiguousRows(const char* name, const TensorView<T, Rank>& view) {
  if (view.extent(Rank - 1) > 1 && view.stride(Rank - 1) != 1) {
    refuse(std::string(name) + ": expected a contiguous last dimension, got stride " +
           std::to_string(view.stride(Rank - 1)));
  }
}

template <class T, std::size_t Rank>
void checkExtents(const char* name, const TensorView<T, Rank>& view, const std::array<std::int64_t, Rank>& expected,
                  const std::string& reason = {}) {
  if (view.extents() != expected) {
    refuse(std::string(name) + ": expected " + shapeText(expected) + ", got " + shapeText(view.extents()) + reason);
  }
}

// Two entries of a result must not share memory.
template <class T, std::size_t Rank>
void checkWritable(const char* name, const TensorView<T, Rank>& view) {
  for (std::size_t d = 0; d < Rank; ++d) {
    if (view.extent(d) > 1 && view.stride(d) == 0) {
      refuse(std::string(name) + ": expected memory of its own for every entry, got stride 0 in dimension " +
             std::to_string(d));
    }
  }
}

template <class T, std::size_t Rank>
void checkLambda(const TensorView<const T, Rank>& lambda, std::array<std::int64_t, Rank> expected,
                 std::int64_t tokens) {
  const std::int64_t needed = levelCount(tokens);
  std::string reason;
  if (lambda.extent(Rank - 1) < needed) {
    expected[Rank - 1] = needed;
    reason = " (" + std::to_string(tokens) + " tokens need " + std::to_string(needed) + " levels)";
  } else {
    expected[Rank - 1] = lambda.extent(Rank - 1);
  }
  checkExtents("lambda", lambda, expected, reason);
  checkData("lambda", lambda);
  checkContiguousRows("lambda", lambda);
}

void checkGroups(std::int64_t groups, std::int64_t heads) {
  if (heads % groups != 0) {
    refuse("q: expected a number of groups that divides the " + std::to_string(heads) + " heads of v, got " +
           std::to_string(groups));
  }
}

}  // namespace

void checkSizes(std::int64_t batch, std::int64_t groups, std::int64_t heads, std::int64_t keyDim,
                std::int64_t valueDim) {
  const auto checkOne = [](const char* name, std::int64_t size) {
    if (size < 1) refuse(std::string(name) + ": expected at least 1, got " + std::to_string(size));
  };
  checkOne("batch", batch);
  checkOne("groups", groups);
  checkOne("heads", heads);
  checkOne("key size", keyDim);
  checkOne("value size", valueDim);
  checkGroups(groups, heads);
}

template <class T>
Shape checkedShapeWithoutLambda(const Inputs<T>& inputs) {
  checkData("q", inputs.q);
  checkData("v", inputs.v);
  Shape shape;
  shape.batch = inputs.q.extent(0);
  shape.length = inputs.q.extent(1);
  shape.groups = inputs.q.extent(2);
  shape.keyDim = inputs.q.extent(3);
  shape.heads = inputs.v.extent(2);
  shape.valueDim = inputs.v.extent(3);
  shape.levels = levelCount(shape.length);
  checkExtents("k", inputs.k, inputs.q.extents());
  checkExtents("v", inputs.v, {shape.batch, shape.length, shape.heads, shape.valueDim});
  checkGroups(shape.groups, shape.heads);
  checkExtents("gate", inputs.gate, {shape.batch, shape.length, shape.heads});
  checkData("k", inputs.k);
  checkData("gate", inputs.gate);
  checkContiguousRows("q", inputs.q);
  checkContiguousRows("k", inputs.k);
  checkContiguousRows("v", inputs.v);
  return shape;
}

template <class T>
Shape checkedShape(const Inputs<T>& inputs) {
  Shape shape = checkedShapeWithoutLambda(inputs);
  shape.levels = inputs.lambda.extent(3);
  checkLambda(inputs.lambda, {shape.batch, shape.length, shape.heads, 0}, shape.length);
  return shape;
}

template <class T>
void checkOutput(const Shape& shape, const TensorView<T, 4>& o) {
  checkExtents("o", o, {shape.batch, shape.length, shape.heads, shape.valueDim});
  checkData("o", o);
  checkContiguousRows("o", o);
  checkWritable("o", o);
}

template <class T>
void checkOutputGradient(const Shape& shape, const TensorView<const T, 4>& dO) {
  checkExtents("do", dO, {shape.batch, shape.length, shape.heads, shape.valueDim});
  checkData("do", dO);
  checkContiguousRows("do", dO);
}

template <class T>
void checkGradients(const Shape& shape, const Gradients<T>& gradients, bool withLambda) {
  const auto checkOne = [](const char* name, const auto& view, const auto& extents) {
    checkExtents(name, view, extents);
    checkData(name, view);
    checkWritable(name, view);
  };
  using Four = std::array<std::int64_t, 4>;
  checkOne("dq", gradients.dq, Four{shape.batch, shape.length, shape.groups, shape.keyDim});
  checkOne("dk", gradients.dk, Four{shape.batch, shape.length, shape.groups, shape.keyDim});
  checkOne("dv", gradients.dv, Four{shape.batch, shape.length, shape.heads, shape.valueDim});
  checkOne("dgate", gradients.dgate, std::array<std::int64_t, 3>{shape.batch, shape.length, shape.heads});
  checkContiguousRows("dq", gradients.dq);
  checkContiguousRows("dk", gradients.dk);
  checkContiguousRows("dv", gradients.dv);
  if (!withLambda) return;
  checkOne("dlambda", gradients.dlambda, Four{shape.batch, shape.length, shape.heads, shape.levels});
  checkContiguousRows("dlambda", gradients.dlambda);
}

template <class T>
void checkToken(const Shape& shape, const Token<T>& token, const TensorView<T, 3>& o) {
  using Three = std::array<std::int64_t, 3>;
  const auto checkRows = [](const char* name, const auto& view, const Three& extents) {
    checkExtents(name, view, extents);
    checkData(name, view);
    checkContiguousRows(name, view);
  };
  checkRows("q", token.q, {shape.batch, shape.groups, shape.keyDim});
  checkRows("k", token.k, {shape.batch, shape.groups, shape.keyDim});
  checkRows("v", token.v, {shape.batch, shape.heads, shape.valueDim});
  checkExtents("gate", token.gate, {shape.batch, shape.heads});
  checkData("gate", token.gate);
  checkLambda(token.lambda, {shape.batch, shape.heads, 0}, shape.length);
  checkRows("o", o, {shape.batch, shape.heads, shape.valueDim});
  checkWritable("o", o);
}

void checkChunk(int chunk) {
  if (chunk != 16 && chunk != 32 && chunk != 64) refuse("chunk: expected 16, 32 or 64, got " + std::to_string(chunk));
}

InstructionSet checkedInstructionSet(InstructionSet set) {
  if (set == InstructionSet::Best) return bestInstructionSet();
  const std::vector<InstructionSet> available = availableInstructionSets();
  if (std::find(available.begin(), available.end(), set) == available.end()) {
    refuse(std::string("instruction set: this machine lacks ") + instructionSetName(set) + ", it has up to " +
           instructionSetName(InstructionSet::Best));
  }
  return set;
}

template <class T>
void checkBeta(const char* name, const Shape& shape, const TensorView<T, 3>& beta) {
  checkExtents(name, beta, {shape.batch, shape.length, shape.heads});
  checkData(name, beta);
  if constexpr (!std::is_const_v<T>) checkWritable(name, beta);
}

template <class T>
void checkBetaOfToken(const Shape& shape, const TensorView<const T, 2>& beta) {
  checkExtents("beta", beta, {shape.batch, shape.heads});
  checkData("beta", beta);
}

template Shape checkedShape(const Inputs<float>&);
template Shape checkedShape(const Inputs<double>&);
template Shape checkedShapeWithoutLambda(const Inputs<float>&);
template Shape checkedShapeWithoutLambda(const Inputs<double>&);
template void checkOutput(const Shape&, const TensorView<float, 4>&);
template void checkOutput(const Shape&, const TensorView<double, 4>&);
template void checkOutputGradient(const Shape&, const TensorView<const float, 4>&);
template void checkOutputGradient(const Shape&, const TensorView<const double, 4>&);
template void checkGradients(const Shape&, const Gradients<float>&, bool);
template void checkGradients(const Shape&, const Gradients<double>&, bool);
template void checkToken(const Shape&, const Token<float>&, const TensorView<float, 3>&);
template void checkToken(const Shape&, const Token<double>&, const TensorView<double, 3>&);
template void checkBeta(const char*, const Shape&, const TensorView<const float, 3>&);
template void checkBeta(const char*, const Shape&, const TensorView<const double, 3>&);
template void checkBeta(const char*, const Shape&, const TensorView<float, 3>&);
template void checkBeta(const char*, const Shape&, const TensorView<double, 3>&);
template void checkBetaOfToken(const Shape&, const TensorView<const float, 2>&);
template void checkBetaOfToken(const Shape&, const TensorView<const double, 2>&);

}  // namespace fenwick::kernels
