#include "model/config/config_file.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "model/config/words.h"
#include "model/io/durable_file.h"

namespace fenwick::model {
namespace {

struct Place {
  std::size_t line = 1;
  std::size_t column = 1;  // in characters
};

Place placeOf(std::string_view text, std::size_t offset) {
  Place place;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    if (text[i] == '\n') {
      ++place.line;
      place.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++place.column;
    }
  }
  return place;
}

std::string placeText(std::string_view name, Place place) {
  return std::string(name) + ": line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": ";
}

// The byte that ends the longest valid UTF-8 beginning.
std::size_t firstInvalidByte(std::string_view text) {
  std::size_t good = 0;
  while (good < text.size()) {
    std::size_t length = 1;
    while (length <= 4 && good + length <= text.size() && !isUtf8(text.substr(good, length))) ++length;
    if (length > 4 || good + length > text.size()) return good;
    good += length;
  }
  return good;
}

// The parser tells the end of the token that it could not take; people look for its beginning.
std::size_t tokenStart(std::string_view text, std::size_t end) {
  const auto isWord = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '+' || c == '-' || c == '_';
  };
  std::size_t start = end;
  if (text[end] == '"') {
    const auto escaped = [&](std::size_t quote) {
      std::size_t slashes = 0;
      while (slashes < quote && text[quote - 1 - slashes] == '\\') ++slashes;
      return slashes % 2 == 1;
    };
    while (start > 0 && (start == end || text[start] != '"' || escaped(start))) --start;
  } else if (isWord(text[end])) {
    while (start > 0 && isWord(text[start - 1])) --start;
  }
  return start;
}

std::string tokenText(std::string_view text, std::size_t start, std::size_t end) {
  const unsigned char byte = static_cast<unsigned char>(text[start]);
  if (byte < 0x20 || byte == 0x7F) return "a control character";
  end = std::min(end + 1, start + 24);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return std::string(text.substr(start, end - start));
}

std::string syntaxFault(std::string_view text, std::size_t offset, std::string_view name) {
  constexpr const char* kBlank = " \t\r\n";
  if (text.find_first_not_of(kBlank) == std::string_view::npos) return std::string(name) + ": the file is empty";
  if (text.find_first_not_of(kBlank, offset) == std::string_view::npos) {
    return placeText(name, placeOf(text, text.size())) + "the text ends before the JSON is complete";
  }
  const std::size_t start = tokenStart(text, offset);
  return placeText(name, placeOf(text, start)) + "this is not JSON from " + tokenText(text, start, offset) +
         " on (a comma, quote or bracket may be missing before it)";
}

constexpr std::size_t kDeepestTold = 20;
constexpr std::size_t kDeepestNesting = 200;  // trees are copied and written by recursion; nothing of ours is nested deeper than 5

// Goes over a text before a tree is made of it: syntax, depth, and keys that stand twice in one object, of which a tree keeps one.
class TextChecker : public nlohmann::json_sax<Json> {
 public:
  std::vector<std::string> duplicates;
  bool tooDeep = false, tooLarge = false;
  std::size_t errorByte = 0;  // counted from 1, as the parser does

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(Json::binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    if (!m_open.back().keys.insert(name).second && duplicates.size() < kMostFaults) duplicates.push_back(prefix() + name);
    m_open.back().current = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    errorByte = position;
    tooLarge = dynamic_cast<const Json::out_of_range*>(&error) != nullptr;
    return false;
  }

 private:
  struct Level {
    std::set<std::string> keys;
    std::string current;  // empty in a list
  };
  bool open() {
    m_open.emplace_back();
    tooDeep = m_open.size() > kDeepestNesting;
    return !tooDeep;
  }
  bool close() {
    m_open.pop_back();
    return true;
  }
  std::string prefix() const {
    if (m_open.size() > kDeepestTold) return "…";
    std::string text;
    for (std::size_t i = 0; i + 1 < m_open.size(); ++i)
      if (!m_open[i].current.empty()) text += m_open[i].current + ".";
    return text;
  }
  std::vector<Level> m_open;
};

}  // namespace

std::optional<Json> parseJson(std::string_view text, std::string_view name, std::vector<Problem>& problems) {
  if (!isUtf8(text)) {
    const std::size_t offset = firstInvalidByte(text);
    problems.push_back({"", placeText(name, placeOf(text, offset)) + "byte " + std::to_string(offset + 1) + " is not valid UTF-8"});
    return {};
  }
  // Checked first: a tree that is made under a callback takes quadratic time for a list of objects.
  TextChecker checker;
  if (Json::sax_parse(text, &checker)) {
    for (const std::string& key : checker.duplicates) problems.push_back({key, std::string(name) + ": stands twice; leave one of them"});
    if (!checker.duplicates.empty()) return {};
    return Json::parse(text);
  }
  if (checker.tooDeep) {
    problems.push_back({"", std::string(name) + ": is nested deeper than " + std::to_string(kDeepestNesting) + " levels"});
  } else if (checker.tooLarge) {
    problems.push_back({"", std::string(name) + ": holds a number that is too large for a 64-bit floating-point number"});
  } else {
    problems.push_back({"", syntaxFault(text, checker.errorByte > 0 ? checker.errorByte - 1 : 0, name)});
  }
  return {};
}

std::optional<Json> parseConfigFile(const std::filesystem::path& path, std::vector<Problem>& problems) {
  try {
    return parseJson(readText(path, kLargestConfigBytes), path.string(), problems);
  } catch (const std::runtime_error& error) {
    problems.push_back({"", error.what()});
    return {};
  }
}

Config readConfigFile(const std::filesystem::path& path, std::vector<Problem>& problems) {
  const std::optional<Json> tree = parseConfigFile(path, problems);
  return tree ? Config::fromJson(*tree, problems) : Config();
}

}  // namespace fenwick::model
