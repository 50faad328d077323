#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/io/tensor_file.h"

namespace fenwick::model {

// What the readers and writers of tensor files share.

// The number of entries; nothing for a negative extent or where the bytes could not be counted in 63 bits.
std::optional<std::int64_t> entryCount(const std::vector<std::int64_t>& shape);

// Throws std::invalid_argument unless `bytes` holds exactly what type and shape say.
void checkTensor(const std::string& name, const HostTensor& tensor);

}  // namespace fenwick::model
