// TensorBoard records: what is written, followed as it grows, and read around damage. TensorBoard itself reads them in python_readers_test.

#include "model/io/event_log.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>

#include "model/io/checksum.h"
#include "model/io/event_record.h"
#include "tests/model/file_helpers.h"

using namespace fenwick::model;
using namespace fenwick::testing;
namespace fs = std::filesystem;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool same(const Scalar& a, const Scalar& b) {
  return a.tag == b.tag && a.step == b.step && a.wallTime == b.wallTime &&
         (a.value == b.value || (std::isnan(a.value) && std::isnan(b.value)));
}
bool same(const std::vector<Scalar>& a, const std::vector<Scalar>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Scalar& x, const Scalar& y) { return same(x, y); });
}

// Values that a float holds exactly, tags of several lengths.
std::vector<Scalar> scalars(std::int64_t first, std::int64_t count) {
  const char* tags[] = {"train/loss", "valid/accuracy", "perf/steps_per_second"};
  std::vector<Scalar> made;
  for (std::int64_t step = first; step < first + count; ++step) {
    made.push_back({tags[step % 3], step, 1.7e9 + 0.125 * static_cast<double>(step), static_cast<double>(step) / 64});
  }
  return made;
}

std::string framed(const std::vector<Scalar>& written) {
  std::string records;
  for (const Scalar& scalar : written) records += framedRecord(scalarEvent(scalar));
  return records;
}

// A folder with one event file of known content.
struct OneFile {
  TemporaryFolder folder;
  fs::path path = folder / "events.out.tfevents.0000000001.host";
  std::vector<Scalar> written = scalars(1, 12);
  std::string version = framedRecord(versionEvent(1.7e9));
  std::string whole = version + framed(written);

  std::size_t start(std::size_t record) const {  // of the file: 0 is the version
    return record == 0
               ? 0
               : version.size() +
                     framed({written.begin(), written.begin() + static_cast<std::ptrdiff_t>(record - 1)}).size();
  }
};

}  // namespace

class EventLogTest : public QObject {
  Q_OBJECT

 private slots:
  // The first record of every file TensorBoard writes: length 24, its checksum, time 0, "brain.Event:2".
  void aRecordIsFramedAsTensorBoardDoes() {
    const std::string record = framedRecord(versionEvent(0));
    const std::string head("\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22", 12);
    QCOMPARE(record.substr(0, 12), head);
    QCOMPARE(record.substr(12, 24), std::string("\x09\0\0\0\0\0\0\0\0\x1a\x0d"
                                                "brain.Event:2",
                                                24));
    QCOMPARE(record.size(), std::size_t{24} + kRecordOverhead);
  }

  void whatIsAppendedIsReadBackInOrder() {
    TemporaryFolder folder;
    EventLogReader reader(folder.path());
    QVERIFY(reader.readNew().empty());
    EventLogWriter writer(folder.path());
    QVERIFY(reader.readNew().empty());
    const auto first = scalars(0, 5), second = scalars(5, 100);
    writer.append(first);
    QVERIFY(same(reader.readNew(), first));
    writer.append({});
    QVERIFY(reader.readNew().empty());
    writer.append(second);
    writer.sync();
    QVERIFY(same(reader.readNew(), second));
    QCOMPARE(reader.gaps(), std::int64_t{0});
    QCOMPARE(reader.lostBytes(), std::int64_t{0});
  }

