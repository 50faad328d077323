#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kernels/cpu/gated_delta_head.h"
#include "kernels/cpu/in_double.h"
#include "kernels/cpu/plain_matrix.h"
#include "kernels/fenwick.h"

// One chunk of n tokens. With c_t the sum of its gates up to token t, D_ts = exp(c_t - c_s) for s <= t, a_t = exp(c_t):
//   X = (I + strictlyLower(beta_t D_ts k_t.k_s))^-1         how the erasing tokens of the chunk act on each other
//   A = lower(D_ts q_t.k_s)                                 what queries see of keys
//   P = A X diag(beta)                                      p_ts of both ends inside the chunk
//   W = X diag(beta a) K                                    what is erased of the state S at the chunk's start:
//   q~ = diag(a) Q - A W                                    reads of S:  q~_t^T S
//   B = diag(D_end) K
//   F = a_end I - B^T W                                     S at the chunk's end is F S + sum of kappa_s v_s^T,
//   kappa = diag(beta) X^T B
// (the WY form of a product of Householder-like factors: Bischof & Van Loan 1987; Yang et al., arXiv 2406.06484.)
//
// Across chunks the states of the Fenwick levels are those of a binary counter: chunk i reads level 1 + log2 C + e where bit e of i is
// set; after it, with z the lowest clear bit of i, level z takes the chunk's own state and all levels below.

namespace fenwick::kernels {
namespace {

using Matrix = std::vector<double>;

Matrix zeros(std::int64_t rows, std::int64_t columns) { return Matrix(static_cast<std::size_t>(rows * columns)); }

// States by level e, empty where bit e is clear.
using States = std::vector<Matrix>;

struct Chunk {
  DeltaHead& head;
  std::int64_t index, first, n, K, V;
  int chunkLevels;  // 1 + log2 C: level of the state e = 0
  Matrix decay, kk, qk, X, A, P, W, Q, kappa, B, F;
  std::vector<double> fromStart;  // a_t

  Chunk(DeltaHead& h, std::int64_t i, std::int64_t size)
      : head(h),
        index(i),
        first(i * size),
        n(std::min(size, h.length - i * size)),
        K(h.keyDim),
        V(h.valueDim),
        chunkLevels(levelCount(size)) {
    build();
  }

  const double* q() const { return head.q.data() + first * K; }
  const double* k() const { return head.k.data() + first * K; }
  const double* v() const { return head.v.data() + first * V; }
  const double* dO() const { return head.dO.data() + first * V; }
  const double* beta() const { return head.beta.data() + first; }
  double lambda(std::int64_t t, int level) const { return head.lambdaAt(first + t)[level]; }
  double& dlambda(std::int64_t t, int level) { return head.dlambdaAt(first + t)[level]; }
  bool reads(int e) const { return ((index >> e) & 1) != 0; }
  int target() const { return std::countr_one(static_cast<std::uint64_t>(index)); }

  void build() {
    fillDecays();
    kk = zeros(n, n);
    qk = zeros(n, n);
    addProductTransposed(n, K, n, 1, k(), k(), kk.data());
    addProductTransposed(n, K, n, 1, q(), k(), qk.data());
    invert();
    A = zeros(n, n);
    for (std::int64_t t = 0; t < n; ++t)
      for (std::int64_t s = 0; s <= t; ++s) A[t * n + s] = decay[t * n + s] * qk[t * n + s];
    P = zeros(n, n);
    addProduct(n, n, n, 1, A.data(), X.data(), P.data());
    for (std::int64_t t = 0; t < n; ++t)
      for (std::int64_t s = 0; s < n; ++s) P[t * n + s] *= beta()[s];
    W = zeros(n, K);
    addProduct(n, n, K, 1, X.data(), scaledKeys().data(), W.data());
    Q = zeros(n, K);
    for (std::int64_t t = 0; t < n; ++t) addScaled(Q.data() + t * K, fromStart[t], q() + t * K, K);
    addProduct(n, n, K, -1, A.data(), W.data(), Q.data());
    B = zeros(n, K);
    for (std::int64_t s = 0; s < n; ++s) addScaled(B.data() + s * K, decay[(n - 1) * n + s], k() + s * K, K);
    F = zeros(K, K);
    for (std::int64_t i = 0; i < K; ++i) F[i * K + i] = fromStart[n - 1];
    addTransposedProduct(K, n, K, -1, B.data(), W.data(), F.data());
    kappa = zeros(n, K);
    addTransposedProduct(n, n, K, 1, X.data(), B.data(), kappa.data());
    for (std::int64_t s = 0; s < n; ++s)
      for (std::int64_t i = 0; i < K; ++i) kappa[s * K + i] *= beta()[s];
  }

