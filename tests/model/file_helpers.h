#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

// Shared by the tests of files and run folders.

namespace fenwick::testing {

// A folder of its own, with a name that is not ASCII, deleted at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : m_path(std::filesystem::path(m_folder.path().toStdString()) / "Läufe" / "λ 実験") {
    std::filesystem::create_directories(m_path);
  }
  const std::filesystem::path& path() const { return m_path; }
  std::filesystem::path operator/(const std::string& name) const { return m_path / name; }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_path)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  QTemporaryDir m_folder;
  std::filesystem::path m_path;
};

inline std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void put(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::remove(
      path);  // a file that is cut to nothing and written again is flushed by some file systems, which takes time
  std::ofstream(path, std::ios::binary) << content;
}

// What `action` throws: "" for nothing, "(another type) …" where it is not an Expected.
template <class Expected>
std::string fault(const std::function<void()>& action) {
  try {
    action();
    return {};
  } catch (const Expected& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("(another type) ") + error.what();
  }
}

}  // namespace fenwick::testing

// The text holds the part; both are shown where it does not.
#define VERIFY_HOLDS(text, part)                                               \
  do {                                                                         \
    const std::string heldText = (text), heldPart = (part);                    \
    QVERIFY2(heldText.find(heldPart) != std::string::npos,                     \
             ("'" + heldText + "' does not hold '" + heldPart + "'").c_str()); \
  } while (false)
