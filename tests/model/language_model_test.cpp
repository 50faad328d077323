// Language modelling: WikiText's layout and plain texts become tokens, every fault is told with its place, and a text that a package ships is learnt.

#include <QTest>
#include <cmath>

#include "model/io/durable_file.h"
#include "model/tasks/text_data.h"
#include "model/training/perplexity.h"
#include "model/training/training_run.h"
#include "tests/model/file_helpers.h"
#include "tests/model/task_helpers.h"

using namespace fenwick::model;
using namespace fenwick::model::testing;
using fenwick::testing::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

// As WikiText-103 raw writes it: a blank before and after each line, headings between = signs, @-@ and @,@, <unk>.
const std::string kTrain =
    " \n = Valkyria Chronicles III = \n \n Senjō no Valkyria 3 : <unk> Chronicles ( Japanese : 戦場のヴァルキュリア3 , lit . Valkyria ) is a "
    "tactical role @-@ playing video game with 1 @,@ 000 levels . \n \n = = Gameplay = = \n \n The game 's story is told through panels . \n ";
const std::string kValid = " \n = Homarus gammarus = \n \n Homarus gammarus is a species of clawed lobster . \n ";
const std::string kTest = " \n = Robert <unk> = \n \n Robert <unk> is an English film actor . \n ";

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string wiki(const TemporaryFolder& folder) {
  write(folder / "wiki.train.raw", kTrain);
  write(folder / "wiki.valid.raw", kValid);
  write(folder / "wiki.test.raw", kTest);
  return folder.path().string();
}

Config texts(const std::string& file, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"task.kind=language-model", "task.file=" + file, "task.length=16", "train.batch=4"});
  return with(more);
}

QString fault(const Config& config) {
  try {
    taskKind(config).open(config);
    return "taken";
  } catch (const std::runtime_error& error) {
    return QString::fromUtf8(error.what());
  }
}

// The text that a split's inputs spell, byte tokens.
std::string spelt(const TaskData& data, Split split) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(data.examples(split)));
  std::iota(all.begin(), all.end(), 0);
  TokenBatch batch;
  data.fill(split, all, batch);
  std::string text;
  for (const std::int64_t token : batch.inputs) text += static_cast<char>(token);
  return text;
}

}  // namespace

class LanguageModelTest : public QObject {
  Q_OBJECT

 private:
  TemporaryFolder m_cache;

