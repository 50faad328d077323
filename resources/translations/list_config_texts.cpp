#include <fstream>
#include <iostream>

#include "app/core/config_words.h"

// Writes what settings, presets and kinds say of themselves as a source file for lupdate: config_texts FILE.
int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: config_texts FILE\n";
    return 2;
  }
  std::ofstream out(arguments[1]);
  for (const std::string& text : fenwick::app::configTexts()) {
    out << "QT_TRANSLATE_NOOP(\"config\", \"";
    for (const char letter : text) {
      if (letter == '"' || letter == '\\') out << '\\';
      out << letter;
    }
    out << "\")\n";
  }
  return out.flush() ? 0 : 1;
}