  // Each sum starts anew at its query: the difference of two running sums would lose the digits of small gates beside large ones.
  void fillDecays() {
    decay = zeros(n, n);
    fromStart.assign(static_cast<std::size_t>(n), 0);
    for (std::int64_t t = 0; t < n; ++t) {
      double sum = 0;
      for (std::int64_t s = t; s >= 0; --s) {
        decay[t * n + s] = std::exp(sum);
        sum += head.gate[first + s];
      }
      fromStart[t] = std::exp(sum);
    }
  }

  void invert() {
    X = zeros(n, n);
    for (std::int64_t t = 0; t < n; ++t) {
      double* row = X.data() + t * n;
      for (std::int64_t s = 0; s < t; ++s) {
        const double erased = -beta()[t] * decay[t * n + s] * kk[t * n + s];
        if (erased != 0) addScaled(row, erased, X.data() + s * n, s + 1);
      }
      row[t] = 1;
    }
  }

  Matrix scaledKeys() const {
    Matrix keys = zeros(n, K);
    for (std::int64_t s = 0; s < n; ++s) addScaled(keys.data() + s * K, beta()[s] * fromStart[s], k() + s * K, K);
    return keys;
  }

  // o of the chunk, from the states at its start.
  void read(const States& states) {
    double* o = head.o.data() + first * V;
    for (std::int64_t t = 0; t < n; ++t)
      for (std::int64_t s = 0; s <= t; ++s)
        addScaled(o + t * V, lambda(t, levelOf(t, s)) * P[t * n + s], v() + s * V, V);
    for (int e = 0; e < static_cast<int>(states.size()); ++e) {
      if (!reads(e)) continue;
      Matrix seen = zeros(n, V);
      addProduct(n, K, V, 1, Q.data(), states[e].data(), seen.data());
      for (std::int64_t t = 0; t < n; ++t) addScaled(o + t * V, lambda(t, chunkLevels + e), seen.data() + t * V, V);
    }
  }

  // The states at the next chunk's start.
  void advance(States& states) const {
    const int z = target();
    Matrix own = zeros(K, V);
    addTransposedProduct(K, n, V, 1, kappa.data(), v(), own.data());
    for (int e = 0; e < static_cast<int>(states.size()); ++e) {
      if (!reads(e)) continue;
      Matrix& into = e < z ? own : states[e];
      Matrix moved = std::move(states[e]);
      if (e > z) into = zeros(K, V);
      addProduct(K, K, V, 1, F.data(), moved.data(), into.data());
      if (e < z) states[e].clear();
    }
    if (z < static_cast<int>(states.size())) states[z] = std::move(own);
  }

  // gradients: of the states at the next chunk's start; becomes that of the states at this one's. Adds to all gradients of the head.
  void backward(const States& states, States& gradients) {
    Grads d(*this);
    d.insidePairs();
    d.states(states, gradients);
    d.throughChunk();
  }

  struct Grads {
    Chunk& c;
    Matrix dX, dA, dP, dW, dQ, dKappa, dB, dF;
    std::vector<double> dFromStart;
    Matrix dDecay;

    explicit Grads(Chunk& chunk)
        : c(chunk),
          dX(zeros(c.n, c.n)),
          dA(dX),
          dP(dX),
          dW(zeros(c.n, c.K)),
          dQ(dW),
          dKappa(dW),
          dB(dW),
          dF(zeros(c.K, c.K)),
          dFromStart(static_cast<std::size_t>(c.n)),
          dDecay(dX) {}

    void insidePairs() {
      double* dv = c.head.dv.data() + c.first * c.V;
      for (std::int64_t t = 0; t < c.n; ++t)
        for (std::int64_t s = 0; s <= t; ++s) {
          const int level = levelOf(t, s);
          const double back = dot(c.dO() + t * c.V, c.v() + s * c.V, c.V), p = c.P[t * c.n + s];
          c.dlambda(t, level) += p * back;
          dP[t * c.n + s] = c.lambda(t, level) * back;
          addScaled(dv + s * c.V, c.lambda(t, level) * p, c.dO() + t * c.V, c.V);
        }
    }