 private slots:
  void initTestCase() { qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(m_cache.path().string())); }

  void wikiTextsLayoutIsReadAsItIs() {
    const TemporaryFolder folder;
    const std::string place = wiki(folder);
    // The folder, or one of its files.
    for (const std::string& file : {place, place + "/wiki.valid.raw"}) {
      const Config config = texts(file);
      QCOMPARE(faults(config), QString());
      const auto data = taskKind(config).open(config);
      QVERIFY(kTrain.starts_with(spelt(*data, Split::Train)));
      QVERIFY(kValid.starts_with(spelt(*data, Split::Valid)));
      QVERIFY(kTest.starts_with(spelt(*data, Split::Test)));
      QCOMPARE(data->examples(Split::Train), static_cast<std::int64_t>((kTrain.size() - 1) / 16));
      const auto& text = dynamic_cast<const TextData&>(*data);
      QCOMPARE(text.tokens(Split::Valid), static_cast<std::int64_t>(kValid.size()));
      QCOMPARE(text.words(Split::Valid), std::int64_t{13});  // = Homarus gammarus = Homarus gammarus is a species of clawed lobster .
    }
  }

  void everyTokenButTheFirstIsATarget() {
    const TemporaryFolder folder;
    const TokenBatch batch = rows(texts(wiki(folder)), Split::Train, 1, 2);
    for (std::size_t i = 0; i < 32; ++i) {
      QCOMPARE(batch.inputs[i], static_cast<std::int64_t>(static_cast<unsigned char>(kTrain[16 + i])));
      QCOMPARE(batch.targets[i], static_cast<std::int64_t>(static_cast<unsigned char>(kTrain[17 + i])));
      QCOMPARE(static_cast<Role>(batch.roles[i]), Role::Text);
    }
  }

  void aTextAloneIsCutBehindLines() {
    const TemporaryFolder folder;
    std::string text;
    for (int line = 0; line < 200; ++line) text += "line " + std::to_string(1000 + line) + "\n";  // ten bytes each
    write(folder / "text.txt", text);
    const Config config = texts((folder / "text.txt").string());
    const auto data = taskKind(config).open(config);
    const auto& parts = dynamic_cast<const TextData&>(*data);
    QCOMPARE(parts.tokens(Split::Train), std::int64_t{1800});
    QCOMPARE(parts.tokens(Split::Valid), std::int64_t{100});
    QCOMPARE(parts.tokens(Split::Test), std::int64_t{100});
    QVERIFY(spelt(*data, Split::Valid).starts_with("line 1180\n"));
    QVERIFY(spelt(*data, Split::Test).starts_with("line 1190\n"));

    write(folder / "other.txt", "an other text for validation\n");
    const Config two = texts((folder / "text.txt").string(), {"task.validationFile=" + (folder / "other.txt").string()});
    const auto apart = taskKind(two).open(two);
    QCOMPARE(dynamic_cast<const TextData&>(*apart).tokens(Split::Train), std::int64_t{2000});
    QVERIFY(spelt(*apart, Split::Valid) == "an other text fo");
    QCOMPARE(apart->examples(Split::Test), std::int64_t{0});
  }

  void learntPairsSpellTheSameText() {
    const TemporaryFolder folder;
    const Config config = texts(wiki(folder), {"task.tokenizer=trained", "task.vocabulary=280", "task.length=8"});
    QCOMPARE(faults(config), QString());
    for (int again = 0; again < 2; ++again) {  // learnt, then from the cache
      const auto data = taskKind(config).open(config);
      QVERIFY(dynamic_cast<const TextData&>(*data).tokens(Split::Train) < static_cast<std::int64_t>(kTrain.size()));
      TokenBatch batch;
      data->fill(Split::Train, std::vector<std::int64_t>{0, 1}, batch);
      QString text;
      for (const std::int64_t token : batch.inputs) text += QString::fromStdString(data->tokenLabel(token));
      QVERIFY2(QString::fromStdString(kTrain).startsWith(text), qPrintable(text));
    }
  }

  void whatIsMissingIsNamed() {
    const TemporaryFolder folder;
    QCOMPARE(faults(texts("")), QString("task.file: is needed: a UTF-8 text, or a folder with wiki.train.raw, wiki.valid.raw and wiki.test.raw\n"));
    const std::string place = folder.path().string();
    write(folder / "wiki.train.raw", kTrain);
    QCOMPARE(faults(texts(place)), QString::fromStdString("task.file: the folder " + place + " lacks wiki.valid.raw\ntask.file: the folder " + place +
                                                          " lacks wiki.test.raw\n"));
    QCOMPARE(faults(texts(place + "/none")), QString::fromStdString("task.file: there is no file " + place + "/none\n"));
    QCOMPARE(faults(texts(place + "/wiki.train.raw", {"task.tokenizer=gpt2"})),
             QString("task.vocabularyFile: is needed with task.tokenizer gpt2\ntask.mergesFile: is needed with task.tokenizer gpt2\n"));
    QCOMPARE(faults(texts(place + "/wiki.train.raw", {"task.vocabulary=255"})),
             QString("task.vocabulary: must be at least 256, one token for each byte, got 255; the nearest permitted value is 256\n"));
  }

  void badTextIsRefusedWithItsPlaceOrReplaced() {
    const TemporaryFolder folder;
    const std::string place = wiki(folder);
    write(folder / "wiki.valid.raw", "It\x92s here\nand th\x92" + kValid);
    QCOMPARE(fault(texts(place)), QString::fromStdString(place + "/wiki.valid.raw: 2 bytes are no UTF-8 text; the first is byte 3 (line 1): 0x92; "
                                                                 "task.invalidText=replace puts U+FFFD there"));
    const Config config = texts(place, {"task.invalidText=replace"});
    QVERIFY(spelt(*taskKind(config).open(config), Split::Valid).starts_with("It\xEF\xBF\xBDs here\n"));
  }

  void shortTextsAreRefusedWithTheLeastSize() {
    const TemporaryFolder folder;
    write(folder / "short.txt", std::string(64, 'a'));
    write(folder / "valid.txt", std::string(16, 'a'));
    const std::string file = (folder / "short.txt").string(), valid = (folder / "valid.txt").string();
    QCOMPARE(fault(texts(file, {"task.validationFile=" + valid})),
             QString::fromStdString(file + ": holds 64 tokens, and a batch of 4 sequences of 16 needs at least 65; take a longer text, or task.length=15"));
    QCOMPARE(fault(texts(file, {"task.validationFile=" + valid, "train.batch=3"})),
             QString::fromStdString(valid + ": holds 16 tokens, and a sequence of 16 needs at least 17; take a longer text, or task.length=15"));
    QCOMPARE(fault(texts(file, {"task.validationFile=" + valid, "train.batch=3", "task.length=15"})), QString("taken"));
    QVERIFY(fault(texts(file, {"train.batch=1"})).startsWith(QString::fromStdString("the validation part (5 %) of " + file + ": holds ")));
    write(folder / "short.txt", "");
    QVERIFY(fault(texts(file, {"train.batch=1"})).endsWith("holds 0 tokens, and a sequence of 16 needs at least 17; take a longer text"));
  }

  void tokensOutsideTheVocabularyAreToldWithTheirPlace() {
    const TemporaryFolder folder;
    const std::string place = wiki(folder);
    Json vocabulary = Json::object();
    char32_t other = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
      const bool printable = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
      const char32_t letter = printable ? static_cast<char32_t>(byte) : other++;
      vocabulary[QString::fromUcs4(&letter, 1).toStdString()] = byte;
    }
    vocabulary["Ch"] = 300;
    write(folder / "vocab.json", vocabulary.dump());
    write(folder / "merges.txt", "C h\n");
    const auto config = [&](const char* size) {
      return texts(place, {"task.tokenizer=gpt2", "task.vocabularyFile=" + (folder / "vocab.json").string(),
                           "task.mergesFile=" + (folder / "merges.txt").string(), std::string("task.vocabulary=") + size});
    };
    const std::size_t at = kTrain.find("Ch");
    QCOMPARE(fault(config("300")), QString::fromStdString(place + "/wiki.train.raw: token 300 at place " + std::to_string(at) +
                                                          " is outside 0 … 299 (task.vocabulary is 300); set task.vocabulary=301"));
    QCOMPARE(fault(config("301")), QString("taken"));
  }

  // A text of about two megabytes that Debian's perl ships; English, tables and much repetition.
  void aTextThatAPackageShipsIsLearnt() {
    fs::path text;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/usr/share/perl", error)) {
      const fs::path candidate = entry.path() / "Unicode" / "Collate" / "allkeys.txt";
      if (fs::is_regular_file(candidate, error) && fs::file_size(candidate, error) > (1u << 20)) text = candidate;
    }
    if (text.empty()) QSKIP("Debian's perl-modules, with Unicode/Collate/allkeys.txt, is not installed");
    const Config config = texts(text.string(), {"task.tokenizer=trained", "task.vocabulary=512", "task.length=32", "train.batch=8", "train.steps=30",
                                                "train.evaluateEvery=1000", "train.learningRate=0.01", "train.snapshotSamples=1", "model.width=16",
                                                "model.keyDim=16", "model.layers=1", "task.validationFile=" + shortEnd(text)});
    QCOMPARE(faults(config), QString());
    const auto data = taskKind(config).open(config);
    QCOMPARE(data->vocabulary(), std::int64_t{512});
    const auto& parts = dynamic_cast<const TextData&>(*data);
    QVERIFY2(parts.tokens(Split::Train) * 3 < 2 * static_cast<std::int64_t>(fs::file_size(text)), qPrintable(QString::number(parts.tokens(Split::Train))));  // pairs were worth learning

    const auto run = TrainingRun::create(config, m_cache / "run", {"cpu", 2});
    while (run->step()) {
    }
    QCOMPARE(run->info().state, RunState::Finished);
    const double loss = run->info().finalMetrics["valid/loss"].get<double>();
    QVERIFY2(loss < std::log(512.0) - 1, qPrintable(QString::number(loss)));
    const auto perWord = tokensPerWord({m_cache / "run", ""}, Split::Valid);
    QVERIFY(perWord && *perWord > 1 && *perWord < 10);
    QVERIFY(!tokensPerWord({m_cache / "run", ""}, Split::Test));
  }

 private:
  // The last lines, so that an evaluation takes a moment.
  std::string shortEnd(const fs::path& text) {
    const std::string all = readText(text);
    const fs::path path = m_cache / "end.txt";
    write(path, all.substr(all.find('\n', all.size() - 20000) + 1));
    return path.string();
  }
};

QTEST_GUILESS_MAIN(LanguageModelTest)
#include "language_model_test.moc"
