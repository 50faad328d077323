#include "app/core/mailbox.h"

#include <QEventLoop>
#include <QTest>
#include <QVector>
#include <thread>
#include <vector>

#include "app/core/call_thread.h"

using namespace fenwick;

class MailboxTest : public QObject {
  Q_OBJECT

 private slots:
  void callsAreMadeOnTheMailboxsThreadInTheirOrder();
  void everyCallOfSeveralThreadsIsMadeOnce();
  void aCallIsNotMadeBeforeTheEventLoopRuns();
  void anEventLoopInsideACallGoesOnWithTheNextCalls();
  void callsToAMailboxThatIsGoneAreDroppedAndFreed();
  void aCallMayDeleteItsMailbox();
  void aThreadMakesAllCallsBeforeItEnds();
};

void MailboxTest::callsAreMadeOnTheMailboxsThreadInTheirOrder() {
  QVector<int> order;
  QThread* madeOn = nullptr;
  {
    app::CallThread thread(QStringLiteral("calls"));
    for (int i = 0; i < 100; ++i) thread.address().post([&order, i] { order << i; });
    thread.address().post([&madeOn] { madeOn = QThread::currentThread(); });
  }
  QCOMPARE(order.size(), 100);
  for (int i = 0; i < 100; ++i) QCOMPARE(order[i], i);
  QVERIFY(madeOn && madeOn != QThread::currentThread());
}

void MailboxTest::everyCallOfSeveralThreadsIsMadeOnce() {
  constexpr int kThreads = 4, kCalls = 2000;
  app::Mailbox mailbox;
  std::vector<int> last(kThreads, -1);  // unguarded: the mailbox alone keeps it in order
  bool ordered = true;
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread, address = mailbox.address()] {
      for (int i = 0; i < kCalls; ++i) {
        address.post([&, thread, i] {
          ordered &= last[thread] == i - 1;
          last[thread] = i;
        });
      }
    });
  }
  QTRY_COMPARE(last, std::vector<int>(kThreads, kCalls - 1));
  for (std::thread& thread : threads) thread.join();
  QVERIFY(ordered);
}

void MailboxTest::aCallIsNotMadeBeforeTheEventLoopRuns() {
  app::Mailbox mailbox;
  bool made = false;
  mailbox.address().post([&] { made = true; });
  QVERIFY(!made);
  QTRY_VERIFY(made);
}

void MailboxTest::anEventLoopInsideACallGoesOnWithTheNextCalls() {
  app::Mailbox mailbox;
  QVector<int> order;
  mailbox.address().post([&] {
    QEventLoop loop;
    mailbox.address().post([&] {
      order << 2;
      loop.quit();
    });
    loop.exec();
    order << 3;
  });
  mailbox.address().post([&] { order << 1; });
  QTRY_COMPARE(order, (QVector<int>{1, 2, 3}));
}

void MailboxTest::callsToAMailboxThatIsGoneAreDroppedAndFreed() {
  auto mailbox = std::make_unique<app::Mailbox>();
  const app::Mailbox::Address address = mailbox->address();
  const auto held = std::make_shared<int>(0);
  const auto call = [held] { ++*held; };
  address.post(call);
  QCOMPARE(held.use_count(), 3L);
  mailbox.reset();
  QCOMPARE(held.use_count(), 2L);
  address.post(call);
  QCoreApplication::processEvents();
  QCOMPARE(*held, 0);
  QCOMPARE(held.use_count(), 2L);
}

void MailboxTest::aCallMayDeleteItsMailbox() {
  auto mailbox = std::make_unique<app::Mailbox>();
  bool made = false;
  mailbox->address().post([&] { mailbox.reset(); });
  mailbox->address().post([&] { made = true; });
  QTRY_VERIFY(!mailbox);
  QCoreApplication::processEvents();
  QVERIFY(!made);
}

void MailboxTest::aThreadMakesAllCallsBeforeItEnds() {
  int made = 0;
  for (int i = 0; i < 20; ++i) {
    const app::CallThread thread(QStringLiteral("calls"));
    thread.address().post([&made] { ++made; });
  }
  QCOMPARE(made, 20);
}

QTEST_GUILESS_MAIN(MailboxTest)
#include "mailbox_test.moc"
