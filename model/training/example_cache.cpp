#include "model/training/example_cache.h"

#include <algorithm>

namespace fenwick::model {

ExampleCache::ExampleCache(const TaskData& data, Split split, std::int64_t tokenLimit)
    : m_data(data), m_split(split), m_length(data.length()) {
  const std::int64_t examples = data.examples(split);
  if (examples > tokenLimit / std::max<std::int64_t>(m_length, 1)) return;
  const auto tokens = static_cast<std::size_t>(examples * m_length);
  m_known.assign(static_cast<std::size_t>(examples), 0);
  m_inputs.resize(tokens);
  m_targets.resize(tokens);
  m_roles.resize(tokens);
}

void ExampleCache::fill(std::span<const std::int64_t> indices, TokenBatch& batch) {
  if (m_known.empty()) {
    m_data.fill(m_split, indices, batch);
    return;
  }
  batch.rows = static_cast<std::int64_t>(indices.size());
  batch.length = m_length;
  const auto length = static_cast<std::size_t>(m_length);
  batch.inputs.resize(indices.size() * length);
  batch.targets.resize(indices.size() * length);
  batch.roles.resize(indices.size() * length);
  for (std::size_t row = 0; row < indices.size(); ++row) {
    const auto example = static_cast<std::size_t>(indices[row]);
    const std::size_t kept = example * length, here = row * length;
    if (!m_known[example]) {
      m_data.fill(m_split, indices.subspan(row, 1), m_drawn);
      std::transform(m_drawn.inputs.begin(), m_drawn.inputs.end(), m_inputs.begin() + static_cast<std::ptrdiff_t>(kept),
                     [](std::int64_t token) { return static_cast<std::int32_t>(token); });
      std::transform(m_drawn.targets.begin(), m_drawn.targets.end(), m_targets.begin() + static_cast<std::ptrdiff_t>(kept),
                     [](std::int64_t token) { return static_cast<std::int32_t>(token); });
      std::copy(m_drawn.roles.begin(), m_drawn.roles.end(), m_roles.begin() + static_cast<std::ptrdiff_t>(kept));
      m_known[example] = 1;
    }
    std::copy_n(m_inputs.begin() + static_cast<std::ptrdiff_t>(kept), length, batch.inputs.begin() + static_cast<std::ptrdiff_t>(here));
    std::copy_n(m_targets.begin() + static_cast<std::ptrdiff_t>(kept), length, batch.targets.begin() + static_cast<std::ptrdiff_t>(here));
    std::copy_n(m_roles.begin() + static_cast<std::ptrdiff_t>(kept), length, batch.roles.begin() + static_cast<std::ptrdiff_t>(here));
  }
}

}  // namespace fenwick::model
