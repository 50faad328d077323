// A step that the memory does not do: told, nothing of it held afterwards, and a smaller run works. On the GPU `selftest --device cuda` has the
// same check.

#include <malloc.h>
#include <sys/resource.h>

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "model/config/presets.h"
#include "model/training/training_run.h"

using namespace fenwick::model;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;
const DeviceOptions kTwoThreads{"cpu", 2};

Config configOf(std::int64_t batch) {
  Config config = presetConfig("mqar-quick");
  const std::pair<const char*, Json> settings[] = {{"task.examples", 0},       {"task.validationExamples", 8}, {"train.batch", batch},
                                                   {"train.steps", 3},         {"train.stopAt", 0},            {"train.snapshotSamples", 1},
                                                   {"train.evaluateEvery", 3}, {"model.width", 64}};
  for (const auto& [path, value] : settings)
    if (!config.set(path, value).empty()) throw std::logic_error(path);
  return config;
}

std::size_t bytesInUse() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

std::size_t addressSpace() {
  std::ifstream status("/proc/self/statm");
  std::size_t pages = 0;
  status >> pages;
  return pages * 4096;
}

// For as long as it lives the process gets no more than `more` bytes of address space.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t more) {
    getrlimit(RLIMIT_AS, &m_before);
    rlimit limit = m_before;
    limit.rlim_cur = addressSpace() + more;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &m_before); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit m_before{};
};

void train(const fs::path& folder, std::int64_t batch) {
  const auto run = TrainingRun::create(configOf(batch), folder, kTwoThreads);
  while (run->step()) {
  }
  QCOMPARE(run->info().state, RunState::Finished);
}

}  // namespace

class OutOfMemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
#ifdef FENWICK_UNDER_SANITIZERS
    QSKIP("the sanitizers reserve more address space than a limit can take away");
#endif
  }

  void nothingIsHeldAfterItAndASmallerRunWorks() {
    const QTemporaryDir dir;
    const fs::path folder = dir.path().toStdString();
    train(folder / "first", 16);  // threads, libraries and their buffers are there
    const std::size_t before = bytesInUse();
    const MemoryLimit limit(400 * kMegabyte);
    for (const char* name : {"large", "large again"}) {
      auto run = TrainingRun::create(configOf(20000), folder / name, kTwoThreads);
      QVERIFY_EXCEPTION_THROWN(run->step(), std::exception);
      QVERIFY(bytesInUse() > before);
      run.reset();
      const std::size_t after = bytesInUse();
      QVERIFY2(after < before + 4 * kMegabyte, qPrintable(QStringLiteral("%1 bytes more are held").arg(after - before)));
    }
    train(folder / "small", 16);
  }
};

QTEST_APPLESS_MAIN(OutOfMemoryTest)
#include "out_of_memory_test.moc"
