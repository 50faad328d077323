// Inputs and float64 results computed elsewhere (tests/golden): every form must reproduce them.

#include <QDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <vector>

#include "kernels/gated_delta.h"
#include "kernels/log_linear_attention.h"
#include "kernels/selftest/guarded_tensor.h"
#include "model/io/tensor_file.h"

using namespace fenwick::kernels;
using fenwick::model::HostTensor;
using fenwick::model::TensorFile;
using selftest::relativeError;

namespace {

constexpr double kLimit = 1e-10;

const QString kFolder = QStringLiteral(FENWICK_SOURCE_DIR) + "/tests/golden";

template <std::size_t Rank>
struct Tensor {
  std::array<std::int64_t, Rank> extents{};
  std::vector<double> values;

  explicit Tensor(const HostTensor& tensor) {
    std::copy_n(tensor.shape.begin(), Rank, extents.begin());
    values.assign(tensor.as<double>(), tensor.as<double>() + tensor.size());
  }
  TensorView<double, Rank> view() { return {values.data(), extents}; }
};

// The file's inputs and expected results, and room for ours.
struct Golden {
  explicit Golden(const QString& path) : file(fenwick::model::readSafetensors(path.toStdString())) {}

  TensorFile file;
  Tensor<4> q{file.tensors.at("q")}, k{file.tensors.at("k")}, v{file.tensors.at("v")},
      lambda{file.tensors.at("lambda")};
  Tensor<3> gate{file.tensors.at("g")};
  Tensor<4> dO{file.tensors.at("do")};
  Tensor<4> o = v, dq = q, dk = k, dv = v, dlambda = lambda;
  Tensor<3> dgate = gate;

  Inputs<double> inputs() { return {q.view(), k.view(), v.view(), gate.view(), lambda.view()}; }
  Gradients<double> gradients() { return {dq.view(), dk.view(), dv.view(), dgate.view(), dlambda.view()}; }

  double errorOf(const char* name, const std::vector<double>& values) const {
    const HostTensor& tensor = file.tensors.at(name);
    return relativeError(values, {tensor.as<double>(), tensor.as<double>() + tensor.size()});
  }
  double worstGradientError() const {
    return std::max({errorOf("dq", dq.values), errorOf("dk", dk.values), errorOf("dv", dv.values),
                     errorOf("dg", dgate.values), errorOf("dlambda", dlambda.values)});
  }
};

struct DeltaGolden : Golden {
  using Golden::Golden;

  Tensor<3> beta{file.tensors.at("beta")};
  Tensor<3> dbeta = beta;

  GatedDeltaInputs<double> inputs() { return {Golden::inputs(), beta.view()}; }
  GatedDeltaGradients<double> gradients() { return {Golden::gradients(), dbeta.view()}; }
  double worstGradientError() const { return std::max(Golden::worstGradientError(), errorOf("dbeta", dbeta.values)); }
};

}  // namespace

class GoldenTest : public QObject {
  Q_OBJECT

  void addFiles(const char* pattern = "t*.safetensors") {
    QTest::addColumn<QString>("path");
    for (const QString& name : QDir(kFolder).entryList({pattern}, QDir::Files, QDir::Name)) {
      QTest::newRow(qPrintable(name)) << kFolder + "/" + name;
    }
  }

 private slots:
  void allFilesAreThere() { QVERIFY(QDir(kFolder).entryList({"t*.safetensors"}, QDir::Files).size() >= 12); }

  void theDenseFormReproducesThem_data() { addFiles(); }
  void theDenseFormReproducesThem() {
    QFETCH(QString, path);
    Golden golden(path);
    denseForward(golden.inputs(), golden.o.view());
    denseBackward<double>(golden.inputs(), golden.dO.view(), golden.gradients());
    QVERIFY(golden.errorOf("o", golden.o.values) <= kLimit);
    QVERIFY(golden.worstGradientError() <= kLimit);
  }

  void theRecurrentFormReproducesThem_data() { addFiles(); }
  void theRecurrentFormReproducesThem() {
    QFETCH(QString, path);
    Golden golden(path);
    recurrentForward(golden.inputs(), golden.o.view());
    recurrentBackward<double>(golden.inputs(), golden.dO.view(), golden.gradients());
    QVERIFY(golden.errorOf("o", golden.o.values) <= kLimit);
    QVERIFY(golden.worstGradientError() <= kLimit);
  }

  void theChunkwiseFormReproducesThem_data() { addFiles(); }
  void theChunkwiseFormReproducesThem() {
    QFETCH(QString, path);
    for (const int chunk : {16, 32, 64}) {
      Golden golden(path);
      ChunkwiseWorkspace<double> workspace;
      chunkwiseForward(golden.inputs(), golden.o.view(), {chunk}, serialLoop(), workspace);
      chunkwiseBackward<double>(golden.inputs(), golden.dO.view(), golden.gradients(), {chunk}, serialLoop(),
                                workspace);
      QVERIFY(golden.errorOf("o", golden.o.values) <= kLimit);
      QVERIFY(golden.worstGradientError() <= kLimit);
    }
  }

  void gatedDeltaReproducesThem_data() { addFiles("delta_*.safetensors"); }
  void gatedDeltaReproducesThem() {
    QFETCH(QString, path);
    const auto holds = [](const DeltaGolden& golden) {
      QVERIFY(golden.errorOf("o", golden.o.values) <= kLimit);
      QVERIFY(golden.worstGradientError() <= kLimit);
    };
    DeltaGolden dense(path), recurrent(path);
    gatedDeltaDenseForward(dense.inputs(), dense.o.view());
    gatedDeltaDenseBackward<double>(dense.inputs(), dense.dO.view(), dense.gradients());
    holds(dense);
    gatedDeltaRecurrentForward(recurrent.inputs(), recurrent.o.view());
    gatedDeltaRecurrentBackward<double>(recurrent.inputs(), recurrent.dO.view(), recurrent.gradients());
    holds(recurrent);
    for (const int chunk : {16, 32, 64}) {
      DeltaGolden golden(path);
      gatedDeltaChunkwiseForward(golden.inputs(), golden.o.view(), chunk);
      gatedDeltaChunkwiseBackward<double>(golden.inputs(), golden.dO.view(), golden.gradients(), chunk);
      holds(golden);
    }
  }
};

QTEST_APPLESS_MAIN(GoldenTest)
#include "golden_test.moc"
