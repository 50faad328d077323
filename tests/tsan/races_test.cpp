// The thread sanitizer sees races in our own code with the very options under which the other tests are found clean.
#include <QProcess>
#include <QTest>

class RacesTest : public QObject {
  Q_OBJECT

 private slots:
  void aRaceOfOurOwnIsReported_data();
  void aRaceOfOurOwnIsReported();
  void whatIsGuardedIsNot();

 private:
  // What it said, and its code: 66 where the sanitizer reported something.
  static std::pair<QString, int> races(const QString& kind) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral(FENWICK_BINARY_DIR "/races"), {kind});
    if (!process.waitForFinished(60000)) return {process.errorString(), -1};
    return {QString::fromUtf8(process.readAll()), process.exitCode()};
  }
};

void RacesTest::aRaceOfOurOwnIsReported_data() {
  QTest::addColumn<QString>("kind");
  for (const char* kind : {"counter", "changedAfterPosting", "insideASlot", "newsKeptAfterHandingOver"}) QTest::newRow(kind) << QString::fromLatin1(kind);
}

void RacesTest::aRaceOfOurOwnIsReported() {
  QFETCH(QString, kind);
  const auto [said, code] = races(kind);
  QVERIFY2(said.contains(QLatin1String("WARNING: ThreadSanitizer: data race")), qPrintable(said));
  QVERIFY2(said.contains(kind), qPrintable(said));
  QCOMPARE(code, 66);
}

void RacesTest::whatIsGuardedIsNot() {
  const auto [said, code] = races(QStringLiteral("guarded"));
  QCOMPARE(said, QString());
  QCOMPARE(code, 0);
}

QTEST_GUILESS_MAIN(RacesTest)
#include "races_test.moc"
