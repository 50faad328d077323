// The commands around the operator: attention, selftest and bench, called as a person does.

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "kernels/selftest/cases.h"
#include "kernels/selftest/guarded_tensor.h"
#include "model/io/tensor_file.h"
#include "tests/cli/program.h"

using namespace fenwick;
using cli::testing::Result;
using cli::testing::runProgram;
using model::DType;
using model::HostTensor;
using model::TensorFile;

namespace {

std::string golden(const char* name) { return std::string(FENWICK_SOURCE_DIR) + "/tests/golden/" + name; }

std::vector<double> valuesOf(const HostTensor& tensor) {
  std::vector<double> values(static_cast<std::size_t>(tensor.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (tensor.type == DType::F64) values[i] = tensor.as<double>()[i];
    if (tensor.type == DType::F32) values[i] = static_cast<double>(tensor.as<float>()[i]);
    if (tensor.type == DType::BF16) {
      const std::uint32_t bits = static_cast<std::uint32_t>(tensor.as<std::uint16_t>()[i]) << 16;
      float value = 0;
      std::memcpy(&value, &bits, sizeof value);
      values[i] = static_cast<double>(value);
    }
  }
  return values;
}

// What a person may get wrong in the file: each changes the good one.
using Damage = std::function<void(TensorFile&)>;

double& entry(TensorFile& file, const char* name, std::size_t index) {
  return file.tensors.at(name).as<double>()[index];
}

// The first entries of the last dimension only.
void shorten(HostTensor& tensor, std::int64_t last) {
  const std::int64_t before = tensor.shape.back();
  std::vector<double> kept;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (i % before < last) kept.push_back(tensor.as<double>()[i]);
  }
  tensor.shape.back() = last;
  tensor.bytes.resize(kept.size() * sizeof(double));
  std::memcpy(tensor.bytes.data(), kept.data(), tensor.bytes.size());
}

}  // namespace

Q_DECLARE_METATYPE(Damage)

class AttentionTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

 private slots:
  void everyAlgorithmWritesTheGoldenResults_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<double>("limit");
    for (const char* algorithm : {"dense", "chunkwise", "recurrent"}) {
      QTest::addRow("%s f64", algorithm) << QStringList{"--algorithm", algorithm} << 1e-10;
      QTest::addRow("%s f32", algorithm) << QStringList{"--algorithm", algorithm, "--dtype", "f32"} << 1e-5;
      QTest::addRow("%s bf16", algorithm) << QStringList{"--algorithm", algorithm, "--dtype", "bf16"} << 3e-2;
      QTest::addRow("%s gated-delta f64", algorithm) << QStringList{"--mixer", "gated-delta", "--algorithm", algorithm} << 1e-10;
      QTest::addRow("%s gated-delta f32", algorithm)
          << QStringList{"--mixer", "gated-delta", "--algorithm", algorithm, "--dtype", "f32"} << 1e-5;
    }
    QTest::addRow("chunk 16") << QStringList{"--chunk", "16", "--threads", "1"} << 1e-10;
  }
  void everyAlgorithmWritesTheGoldenResults() {
    QFETCH(QStringList, options);
    QFETCH(double, limit);
    const bool erases = options.contains("gated-delta");
    const std::string in = golden(erases ? "delta_t070.safetensors" : "t100_shared_qk.safetensors");
    std::vector<std::string> arguments{"attention", in, path("out.safetensors")};
    for (const QString& option : options) arguments.push_back(option.toStdString());
    const Result outcome = runProgram(arguments);
    QVERIFY2(outcome.code == cli::kDone, outcome.err.c_str());
    const TensorFile expected = model::readSafetensors(in);
    const TensorFile found = model::readSafetensors(path("out.safetensors"));
    const DType type = options.contains("f32") ? DType::F32 : options.contains("bf16") ? DType::BF16 : DType::F64;
    std::vector<const char*> names{"o", "dq", "dk", "dv", "dg", "dlambda"};
    if (erases) names.push_back("dbeta");
    QCOMPARE(found.tensors.size(), names.size());
    for (const char* name : names) {
      const HostTensor& tensor = found.tensors.at(name);
      QCOMPARE(tensor.type, type);
      QCOMPARE(tensor.shape, expected.tensors.at(name).shape);
      const double error = kernels::selftest::relativeError(valuesOf(tensor), valuesOf(expected.tensors.at(name)));
      QVERIFY2(error <= limit, (std::string(name) + " " + std::to_string(error)).c_str());
    }
  }

  void gatedDeltaNeedsBeta() {
    const Result outcome = runProgram({"attention", golden("t007.safetensors"), path("o.safetensors"), "--mixer", "gated-delta"});
    QCOMPARE(outcome.code, cli::kWrongUsage);
    QCOMPARE(QString::fromStdString(outcome.err), QString("fenwick attention: beta: is missing\n"));
  }

  void withoutAGradientOfTheOutputOnlyTheOutputIsWritten() {
    TensorFile file = model::readSafetensors(golden("t007.safetensors"));
    file.tensors.erase("do");
    model::writeSafetensors(path("in.safetensors"), file);
    QCOMPARE(runProgram({"attention", path("in.safetensors"), path("o.safetensors")}).code, cli::kDone);
    QCOMPARE(model::readSafetensors(path("o.safetensors")).tensors.size(), std::size_t{1});
  }

  void inertCellsOfLambdaMayHoldAnything() {
    TensorFile file = model::readSafetensors(golden("t037_spare_levels.safetensors"));
    const std::vector<double> expected = valuesOf(file.tensors.at("o"));
    entry(file, "lambda", 1) = std::nan("");  // token 0 sees level 0 only
    model::writeSafetensors(path("in.safetensors"), file);
    QCOMPARE(runProgram({"attention", path("in.safetensors"), path("o.safetensors")}).code, cli::kDone);
    const TensorFile found = model::readSafetensors(path("o.safetensors"));
    QVERIFY(kernels::selftest::relativeError(valuesOf(found.tensors.at("o")), expected) <= 1e-10);
  }

  void wrongFilesAreRefusedFaultByFaultAndNothingIsWritten_data() {
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<QString>("faults");
    const auto add = [](const char* name, const Damage& damage, const char* faults) {
      QTest::newRow(name) << damage << QString(faults);
    };
    add(
        "two tensors missing", [](TensorFile& f) { f.tensors.erase("q"), f.tensors.erase("g"); },
        "fenwick attention: q: is missing\nfenwick attention: g: is missing\n");
    add(
        "too few levels", [](TensorFile& f) { shorten(f.tensors.at("lambda"), 3); },
        "fenwick attention: lambda: expected [2, 7, 2, 4], got [2, 7, 2, 3] (7 tokens need 4 levels)\n");
    add(
        "k and do of other sizes", [](TensorFile& f) { shorten(f.tensors.at("k"), 2), shorten(f.tensors.at("do"), 4); },
        "fenwick attention: k: expected [2, 7, 1, 3], got [2, 7, 1, 2]\n"
        "fenwick attention: do: expected [2, 7, 2, 5], got [2, 7, 2, 4]\n");
    add(
        "a flat v", [](TensorFile& f) { f.tensors.at("v").shape = {140}; },
        "fenwick attention: v: expected [B, T, H, V] with at least 1 in each, got [140]\n");
    add(
        "whole numbers", [](TensorFile& f) { f.tensors.at("q").type = DType::I64; },
        "fenwick attention: q: expected F64, F32, BF16 or F16, got I64\n");
    add(
        "not a number", [](TensorFile& f) { entry(f, "v", 7) = std::nan(""); },
        "fenwick attention: v: expected finite numbers, got nan at [0, 0, 1, 2]\n");
    add(
        "a growing gate and an infinite active lambda",
        [](TensorFile& f) { entry(f, "g", 3) = 0.5, entry(f, "lambda", 0) = HUGE_VAL; },
        "fenwick attention: g: expected log gates of at most 0, got 0.5 at [0, 1, 1]\n"
        "fenwick attention: lambda: expected finite numbers in active levels, got inf at [0, 0, 0, 0]\n");
  }
  void wrongFilesAreRefusedFaultByFaultAndNothingIsWritten() {
    QFETCH(Damage, damage);
    QFETCH(QString, faults);
    TensorFile file = model::readSafetensors(golden("t007.safetensors"));
    damage(file);
    model::writeSafetensors(path("in.safetensors"), file);
    QFile::remove(m_folder.filePath("refused.safetensors"));
    const Result outcome = runProgram({"attention", path("in.safetensors"), path("refused.safetensors")});
    QCOMPARE(outcome.code, cli::kWrongUsage);
    QCOMPARE(QString::fromStdString(outcome.err), faults);
    QVERIFY(!QFile::exists(m_folder.filePath("refused.safetensors")));
  }

  void wrongOptionsAreToldAllAtOnce() {
    const Result outcome =
        runProgram({"attention", path("nowhere.safetensors"), path("none/out.safetensors"), "--chunk", "8", "--dtype",
                    "f16", "--algorithm", "densest", "--mixer", "gated-deltas"});
    QCOMPARE(outcome.code, cli::kWrongUsage);
    for (const char* part :
         {"there is no file", "there is no folder", "--chunk: must be 16, 32 or 64, got 8",
          "--dtype: must be f64, f32 or bf16", "the nearest is dense", "the nearest is gated-delta"}) {
      QVERIFY2(outcome.err.find(part) != std::string::npos, (std::string(part) + " in\n" + outcome.err).c_str());
    }
  }

  void thereIsNoDenseFormOnCuda() {
    const Result outcome = runProgram({"attention", golden("t007.safetensors"), path("o.safetensors"), "--device", "cuda", "--algorithm", "dense"});
    QCOMPARE(outcome.code, cli::kWrongUsage);
    QVERIFY2(outcome.err.find("--algorithm: must be chunkwise or recurrent on cuda, got dense") != std::string::npos, outcome.err.c_str());
  }

  void aDamagedFileIsRefused() {
    QFile file(m_folder.filePath("damaged.safetensors"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no tensors here") > 0);
    file.close();
    const Result outcome = runProgram({"attention", path("damaged.safetensors"), path("refused.safetensors")});
    QCOMPARE(outcome.code, cli::kWrongUsage);
    QVERIFY(outcome.err.find("damaged.safetensors") != std::string::npos);
  }

  void benchGivesOneObjectWithEveryRow() {
    const Result outcome =
        runProgram({"bench", "attention", "--batch", "2", "--length", "33", "--heads", "4", "--groups", "2",
                    "--key-dim", "8", "--value-dim", "12", "--repeats", "3", "--json"});
    QVERIFY2(outcome.code == cli::kDone, outcome.err.c_str());
    const auto json = nlohmann::json::parse(outcome.out);
    QCOMPARE(json.at("what").get<std::string>(), std::string("attention"));
    QCOMPARE(json.at("length").get<int>(), 33);
    QCOMPARE(json.at("groups").get<int>(), 2);
    QCOMPARE(json.at("repeats").get<int>(), 3);
    QVERIFY(json.contains("warmup"));
    std::vector<std::string> names;
    for (const auto& row : json.at("rows")) {
      names.push_back(row.at("name"));
      QVERIFY(row.at("forwardMs").get<double>() >= row.at("forwardMsMin").get<double>());
      QVERIFY(row.at("forwardMsMin").get<double>() > 0);
      QVERIFY(row.at("forwardBackwardMs").get<double>() >= row.at("forwardBackwardMsMin").get<double>());
      QVERIFY(row.at("forwardBackwardMsMin").get<double>() > 0);
    }
    QCOMPARE(names, (std::vector<std::string>{"chunkwise", "recurrent", "dense", "torch-dense", "torch-sdpa"}));
  }

  void benchOfDecodingCountsOneToken() {
    const Result outcome =
        runProgram({"bench", "decode", "--batch", "1", "--length", "20", "--repeats", "3", "--json"});
    QVERIFY2(outcome.code == cli::kDone, outcome.err.c_str());
    const auto rows = nlohmann::json::parse(outcome.out).at("rows");
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].at("name").get<std::string>(), std::string("recurrent"));
    QVERIFY(!rows[0].contains("forwardBackwardMs"));
    QVERIFY(rows[0].at("extraBytes").get<std::int64_t>() > 0);
  }

  void benchOfTrainingMeasuresOursBesideLibTorch() {
    const Result outcome = runProgram({"bench", "training", "--batch", "4", "--repeats", "3", "--json"});
    QVERIFY2(outcome.code == cli::kDone, outcome.err.c_str());
    const auto json = nlohmann::json::parse(outcome.out);
    QCOMPARE(json.at("batch").get<int>(), 4);
    QCOMPARE(json.at("length").get<int>(), 64);
    std::vector<std::string> names;
    for (const auto& row : json.at("rows")) {
      names.push_back(row.at("name"));
      QVERIFY(row.at("stepsPerSecond").get<double>() > 0);
    }
    QCOMPARE(names, (std::vector<std::string>{"ours", "torch-dense"}));
  }

  void benchTakesTheShapeOfAPreset() {
    const Result outcome = runProgram({"bench", "attention", "--preset", "mqar-quick", "--batch", "2", "--only",
                                       "chunkwise", "--repeats", "1", "--json"});
    QVERIFY2(outcome.code == cli::kDone, outcome.err.c_str());
    const auto json = nlohmann::json::parse(outcome.out);
    QCOMPARE(json.at("length").get<int>(), 64);
    QCOMPARE(json.at("batch").get<int>(), 2);
    QCOMPARE(json.at("rows").size(), std::size_t{1});
  }

  void targetsAreThoseOfAGpu() {
    const Result outcome = runProgram({"bench", "targets"});
    QCOMPARE(outcome.code, cli::kWrongUsage);
    QVERIFY2(outcome.err.find("targets are those of a GPU, so --device cuda is needed with it") != std::string::npos, outcome.err.c_str());
  }

  void selftestLeavesOutLongCasesWhereItIsAsked() {
    const Result outcome = runProgram({"selftest", "--device", "cpu", "--longest", "2", "--json"});
    QCOMPARE(outcome.code, cli::kDone);
    bool found = false;
    const auto json = nlohmann::json::parse(outcome.out);
    for (const auto& check : json.at("checks")) {
      if (check.at("name").get<std::string>() != "recurrent f64") continue;
      found = true;
      QCOMPARE(check.at("cases").get<std::size_t>(), kernels::selftest::coveringCases(2).size());
    }
    QVERIFY(found && kernels::selftest::coveringCases(2).size() < kernels::selftest::coveringCases(1025).size());
    const Result none = runProgram({"selftest", "--longest", "0"});
    QCOMPARE(none.code, cli::kWrongUsage);
    QVERIFY2(none.err.find("--longest: must be a whole number between 1") != std::string::npos, none.err.c_str());
  }

  void selftestRunsOnlyTheGroupsThatAreNamed() {
    const Result outcome = runProgram({"selftest", "--device", "cpu", "--longest", "2", "--only", "open ga", "--json"});
    QCOMPARE(outcome.code, cli::kDone);
    const auto json = nlohmann::json::parse(outcome.out);
    QCOMPARE(json.at("checks").size(), std::size_t{2});
    const Result none = runProgram({"selftest", "--device", "cpu", "--only", "decodin9"});
    QCOMPARE(none.code, cli::kWrongUsage);
    QVERIFY2(none.err.find("--only: no group of checks has decodin9 in its name; the nearest is decoding") != std::string::npos, none.err.c_str());
  }

  void benchRefusesWrongShapesAllAtOnce() {
    const Result outcome = runProgram(
        {"bench", "attention", "--batch", "0", "--heads", "3", "--groups", "2", "--dtype", "f16", "--device", "cuda"});
    QCOMPARE(outcome.code, cli::kWrongUsage);
    for (const char* part : {"--batch: must be a whole number between 1", "--groups: must divide the 3 heads, got 2",
                             "--dtype: must be", "--device:"}) {
      QVERIFY2(outcome.err.find(part) != std::string::npos, outcome.err.c_str());
    }
  }
};

QTEST_APPLESS_MAIN(AttentionTest)
#include "attention_test.moc"