  void valuesAreRoundedToFloatAndNothingElseIsChanged() {
    TemporaryFolder folder;
    EventLogWriter writer(folder.path());
    const std::vector<Scalar> written = {{"nan", 1, 0.5, kNaN},
                                         {"inf", 2, -1, kInfinity},
                                         {"-inf", 3, 1e-300, -kInfinity},
                                         {"λ/größe", -4, 1.7e9 + 1e-6, 0.1},
                                         {"", INT64_MAX, 0, -0.0},
                                         {std::string(70'000, 't'), INT64_MIN, 0, 1e-40},
                                         {"huge", 0, 0, 1e300}};
    writer.append(written);
    const auto read = EventLogReader(folder.path()).readNew();
    QCOMPARE(read.size(), written.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
      Scalar expected = written[i];
      expected.value = static_cast<float>(expected.value);
      QVERIFY2(same(read[i], expected), read[i].tag.c_str());
    }
    QVERIFY(std::signbit(read[4].value));
  }

  void aFileThatGrowsByteByByteIsFollowedWithoutGapOrDouble() {
    OneFile one;
    EventLogReader reader(one.folder.path());
    std::vector<Scalar> read;
    std::ofstream out(one.path, std::ios::binary);
    for (const char byte : one.whole) {
      out << byte << std::flush;
      for (Scalar& scalar : reader.readNew()) read.push_back(std::move(scalar));
      QCOMPARE(reader.gaps(), std::int64_t{0});
    }
    QVERIFY(same(read, one.written));
  }

  void aCutFileGivesItsWholeRecords() {
    OneFile one;
    for (std::size_t length = 0; length < one.whole.size(); ++length) {
      put(one.path, one.whole.substr(0, length));
      EventLogReader reader(one.folder.path());
      const auto read = reader.readNew();
      std::size_t expected = 0;
      while (expected < one.written.size() && one.start(expected + 2) <= length) ++expected;
      QVERIFY(same(read, {one.written.begin(), one.written.begin() + static_cast<std::ptrdiff_t>(expected)}));
      QCOMPARE(reader.gaps(), std::int64_t{0});
    }
  }

  // Wherever one byte changes, that record is left out, all others are read, and one gap of its size is told.
  void oneChangedByteCostsOneRecordAndIsTold() {
    OneFile one;
    std::size_t record = 0;
    for (std::size_t i = 0; i < one.whole.size(); ++i) {
      record += one.start(record + 1) == i ? 1 : 0;
      for (const int flip : {0x01, 0x80, 0xFF}) {
        std::string changed = one.whole;
        changed[i] = static_cast<char>(changed[i] ^ flip);
        put(one.path, changed);
        EventLogReader reader(one.folder.path());
        auto expected = one.written;
        if (record > 0) expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(record - 1));
        QVERIFY2(same(reader.readNew(), expected), qPrintable(QString("byte %1").arg(i)));
        QCOMPARE(reader.gaps(), std::int64_t{1});
        QCOMPARE(reader.lostBytes(), static_cast<std::int64_t>(one.start(record + 1) - one.start(record)));
      }
    }
  }

  void missingAndForeignBytesInTheMiddleArePassedOver() {
    OneFile one;
    const std::size_t cut = one.start(4);
    for (const std::string& foreign :
         {std::string(5000, '\0'), std::string(100'000, '\xff'), std::string("x"), one.whole.substr(3, 40)}) {
      put(one.path, one.whole.substr(0, cut) + foreign + one.whole.substr(cut));
      EventLogReader reader(one.folder.path());
      QVERIFY(same(reader.readNew(), one.written));
      QCOMPARE(reader.gaps(), std::int64_t{1});
      QCOMPARE(reader.lostBytes(), static_cast<std::int64_t>(foreign.size()));
    }
    for (std::size_t lost = 1; lost < one.start(5) - cut; ++lost) {
      put(one.path, one.whole.substr(0, cut) + one.whole.substr(cut + lost));
      EventLogReader reader(one.folder.path());
      auto expected = one.written;
      expected.erase(expected.begin() + 3);
      QVERIFY(same(reader.readNew(), expected));
      QCOMPARE(reader.gaps(), std::int64_t{1});
    }
  }

  void aDamagedEndIsToldAtOnceAndCountedOnceWhenRecordsFollow() {
    OneFile one;
    const std::string rest = framed(scalars(20, 2));
    put(one.path, one.whole + std::string(30, 'x'));
    EventLogReader reader(one.folder.path());
    QVERIFY(same(reader.readNew(), one.written));
    QCOMPARE(reader.gaps(), std::int64_t{1});
    QCOMPARE(reader.lostBytes(), std::int64_t{30});
    std::ofstream out(one.path, std::ios::binary | std::ios::app);
    std::vector<Scalar> read;
    for (const char byte : rest) {
      out << byte << std::flush;
      for (Scalar& scalar : reader.readNew()) read.push_back(std::move(scalar));
    }
    QVERIFY(same(read, scalars(20, 2)));
    QCOMPARE(reader.gaps(), std::int64_t{1});
    QCOMPARE(reader.lostBytes(), std::int64_t{30});
  }

  // Over a network the length of a file may be seen before its last bytes are.
  void anEndThatWasSeenBeforeItsContentIsReadOnceItIsThere() {
    OneFile one;
    const std::size_t half = one.start(6) + 5;
    put(one.path, one.whole.substr(0, half) + std::string(one.whole.size() - half, '\0'));
    EventLogReader reader(one.folder.path());
    QCOMPARE(reader.readNew().size(), std::size_t{5});
    std::fstream out(one.path, std::ios::binary | std::ios::in | std::ios::out);
    out << one.whole << framed(scalars(30, 1)) << std::flush;
    auto expected = scalars(6, 7);
    expected.push_back(scalars(30, 1).front());
    QVERIFY(same(reader.readNew(), expected));
    QCOMPARE(reader.gaps(), std::int64_t{0});
    QCOMPARE(reader.lostBytes(), std::int64_t{0});
  }

  void recordsBeyondOneBlockOfReadingAreReadWhole() {
    TemporaryFolder folder;
    std::vector<Scalar> written = scalars(0, 2);
    written.push_back({std::string(9'000'000, 'g'), 3, 0, 1});
    for (const Scalar& scalar : scalars(10, 160'000)) written.push_back(scalar);
    const std::string whole = framed(written);
    QVERIFY(whole.size() > 16'000'000);
    put(folder / "events.out.tfevents.1.h", whole);
    EventLogReader reader(folder.path());
    QVERIFY(same(reader.readNew(), written));
    // Damage at the head of the large one: the search goes through it.
    std::string changed = whole;
    changed[framed(scalars(0, 2)).size()] ^= 1;
    put(folder / "events.out.tfevents.1.h", changed);
    EventLogReader again(folder.path());
    written.erase(written.begin() + 2);
    QVERIFY(same(again.readNew(), written));
    QCOMPARE(again.gaps(), std::int64_t{1});
  }

  void severalFilesAreReadInTheOrderTheyWereMade() {
    TemporaryFolder folder;
    EventLogReader reader(folder.path());
    std::vector<Scalar> all;
    for (int file = 0; file < 4; ++file) {  // all within one second
      EventLogWriter writer(folder.path());
      const auto written = scalars(100 * file, 10);
      writer.append(written);
      all.insert(all.end(), written.begin(), written.end());
      QVERIFY(same(reader.readNew(), written));
    }
    QCOMPARE(folder.names().size(), std::size_t{4});
    QVERIFY(same(EventLogReader(folder.path()).readNew(), all));
  }

  void aNewFileComesAfterOnesFromALaterClock() {
    TemporaryFolder folder;
    put(folder / "events.out.tfevents.4000000000.host.1", framed(scalars(1, 1)));
    EventLogWriter writer(folder.path());
    writer.append(scalars(2, 1));
    QVERIFY(same(EventLogReader(folder.path()).readNew(), scalars(1, 2)));
    QCOMPARE(folder.names().back().substr(0, 31), std::string("events.out.tfevents.4000000001."));
  }

  void otherFilesAndSummariesAreLeftAlone() {
    TemporaryFolder folder;
    put(folder / "config.json", "{}");
    put(folder / ".events.out.tfevents.hidden", "x");
    fs::create_directory(folder / "lambda");
    // An image and a text beside a number, as other programs write them; and a message that is none.
    const std::string image = std::string("\x0a\x03img\x22\x02\x08\x01", 9),
                      number = std::string("\x0a\x01n\x15\0\0\x80\x3f", 8);
    std::string event("\x10\x05\x2a", 3);
    event += static_cast<char>(image.size() + number.size() + 4);
    event += "\x0a" + std::string(1, static_cast<char>(image.size())) + image + "\x0a" +
             std::string(1, static_cast<char>(number.size())) + number;
    put(folder / "events.out.tfevents.1.h", framedRecord(event) + framedRecord("\x0f") + framedRecord(""));
    EventLogReader reader(folder.path());
    QVERIFY(same(reader.readNew(), {{"n", 5, 0, 1.0}}));
    QCOMPARE(reader.gaps(), std::int64_t{1});
    QVERIFY(EventLogReader(folder / "missing").readNew().empty());
  }

  void everyCutOfAMessageIsRefusedOrHarmless() {
    const std::string event = scalarEvent({"train/loss", 300, 1.5, 0.25});
    std::vector<Scalar> read;
    for (std::size_t length = 0; length < event.size(); ++length) {
      readEvent(std::as_bytes(std::span(event.data(), length)), read);
      QVERIFY(read.empty());
    }
    QVERIFY(readEvent(std::as_bytes(std::span(event)), read));
    QVERIFY(same(read, {{"train/loss", 300, 1.5, 0.25}}));
    for (std::size_t i = 0; i < event.size(); ++i) {
      for (int flip = 1; flip < 256; ++flip) {
        std::string changed = event;
        changed[i] = static_cast<char>(changed[i] ^ flip);
        readEvent(std::as_bytes(std::span(changed)), read);  // any answer, no fault of memory
      }
    }
  }

  void afterAFullDiskTheFileEndsWithAWholeRecordAndGoesOn() {
    TemporaryFolder folder;
    EventLogWriter writer(folder.path());
    writer.append(scalars(0, 10));
    const fs::path path = folder / folder.names().front();
    const auto before = fs::file_size(path);
    const auto handler = ::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    ::getrlimit(RLIMIT_FSIZE, &old);
    const rlimit limit{before + 100, old.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message = fault<std::runtime_error>([&] { writer.append(scalars(10, 10)); });
    ::setrlimit(RLIMIT_FSIZE, &old);
    ::signal(SIGXFSZ, handler);
    VERIFY_HOLDS(message, path.string() + ": cannot be written (100 of ");
    VERIFY_HOLDS(message, "File too large");
    QCOMPARE(fs::file_size(path), before);
    writer.append(scalars(10, 10));
    EventLogReader reader(folder.path());
    QVERIFY(same(reader.readNew(), scalars(0, 20)));
    QCOMPARE(reader.gaps(), std::int64_t{0});
  }

  void aDeletedFileOrFolderIsNoticed() {
    TemporaryFolder folder;
    EventLogWriter writer(folder.path());
    writer.append(scalars(0, 1));
    writer.sync();
    fs::remove(folder / folder.names().front());
    writer.append(scalars(1, 1));
    VERIFY_HOLDS(fault<std::runtime_error>([&] { writer.sync(); }), "has been deleted");
    VERIFY_HOLDS(fault<std::runtime_error>([&] { EventLogWriter(folder / "missing"); }), "No such file or directory");
  }

  // A file made of beginnings of records that each claim all of the rest: trying every claim would take some hundred thousand megabytes.
  void aFileMadeToBeSlowIsReadInBoundedTime() {
    TemporaryFolder folder;
    constexpr std::size_t kCount = 200'000;
    std::string content;
    for (std::size_t i = 0; i < kCount; ++i) {
      const std::uint64_t length = (kCount - i) * kRecordHeader - kRecordOverhead;
      const std::uint32_t plain = crc32c(std::as_bytes(std::span(&length, 1)));
      const std::uint32_t checksum = ((plain >> 15) | (plain << 17)) + 0xA282EAD8u;
      content.append(reinterpret_cast<const char*>(&length), 8).append(reinterpret_cast<const char*>(&checksum), 4);
    }
    put(folder / "events.out.tfevents.1.h", framed(scalars(0, 1)) + content);
    QElapsedTimer timer;
    timer.start();
    EventLogReader reader(folder.path());
    QCOMPARE(reader.readNew().size(), std::size_t{1});
    QVERIFY(reader.gaps() == 1);
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
  }

  void theLastStepOfEachTagIsItsLargest() {
    QVERIFY(lastSteps({}).empty());
    const auto steps = lastSteps({{"a", 3, 0, 0}, {"b", 1, 0, 0}, {"a", 7, 0, 0}, {"a", 5, 0, 0}});
    QCOMPARE(steps, (std::map<std::string, std::int64_t>{{"a", 7}, {"b", 1}}));
  }
};

QTEST_APPLESS_MAIN(EventLogTest)
#include "event_log_test.moc"
