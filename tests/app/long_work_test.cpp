// What takes long is told while it goes on, and taken back from the window's side.

#include "app/core/long_work.h"

#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <thread>

using namespace fenwick;

class LongWorkTest : public QObject {
  Q_OBJECT

 private slots:
  void workIsToldOnlyOnceItHasGoneOnForAWhile() {
    app::LongWork work;
    work.setPatience(50);
    const QSignalSpy changed(&work, &app::LongWork::changed);
    { const app::Progress brief = work.begin("brief"); }
    const app::Progress progress = work.begin("long");
    QVERIFY(work.pieces().empty());
    QTRY_COMPARE(work.pieces().size(), std::size_t{1});
    QCOMPARE(work.pieces()[0].title, QStringLiteral("long"));
    QVERIFY(!work.pieces()[0].fraction);
    QTRY_VERIFY(changed.count() > 0);
    progress.of(3, 4);
    QCOMPARE(work.pieces()[0].fraction.value(), 0.75);
  }

  void itIsOverWhenTheLastCopyIsGoneAndThatIsTold() {
    app::LongWork work;
    work.setPatience(0);
    QSignalSpy changed(&work, &app::LongWork::changed);
    auto progress = std::make_unique<app::Progress>(work.begin("long"));
    auto copy = std::make_unique<app::Progress>(*progress);
    progress.reset();
    QTRY_COMPARE(work.pieces().size(), std::size_t{1});
    QTRY_VERIFY(changed.count() > 0);
    copy.reset();
    changed.clear();
    QTRY_VERIFY(changed.count() > 0);
    QVERIFY(work.pieces().empty());
  }

  void cancellingReachesTheThreadThatWorks() {
    app::LongWork work;
    work.setPatience(0);
    int takenBack = 0;
    std::atomic<bool> stopped{false};
    std::thread thread([&stopped, progress = work.begin("thread", [&] { ++takenBack; })] {
      try {
        for (int i = 0;; ++i) {
          progress.of(i, 0);
          progress.check();
        }
      } catch (const app::Cancelled&) {
        stopped = true;
      }
    });
    QTRY_COMPARE(work.pieces().size(), std::size_t{1});
    work.cancelNewest();
    thread.join();
    QVERIFY(stopped);
    QCOMPARE(takenBack, 1);
    QVERIFY(work.pieces().empty());
    work.cancelNewest();
    QCOMPARE(takenBack, 1);
  }

  void theNewestIsCancelledFirst() {
    app::LongWork work;
    work.setPatience(0);
    const app::Progress first = work.begin("first"), second = work.begin("second");
    QTRY_COMPARE(work.pieces().size(), std::size_t{2});
    work.cancelNewest();
    QVERIFY(second.cancelled() && !first.cancelled());
    QCOMPARE(work.pieces().size(), std::size_t{1});
    work.cancelNewest();
    QVERIFY(first.cancelled());
  }
};

QTEST_GUILESS_MAIN(LongWorkTest)
#include "long_work_test.moc"
