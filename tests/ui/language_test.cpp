#include "ui/look/language.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTableWidget>
#include <QTextStream>
#include <QToolBar>
#include <QToolButton>
#include <QXmlStreamReader>

#include "app/core/config_words.h"
#include "tests/ui/whole_window.h"
#include "ui/figures/export_command.h"
#include "ui/look/theme.h"
#include "ui/setup/setup_panel.h"
#include "ui/window/notice_bar.h"

using namespace fenwick;

namespace {

const QString kFolder = QStringLiteral(FENWICK_SOURCE_DIR "/resources/translations/");

struct Message {
  QString context, source, type;
  bool plural = false;
  QStringList words;
  QString key() const { return context + QLatin1Char('\n') + source; }
};

QList<Message> messages(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  QXmlStreamReader xml(&file);
  QList<Message> all;
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const QString name = xml.name().toString();
    if (name == QLatin1String("name")) {
      context = xml.readElementText();
    } else if (name == QLatin1String("message")) {
      all.append({context, {}, {}, xml.attributes().value("numerus") == QLatin1String("yes"), {}});
    } else if (name == QLatin1String("source")) {
      all.last().source = xml.readElementText();
    } else if (name == QLatin1String("translation")) {
      all.last().type = xml.attributes().value("type").toString();
      if (!all.last().plural) all.last().words << xml.readElementText();
    } else if (name == QLatin1String("numerusform")) {
      all.last().words << xml.readElementText();
    }
  }
  return all;
}

QStringList found(const QString& text, const char* pattern) {
  QStringList all;
  for (auto each = QRegularExpression(QLatin1String(pattern)).globalMatch(text); each.hasNext();) all << each.next().captured();
  all.sort();
  all.removeDuplicates();
  return all;
}

QString edges(const QString& text) {
  const bool more = text.endsWith(QChar(0x2026));
  return QStringLiteral("%1%2%3").arg(text.startsWith(' ') ? "space " : "", text.endsWith(' ') ? " space" : "", more ? " more" : "");
}

// Asked last: what it is asked for has no translation.
class Misses : public QTranslator {
 public:
  Misses() { QCoreApplication::installTranslator(this); }
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*, int) const override {
    const QByteArray name(context);
    if (!name.startsWith('Q') || name == "QObject") asked.insert(name + ": " + source);
    return {};
  }
  mutable QSet<QByteArray> asked;
};

bool cutOff(const QWidget* widget) {
  if (!widget->isVisible() || widget->visibleRegion().isEmpty()) return false;
  if (const auto* label = qobject_cast<const QLabel*>(widget)) {
    // Those that wrap have the room that they ask for by their height, those that ignore their width show what fits and the rest in a tool tip.
    if (label->wordWrap() || label->text().isEmpty() || label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) return false;
  } else {
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const auto* tool = qobject_cast<const QToolButton*>(widget);
    if (!button || button->text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)) return false;
  }
  return widget->width() < widget->minimumSizeHint().width() || widget->width() < widget->sizeHint().width() ||
         widget->visibleRegion().boundingRect().width() < widget->width();
}

}  // namespace

class LanguageTest : public QObject {
  Q_OBJECT
  QTemporaryDir m_dir;

  static void addLanguages() {
    QTest::addColumn<QString>("code");
    for (const QString& code : ui::languages()) QTest::newRow(qPrintable(code)) << code;
  }

 private slots:
  void everyTextHasItsWords_data() { addLanguages(); }
  void everyTextHasItsWords() {
    QFETCH(QString, code);
    const QList<Message> all = messages(kFolder + "fenwick_" + code + ".ts");
    QVERIFY(all.size() >= (code == "en" ? 5 : 700));
    for (const Message& message : all) {
      const QByteArray name = (message.context + ": " + message.source).toUtf8();
      QVERIFY2(message.type.isEmpty(), name + " is " + message.type.toUtf8());
      QCOMPARE(message.words.size(), message.plural ? 2 : 1);
      for (const QString& words : message.words) {
        QVERIFY2(!words.trimmed().isEmpty(), name);
        QVERIFY2(found(words, "%L?[0-9n]+(?![0-9]*\u00a0%)") == found(message.source, "%L?[0-9n]+(?![0-9]*\u00a0%)"), name);
        QVERIFY2(words.count('&') == message.source.count('&'), name);
        QVERIFY2(edges(words) == edges(message.source), name);
        QVERIFY2(words.count('\n') == message.source.count('\n'), name);
      }
    }
  }

