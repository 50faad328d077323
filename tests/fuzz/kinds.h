#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

// Every kind of file that the product reads, each with what must hold for any bytes whatever: a message or a sound result, never a crash,
// never content that its checksum speaks against. The Qt Test damages the seeds in seeded ways; libfuzzer/ searches for hours.
namespace fenwick::fuzz {

// A property does not hold. Not a std::runtime_error, which is how a file is refused.
class Broken : public std::exception {
 public:
  explicit Broken(std::string what) : m_what(std::move(what)) {}
  const char* what() const noexcept override { return m_what.c_str(); }

 private:
  std::string m_what;
};

using Change = std::function<std::string(const std::string&)>;

struct Kind {
  const char* name;  // also the folder of its seeds: tests/fuzz/corpus/NAME
  // Reads a file of these bytes in an empty `folder` as the product does. Returns whether it was taken; throws Broken.
  bool (*read)(const std::string& bytes, const std::filesystem::path& folder);
  // Changes a part that a checksum guards, and makes the checksum fit again; null where there is none. Throws for bytes that are no such file.
  std::string (*changeInside)(const std::string& bytes, const Change& change, unsigned choice, const std::filesystem::path& folder);
};

const std::vector<Kind>& kinds();
const Kind& kind(const std::string& name);  // throws std::out_of_range

// A folder in memory where the system has one, removed at the end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // Empty again.
  const std::filesystem::path& cleared();

 private:
  std::filesystem::path m_path;
};

}  // namespace fenwick::fuzz