    void states(const States& states, States& gradients) {
      const std::int64_t n = c.n, K = c.K, V = c.V;
      const int z = c.target();
      const Matrix none;
      const Matrix own = z < static_cast<int>(gradients.size()) ? gradients[z] : none;
      if (!own.empty()) {
        addProductTransposed(n, V, K, 1, c.v(), own.data(), dKappa.data());
        addProduct(n, K, V, 1, c.kappa.data(), own.data(), c.head.dv.data() + c.first * V);
      }
      for (int e = 0; e < static_cast<int>(states.size()); ++e) {
        const Matrix after = e < z ? own : std::exchange(gradients[e], {});
        gradients[e].clear();
        if (!c.reads(e)) continue;
        const Matrix& state = states[e];
        Matrix& before = gradients[e] = zeros(K, V);
        if (!after.empty()) {
          addProductTransposed(K, V, K, 1, after.data(), state.data(), dF.data());
          addTransposedProduct(K, K, V, 1, c.F.data(), after.data(), before.data());
        }
        Matrix weighted = zeros(n, V);
        for (std::int64_t t = 0; t < n; ++t)
          addScaled(weighted.data() + t * V, c.lambda(t, c.chunkLevels + e), c.dO() + t * V, V);
        addTransposedProduct(K, n, V, 1, c.Q.data(), weighted.data(), before.data());
        addProductTransposed(n, V, K, 1, weighted.data(), state.data(), dQ.data());
        Matrix seen = zeros(n, V);
        addProduct(n, K, V, 1, c.Q.data(), state.data(), seen.data());
        for (std::int64_t t = 0; t < n; ++t) c.dlambda(t, c.chunkLevels + e) += dot(seen.data() + t * V, c.dO() + t * V, V);
      }
    }

    // The definitions at the head of this file, from the last to the first.
    void throughChunk() {
      const std::int64_t n = c.n, K = c.K;
      const double* beta = c.beta();
      double* dBeta = c.head.dbeta.data() + c.first;
      double* dq = c.head.dq.data() + c.first * K;
      double* dk = c.head.dk.data() + c.first * K;
      // kappa = diag(beta) X^T B
      Matrix plain = zeros(n, K);
      addTransposedProduct(n, n, K, 1, c.X.data(), c.B.data(), plain.data());
      for (std::int64_t s = 0; s < n; ++s) {
        dBeta[s] += dot(dKappa.data() + s * K, plain.data() + s * K, K);
        for (std::int64_t i = 0; i < K; ++i) dKappa[s * K + i] *= beta[s];
      }
      addProductTransposed(n, K, n, 1, c.B.data(), dKappa.data(), dX.data());
      addProduct(n, n, K, 1, c.X.data(), dKappa.data(), dB.data());
      // F = a_end I - B^T W
      for (std::int64_t i = 0; i < K; ++i) dFromStart[n - 1] += dF[i * K + i];
      addProductTransposed(n, K, K, -1, c.W.data(), dF.data(), dB.data());
      addProduct(n, K, K, -1, c.B.data(), dF.data(), dW.data());
      // q~ = diag(a) Q - A W
      for (std::int64_t t = 0; t < n; ++t) {
        dFromStart[t] += dot(dQ.data() + t * K, c.q() + t * K, K);
        addScaled(dq + t * K, c.fromStart[t], dQ.data() + t * K, K);
      }
      addProductTransposed(n, K, n, -1, dQ.data(), c.W.data(), dA.data());
      addTransposedProduct(n, n, K, -1, c.A.data(), dQ.data(), dW.data());
      // W = X diag(beta a) K
      const Matrix scaled = c.scaledKeys();
      addProductTransposed(n, K, n, 1, dW.data(), scaled.data(), dX.data());
      Matrix dScaled = zeros(n, K);
      addTransposedProduct(n, n, K, 1, c.X.data(), dW.data(), dScaled.data());
      for (std::int64_t s = 0; s < n; ++s) {
        const double along = dot(dScaled.data() + s * K, c.k() + s * K, K);
        dBeta[s] += c.fromStart[s] * along;
        dFromStart[s] += beta[s] * along;
        addScaled(dk + s * K, beta[s] * c.fromStart[s], dScaled.data() + s * K, K);
      }
      // P = A X diag(beta)
      for (std::int64_t t = 0; t < n; ++t)
        for (std::int64_t s = 0; s <= t; ++s) {
          const double unweighted = beta[s] == 0 ? dotOfPair(t, s) : c.P[t * n + s] / beta[s];
          dBeta[s] += dP[t * n + s] * unweighted;
          dP[t * n + s] *= beta[s];
        }
      addProductTransposed(n, n, n, 1, dP.data(), c.X.data(), dA.data());
      addTransposedProduct(n, n, n, 1, c.A.data(), dP.data(), dX.data());
      inverse(dBeta);
      scores(dq, dk);
      decays();
    }

    double dotOfPair(std::int64_t t, std::int64_t s) const {
      double sum = 0;
      for (std::int64_t r = s; r <= t; ++r) sum += c.A[t * c.n + r] * c.X[r * c.n + s];
      return sum;
    }

