#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>

#include "app/cli/commands.h"
#include "app/cli/device_options.h"
#include "app/cli/option_values.h"
#include "kernels/fenwick.h"
#include "kernels/gated_delta.h"
#include "kernels/log_linear_attention.h"
#include "model/config/words.h"
#include "model/io/tensor_file.h"
#ifdef FENWICK_CUDA
#include "kernels/cuda/host_call.h"
#endif

namespace fenwick::cli {
namespace {

namespace fs = std::filesystem;
using model::DType;
using model::HostTensor;
using model::Problem;
using Shape = std::vector<std::int64_t>;

constexpr const char* kErasing = "gated-delta";

struct Options {
  std::string in, out;
  std::string mixer = "scalar-gate", algorithm = "chunkwise", chunk = "64", dtype;
  DeviceArguments device;
};

// --- Numbers of files ---

double fromBf16(std::uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
}

// Round to nearest, ties to even; a NaN stays one.
std::uint16_t toBf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>((bits >> 16) | 0x40U);
  return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

double fromF16(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1f;
  const int fraction = bits & 0x3ff;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

bool isReal(DType type) {
  return type == DType::F64 || type == DType::F32 || type == DType::BF16 || type == DType::F16;
}

// The numbers of a tensor in the type that is computed with; with `bf16`, rounded to it first.
template <class T>
std::vector<T> numbersOf(const HostTensor& tensor, bool bf16) {
  std::vector<T> numbers(static_cast<std::size_t>(tensor.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    double value = 0;
    switch (tensor.type) {
      case DType::F64:
        value = tensor.as<double>()[i];
        break;
      case DType::F32:
        value = static_cast<double>(tensor.as<float>()[i]);
        break;
      case DType::BF16:
        value = fromBf16(tensor.as<std::uint16_t>()[i]);
        break;
      default:
        value = fromF16(tensor.as<std::uint16_t>()[i]);
        break;
    }
    numbers[i] = bf16 ? static_cast<T>(fromBf16(toBf16(static_cast<float>(value)))) : static_cast<T>(value);
  }
  return numbers;
}

template <class T>
HostTensor tensorOf(const std::vector<T>& numbers, const Shape& shape, bool bf16) {
  HostTensor tensor;
  tensor.shape = shape;
  tensor.type = bf16 ? DType::BF16 : sizeof(T) == 8 ? DType::F64 : DType::F32;
  tensor.bytes.resize(numbers.size() * (bf16 ? 2 : sizeof(T)));
  if (!bf16) {
    std::memcpy(tensor.bytes.data(), numbers.data(), tensor.bytes.size());
  } else {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      tensor.as<std::uint16_t>()[i] = toBf16(static_cast<float>(numbers[i]));
  }
  return tensor;
}

std::string indexText(std::int64_t flat, const Shape& shape) {
  Shape index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0; flat /= shape[d]) index[d] = flat % shape[d];
  return model::shapeText(index);
}

// --- What the file holds, checked as a whole ---

class CheckedFile {
 public:
  // erases: the mixer reads beta too; otherwise one in the file is not looked at
  CheckedFile(const fs::path& path, bool erases, std::vector<Problem>& problems) : m_erases(erases), m_problems(problems) {
    try {
      m_file = model::readSafetensors(path);
    } catch (const std::runtime_error& error) {
      problems.push_back({"", error.what()});
      return;
    }
    for (const char* name : {"q", "k", "v", "g", "lambda", "beta"}) {
      if (isWanted(name) && !has(name)) report(name, "is missing");
    }
    checkKinds();
    checkShapes();
  }

  bool has(const char* name) const { return isWanted(name) && m_file.tensors.count(name) == 1; }
  const HostTensor& tensor(const char* name) const { return m_file.tensors.at(name); }

  // The type that the results get unless another is asked for: the one that all tensors share.
  std::string commonType() {
    const DType type = tensor("q").type;
    for (const char* name : {"k", "v", "g", "lambda", "beta", "do"}) {
      if (has(name) && tensor(name).type != type) {
        report(name, std::string("expected ") + model::dtypeName(type) + " as q has it, got " +
                         model::dtypeName(tensor(name).type) + "; --dtype converts all");
      }
    }
    if (type == DType::F16) report("q", "F16 is read but not computed with; choose with --dtype f64, f32 or bf16");
    return type == DType::F64 ? "f64" : type == DType::F32 ? "f32" : "bf16";
  }

 private:
  bool isWanted(const std::string& name) const { return m_erases || name != "beta"; }
  void report(const std::string& name, const std::string& message) { m_problems.push_back({name, message}); }

  void checkKinds() {
    for (const char* name : {"q", "k", "v", "g", "lambda", "beta", "do"}) {
      if (has(name) && !isReal(tensor(name).type)) {
        report(name, std::string("expected F64, F32, BF16 or F16, got ") + model::dtypeName(tensor(name).type));
      }
    }
  }

  bool hasRank(const char* name, std::size_t rank, const char* layout) {
    if (!has(name)) return false;
    const Shape& shape = tensor(name).shape;
    const bool fits =
        shape.size() == rank && std::all_of(shape.begin(), shape.end(), [](std::int64_t n) { return n >= 1; });
    if (!fits)
      report(name, std::string("expected ") + layout + " with at least 1 in each, got " + model::shapeText(shape));
    return fits;
  }

  void expect(const char* name, const Shape& shape, const std::string& reason = {}) {
    if (tensor(name).shape != shape) {
      report(name, "expected " + model::shapeText(shape) + ", got " + model::shapeText(tensor(name).shape) + reason);
    }
  }

  void checkShapes() {
    const bool q = hasRank("q", 4, "[B, T, G, K]");
    const bool k = hasRank("k", 4, "[B, T, G, K]");
    const bool v = hasRank("v", 4, "[B, T, H, V]");
    const bool g = hasRank("g", 3, "[B, T, H]");
    const bool lambda = hasRank("lambda", 4, "[B, T, H, L]");
    const bool beta = hasRank("beta", 3, "[B, T, H]");
    const bool outputGradient = hasRank("do", 4, "[B, T, H, V]");
    if (q && k) expect("k", tensor("q").shape);
    if (v && outputGradient) expect("do", tensor("v").shape);
    if (!q || !v) return;
    const Shape& keys = tensor("q").shape;
    const Shape& values = tensor("v").shape;
    const std::int64_t batch = keys[0], length = keys[1], groups = keys[2], heads = values[2];
    expect("v", {batch, length, heads, values[3]});
    if (heads % groups != 0) {
      report("q", "expected a number of groups that divides the " + std::to_string(heads) + " heads of v, got " +
                      std::to_string(groups));
    }
    if (g) expect("g", {batch, length, heads});
    if (beta) expect("beta", {batch, length, heads});
    if (!lambda) return;
    const std::int64_t levels = tensor("lambda").shape[3];
    const std::int64_t needed = kernels::levelCount(length);
    expect(
        "lambda", {batch, length, heads, std::max(levels, needed)},
        levels < needed ? " (" + std::to_string(length) + " tokens need " + std::to_string(needed) + " levels)" : "");
  }

  model::TensorFile m_file;
  bool m_erases;
  std::vector<Problem>& m_problems;
};

// --- The computation ---

template <std::size_t Rank, class T>
kernels::TensorView<T, Rank> viewOf(std::vector<T>& numbers, const Shape& shape) {
  std::array<std::int64_t, Rank> extents{};
  std::copy_n(shape.begin(), Rank, extents.begin());
  return {numbers.data(), extents};
}

template <class T>
class Attention {
 public:
  Attention(const CheckedFile& file, bool erases, bool bf16, std::vector<Problem>& problems)
      : m_keys(file.tensor("q").shape),
        m_values(file.tensor("v").shape),
        m_levels(file.tensor("lambda").shape),
        m_bf16(bf16) {
    const auto read = [&](const char* name) { return numbersOf<T>(file.tensor(name), bf16); };
    m_q = read("q");
    m_k = read("k");
    m_v = read("v");
    m_gate = read("g");
    m_lambda = read("lambda");
    if (erases) m_beta = read("beta");
    if (file.has("do")) m_outputGradient = read("do");
    checkFinite("q", m_q, m_keys, problems);
    checkFinite("k", m_k, m_keys, problems);
    checkFinite("v", m_v, m_values, problems);
    checkFinite("beta", m_beta, gateShape(), problems);
    checkFinite("do", m_outputGradient, m_values, problems);
    checkGates(problems);
    checkLambda(problems);
  }

  model::TensorFile run(const std::string& algorithm, int chunk, int threads) {
    const kernels::ParallelFor loop = kernels::threadedLoop(threads);
    const kernels::Inputs<T> inputs{viewOf<4>(m_q, m_keys), viewOf<4>(m_k, m_keys), viewOf<4>(m_v, m_values),
                                    viewOf<3>(m_gate, gateShape()), viewOf<4>(m_lambda, m_levels)};
    std::vector<T> o(m_v.size()), dq(m_q.size()), dk(m_k.size()), dv(m_v.size()), dgate(m_gate.size()),
        dlambda(m_lambda.size()), dbeta(m_beta.size());
    const kernels::TensorView<T, 4> output = viewOf<4>(o, m_values);
    const kernels::Gradients<T> gradients{viewOf<4>(dq, m_keys), viewOf<4>(dk, m_keys), viewOf<4>(dv, m_values),
                                          viewOf<3>(dgate, gateShape()), viewOf<4>(dlambda, m_levels)};
    const bool backward = !m_outputGradient.empty();
    const kernels::TensorView<const T, 4> outputGradient = viewOf<4>(m_outputGradient, m_values);
    const bool erases = !m_beta.empty();
    if (erases) {
      const kernels::GatedDeltaInputs<T> all{inputs, viewOf<3>(m_beta, gateShape())};
      const kernels::GatedDeltaGradients<T> results{gradients, viewOf<3>(dbeta, gateShape())};
      if (algorithm == "dense") {
        kernels::gatedDeltaDenseForward(all, output, loop);
        if (backward) kernels::gatedDeltaDenseBackward(all, outputGradient, results, loop);
      } else if (algorithm == "recurrent") {
        kernels::gatedDeltaRecurrentForward(all, output, loop);
        if (backward) kernels::gatedDeltaRecurrentBackward(all, outputGradient, results, loop);
      } else {
        kernels::gatedDeltaChunkwiseForward(all, output, chunk, loop);
        if (backward) kernels::gatedDeltaChunkwiseBackward(all, outputGradient, results, chunk, loop);
      }
    } else if (algorithm == "dense") {
      kernels::denseForward(inputs, output, loop);
      if (backward) kernels::denseBackward(inputs, outputGradient, gradients, loop);
    } else if (algorithm == "recurrent") {
      kernels::recurrentForward(inputs, output, loop);
      if (backward) kernels::recurrentBackward(inputs, outputGradient, gradients, loop);
    } else {
      kernels::ChunkwiseOptions options;
      options.chunk = chunk;
      kernels::ChunkwiseWorkspace<T> workspace;
      kernels::ChunkwiseContext<T> context;
      kernels::chunkwiseForward(inputs, output, options, loop, workspace, backward ? &context : nullptr);
      if (backward) {
        kernels::chunkwiseBackward<T>(inputs, outputGradient, gradients, options, loop, workspace, &context);
      }
    }
    return fileOf(o, dq, dk, dv, dgate, dlambda, dbeta);
  }

#ifdef FENWICK_CUDA
  model::TensorFile runOnCuda(const std::string& algorithm) {
    const kernels::Inputs<float> inputs{viewOf<4>(m_q, m_keys), viewOf<4>(m_k, m_keys), viewOf<4>(m_v, m_values),
                                        viewOf<3>(m_gate, gateShape()), viewOf<4>(m_lambda, m_levels)};
    kernels::TensorView<const float, 4> outputGradient;
    if (!m_outputGradient.empty()) outputGradient = viewOf<4>(m_outputGradient, m_values);
    kernels::TensorView<const float, 3> beta;
    if (!m_beta.empty()) beta = viewOf<3>(m_beta, gateShape());
    const auto r = algorithm == "recurrent" ? kernels::cuda::recurrentOnHost(inputs, beta, m_bf16)
                   : m_beta.empty()         ? kernels::cuda::chunkwiseOnHost(inputs, outputGradient, m_bf16, kernels::cuda::Precision::Float32)
                                            : kernels::cuda::gatedDeltaOnHost(inputs, beta, outputGradient, m_bf16);
    return fileOf(r.o, r.dq, r.dk, r.dv, r.dgate, r.dlambda, r.dbeta);
  }
#endif

 private:
  // The gradients where there is one of the output.
  model::TensorFile fileOf(const std::vector<T>& o, const std::vector<T>& dq, const std::vector<T>& dk, const std::vector<T>& dv,
                           const std::vector<T>& dgate, const std::vector<T>& dlambda, const std::vector<T>& dbeta) const {
    model::TensorFile results;
    const auto write = [&](const char* name, const std::vector<T>& numbers, const Shape& shape) {
      results.tensors[name] = tensorOf(numbers, shape, m_bf16);
    };
    write("o", o, m_values);
    if (m_outputGradient.empty()) return results;
    write("dq", dq, m_keys);
    write("dk", dk, m_keys);
    write("dv", dv, m_values);
    write("dg", dgate, gateShape());
    if (!m_beta.empty()) write("dbeta", dbeta, gateShape());
    write("dlambda", dlambda, m_levels);
    return results;
  }

  Shape gateShape() const { return {m_values[0], m_values[1], m_values[2]}; }

  static std::string found(T value, std::size_t i, const Shape& shape) {
    const std::string number = std::isnan(value)   ? "nan"
                               : std::isinf(value) ? (value > 0 ? "inf" : "-inf")
                                                   : model::numberText(static_cast<double>(value));
    return number + " at " + indexText(static_cast<std::int64_t>(i), shape);
  }

  static void checkFinite(const char* name, const std::vector<T>& numbers, const Shape& shape,
                          std::vector<Problem>& problems) {
    const auto wrong = std::find_if(numbers.begin(), numbers.end(), [](T value) { return !std::isfinite(value); });
    if (wrong == numbers.end()) return;
    problems.push_back({name, "expected finite numbers, got " +
                                  found(*wrong, static_cast<std::size_t>(wrong - numbers.begin()), shape)});
  }

  // Minus infinity is a gate that forgets all.
  void checkGates(std::vector<Problem>& problems) const {
    const auto wrong = std::find_if(m_gate.begin(), m_gate.end(), [](T value) { return !(value <= 0); });
    if (wrong == m_gate.end()) return;
    problems.push_back({"g", "expected log gates of at most 0, got " +
                                 found(*wrong, static_cast<std::size_t>(wrong - m_gate.begin()), gateShape())});
  }

  // Inert cells and spare levels may hold anything: nothing looks at them.
  void checkLambda(std::vector<Problem>& problems) const {
    const auto levels = static_cast<std::size_t>(m_levels[3]);
    const auto perToken = static_cast<std::size_t>(m_levels[2]) * levels;
    for (std::size_t i = 0; i < m_lambda.size(); ++i) {
      const auto t = static_cast<std::int64_t>(i / perToken) % m_levels[1];
      if (std::isfinite(m_lambda[i]) || !kernels::isActive(t, static_cast<int>(i % levels))) continue;
      problems.push_back(
          {"lambda", "expected finite numbers in active levels, got " + found(m_lambda[i], i, m_levels)});
      return;
    }
  }

  Shape m_keys, m_values, m_levels;
  bool m_bf16;
  std::vector<T> m_q, m_k, m_v, m_gate, m_lambda, m_outputGradient;
  std::vector<T> m_beta;  // empty for scalar gates
};

// --- The command ---

void checkOptions(const Options& options, std::vector<Problem>& problems) {
  checkWord("--mixer", options.mixer, {"scalar-gate", "gated-delta"}, problems);
  checkWord("--algorithm", options.algorithm, {"dense", "chunkwise", "recurrent"}, problems);
  checkWord("--chunk", options.chunk, {"16", "32", "64"}, problems);
  if (!options.dtype.empty()) checkWord("--dtype", options.dtype, {"f64", "f32", "bf16"}, problems);
  std::error_code error;
  if (!fs::is_regular_file(options.in, error)) problems.push_back({"IN", "there is no file " + options.in});
  const fs::path folder = fs::path(options.out).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error))
    problems.push_back({"OUT", "there is no folder " + folder.string()});
}

template <class T>
model::TensorFile compute(const CheckedFile& file, bool bf16, const Options& options, bool cuda, int threads) {
  std::vector<Problem> problems;
  Attention<T> attention(file, options.mixer == kErasing, bf16, problems);
  if (!problems.empty()) throw WrongUsage(problems);
#ifdef FENWICK_CUDA
  if constexpr (std::is_same_v<T, float>) {
    if (cuda) return attention.runOnCuda(options.algorithm);
  }
#endif
  static_cast<void>(cuda);
  return attention.run(options.algorithm, static_cast<int>(*model::parseInteger(options.chunk)), threads);
}

int execute(const Options& options, Console& console) {
  std::vector<Problem> problems;
  checkOptions(options, problems);
  const model::DeviceOptions device = options.device.read(problems);
  const bool cuda = device.device == "cuda";
  if (cuda && options.algorithm == "dense") problems.push_back({"--algorithm", "must be chunkwise or recurrent on cuda, got dense"});
  if (cuda && options.chunk != "64") problems.push_back({"--chunk", "must be 64 on cuda, got " + options.chunk});
  if (!problems.empty()) throw WrongUsage(problems);
  CheckedFile file(options.in, options.mixer == kErasing, problems);
  if (!problems.empty()) throw WrongUsage(problems);
  if (cuda && options.algorithm == "recurrent" && file.has("do"))
    problems.push_back({"do", "the recurrent form has no backward on cuda: leave do out, or take --algorithm chunkwise"});
  const std::string dtype = options.dtype.empty() ? file.commonType() : options.dtype;
  if (cuda && dtype == "f64") problems.push_back({"--dtype", "must be f32 or bf16 on cuda, got f64"});
  if (!problems.empty()) throw WrongUsage(problems);

  const int threads =
      device.threads > 0 ? device.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  model::TensorFile results = dtype == "f64" ? compute<double>(file, false, options, false, threads)
                                             : compute<float>(file, dtype == "bf16", options, cuda, threads);
  results.metadata = {{"mixer", options.mixer}, {"algorithm", options.algorithm}, {"dtype", dtype}, {"device", cuda ? "cuda" : "cpu"}};
  if (options.algorithm == "chunkwise") results.metadata["chunk"] = options.chunk;
  model::writeSafetensors(options.out, results);
  std::vector<std::string> names;
  for (const auto& [name, tensor] : results.tensors) names.push_back(name);
  console.out << "wrote " << model::joinWords(names, "and") << " to " << options.out << "\n";
  return kDone;
}

}  // namespace

