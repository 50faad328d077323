// nvcc alone compiles every .cu file, without Torch, Qt or a GPU. Skipped by name where there is no nvcc.

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

QString compiler() {
  const QString onPath = QStandardPaths::findExecutable("nvcc");
  return onPath.isEmpty() ? QStandardPaths::findExecutable("nvcc", {"/usr/local/cuda/bin"}) : onPath;
}

struct Outcome {
  int exitCode = -1;
  QString text;
};

// To PTX alone: what the later steps refuse is a matter of sizes, which the compiler of a FENWICK_CUDA build reports.
Outcome compile(const QString& path) {
  const QTemporaryDir folder;
  QProcess process;
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start(compiler(), {"-std=c++20", "--expt-relaxed-constexpr", "-arch=compute_80", "-ptx", "-Werror",
                             "all-warnings", "-I", FENWICK_SOURCE_DIR, "-o", folder.filePath("out.ptx"), path});
  process.waitForFinished(-1);
  return {process.exitCode(), QString::fromLocal8Bit(process.readAll())};
}

}  // namespace

class CudaCompileTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (compiler().isEmpty()) QSKIP("there is no nvcc on this machine");
  }

  void nvccAloneCompilesEveryFile_data() {
    QTest::addColumn<QString>("path");
    const QDir folder(FENWICK_SOURCE_DIR "/kernels/cuda");
    for (const QString& name : folder.entryList({"*.cu"})) QTest::newRow(qPrintable(name)) << folder.filePath(name);
  }
  void nvccAloneCompilesEveryFile() {
    QFETCH(QString, path);
    const Outcome outcome = compile(path);
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.text));
  }

  void nvccRefusesAFileThatIsWrong() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("wrong.cu"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("__global__ void wrong() { missing(); }\n");
    file.close();
    QVERIFY(compile(file.fileName()).exitCode != 0);
  }
};

QTEST_APPLESS_MAIN(CudaCompileTest)
#include "cuda_compile_test.moc"
