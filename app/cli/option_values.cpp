#include "app/cli/option_values.h"

#include <algorithm>

#include "model/config/words.h"

namespace fenwick::cli {

void checkWord(const char* option, const std::string& word, const std::vector<std::string>& words, std::vector<model::Problem>& problems) {
  if (std::find(words.begin(), words.end(), word) != words.end()) return;
  problems.push_back({option, "must be " + model::joinWords(words) + ", got " + word + model::nearestHint(word, words)});
}

void readCount(const char* option, const std::string& text, std::int64_t most, std::int64_t& value, std::vector<model::Problem>& problems) {
  if (text.empty()) return;
  const auto number = model::parseInteger(text);
  if (number && *number >= 1 && *number <= most) {
    value = *number;
    return;
  }
  const std::string nearest = !number ? "" : "; the nearest permitted value is " + std::to_string(*number < 1 ? 1 : most);
  problems.push_back({option, "must be a whole number between 1 and " + std::to_string(most) + ", got " + text + nearest});
}

std::optional<std::int64_t> readIndex(const char* option, const std::string& text, std::vector<model::Problem>& problems) {
  if (text.empty()) return {};
  const auto number = model::parseInteger(text);
  if (!number || *number < 0) problems.push_back({option, "must be a whole number of at least 0, got " + text});
  return number;
}

std::vector<std::int64_t> readLengths(const std::string& text, std::vector<model::Problem>& problems) {
  std::vector<std::int64_t> lengths;
  for (std::size_t begin = 0; !text.empty() && begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const auto length = model::parseInteger(part);
    if (length && *length >= 1) {
      lengths.push_back(*length);
    } else {
      problems.push_back({"--lengths", "must be whole numbers of at least 1 with commas between, such as 128,256; got \"" + part + "\""});
    }
    begin = end + 1;
  }
  return lengths;
}

}  // namespace fenwick::cli
