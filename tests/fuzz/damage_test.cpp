// Everything that is read as a file, damaged in seeded ways: refused with a message or taken as it is, within memory, never against a checksum.
// FENWICK_DAMAGED says how many damaged files of each kind, FENWICK_SEED which. fuzz_KIND (tests/fuzz/libfuzzer) searches on.

#include <QTest>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "model/config/config_file.h"
#include "model/io/checksum.h"
#include "model/io/event_record.h"
#include "model/training/lambda_snapshot.h"
#include "tests/fuzz/kinds.h"
#include "tests/fuzz/memory_meter.h"

using namespace fenwick::fuzz;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMemoryBeside = std::size_t{64} << 20;  // what reading may take beside the file itself

int wanted(const char* variable, int otherwise) {
  const QByteArray text = qgetenv(variable);
  return text.isEmpty() ? otherwise : text.toInt();
}

std::string contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Damage {
 public:
  explicit Damage(unsigned seed) : m_random(seed) {}

  unsigned number() { return static_cast<unsigned>(m_random()); }
  std::string operator()(std::string bytes) {
    for (std::size_t times = 1 + below(4); times > 0; --times) once(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : m_random() % limit; }

  void once(std::string& bytes) {
    if (bytes.empty()) bytes = "{";
    const std::size_t place = below(bytes.size()), length = std::min(bytes.size() - place, 1 + below(24));
    switch (below(10)) {
      case 0: bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(8))); break;
      case 1: bytes[place] = "\x00\xff\x7f\x80"[below(4)]; break;
      case 2: bytes.resize(place); break;
      case 3: bytes.erase(place, length); break;
      case 4: bytes.insert(place, bytes.substr(below(bytes.size()), 1 + below(40))); break;
      case 5:
        for (std::size_t i = 0; i < length; ++i) bytes[place + i] = static_cast<char>(below(256));
        break;
      case 6: extremeNumber(bytes, place); break;
      case 7: extremeText(bytes, place); break;
      case 8: bytes.insert(place, std::string(1 + below(300), "[{\"\\0 ,"[below(7)])); break;
      default: std::swap(bytes[place], bytes[below(bytes.size())]); break;
    }
  }

  // A binary number at its limits.
  void extremeNumber(std::string& bytes, std::size_t place) {
    constexpr std::uint64_t numbers[] = {0, 1, 0x7F, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF};
    const std::uint64_t chosen = numbers[below(std::size(numbers))];
    const std::size_t size = std::min<std::size_t>(bytes.size() - place, std::size_t{1} << below(4));
    std::memcpy(bytes.data() + place, &chosen, size);
  }

  // The next number in the text, at its limits.
  void extremeText(std::string& bytes, std::size_t place) {
    const std::size_t begin = bytes.find_first_of("0123456789", place);
    if (begin == std::string::npos) return;
    const std::size_t end = std::min(bytes.find_first_not_of("0123456789.", begin), bytes.size());
    constexpr const char* numbers[] = {"0", "-1", "1e999", "9223372036854775807", "18446744073709551616", "0.5", "1000000000", "\"x\"", "null", "[]"};
    bytes.replace(begin, end - begin, numbers[below(std::size(numbers))]);
  }

  std::mt19937 m_random;
};

}  // namespace

class DamageTest : public QObject {
  Q_OBJECT

 private slots:
  void theSeedsAreTaken_data() { addKinds(); }
  void theSeedsAreTaken() {
    QFETCH(QString, name);
    for (const auto& [file, bytes] : seeds(name)) {
      const std::string broken = whatBreaks(name, bytes);
      QVERIFY2(broken.empty(), (file + ": " + broken).c_str());
      QVERIFY2(m_taken, (file + " was refused").c_str());
    }
  }

  void damagedFilesAreRefusedOrSound_data() { addKinds(); }
  void damagedFilesAreRefusedOrSound() {
    QFETCH(QString, name);
    const auto all = seeds(name);
    const int count = wanted("FENWICK_DAMAGED", 1500), seed = wanted("FENWICK_SEED", 1);
    Damage damage(static_cast<unsigned>(seed));
    int taken = 0;
    for (int i = 0; i < count; ++i) {
      const std::string& original = all[static_cast<std::size_t>(i) % all.size()].second;
      const std::string bytes = i % 2 == 0 ? damage(original) : insideOrDamaged(name, original, damage);
      const std::string broken = whatBreaks(name, bytes);
      QVERIFY2(broken.empty(), qPrintable(QString("file %1 of seed %2: %3%4").arg(i).arg(seed).arg(broken.c_str()).arg(kept(name, bytes))));
      taken += m_taken;
    }
    if (count >= 1000) {
      QVERIFY2(taken > 0, "nothing but refusals: the damage never came behind the first check");
      QVERIFY2(taken < count, "nothing was ever refused");
    }
  }

