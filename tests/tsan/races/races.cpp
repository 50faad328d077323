// Races that are meant, each of a kind that our own code could hold: races KIND. Run under the thread sanitizer, which has to report them.
#include <QCoreApplication>
#include <QThread>
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/core/call_thread.h"
#include "app/core/worker_buffer.h"

using namespace fenwick;

namespace {

int unguardedCounter = 0;

// Tells that something was done without putting it before anything else, which a lock would.
class Done {
 public:
  void tell() { m_done.store(true, std::memory_order_relaxed); }
  void wait() const {
    while (!m_done.load(std::memory_order_relaxed)) std::this_thread::yield();
  }

 private:
  std::atomic<bool> m_done = false;
};

// A call on another thread counts, and so does this one.
void counter() {
  Done done;
  const app::CallThread thread(QStringLiteral("counts"));
  thread.address().post([&done] {
    ++unguardedCounter;
    done.tell();
  });
  ++unguardedCounter;
  done.wait();
}

// What was posted by reference is changed behind the post.
void changedAfterPosting() {
  std::vector<double> points(100, 1.0);
  double sum = 0;
  {
    Done done;
    const app::CallThread thread(QStringLiteral("sums"));
    thread.address().post([&] {
      for (const double point : points) sum += point;
      done.tell();
    });
    for (double& point : points) point = 2;
    done.wait();
  }
  std::printf("%g\n", sum);
}

// The other thread's access has only frames of Qt below it.
void insideASlot() {
  QThread thread;
  QObject::connect(&thread, &QThread::started, &thread, [] { ++unguardedCounter; }, Qt::DirectConnection);
  thread.start();
  ++unguardedCounter;
  thread.quit();
  thread.wait();
}

// News that both threads hold after they went through the buffer.
void newsKeptAfterHandingOver() {
  app::WorkerBuffer buffer;
  auto snapshot = std::make_shared<model::LambdaSnapshot>();
  {
    const app::CallThread thread(QStringLiteral("worker"));
    thread.address().post([&] {
      buffer.putSnapshot(snapshot, false);
      snapshot->step = 7;
    });
    bool wasFull = false;
    app::WorkerNews news;
    while (!news.snapshot) news = buffer.take(wasFull);
    std::printf("%lld\n", static_cast<long long>(news.snapshot->step));
  }
}

// None: the same counter, behind a lock.
void guarded() {
  std::mutex mutex;
  const auto count = [&mutex] {
    const std::lock_guard lock(mutex);
    ++unguardedCounter;
  };
  const app::CallThread thread(QStringLiteral("counts"));
  thread.address().post(count);
  count();
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const std::map<std::string, void (*)()> kinds{{"counter", counter},
                                                {"changedAfterPosting", changedAfterPosting},
                                                {"insideASlot", insideASlot},
                                                {"newsKeptAfterHandingOver", newsKeptAfterHandingOver},
                                                {"guarded", guarded}};
  const auto kind = kinds.find(argc > 1 ? argv[1] : "");
  if (kind == kinds.end()) return 2;
  kind->second();
  return 0;
}