    // X = (I + N)^-1, N_ts = beta_t D_ts k_t.k_s: dN = -X^T dX X^T below the diagonal. Leaves the gradient of k_t.k_s in dX.
    void inverse(double* dBeta) {
      const std::int64_t n = c.n;
      Matrix left = zeros(n, n), dN = zeros(n, n);
      addTransposedProduct(n, n, n, 1, c.X.data(), dX.data(), left.data());
      addProductTransposed(n, n, n, -1, left.data(), c.X.data(), dN.data());
      dX.assign(dX.size(), 0);
      for (std::int64_t t = 0; t < n; ++t)
        for (std::int64_t s = 0; s < t; ++s) {
          const double decay = c.decay[t * n + s], product = c.kk[t * n + s], gradient = dN[t * n + s];
          dBeta[t] += decay * product * gradient;
          dDecay[t * n + s] += c.beta()[t] * product * gradient;
          dX[t * n + s] = c.beta()[t] * decay * gradient;
        }
    }

    void scores(double* dq, double* dk) {
      const std::int64_t n = c.n, K = c.K;
      for (std::int64_t t = 0; t < n; ++t)
        for (std::int64_t s = 0; s <= t; ++s) {
          dDecay[t * n + s] += c.qk[t * n + s] * dA[t * n + s];
          dA[t * n + s] *= c.decay[t * n + s];
        }
      for (std::int64_t t = 0; t < n; ++t)
        for (std::int64_t s = t + 1; s < n; ++s) dA[t * n + s] = 0;
      addProduct(n, n, K, 1, dA.data(), c.k(), dq);
      addTransposedProduct(n, n, K, 1, dA.data(), c.q(), dk);
      addProduct(n, n, K, 1, dX.data(), c.k(), dk);
      addTransposedProduct(n, n, K, 1, dX.data(), c.k(), dk);
      for (std::int64_t s = 0; s < n; ++s) {  // B = diag(D_end) K
        dDecay[(n - 1) * n + s] += dot(dB.data() + s * K, c.k() + s * K, K);
        addScaled(dk + s * K, c.decay[(n - 1) * n + s], dB.data() + s * K, K);
      }
    }

    // Each weight belongs to the gates that its decay spans: sums of weights, never differences of larger sums.
    void decays() {
      const std::int64_t n = c.n;
      double* dGate = c.head.dgate.data() + c.first;
      for (std::int64_t t = 0; t < n; ++t) {
        double before = 0;
        for (std::int64_t r = 1; r <= t; ++r) {
          before += dDecay[t * n + r - 1] * c.decay[t * n + r - 1];
          dGate[r] += before;
        }
      }
      double after = 0;
      for (std::int64_t r = n - 1; r >= 0; --r) {
        after += dFromStart[r] * c.fromStart[r];
        dGate[r] += after;
      }
    }
  };
};

std::int64_t chunkCount(const DeltaHead& head, std::int64_t chunk) { return (head.length + chunk - 1) / chunk; }

States noStates(std::int64_t chunks) { return States(static_cast<std::size_t>(levelCount(chunks) - 1)); }

}  // namespace

void deltaChunkForward(DeltaHead& head, std::int64_t chunk) {
  const std::int64_t chunks = chunkCount(head, chunk);
  States states = noStates(chunks);
  head.o.assign(static_cast<std::size_t>(head.length * head.valueDim), 0);
  for (std::int64_t i = 0; i < chunks; ++i) {
    Chunk current(head, i, chunk);
    current.read(states);
    if (i + 1 < chunks) current.advance(states);
  }
}

// The states of every stretch of about sqrt(N) chunks are computed again from those at its start.
void deltaChunkBackward(DeltaHead& head, std::int64_t chunk) {
  const std::int64_t chunks = chunkCount(head, chunk);
  const auto stretch = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(chunks))));
  std::vector<States> starts;
  States states = noStates(chunks);
  for (std::int64_t i = 0; i < chunks; ++i) {
    if (i % stretch == 0) starts.push_back(states);
    if (i + 1 < chunks) Chunk(head, i, chunk).advance(states);
  }
  States gradients = noStates(chunks);
  for (std::int64_t part = static_cast<std::int64_t>(starts.size()) - 1; part >= 0; --part) {
    const std::int64_t begin = part * stretch, end = std::min(chunks, begin + stretch);
    std::vector<States> inside{std::move(starts[static_cast<std::size_t>(part)])};
    std::vector<Chunk> built;
    for (std::int64_t i = begin; i < end; ++i) {
      built.emplace_back(head, i, chunk);
      if (i + 1 == end) break;
      inside.push_back(inside.back());
      built.back().advance(inside.back());
    }
    for (std::int64_t i = end - 1; i >= begin; --i)
      built[static_cast<std::size_t>(i - begin)].backward(inside[static_cast<std::size_t>(i - begin)], gradients);
  }
}

}  // namespace fenwick::kernels