  void filesMadeToExhaustMemoryAreReadWithinIt_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* kind, const char* what, const std::string& bytes) {
      QTest::addRow("%s: %s", kind, what) << QString(kind) << QByteArray::fromStdString(bytes);
    };
    const auto repeated = [](const std::string& piece, std::size_t bytes) {
      std::string text;
      while (text.size() < bytes) text += piece;
      return text;
    };
    for (const char* text : {"config", "run", "preset"}) {
      row(text, "a long list", "[" + repeated("0,", 1'000'000) + "0]");
      row(text, "many objects", "[" + repeated("{},", 1'000'000) + "{}]");
      row(text, "many unknown settings", [] {
        std::string all = "{";
        for (int i = 0; i < 60'000; ++i) all += "\"x" + std::to_string(i) + "\":0,";
        return all + "\"y\":0}";
      }());
      row(text, "one key again and again", "{" + repeated("\"train\":{},", 1'000'000) + "\"task\":{}}");
      row(text, "deep", repeated("{\"a\":", 1'000'000));
      row(text, "more than is ever read", repeated("[0],", 40'000'000));
    }
    const std::uint64_t large = 99'000'000;
    row("checkpoint", "a header longer than the file", std::string(reinterpret_cast<const char*>(&large), 8) + "{}");
    const std::uint64_t claimed = std::uint64_t{1} << 29;
    const std::string framed = framedRecordOfLength(claimed);
    row("events", "a record longer than the file", framed);
    row("lock", "a long list", "[" + repeated("0,", 1'000'000) + "0]");
  }
  void filesMadeToExhaustMemoryAreReadWithinIt() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    const std::string broken = whatBreaks(name, bytes.toStdString());
    QVERIFY2(broken.empty(), broken.c_str());
  }

  void aSnapshotTakesHardlyMoreMemoryThanItsFile() {
    if (!metersMemory()) QSKIP("sanitizers have their own memory");
    fenwick::model::LambdaSnapshot snapshot;
    snapshot.layers = 2, snapshot.samples = 8, snapshot.length = 4096, snapshot.heads = 4, snapshot.levels = 13;
    const std::int64_t tokens = snapshot.samples * snapshot.length, gates = snapshot.layers * tokens * snapshot.heads;
    snapshot.lambda.assign(static_cast<std::size_t>(gates * snapshot.levels), 0.5f);
    snapshot.gate.assign(static_cast<std::size_t>(gates), -1);
    snapshot.tokens.assign(static_cast<std::size_t>(tokens), 3);
    snapshot.targets = snapshot.tokens;
    snapshot.roles.assign(static_cast<std::size_t>(tokens), 1);
    snapshot.correct = snapshot.roles;
    snapshot.targetLogProb.assign(static_cast<std::size_t>(tokens), -1);
    const fs::path path = m_scratch.cleared() / "large.npz";
    fenwick::model::writeLambdaSnapshot(path, snapshot);
    snapshot = {};
    resetPeak();
    const std::size_t before = bytesNow();
    const fenwick::model::LambdaSnapshot read = fenwick::model::readLambdaSnapshot(path);
    QCOMPARE(read.lambda.back(), 0.5f);
    const auto size = static_cast<std::size_t>(fs::file_size(path));
    QVERIFY(size > 10'000'000);
    QVERIFY2(peakSince() - before <= size + 1'000'000, qPrintable(QStringLiteral("%1 bytes for a file of %2").arg(peakSince() - before).arg(size)));
  }

  // Every part of what is told about damage is told by a reader that noticed: the meter itself notices too.
  void theMeterCounts() {
    if (!metersMemory()) QSKIP("sanitizers have their own memory");
    resetPeak();
    const std::size_t before = bytesNow();
    { const std::string large(std::size_t{100} << 20, 'x'); QVERIFY(!large.empty()); }
    QVERIFY(peakSince() - before >= std::size_t{100} << 20);
    QVERIFY(bytesNow() - before < 1000);
  }

 private:
  static std::string framedRecordOfLength(std::uint64_t length) {
    std::string header(reinterpret_cast<const char*>(&length), 8);
    const std::uint32_t sum = fenwick::model::crc32c(std::as_bytes(std::span(header)));
    const std::uint32_t masked = ((sum >> 15) | (sum << 17)) + 0xA282EAD8u;
    return header + std::string(reinterpret_cast<const char*>(&masked), 4) + std::string(100, 'x');
  }

  static void addKinds() {
    QTest::addColumn<QString>("name");
    for (const Kind& one : kinds()) QTest::newRow(one.name) << QString(one.name);
  }

  static std::vector<std::pair<std::string, std::string>> seeds(const QString& name) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& entry : fs::directory_iterator(fs::path(FENWICK_SOURCE_DIR) / "tests/fuzz/corpus" / name.toStdString()))
      all.emplace_back(entry.path().filename().string(), contentOf(entry.path()));
    std::sort(all.begin(), all.end());
    return all;
  }

  std::string insideOrDamaged(const QString& name, const std::string& original, Damage& damage) {
    const Kind& one = kind(name.toStdString());
    if (one.changeInside == nullptr) return damage(original);
    try {
      return one.changeInside(original, [&damage](const std::string& part) { return damage(part); }, damage.number(), m_scratch.cleared());
    } catch (const std::exception&) {
      return damage(original);  // such as a text that is no UTF-8 any more
    }
  }

  // Empty where everything holds; m_taken tells whether the file was.
  std::string whatBreaks(const QString& name, const std::string& bytes) {
    const Kind& one = kind(name.toStdString());
    const fs::path& folder = m_scratch.cleared();
    m_taken = false;
    resetPeak();
    const std::size_t before = bytesNow();
    try {
      m_taken = one.read(bytes, folder);
    } catch (const std::exception& error) {
      return error.what();
    }
    const std::size_t used = peakSince() - before;
    return used <= bytes.size() + kMemoryBeside ? "" : "took " + std::to_string(used) + " bytes of memory for " + std::to_string(bytes.size());
  }

  // Leaves the file for whoever looks into it, where a folder is given.
  static QString kept(const QString& name, const std::string& bytes) {
    const QByteArray folder = qgetenv("FENWICK_KEEP");
    if (folder.isEmpty()) return {};
    std::ofstream(fs::path(folder.toStdString()) / ("broken-" + name.toStdString()), std::ios::binary) << bytes;
    return "; kept in " + folder;
  }

  Scratch m_scratch;
  bool m_taken = false;
};

QTEST_APPLESS_MAIN(DamageTest)
#include "damage_test.moc"
