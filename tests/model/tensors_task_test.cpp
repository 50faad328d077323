// Own data from files: taken as it is, or refused with the place of the fault.

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <stdexcept>

#include "model/config/config.h"
#include "model/io/tensor_file.h"
#include "model/tasks/task.h"

using namespace fenwick::model;

namespace {

HostTensor integers(std::vector<std::int64_t> shape, const std::vector<std::int64_t>& values) {
  HostTensor tensor{DType::I64, std::move(shape), std::vector<std::byte>(values.size() * sizeof(std::int64_t))};
  if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

}  // namespace

class TensorsTaskTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;

  std::string write(const char* name, const TensorFile& file) {
    const std::string path = m_folder.filePath(name).toStdString();
    writeSafetensors(path, file);
    return path;
  }
  std::string write(const char* name, HostTensor inputs, HostTensor targets) {
    TensorFile file;
    file.tensors = {{"inputs", std::move(inputs)}, {"targets", std::move(targets)}};
    return write(name, file);
  }
  Config own(const std::string& path, const std::vector<std::string>& more = {}) {
    Config config;
    std::vector<std::string> assignments{"task.kind=tensors", "task.file=" + path, "task.length=3", "train.batch=2"};
    assignments.insert(assignments.end(), more.begin(), more.end());
    for (const std::string& assignment : assignments) {
      if (!config.setFromText(assignment).empty()) qFatal("%s", assignment.c_str());
    }
    return config;
  }
  static QString opened(const Config& config) {
    try {
      taskKind(config).open(config);
      return "opened";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }
  static QString faults(const Config& config) {
    QString text;
    for (const Problem& problem : problems(config)) text += QString::fromStdString(problem.field + ": " + problem.message + "\n");
    return text;
  }

 private slots:
  void rowsComeAsTheyStand() {
    const Config config = own(write("a.safetensors", integers({2, 3}, {1, 2, 3, 4, 5, 6}), integers({2, 3}, {-100, -100, 7, 8, -100, -100})));
    QCOMPARE(faults(config), QString());
    const auto data = taskKind(config).open(config);
    QCOMPARE(data->examples(Split::Train), std::int64_t{2});
    QCOMPARE(data->examples(Split::Valid), std::int64_t{0});
    QCOMPARE(data->examples(Split::Test), std::int64_t{0});
    TokenBatch batch;
    data->fill(Split::Train, std::vector<std::int64_t>{1, 0, 1}, batch);
    QVERIFY(batch.inputs == (std::vector<std::int64_t>{4, 5, 6, 1, 2, 3, 4, 5, 6}));
    QVERIFY(batch.targets == (std::vector<std::int64_t>{8, -100, -100, -100, -100, 7, 8, -100, -100}));
    QCOMPARE(static_cast<Role>(batch.roles[0]), Role::Query);
    QCOMPARE(static_cast<Role>(batch.roles[1]), Role::Data);
  }

  void aValidationFileMakesAValidationSplit() {
    const auto path = write("b.safetensors", integers({2, 3}, {1, 2, 3, 4, 5, 6}), integers({2, 3}, {1, 1, 1, 1, 1, 1}));
    const auto valid = write("c.safetensors", integers({1, 3}, {9, 9, 9}), integers({1, 3}, {2, 2, 2}));
    const Config config = own(path, {"task.validationFile=" + valid, "train.stopAt=0.9"});
    QCOMPARE(faults(config), QString());
    const auto data = taskKind(config).open(config);
    QCOMPARE(data->examples(Split::Valid), std::int64_t{1});
    TokenBatch batch;
    data->fill(Split::Valid, std::vector<std::int64_t>{0}, batch);
    QVERIFY(batch.inputs == (std::vector<std::int64_t>{9, 9, 9}));
    QVERIFY_EXCEPTION_THROWN(data->fill(Split::Valid, std::vector<std::int64_t>{1}, batch), std::out_of_range);
  }

  void stoppingByAccuracyIsRefusedWithoutAValidationFile() {
    const auto path = write("d.safetensors", integers({2, 3}, {1, 2, 3, 4, 5, 6}), integers({2, 3}, {1, 1, 1, 1, 1, 1}));
    QCOMPARE(faults(own(path, {"train.stopAt=0.99"})), QString("train.stopAt: needs a task.validationFile; name one, or set train.stopAt=0\n"));
  }

  void missingFilesAreTold() {
    QCOMPARE(faults(own("")), QString("task.file: is needed: a safetensors file with inputs and targets [rows, length] as int64\n"));
    QCOMPARE(faults(own("/nowhere/x.safetensors", {"task.validationFile=/nowhere/y"})),
             QString("task.file: there is no file /nowhere/x.safetensors\ntask.validationFile: there is no file /nowhere/y\n"));
  }

  void lengthIsTakenFromTheFileForWhoeverDidNotGiveIt() {
    Config config = own(write("e.safetensors", integers({1, 5}, {1, 2, 3, 4, 5}), integers({1, 5}, {1, 1, 1, 1, 1})), {"train.batch=1"});
    QVERIFY(opened(config).endsWith("holds rows of 5 tokens, and task.length is 3; set task.length=5"));
    adoptFromFiles(config);
    QCOMPARE(config.get<int>("task.length"), 5);
    QCOMPARE(opened(config), QString("opened"));
    Config untouched;
    adoptFromFiles(untouched);
    QVERIFY(untouched == Config());
  }

  void faultyFilesAreRefusedWithThePlace_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("sentence");
    const auto row = [&](const char* name, HostTensor inputs, HostTensor targets, const char* sentence) {
      QTest::newRow(name) << QString::fromStdString(write((std::string(name) + ".safetensors").c_str(), std::move(inputs), std::move(targets)))
                          << QString::fromUtf8(sentence);
    };
    const HostTensor good = integers({2, 3}, {1, 1, 1, 1, 1, 1});
    row("input too large", integers({2, 3}, {1, 2, 3, 4, 128, 6}), good, "inputs[1, 1] is 128, outside 0 … 127 (task.vocabulary is 128)");
    row("input negative", integers({2, 3}, {1, 2, -1, 4, 5, 6}), good, "inputs[0, 2] is -1, outside 0 … 127 (task.vocabulary is 128)");
    row("target wrong", good, integers({2, 3}, {1, 1, 1, 1, 1, -1}),
        "targets[1, 2] is -1, neither -100 (ignored) nor in 0 … 127 (task.vocabulary is 128)");
    row("nothing scored", good, integers({2, 3}, {-100, -100, -100, -100, -100, -100}), "every target is -100, so that nothing would be scored");
    row("shapes differ", good, integers({3, 2}, {1, 1, 1, 1, 1, 1}), "inputs are [2, 3] and targets [3, 2]; they must be alike");
    row("one dimension", integers({6}, {1, 1, 1, 1, 1, 1}), good, "inputs: expected the shape [rows, length], got [6]");
    row("no rows", integers({0, 3}, {}), good, "inputs: expected the shape [rows, length], got [0, 3]");
    HostTensor floats{DType::F32, {2, 3}, std::vector<std::byte>(24)};
    row("floats", floats, good, "inputs: expected int64 (I64), got F32");
    TensorFile lone;
    lone.tensors = {{"inputs", good}};
    QTest::newRow("no targets") << QString::fromStdString(write("lone.safetensors", lone)) << "there is no tensor named targets";
  }
  void faultyFilesAreRefusedWithThePlace() {
    QFETCH(QString, path);
    QFETCH(QString, sentence);
    QCOMPARE(opened(own(path.toStdString())), path + ": " + sentence);
  }

  void aShuffledBatchLargerThanTheFileIsRefused() {
    const auto path = write("f.safetensors", integers({2, 3}, {1, 2, 3, 4, 5, 6}), integers({2, 3}, {1, 1, 1, 1, 1, 1}));
    QVERIFY(opened(own(path, {"train.batch=3"})).endsWith("so set train.batch=2 or task.order=sequential"));
    QCOMPARE(opened(own(path, {"train.batch=3", "task.order=sequential"})), QString("opened"));
  }
};

QTEST_GUILESS_MAIN(TensorsTaskTest)
#include "tensors_task_test.moc"
