#include "model/analysis/queries.h"

#include <bit>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>

namespace fenwick::model {
namespace {

// One row of a batch, with what its queries look for.
class Example {
 public:
  Example(const TokenBatch& batch, std::int64_t row) : m_batch(batch), m_begin(row * batch.length) {
    for (std::int64_t t = 0; t < batch.length; ++t) {
      if (role(t) == Role::Key) ++m_pairs;
      if (role(t) == Role::Value || role(t) == Role::Data) m_items.push_back(t);
    }
    m_length = batch.length;
    while (m_length > 0 && role(m_length - 1) == Role::Blank && target(m_length - 1) == kIgnored) --m_length;
  }

  std::size_t at(std::int64_t t) const { return static_cast<std::size_t>(m_begin + t); }
  std::int64_t token(std::int64_t t) const { return m_batch.inputs[at(t)]; }
  std::int64_t target(std::int64_t t) const { return m_batch.targets[at(t)]; }
  Role role(std::int64_t t) const { return static_cast<Role>(m_batch.roles[at(t)]); }

  std::optional<Query> queryAt(std::int64_t t) const {
    if (target(t) == kIgnored) return {};
    for (std::size_t i = m_items.size(); i-- > 0;) {
      if (m_items[i] >= t || token(m_items[i]) != target(t)) continue;
      Query query;
      query.position = t;
      query.answer = m_items[i];
      query.item = static_cast<std::int64_t>(i);
      query.pairs = m_pairs;
      query.length = m_length;
      query.conflict = isAskedElsewhere(t);
      return query;
    }
    return {};
  }

 private:
  bool isAskedElsewhere(std::int64_t t) const {
    if (role(t) != Role::Query) return false;
    for (std::int64_t s = 0; s < t; ++s)
      if (token(s) == token(t) && role(s) != Role::Key) return true;
    return false;
  }

  const TokenBatch& m_batch;
  std::int64_t m_begin;
  std::int64_t m_pairs = 0, m_length = 0;
  std::vector<std::int64_t> m_items;
};

using Key = std::tuple<std::int64_t, std::int64_t, std::string>;  // order, then label

std::string atLeast(std::int64_t first, std::int64_t last) {
  return first == last ? std::to_string(first) : std::to_string(first) + "–" + std::to_string(last);
}

Key keyOf(const Query& query, const std::string& by) {
  if (by == "pair") return {query.item, 0, std::to_string(query.item)};
  if (by == "level") return {query.level(), 0, std::to_string(query.level())};
  if (by == "conflict") return {query.conflict, 0, query.conflict ? "yes" : "no"};
  if (by == "size") {
    const std::string pairs = query.pairs > 0 ? "k " + std::to_string(query.pairs) + ", " : "";
    return {query.pairs, query.length, pairs + "T " + std::to_string(query.length)};
  }
  const auto first = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(query.distance())));
  return {first, 0, atLeast(first, 2 * first - 1)};
}

}  // namespace

std::vector<Query> queriesOf(const TokenBatch& batch, std::span<const std::uint8_t> correct, std::span<const float> targetLogProb) {
  std::vector<Query> queries;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    const Example example(batch, row);
    for (std::int64_t t = 0; t < batch.length; ++t) {
      std::optional<Query> query = example.queryAt(t);
      if (!query) continue;
      query->sample = row;
      query->correct = correct[example.at(t)] != 0;
      query->loss = -static_cast<double>(targetLogProb[example.at(t)]);
      queries.push_back(*query);
    }
  }
  return queries;
}

const std::vector<std::string>& sliceKinds() {
  static const std::vector<std::string> kinds = {"pair", "distance", "level", "conflict", "size"};
  return kinds;
}

std::vector<Slice> slices(const std::vector<Query>& queries, const std::string& by) {
  bool known = false;
  for (const std::string& kind : sliceKinds()) known = known || kind == by;
  if (!known) throw std::invalid_argument("queries cannot be sliced by " + by);
  std::map<Key, Slice> found;
  for (const Query& query : queries) {
    const Key key = keyOf(query, by);
    Slice& slice = found[key];
    slice.label = std::get<std::string>(key);
    slice.loss += query.loss;
    slice.correct += query.correct;
    ++slice.queries;
  }
  std::vector<Slice> result;
  for (auto& [key, slice] : found) {
    slice.loss /= static_cast<double>(slice.queries);
    result.push_back(std::move(slice));
  }
  return result;
}

}  // namespace fenwick::model
