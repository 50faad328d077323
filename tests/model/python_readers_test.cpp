// Our files in the hands of numpy, safetensors and TensorBoard, and theirs in ours, with the real packages and all values compared.

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "model/io/event_log.h"
#include "model/io/tensor_file.h"
#include "model/io/zip.h"
#include "model/training/lambda_snapshot.h"
#include "tests/model/file_helpers.h"

using namespace fenwick::model;
using namespace fenwick::testing;
namespace fs = std::filesystem;

namespace {

QByteArray python(const char* command, const fs::path& folder) {
  QProcess process;
  process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  process.start(FENWICK_PYTHON, {"-B", FENWICK_SOURCE_DIR "/tests/model/python_readers.py", command,
                                 QString::fromStdString(folder.string())});
  if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
    return {};
  return process.readAllStandardOutput() + "\n";
}

template <class T>
HostTensor tensor(DType type, std::vector<std::int64_t> shape, const std::vector<T>& values) {
  HostTensor made{type, std::move(shape), std::vector<std::byte>(values.size() * sizeof(T))};
  if (!values.empty()) std::memcpy(made.bytes.data(), values.data(), made.bytes.size());
  return made;
}

TensorFile numpyTypes() {
  TensorFile file;
  file.tensors["f64"] = tensor<double>(DType::F64, {2, 2}, {0.1, -2, std::numeric_limits<double>::infinity(), 1e300});
  file.tensors["f32"] = tensor<float>(DType::F32, {3}, {0.5f, std::numeric_limits<float>::quiet_NaN(), -1e-40f});
  file.tensors["f16"] = tensor<std::uint16_t>(DType::F16, {2}, {0x3C00, 0xC000});  // 1, -2
  file.tensors["i64"] = tensor<std::int64_t>(DType::I64, {}, {-(std::int64_t{1} << 40)});
  file.tensors["i32"] = tensor<std::int32_t>(DType::I32, {1, 2}, {-7, 7});
  file.tensors["u8"] = tensor<std::uint8_t>(DType::U8, {3}, {0, 128, 255});
  file.tensors["bool"] = tensor<std::uint8_t>(DType::Bool, {2}, {1, 0});
  file.tensors["empty"] = tensor<float>(DType::F32, {0, 3}, {});
  file.tensors["größe λ"] = tensor<float>(DType::F32, {1, 1}, {1.5f});
  return file;
}

QString text(const QJsonValue& array) {
  const QJsonObject object = array.toObject();
  return object["type"].toString() + " " + QJsonDocument(object["shape"].toArray()).toJson(QJsonDocument::Compact) +
         " " + QJsonDocument(object["values"].toArray()).toJson(QJsonDocument::Compact);
}

void compareNumpyTypes(const QJsonObject& read) {
  QCOMPARE(text(read["f64"]), QString("<f8 [2,2] [0.1,-2,\"inf\",1e+300]"));
  const QString f32 = text(read["f32"]);
  QVERIFY2(f32.startsWith("<f4 [3] [0.5,\"nan\",-9.99994"), qPrintable(f32));
  QCOMPARE(text(read["f16"]), QString("<f2 [2] [1,-2]"));
  QCOMPARE(text(read["i64"]), QString("<i8 [] [-1099511627776]"));
  QCOMPARE(text(read["i32"]), QString("<i4 [1,2] [-7,7]"));
  QCOMPARE(text(read["u8"]), QString("|u1 [3] [0,128,255]"));
  QCOMPARE(text(read["bool"]), QString("|b1 [2] [true,false]"));
  QCOMPARE(text(read["empty"]), QString("<f4 [0,3] []"));
  QCOMPARE(text(read["größe λ"]), QString("<f4 [1,1] [1.5]"));
}

}  // namespace

class PythonReadersTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY2(QFileInfo(FENWICK_PYTHON).isExecutable(),
             "the Python packages for this test are missing: run ./lab test, which fetches them");
  }

  void othersReadWhatWeWrite() {
    TemporaryFolder folder;
    TensorFile file = numpyTypes();
    writeNpz(folder / "all.npz", file);
    writeNpz(folder / "nothing.npz", {});
    file.metadata = {{"note", "λ"}};
    writeSafetensors(folder / "all.safetensors", file);
    file.tensors["bf16"] = tensor<std::uint16_t>(DType::BF16, {1, 2}, {0x3F80, 0xC000});
    writeSafetensors(folder / "bf16.safetensors", file);

    LambdaSnapshot snapshot;
    snapshot.step = 12;
    snapshot.layers = snapshot.samples = snapshot.heads = 1;
    snapshot.length = snapshot.levels = 2;
    snapshot.lambda = {0.25f, 0.5f, 1, 2};
    snapshot.gate = {-1, -0.5f};
    snapshot.tokens = {5, 6};
    snapshot.targets = {-100, 7};
    snapshot.roles = {1, 3};
    snapshot.correct = {0, 1};
    snapshot.targetLogProb = {std::numeric_limits<float>::quiet_NaN(), -0.125f};
    writeLambdaSnapshot(folder / "lambda.npz", snapshot);

    // The zip64 form, which large arrays need, with a lower limit.
    const auto body = std::as_bytes(std::span("0123456789", 10));
    std::vector<std::byte> head;
    for (const char c : std::string("\x93NUMPY\x01\x00\x76\x00", 10)) head.push_back(static_cast<std::byte>(c));
    std::string dictionary = "{'descr': '|u1', 'fortran_order': False, 'shape': (10,), }";
    dictionary.resize(117, ' ');
    for (const char c : dictionary + "\n") head.push_back(static_cast<std::byte>(c));
    writeZip(folder / "zip64.npz", {{"a.npy", head, body}, {"b.npy", head, body}}, 1);

    // Two files, as after a resume, and a step axis that goes back.
    std::vector<Scalar> scalars;
    for (int step = 1; step <= 30; ++step) scalars.push_back({"train/loss", step, 1.7e9 + step / 8.0, 1.0 / step});
    scalars.push_back({"valid/loss", 30, 1.7e9, std::nan("")});
    scalars.push_back({"valid/loss", 60, 1.7e9, INFINITY});
    scalars.push_back({"größe/λ", 1, 1.7e9, 3});
    {
      EventLogWriter first(folder.path());
      first.append(scalars);
    }
    EventLogWriter second(folder.path());
    second.append({{"train/loss", 31, 1.7e9 + 10, 7}, {"valid/accuracy", 10, 1.7e9 + 10, 0.75}});
    second.sync();

    const QByteArray output = python("read", folder.path());
    const QJsonObject read = QJsonDocument::fromJson(output).object();
    QVERIFY2(!read.isEmpty(), output.constData());

    compareNumpyTypes(read["all.npz"].toObject());
    QVERIFY(read["nothing.npz"].isObject() && read["nothing.npz"].toObject().isEmpty());
    compareNumpyTypes(read["all.safetensors"].toObject());
    QCOMPARE(read["all.safetensors"].toObject()["metadata"].toObject()["note"].toString(), QString("λ"));
    const QJsonObject bf16 = read["bf16.safetensors"].toObject();
    QCOMPARE(text(bf16["bf16"]), QString("BF16 [1,2] [128,63,0,192]"));
    QCOMPARE(text(bf16["u8"]), QString("U8 [3] [0,128,255]"));

    const QJsonObject lambda = read["lambda.npz"].toObject();
    QCOMPARE(lambda.keys().join(' '), QString("correct gate lambda roles step targetLogProb targets tokens"));
    QCOMPARE(text(lambda["lambda"]), QString("<f4 [1,1,2,1,2] [0.25,0.5,1,2]"));
    QCOMPARE(text(lambda["gate"]), QString("<f4 [1,1,2,1] [-1,-0.5]"));
    QCOMPARE(text(lambda["tokens"]), QString("<i8 [1,2] [5,6]"));
    QCOMPARE(text(lambda["targets"]), QString("<i8 [1,2] [-100,7]"));
    QCOMPARE(text(lambda["roles"]), QString("|u1 [1,2] [1,3]"));
    QCOMPARE(text(lambda["correct"]), QString("|u1 [1,2] [0,1]"));
    QCOMPARE(text(lambda["targetLogProb"]), QString("<f4 [1,2] [\"nan\",-0.125]"));
    QCOMPARE(text(lambda["step"]), QString("<i8 [] [12]"));

    for (const char* name : {"a", "b"})
      QCOMPARE(text(read["zip64.npz"].toObject()[name]), QString("|u1 [10] [48,49,50,51,52,53,54,55,56,57]"));

    QCOMPARE(read["version"].toDouble(), 2.0);
    const QJsonObject tags = read["scalars"].toObject();
    QCOMPARE(tags.size(), 4);
    const QJsonArray loss = tags["train/loss"].toArray();
    QCOMPARE(loss.size(), 31);
    for (int i = 0; i < 30; ++i) {
      const QJsonArray point = loss[i].toArray();
      QCOMPARE(point[0].toInt(), i + 1);
      QVERIFY(point[1].toDouble() == 1.7e9 + (i + 1) / 8.0);
      QVERIFY(point[2].toDouble() == static_cast<float>(1.0 / (i + 1)));
    }
    QCOMPARE(loss[30].toArray()[2].toDouble(), 7.0);
    QCOMPARE(tags["valid/loss"].toArray()[0].toArray()[2].toString(), QString("nan"));
    QCOMPARE(tags["valid/loss"].toArray()[1].toArray()[2].toString(), QString("inf"));
    QCOMPARE(tags["valid/accuracy"].toArray()[0].toArray()[0].toInt(), 10);
    QCOMPARE(tags["größe/λ"].toArray()[0].toArray()[2].toDouble(), 3.0);
  }

  void weReadWhatOthersWrite() {
    TemporaryFolder folder;
    QVERIFY(!python("write", folder.path()).isEmpty());

    const TensorFile safetensors = readSafetensors(folder / "f.safetensors");
    QCOMPARE(safetensors.metadata, (std::map<std::string, std::string>{{"größe", "λ"}, {"format", "np"}}));
    for (const TensorFile& file : {readNpz(folder / "stored.npz"), readNpz(folder / "deflated.npz"), safetensors}) {
      QVERIFY(file.tensors.size() >= 10);
      QCOMPARE(shapeText(file.tensors.at("f64").shape), std::string("[2, 3]"));
      QCOMPARE(file.tensors.at("f64").as<double>()[5], 1.0);
      QCOMPARE(shapeText(file.tensors.at("f32").shape), std::string("[2, 3, 4]"));
      for (int i = 0; i < 24; ++i) QCOMPARE(file.tensors.at("f32").as<float>()[i], static_cast<float>(i) / 8);
      QCOMPARE(file.tensors.at("f16").type, DType::F16);
      QCOMPARE(file.tensors.at("f16").as<std::uint16_t>()[4], std::uint16_t{0x3C00});
      QCOMPARE(shapeText(file.tensors.at("i64").shape), std::string("[]"));
      QCOMPARE(file.tensors.at("i64").as<std::int64_t>()[0], -(std::int64_t{1} << 40));
      QCOMPARE(shapeText(file.tensors.at("i32").shape), std::string("[6, 1]"));
      QCOMPARE(file.tensors.at("i32").as<std::int32_t>()[5], 5);
      QCOMPARE(file.tensors.at("u8").as<std::uint8_t>()[255], std::uint8_t{255});
      QCOMPARE(file.tensors.at("bool").type, DType::Bool);
      QCOMPARE(file.tensors.at("bool").as<std::uint8_t>()[2], std::uint8_t{1});
      QCOMPARE(shapeText(file.tensors.at("empty").shape), std::string("[0, 3]"));
      QCOMPARE(shapeText(file.tensors.at("view").shape), std::string("[2, 2]"));
      QCOMPARE(file.tensors.at("view").as<std::int64_t>()[3], std::int64_t{12});
      QCOMPARE(file.tensors.at("größe λ").as<float>()[0], 1.5f);
    }
    const TensorFile deflated = readNpz(folder / "deflated.npz");
    const HostTensor& large = deflated.tensors.at("large");
    QCOMPARE(large.size(), std::int64_t{300'000});
    for (std::int64_t i = 0; i < large.size(); ++i) QCOMPARE(large.as<std::int64_t>()[i], i % 1000);

    VERIFY_HOLDS(fault<std::runtime_error>([&] { readNpz(folder / "fortran.npz"); }),
                 "array 'turned': is in Fortran order");
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readNpz(folder / "big.npz"); }),
                 "array 'swapped': its type '>f4' is not supported");

    EventLogReader reader(folder.path());
    const auto scalars = reader.readNew();
    QCOMPARE(scalars.size(), std::size_t{100});
    for (std::size_t i = 0; i < 100; ++i) {
      const auto step = static_cast<std::int64_t>(i / 2);
      QCOMPARE(scalars[i].tag, std::string(i % 2 == 0 ? "train/loss" : "valid/accuracy"));
      QCOMPARE(scalars[i].step, step);
      QCOMPARE(scalars[i].wallTime, 1000.5 + static_cast<double>(step));
      QVERIFY(i % 2 == 0 ? scalars[i].value == static_cast<float>(1.0 / static_cast<double>(step + 1))
                         : std::isinf(scalars[i].value));
    }
    QCOMPARE(reader.gaps(), std::int64_t{0});

    // Compressed data has the same checksum as stored data.
    const std::string whole = contentOf(folder / "small.npz");
    const TensorFile right = readNpz(folder / "small.npz");
    std::size_t refused = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ (1 << i % 8));
      put(folder / "damaged.npz", changed);
      try {
        const TensorFile read = readNpz(folder / "damaged.npz");
        QCOMPARE(read.tensors.size(), right.tensors.size());
        for (const auto& [name, tensor] : right.tensors)
          QVERIFY2(read.tensors.at(name).bytes == tensor.bytes, qPrintable(QString::number(i)));
      } catch (const std::runtime_error&) {
        ++refused;
      }
    }
    QVERIFY2(refused > whole.size() / 2, qPrintable(QString("%1 of %2").arg(refused).arg(whole.size())));
  }
};

QTEST_GUILESS_MAIN(PythonReadersTest)
#include "python_readers_test.moc"
