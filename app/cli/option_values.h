#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"

namespace fenwick::cli {

// Values of options as they were typed; what is wrong with one becomes a problem that names the option, the limit and the nearest
// permitted value.

void checkWord(const char* option, const std::string& word, const std::vector<std::string>& words, std::vector<model::Problem>& problems);

// A whole number between 1 and `most`. `value` stays as it is where nothing was typed or it was wrong.
void readCount(const char* option, const std::string& text, std::int64_t most, std::int64_t& value, std::vector<model::Problem>& problems);

// A whole number of at least 0; nothing where nothing was typed or it was wrong.
std::optional<std::int64_t> readIndex(const char* option, const std::string& text, std::vector<model::Problem>& problems);

// --lengths: whole numbers of at least 1 with commas between; none where nothing was typed.
std::vector<std::int64_t> readLengths(const std::string& text, std::vector<model::Problem>& problems);

}  // namespace fenwick::cli