Command attentionCommand() {
  return {
      "attention", "Run the operator on a file of tensors, forward and backward", [](CLI::App& app) {
        const auto options = std::make_shared<Options>();
        app.add_option(
               "in", options->in,
               "q, k [B,T,G,K], v [B,T,H,V], g [B,T,H] (log gates), lambda [B,T,H,L] with L >= 1 + bit_width(T-1), and "
               "optionally do [B,T,H,V]; for gated-delta also beta [B,T,H]")
            ->type_name("IN.safetensors")
            ->required();
        app.add_option("out", options->out, "Gets o, and with do also dq, dk, dv, dg, dlambda (and dbeta)")
            ->type_name("OUT.safetensors")
            ->required();
        app.add_option("--mixer", options->mixer, "scalar-gate or gated-delta (default scalar-gate)")
            ->type_name("NAME");
        app.add_option("--algorithm", options->algorithm,
                       "dense, chunkwise or recurrent (default chunkwise); on cuda not dense, and recurrent is forward alone")
            ->type_name("NAME");
        app.add_option("--chunk", options->chunk, "16, 32 or 64 tokens (default 64)")->type_name("C");
        app.add_option(
               "--dtype", options->dtype,
               "f64, f32 or bf16, of inputs, computation and results (default: the file's); bf16 on the CPU rounds "
               "inputs and results, and computes in f32; f64 is for the CPU")
            ->type_name("NAME");
        options->device.define(app);
        return [options](Console& console) { return execute(*options, console); };
      }};
}

}  // namespace fenwick::cli
