// Files that are replaced whole or not at all, and the thread that writes them.

#include "model/io/durable_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <future>
#include <stdexcept>

#include "tests/model/file_helpers.h"

using namespace fenwick::model;
using namespace fenwick::testing;
namespace fs = std::filesystem;

namespace {

// Files of this process may not grow beyond `bytes` for as long as the object lives: what a full disk looks like to a program.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    m_handler = ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &m_old);
    const rlimit limit{bytes, m_old.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &m_old);
    ::signal(SIGXFSZ, m_handler);
  }

 private:
  rlimit m_old{};
  void (*m_handler)(int) = nullptr;
};

}  // namespace

class DurableFileTest : public QObject {
  Q_OBJECT

 private slots:
  void whatIsWrittenIsReadBackAndNothingElseStays() {
    TemporaryFolder folder;
    const fs::path path = folder / "größe ∞.json";
    for (const std::string& text :
         {std::string("first"), std::string(), std::string(300'000, 'x') + std::string(1, '\0') + "end"}) {
      writeDurably(path, text);
      QCOMPARE(readText(path), text);
      QCOMPARE(folder.names(), std::vector<std::string>{"größe ∞.json"});
    }
  }

  void piecesAreWrittenOneAfterAnother() {
    TemporaryFolder folder;
    const std::string a = "ab", c = "cde";
    writeDurably(folder / "f", {std::as_bytes(std::span(a)), {}, std::as_bytes(std::span(c))});
    QCOMPARE(readText(folder / "f"), std::string("abcde"));
  }

  void aRelativePathWithoutFolderIsWrittenHere() {
    TemporaryFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    writeDurably("plain.txt", std::string_view("here"));
    fs::current_path(before);
    QCOMPARE(readText(folder / "plain.txt"), std::string("here"));
  }

  void aFullDiskLeavesTheOldContentAndSaysWhy() {
    TemporaryFolder folder;
    const fs::path path = folder / "run.json";
    writeDurably(path, std::string_view("the old content"));
    std::string message;
    {
      const FullDisk disk(1000);
      message = fault<std::runtime_error>([&] { writeDurably(path, std::string(5000, 'x')); });
    }
    VERIFY_HOLDS(message, path.string());
    VERIFY_HOLDS(message, "1000 of 5000 bytes");
    VERIFY_HOLDS(message, "File too large");
    QCOMPARE(readText(path), std::string("the old content"));
    QCOMPARE(folder.names(), std::vector<std::string>{"run.json"});
    writeDurably(path, std::string(5000, 'x'));  // room again
    QCOMPARE(readText(path).size(), std::size_t{5000});
  }

  void aDeviceIsWrittenToAndNeverReplaced() {
    const std::string message = fault<std::runtime_error>([] { writeDurably("/dev/full", std::string_view("text")); });
    VERIFY_HOLDS(message, "/dev/full");
    VERIFY_HOLDS(message, "No space left on device");
    writeDurably("/dev/null", std::string_view("text"));
    QVERIFY(fs::is_character_file("/dev/full"));
    QVERIFY(fs::is_character_file("/dev/null"));
  }

  void whatCannotBeWrittenIsToldByName() {
    TemporaryFolder folder;
    VERIFY_HOLDS(fault<std::runtime_error>([&] { writeDurably(folder / "no" / "such" / "file", std::string_view()); }),
                 "no/such/file: cannot be written");
    VERIFY_HOLDS(fault<std::runtime_error>([&] { writeDurably(folder.path(), std::string_view()); }), "is a folder");
    QVERIFY(folder.names().empty());
  }

  void aLinkIsFollowedAndStays() {
    TemporaryFolder folder;
    fs::create_directory(folder / "elsewhere");
    fs::create_symlink(fs::path("elsewhere") / "target", folder / "link");
    writeDurably(folder / "link", std::string_view("new"));  // the target is not there yet
    QVERIFY(fs::is_symlink(folder / "link"));
    QCOMPARE(readText(folder / "elsewhere" / "target"), std::string("new"));
    writeDurably(folder / "link", std::string_view("newer"));
    QVERIFY(fs::is_symlink(folder / "link"));
    QCOMPARE(readText(folder / "elsewhere" / "target"), std::string("newer"));
  }

  void accessRightsSurviveReplacing() {
    TemporaryFolder folder;
    writeDurably(folder / "secret", std::string_view("1"));
    fs::permissions(folder / "secret", fs::perms::owner_read | fs::perms::owner_write);
    writeDurably(folder / "secret", std::string_view("2"));
    QCOMPARE(static_cast<int>(fs::status(folder / "secret").permissions()), 0600);
  }

  // The child replaces a file over and over, each time with many copies of one letter, and tells each start; it is killed in the midst.
  void aKilledWriterLeavesOneWholeVersion() {
    TemporaryFolder folder;
    const fs::path path = folder / "checkpoint";
    writeDurably(path, std::string(100, 'a'));
    for (int round = 0; round < 20; ++round) {
      int pipe[2];
      QVERIFY(::pipe(pipe) == 0);
      const pid_t child = ::fork();
      if (child == 0) {
        for (int i = 0;; ++i) {
          const char letter = static_cast<char>('a' + i % 26);
          if (::write(pipe[1], &letter, 1) != 1) ::_exit(1);
          writeDurably(path, std::string(static_cast<std::size_t>(1 + i * 37'000 % 900'000), letter));
        }
      }
      ::close(pipe[1]);
      char letter;
      for (int i = 0; i <= round; ++i) QCOMPARE(::read(pipe[0], &letter, 1), ssize_t{1});
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
      ::close(pipe[0]);
      const std::string content = readText(path);
      QVERIFY(!content.empty());
      QCOMPARE(content.find_first_not_of(content.front()), std::string::npos);
      const std::size_t i = static_cast<std::size_t>(content.front() - 'a');
      QVERIFY(content.size() == 100 || (content.size() - 1) % 1000 == 0);
      QVERIFY(i < 26);
    }
    put(folder / ".hidden", "a file of the person");
    removeTemporaryFiles(folder.path());
    QCOMPARE(folder.names(), (std::vector<std::string>{".hidden", "checkpoint"}));
    removeTemporaryFiles(folder / "missing");
  }

  void readingRefusesWhatIsTooLargeMissingOrNoFile() {
    TemporaryFolder folder;
    put(folder / "large", std::string(101, 'x'));
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readText(folder / "large", 100); }),
                 "large: holds 101 bytes, more than the limit of 100");
    QCOMPARE(readText(folder / "large", 101).size(), std::size_t{101});
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readText(folder / "missing"); }), "No such file");
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readText(folder.path()); }), "is a folder");
    ::mkfifo((folder / "pipe").c_str(), 0600);
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readText(folder / "pipe"); }), "is not a regular file");
  }

  void theFileThreadWorksInOrderAndDrainsBeforeItEnds() {
    std::vector<int> done;
    {
      FileThread thread;
      for (int i = 0; i < 100; ++i) thread.post([&done, i] { done.push_back(i); });
      thread.drain();
      QCOMPARE(done.size(), std::size_t{100});
      for (int i = 100; i < 200; ++i) thread.post([&done, i] { done.push_back(i); });
    }
    QCOMPARE(done.size(), std::size_t{200});
    QVERIFY(std::is_sorted(done.begin(), done.end()));
  }

  void postingNeverWaitsForTheJobs() {
    FileThread thread;
    std::promise<void> gate;
    bool done = false;
    thread.post([&] { gate.get_future().wait(); });
    thread.post([&done] { done = true; });
    QVERIFY(!done);
    gate.set_value();
    thread.drain();
    QVERIFY(done);
  }

  void theFirstFailureIsKeptAndLaterJobsAreDroppedUntilItIsCleared() {
    FileThread thread;
    int done = 0;
    QVERIFY(thread.failure().empty());
    thread.post([] { throw std::runtime_error("disk full"); });
    thread.post([&done] { ++done; });
    thread.post([] { throw std::runtime_error("another"); });
    thread.drain();
    QCOMPARE(thread.failure(), std::string("disk full"));
    QCOMPARE(done, 0);
    thread.clearFailure();
    thread.post([&done] { ++done; });
    thread.drain();
    QVERIFY(thread.failure().empty());
    QCOMPARE(done, 1);
    thread.post([] { throw 7; });
    thread.drain();
    QVERIFY(!thread.failure().empty());
  }
};

QTEST_APPLESS_MAIN(DurableFileTest)
#include "durable_file_test.moc"
