// Includes follow kernels <- model <- app <- ui, and Torch and Qt stay in their rooms.

#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

struct Source {
  QString path;          // from the repository root
  QStringList includes;  // as written, without quotes or brackets
};

QString text(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QHash<QString, Source> readSources() {
  static const QRegularExpression include("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]", QRegularExpression::MultilineOption);
  const QString root = QStringLiteral(FENWICK_SOURCE_DIR);
  QHash<QString, Source> sources;
  for (const QString& layer : QStringList{"kernels", "model", "app", "ui"}) {
    QDirIterator files(root + "/" + layer, {"*.h", "*.cpp", "*.cu", "*.cuh"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      const QString path = files.next();
      Source source{path.mid(root.size() + 1), {}};
      for (auto matches = include.globalMatch(text(path)); matches.hasNext();) source.includes << matches.next().captured(1);
      sources.insert(source.path, source);
    }
  }
  return sources;
}

bool isTorch(const QString& include) {
  return include.startsWith("ATen/") || include.startsWith("torch/") || include.startsWith("c10/");
}
bool isQt(const QString& include) {
  static const QRegularExpression qt("^(Qt\\w+/)?Q[A-Z]\\w*$|^qcustomplot\\.h$");
  return qt.match(include).hasMatch();
}

// Everything that `path` includes, directly or through our own headers.
QSet<QString> reach(const QString& path, const QHash<QString, Source>& sources) {
  QSet<QString> seen;
  QStringList open{path};
  while (!open.isEmpty()) {
    for (const QString& include : sources.value(open.takeLast()).includes) {
      if (seen.contains(include)) continue;
      seen.insert(include);
      if (sources.contains(include)) open << include;
    }
  }
  return seen;
}

// The first reached include for which `wrong` holds, or an empty text.
template <class Predicate>
QString firstReached(const Source& source, const QHash<QString, Source>& sources, Predicate wrong) {
  for (const QString& include : reach(source.path, sources))
    if (wrong(include)) return source.path + " reaches " + include;
  return {};
}

}  // namespace

class LayeringTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_sources = readSources();
    QVERIFY2(m_sources.size() > 20, "the source tree was not found");
  }

  void includesFollowTheArrowsOfTheLayers() {
    const QStringList order{"kernels", "model", "app", "ui"};
    for (const Source& source : m_sources) {
      const auto own = order.indexOf(source.path.section('/', 0, 0));
      for (const QString& include : source.includes) {
        const auto other = order.indexOf(include.section('/', 0, 0));
        QVERIFY2(other <= own, qPrintable(source.path + " includes " + include));
      }
    }
  }

  void everyIncludeStartsAtTheRepositoryRoot() {
    for (const Source& source : m_sources)
      for (const QString& include : source.includes)
        QVERIFY2(!include.startsWith('.'), qPrintable(source.path + " includes " + include));
  }

  void torchStaysInItsRoom() {
    for (const Source& source : m_sources) {
      if (source.path.startsWith("model/torch/")) continue;
      const QString fault = firstReached(source, m_sources, isTorch);
      QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }
  }

  void kernelsModelAndCommandLineKnowNoQt() {
    for (const Source& source : m_sources) {
      const bool free = source.path.startsWith("kernels/") || source.path.startsWith("model/") || source.path.startsWith("app/cli/");
      if (!free) continue;
      const QString fault = firstReached(source, m_sources, isQt);
      QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }
  }

  void theCommandLineDoesNotUseTheQtPartOfApp() {
    for (const Source& source : m_sources)
      if (source.path.startsWith("app/cli/"))
        for (const QString& include : source.includes)
          QVERIFY2(!include.startsWith("app/core/"), qPrintable(source.path + " includes " + include));
  }

 private:
  QHash<QString, Source> m_sources;
};

QTEST_GUILESS_MAIN(LayeringTest)
#include "layering_test.moc"
