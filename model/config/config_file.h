#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "model/config/config.h"

namespace fenwick::model {

constexpr std::size_t kLargestConfigBytes = 1u << 20;
constexpr std::size_t kMostFaults = 100;  // as many are told of one file; more help nobody

// JSON as a person or a program wrote it. What is no JSON, a key that stands twice, a number that no double holds and text that is
// not UTF-8 are told in plain words with `name`, line and column; nothing is returned then.
std::optional<Json> parseJson(std::string_view text, std::string_view name, std::vector<Problem>& problems);

// The tree of a configuration file as it stands, or nothing with the reason in `problems`.
std::optional<Json> parseConfigFile(const std::filesystem::path& path, std::vector<Problem>& problems);

// A config.json: at most kLargestConfigBytes. Where it cannot be read at all the defaults come back, with the reason in `problems`.
Config readConfigFile(const std::filesystem::path& path, std::vector<Problem>& problems);

}  // namespace fenwick::model