  void theSourcesSayNothingElse() {
    QTemporaryDir copies;
    for (const QString& code : ui::languages()) QVERIFY(QFile::copy(kFolder + "fenwick_" + code + ".ts", copies.filePath("fenwick_" + code + ".ts")));
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(FENWICK_CMAKE, {"-DLUPDATE=" FENWICK_LUPDATE, "-DROOT=" FENWICK_SOURCE_DIR, "-DTEXTS=" FENWICK_CONFIG_TEXTS, "-DINTO=" + copies.path(), "-P",
                                  FENWICK_SOURCE_DIR "/cmake/RefreshWords.cmake"});
    QVERIFY(process.waitForFinished(120000));
    QVERIFY2(process.exitCode() == 0, process.readAll());
    for (const QString& code : ui::languages()) {
      QSet<QString> known, said;
      for (const Message& message : messages(kFolder + "fenwick_" + code + ".ts")) known.insert(message.key());
      for (const Message& message : messages(copies.filePath("fenwick_" + code + ".ts"))) said.insert(message.key());
      QVERIFY2(said == known, qPrintable(QStringList(((said - known) + (known - said)).values()).join("\n\n")));
    }
  }

  void settingsPresetsAndKindsHaveTheirWords_data() { addLanguages(); }
  void settingsPresetsAndKindsHaveTheirWords() {
    QFETCH(QString, code);
    if (code == "en") return;
    QTranslator words;
    QVERIFY(words.load(":/translations/fenwick_" + code + ".qm"));
    QVERIFY(app::configTexts().size() > 150);
    for (const std::string& text : app::configTexts()) QVERIFY2(!words.translate("config", text.c_str()).isEmpty(), text.c_str());
  }

  void theChosenLanguageIsSpokenOrElseTheSystems() {
    QCOMPARE(ui::spokenLanguage("nl", QLocale("es_MX")), QStringLiteral("nl"));
    QCOMPARE(ui::spokenLanguage({}, QLocale("es_MX")), QStringLiteral("es"));
    QCOMPARE(ui::spokenLanguage({}, QLocale("nl_BE")), QStringLiteral("nl"));
    QCOMPARE(ui::spokenLanguage({}, QLocale("fi_FI")), QStringLiteral("en"));
    QCOMPARE(ui::spokenLanguage("klingon", QLocale("fi_FI")), QStringLiteral("en"));
    QCOMPARE(ui::spokenLanguage({}, QLocale::c()), QStringLiteral("en"));
  }

  void manyAndOneAreToldApart() {
    for (const auto& [code, one, many] : {std::tuple{"en", "1 layer", "2 layers"}, {"es", "1 capa", "2 capas"}, {"nl", "1 laag", "2 lagen"}}) {
      const ui::Translation words{QLatin1String(code)};
      QCOMPARE(ui::SetupPanel::tr("%Ln layer(s)", nullptr, 1), QLatin1String(one));
      QCOMPARE(ui::SetupPanel::tr("%Ln layer(s)", nullptr, 2), QLatin1String(many));
    }
  }

