// What needs a GPU: each check of `fenwick selftest --device cuda` beyond the operator's, skipped by name where there is none.

#include <QTest>

#include "model/machine.h"
#include "model/training/device_checks.h"

using namespace fenwick::model;

class DeviceChecksTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCheckHasANameOfItsOwn() {
    QStringList names;
    for (const DeviceCheck& check : deviceChecks()) names << QString::fromStdString(check.name);
    QCOMPARE(names.removeDuplicates(), 0);
    QVERIFY(names.size() >= 6);
  }

  void checkHoldsOnTheGpu_data() {
    QTest::addColumn<int>("which");
    for (int i = 0; i < static_cast<int>(deviceChecks().size()); ++i) QTest::newRow(deviceChecks()[static_cast<std::size_t>(i)].name.c_str()) << i;
  }
  void checkHoldsOnTheGpu() {
    QFETCH(int, which);
    const MachineReport machine = inspectMachine();
    if (!machine.cudaUsable) QSKIP(machine.cudaReason.c_str());
    const auto result = deviceChecks()[static_cast<std::size_t>(which)].run();
    QVERIFY2(result.passed(), (result.name + ": " + std::to_string(result.worst) + " at " + result.where).c_str());
  }
};

QTEST_GUILESS_MAIN(DeviceChecksTest)
#include "device_checks_test.moc"
