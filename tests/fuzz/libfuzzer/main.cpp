// libFuzzer's side of one kind of file, named by FENWICK_FUZZ_KIND when it is built. A Broken property ends it as a crash does.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "tests/fuzz/kinds.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using namespace fenwick::fuzz;

const Kind& chosen() {
  static const Kind& one = kind(FENWICK_FUZZ_KIND);
  return one;
}

Scratch& scratch() {
  static Scratch folder;
  return folder;
}

std::string mutated(const std::string& text) {
  std::string changed = text;
  changed.resize(text.size() + 64);
  changed.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(changed.data()), text.size(), changed.size()));
  return changed;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen().read(std::string(reinterpret_cast<const char*>(data), size), scratch().cleared());
  return 0;
}

// Every second change is made behind the checksums, which damage alone never passes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (chosen().changeInside != nullptr && seed % 2 == 0) {
    try {
      const std::string changed =
          chosen().changeInside(std::string(reinterpret_cast<const char*>(data), size), mutated, seed / 2, scratch().cleared());
      if (changed.size() <= most) {
        std::memcpy(data, changed.data(), changed.size());
        return changed.size();
      }
    } catch (const std::exception&) {
      // No such file any more.
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}