  void theWindowSpeaksIt_data() { addLanguages(); }
  void theWindowSpeaksIt() {
    QFETCH(QString, code);
    const QTemporaryDir dir;
    const Misses misses;
    const ui::Translation words(code);
    tests::WholeWindow lab(dir);
    QCOMPARE(lab.library.count(), 2);
    const QHash<QString, QString> said{{"en", "File|Runs|Learning rate"}, {"es", "Archivo|Ejecuciones|Tasa de aprendizaje"}, {"nl", "Bestand|Runs|Leersnelheid"}};
    const QStringList expected = said.value(code).split('|');
    QCOMPARE(lab.window.menuBar()->actions().first()->text().remove('&'), expected[0]);
    QCOMPARE(lab.window.findChild<QDockWidget*>("runsDock")->windowTitle(), expected[1]);
    QCOMPARE(lab.window.setup().sectionOf("train.learningRate")->nameLabel("train.learningRate")->text(), expected[2]);
    QCOMPARE(lab.window.size(), QSize(1280, 800));
    lab.window.notices().putAway();
    QStringList cut;
    const auto look = [&](const QWidget* inside) {
      for (const QWidget* widget : inside->findChildren<QWidget*>()) {
        if (tests::isQtsOwn(widget) || QTest::qWaitFor([&] { return !cutOff(widget); }, 1000)) continue;  // what has just been said is laid out soon
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        cut << QStringLiteral("%1 %2: %3 of %4").arg(inside->objectName(), label ? label->text() : button->text()).arg(widget->visibleRegion().boundingRect().width()).arg(widget->sizeHint().width());
      }
    };
    lab.forEachPanel([&](QDockWidget* dock) {
      look(dock);
      if (dock->objectName() != "probeDock") return;
      const auto* predictions = dock->findChild<QTableWidget*>();
      QTRY_VERIFY(predictions->rowCount() > 2 && predictions->horizontalHeader()->length() <= predictions->viewport()->width());
    });
    QVERIFY2(lab.window.minimumSizeHint().width() <= 1024, qPrintable(QString::number(lab.window.minimumSizeHint().width())));
    for (const auto* scroll : lab.window.setup().findChildren<QScrollArea*>()) QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
    const auto* bar = lab.window.findChild<QToolBar*>("toolBar");
    look(bar);
    QVERIFY2(!bar->findChild<QToolButton*>("qt_toolbar_ext_button")->isVisible(), "the toolbar is too long");
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join("\n")));
    if (code != "en") QVERIFY2(misses.asked.isEmpty(), misses.asked.values().join('\n'));
  }

  void commandLinesAndDataAreTheSameInEveryLanguage() {
    const QTemporaryDir dir;
    tests::WholeWindow lab(dir);
    const QString run = lab.library.at(0).folder;
    QHash<QString, QByteArrayList> made;
    for (const QString& code : ui::languages()) {
      const ui::Translation words(code);
      const QTemporaryDir fresh;
      const QString figure = fresh.filePath("figure.svg");
      QString said, faults;
      QTextStream out(&said), errors(&faults);
      for (const char* kind : {"curves", "lambda"}) {
        QVERIFY2(ui::exportCommand({"--export", kind, run, "--out", figure, "--data"}, out, errors) == 0, qPrintable(faults));
        for (const QString& file : QDir(fresh.path()).entryList({"figure*.csv", "figure*.npz"}, QDir::Files)) {
          QFile data(fresh.filePath(file));
          QVERIFY(data.open(QIODevice::ReadOnly));
          made[code] << file.toUtf8() << data.readAll();
        }
      }
      made[code] << app::Session::arguments(lab.window.draft().config(), lab.window.draft().preset(), {}, "out").join(' ').toUtf8();
    }
    QVERIFY(made["en"].size() >= 5);
    for (const QString& code : ui::languages()) {
      QCOMPARE(made[code].size(), made["en"].size());
      for (int i = 0; i < made[code].size(); ++i) QVERIFY2(made[code][i] == made["en"][i], made[code][i].left(300));
    }
  }

  void theMenuRemembersTheLanguage() {
    const QTemporaryDir dir;
    {
      tests::WholeWindow lab(dir);
      QVERIFY(lab.window.actions().languageSystem->isChecked());
      lab.window.actions().languageDutch->trigger();
      QVERIFY2(lab.window.notices().sentence().startsWith("Nederlands"), qPrintable(lab.window.notices().sentence()));
      QCOMPARE(lab.store.value(ui::kLanguageKey).toString(), QStringLiteral("nl"));
    }
    tests::WholeWindow lab(dir);
    QVERIFY(lab.window.actions().languageDutch->isChecked());
    lab.window.actions().languageSystem->trigger();
    QVERIFY(!lab.store.contains(ui::kLanguageKey));
  }
};

int main(int argc, char** argv) {
  qputenv("LC_ALL", "C");
  QApplication application(argc, argv);
  ui::useFonts();
  LanguageTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "language_test.moc"
