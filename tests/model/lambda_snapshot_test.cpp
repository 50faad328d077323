// λ snapshots: the arrays of a file under the names that other programs rely on, and faults told by array.

#include "model/training/lambda_snapshot.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "model/io/tensor_file.h"
#include "tests/model/file_helpers.h"

using namespace fenwick::model;
using namespace fenwick::testing;

namespace {

LambdaSnapshot snapshot() {
  LambdaSnapshot s;
  s.step = 1200;
  s.layers = 2;
  s.samples = 3;
  s.length = 5;
  s.heads = 2;
  s.levels = 4;
  for (int i = 0; i < 2 * 3 * 5 * 2 * 4; ++i) s.lambda.push_back(static_cast<float>(i) * 0.25f);
  for (int i = 0; i < 2 * 3 * 5 * 2; ++i) s.gate.push_back(-static_cast<float>(i));
  for (int i = 0; i < 3 * 5; ++i) {
    s.tokens.push_back(i * i);
    s.targets.push_back(i % 4 == 0 ? i : -100);
    s.roles.push_back(static_cast<std::uint8_t>(i % 8));
    s.correct.push_back(i % 4 == 0 ? 1 : 0);
    s.targetLogProb.push_back(i % 4 == 0 ? -0.5f : std::numeric_limits<float>::quiet_NaN());
  }
  return s;
}

}  // namespace

class LambdaSnapshotTest : public QObject {
  Q_OBJECT

 private slots:
  void whatIsWrittenIsReadBackBitForBit() {
    TemporaryFolder folder;
    const LambdaSnapshot written = snapshot();
    writeLambdaSnapshot(folder / "s.npz", written);
    const LambdaSnapshot read = readLambdaSnapshot(folder / "s.npz");
    QCOMPARE(read.step, written.step);
    QCOMPARE(read.layers, written.layers);
    QCOMPARE(read.samples, written.samples);
    QCOMPARE(read.length, written.length);
    QCOMPARE(read.heads, written.heads);
    QCOMPARE(read.levels, written.levels);
    QCOMPARE(read.lambda, written.lambda);
    QCOMPARE(read.gate, written.gate);
    QCOMPARE(read.tokens, written.tokens);
    QCOMPARE(read.targets, written.targets);
    QCOMPARE(read.roles, written.roles);
    QCOMPARE(read.correct, written.correct);
    for (std::size_t i = 0; i < 15; ++i) {
      QVERIFY(read.targetLogProb[i] == written.targetLogProb[i] ||
              (std::isnan(read.targetLogProb[i]) && std::isnan(written.targetLogProb[i])));
    }
    QCOMPARE(read.lambdaAt(1, 2, 4, 1, 3), 239 * 0.25f);
    QCOMPARE(read.lambdaAt(0, 1, 0, 0, 0), 40 * 0.25f);
    QCOMPARE(read.bytes(), std::size_t{240 * 4 + 60 * 4 + 15 * (8 + 8 + 1 + 1 + 4)});
  }

  void theArraysHaveTheirNamesTypesAndShapes() {
    TemporaryFolder folder;
    writeLambdaSnapshot(folder / "s.npz", snapshot());
    std::string table;
    for (const auto& [name, tensor] : readNpz(folder / "s.npz").tensors)
      table += name + " " + dtypeName(tensor.type) + " " + shapeText(tensor.shape) + "\n";
    QCOMPARE(table,
             std::string(
                 "correct U8 [3, 5]\ngate F32 [2, 3, 5, 2]\nlambda F32 [2, 3, 5, 2, 4]\nroles U8 [3, 5]\nstep I64 []\n"
                 "targetLogProb F32 [3, 5]\ntargets I64 [3, 5]\ntokens I64 [3, 5]\n"));
  }

  void aMissingOrMisshapenArrayIsToldByName() {
    TemporaryFolder folder;
    writeLambdaSnapshot(folder / "s.npz", snapshot());
    const TensorFile whole = readNpz(folder / "s.npz");
    const auto told = [&](const TensorFile& file) {
      writeNpz(folder / "f.npz", file);
      return fault<std::runtime_error>([&] { readLambdaSnapshot(folder / "f.npz"); });
    };
    for (const auto& [name, tensor] : whole.tensors) {
      TensorFile file = whole;
      file.tensors.erase(name);
      VERIFY_HOLDS(told(file), (folder / "f.npz").string() + ": array '" + name + "': is missing");
      file = whole;
      file.tensors[name].shape.insert(file.tensors[name].shape.begin(), 1);
      VERIFY_HOLDS(told(file), "array '" + name + "': expected [");
      VERIFY_HOLDS(told(file), "got " + shapeText(file.tensors[name].shape));
      file = whole;
      file.tensors[name].type = DType::F64;
      file.tensors[name].bytes.resize(static_cast<std::size_t>(tensor.size()) * 8);
      VERIFY_HOLDS(told(file), "array '" + name + "': expected " + dtypeName(tensor.type) + ", got F64");
    }
    TensorFile file = whole;
    file.tensors["lambda"].shape = {2, 3, 5, 4, 2};  // heads and levels changed places
    VERIFY_HOLDS(told(file), "array 'gate': expected [2, 3, 5, 4], got [2, 3, 5, 2]");
    file = whole;
    file.tensors["more"] = whole.tensors.at("step");  // what a later version may add
    QVERIFY(told(file).empty());
  }

  void aSnapshotThatContradictsItselfIsNotWritten() {
    TemporaryFolder folder;
    LambdaSnapshot s = snapshot();
    s.gate.pop_back();
    VERIFY_HOLDS(fault<std::invalid_argument>([&] { writeLambdaSnapshot(folder / "s.npz", s); }),
                 "gate: expected [2, 3, 5, 2], got 59 entries");
    QVERIFY(folder.names().empty());
  }
};

QTEST_APPLESS_MAIN(LambdaSnapshotTest)
#include "lambda_snapshot_test.moc"
