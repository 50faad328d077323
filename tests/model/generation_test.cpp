// Texts that a run goes on with: the recurrent form, the draws, whole characters, and a language model that beats counting.

#include <QTest>
#include <array>
#include <cmath>
#include <map>

#include "model/io/durable_file.h"
#include "model/io/event_log.h"
#include "model/random.h"
#include "model/tasks/text_data.h"
#include "model/training/generation.h"
#include "model/training/training_run.h"
#include "tests/model/file_helpers.h"
#include "tests/model/task_helpers.h"

using namespace fenwick::model;
using namespace fenwick::model::testing;
using fenwick::testing::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

// A text with more than neighbours in it: each line names a colour at its start and again at its end, with a word or two between.
std::string rhymes(int lines) {
  const std::array<const char*, 4> colours{"rød", "blå", "grün", "gelb"};
  const std::array<const char*, 4> words{"the fox", "a tree", "my house", "that sky"};
  RandomStream random(3, "rhymes");
  std::string text;
  for (int i = 0; i < lines; ++i) {
    const std::string colour = colours[random.below(4)];
    text += colour + " is " + words[random.below(4)] + (random.below(2) == 0 ? " and " : ", ") + words[random.below(4)] + " " + colour + "\n";
  }
  return text;
}

Config textConfig(const fs::path& file, const char* mixer, const std::vector<std::string>& more = {}) {
  std::vector<std::string> settings{"task.kind=language-model", "task.file=" + file.string(), "task.length=64", "train.batch=8", "train.steps=40",
                                    "train.evaluateEvery=1000", "train.snapshotSamples=1", "train.learningRate=0.01", "train.optimizer=adamw",
                                    "model.block=language", "model.width=32", "model.heads=2", "model.keyDim=16", "model.layers=2", "model.levels=8",
                                    std::string("model.mixer=") + mixer};
  settings.insert(settings.end(), more.begin(), more.end());
  return with(settings);
}

RunInfo train(const Config& config, const fs::path& folder) {
  const auto run = TrainingRun::create(config, folder, {"cpu", 2});
  while (run->step()) {
  }
  return run->info();
}

QString fault(const fs::path& folder, const std::string& prompt, const GenerationOptions& options = {}) {
  try {
    generate({folder, ""}, prompt, options, {"cpu", 1}, [](std::string_view) { return true; });
    return "taken";
  } catch (const std::invalid_argument& error) {
    return QString::fromUtf8(error.what());
  }
}

// Perplexity per byte of `test` by counts of bytes after the `order` before, learnt from `train`, backed off by interpolation with shorter ones
// (Witten-Bell: what has been seen to follow in many ways is trusted less).
double nGramPerplexity(const std::string& train, const std::string& test, std::size_t order) {
  std::vector<std::map<std::string, std::map<char, double>>> counts(order + 1);
  for (std::size_t i = 0; i < train.size(); ++i)
    for (std::size_t n = 0; n <= std::min(order, i); ++n) ++counts[n][train.substr(i - n, n)][train[i]];
  double loss = 0;
  for (std::size_t i = order; i < test.size(); ++i) {
    double probability = 1.0 / 256;
    for (std::size_t n = 0; n <= order; ++n) {
      const auto found = counts[n].find(test.substr(i - n, n));
      if (found == counts[n].end()) break;
      double total = 0;
      for (const auto& [byte, count] : found->second) total += count;
      const auto kinds = static_cast<double>(found->second.size());
      const auto seen = found->second.find(test[i]);
      probability = ((seen == found->second.end() ? 0 : seen->second) + kinds * probability) / (total + kinds);
    }
    loss -= std::log(probability);
  }
  return std::exp(loss / static_cast<double>(test.size() - order));
}

}  // namespace

class GenerationTest : public QObject {
  Q_OBJECT

 private:
  TemporaryFolder m_folder;
  fs::path m_text;

 private slots:
  void initTestCase() {
    qputenv("XDG_CACHE_HOME", QByteArray::fromStdString((m_folder / "cache").string()));
    m_text = m_folder / "text.txt";
    std::ofstream(m_text, std::ios::binary) << rhymes(800);
    for (const char* mixer : {"log-linear", "softmax"}) train(textConfig(m_text, mixer), m_folder / mixer);
  }

  void aSeedGivesItsText() {
    const auto textOf = [&](std::uint64_t seed, double temperature, std::int64_t topK) {
      std::string heard;
      const Generation result = generate({m_folder / "log-linear", ""}, "rød", {.tokens = 60, .temperature = temperature, .topK = topK, .seed = seed},
                                         {"cpu", 1}, [&](std::string_view piece) {
                                           heard += piece;
                                           return true;
                                         });
      if (heard != result.text) qFatal("what was heard is not the text");
      if (result.promptTokens != 4 || result.tokens != 60 || result.stateFloats <= 0) qFatal("counts");
      return result.text;
    };
    QVERIFY(textOf(1, 1, 0) == textOf(1, 1, 0));
    QVERIFY(textOf(1, 1, 0) != textOf(2, 1, 0));
    QVERIFY(textOf(1, 0, 0) == textOf(2, 0, 0));   // nothing is drawn
    QVERIFY(textOf(1, 0, 0) == textOf(7, 1, 1));   // of one there is no choice
    QVERIFY(textOf(1, 0, 0).find(" is ") != std::string::npos);  // what every line has
  }

  void itStopsWhenItIsAskedTo() {
    int pieces = 0;
    const Generation result = generate({m_folder / "softmax", ""}, "a", {.tokens = 50}, {"cpu", 1}, [&](std::string_view) { return ++pieces < 3; });
    QVERIFY(result.tokens < 10);
    QVERIFY(pieces >= 3);
  }

  // A short text is soon known by heart: the loss on the rest rises while more of its tokens are still guessed right.
  void theBestWeightsAreThoseOfTheLowestLoss() {
    const fs::path text = m_folder / "short.txt", folder = m_folder / "short";
    std::ofstream(text, std::ios::binary) << rhymes(60);
    const RunInfo info = train(textConfig(text, "softmax", {"train.steps=240", "train.evaluateEvery=20"}), folder);
    std::map<std::int64_t, double> losses, accuracies;
    for (const Scalar& scalar : EventLogReader(folder).readNew()) {
      if (scalar.tag == "valid/loss") losses[scalar.step] = scalar.value;
      if (scalar.tag == "valid/accuracy") accuracies[scalar.step] = scalar.value;
    }
    const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
    const std::int64_t lowest = std::min_element(losses.begin(), losses.end(), less)->first;
    QVERIFY(lowest != std::max_element(accuracies.begin(), accuracies.end(), less)->first);
    QCOMPARE(info.bestMetrics["step"].get<std::int64_t>(), lowest);
  }

  void aDamagedCheckpointIsPassedOverAndTold() {
    const fs::path run = m_folder / "damaged";
    fs::copy(m_folder / "softmax", run, fs::copy_options::recursive);
    const RunFolder folder(run);
    const std::vector<std::int64_t> steps = folder.checkpointSteps();
    QVERIFY(steps.size() >= 2);
    fs::resize_file(folder.checkpointPath(steps.back()), fs::file_size(folder.checkpointPath(steps.back())) - 5);
    const Generation result = generate({run, "last"}, "a", {.tokens = 2}, {"cpu", 1}, [](std::string_view) { return true; });
    QCOMPARE(result.warnings.size(), std::size_t{1});
    QVERIFY(QString::fromStdString(result.warnings[0]).endsWith("taking the weights of step " + QString::number(steps[steps.size() - 2])));
  }

  void whatCannotBeIsRefusedByName() {
    const fs::path run = m_folder / "log-linear";
    QCOMPARE(fault(run, ""), QString("--prompt: needs at least one character to go on from"));
    QVERIFY(fault(run, "a\x92").startsWith("--prompt: 1 byte"));
    QCOMPARE(fault(run, "rød", {.tokens = 126}), QString("--tokens: the model has 8 levels, enough for 128 tokens, and the prompt has 4; at most 125 can "
                                                          "follow, got 126"));
    QCOMPARE(fault(run, "rød", {.tokens = 125}), QString("taken"));
    QCOMPARE(fault(run, std::string(129, 'a'), {.tokens = 1}), QString("--prompt: the model has 8 levels, enough for 128 tokens, and the prompt has 129"));
    QCOMPARE(fault(m_folder / "softmax", "rød", {.tokens = 200}), QString("taken"));  // no levels, no end
    train(with({"task.length=16", "task.kvPairs=2", "task.examples=16", "task.validationExamples=4", "train.batch=4", "train.steps=1", "model.width=8",
                "model.keyDim=4", "train.stopAt=0", "train.snapshotSamples=1"}),
          m_folder / "recall");
    QCOMPARE(fault(m_folder / "recall", "a"), QString("RUN: its task is mqar; a text goes on with a run of the task language-model"));
  }

  void charactersAreHeldBackUntilTheyAreWhole() {
    const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";  // a é € 😀
    const std::array<std::size_t, 11> whole{0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    for (std::size_t n = 0; n <= text.size(); ++n) QCOMPARE(wholeCharacters(text.substr(0, n)), whole[n]);
    for (const char* broken : {"a\x92", "a\xFF", "a\xC0", "\x80\x80\x80\x80"}) QCOMPARE(wholeCharacters(broken), std::string_view(broken).size());
  }

  void tokensAreDrawnAsTheirLogitsSay() {
    const std::vector<float> logits{0, std::log(2.0f), std::log(5.0f), -100};
    const auto share = [&](std::int64_t token, double temperature, std::int64_t topK) {
      int hits = 0;
      for (int i = 0; i < 1000; ++i) hits += sampleToken(logits, temperature, topK, (i + 0.5) / 1000) == token;
      return hits;
    };
    QVERIFY(std::abs(share(2, 1, 0) - 625) <= 1);
    QVERIFY(std::abs(share(1, 1, 0) - 250) <= 1);
    QVERIFY(std::abs(share(0, 1, 0) - 125) <= 1);
    QVERIFY(std::abs(share(2, 1, 2) - 714) <= 1);
    QCOMPARE(share(0, 1, 2), 0);
    QVERIFY(std::abs(share(2, 0.5, 0) - 833) <= 1);  // 25 / 30
    QCOMPARE(share(2, 0, 0), 1000);
  }

  void bytesAndTokensAreOneText() {
    for (const char* tokenizer : {"task.tokenizer=bytes", "task.tokenizer=trained"}) {
      const Config config = textConfig(m_text, "linear", {tokenizer, "task.vocabulary=300"});
      const auto tokens = textTokens(config);
      std::string text;
      for (const std::int64_t token : tokens->encode("grün is the fox")) text += tokens->bytesOf(token);
      QCOMPARE(text, std::string("grün is the fox"));
      const bool bytes = config.value("task.tokenizer") == "bytes";
      QVERIFY(bytes ? tokens->size() == 256 : tokens->size() > 280 && tokens->size() <= 300);
    }
  }

  // A line's last word can only be told from its first: what counts of neighbours cannot know, a state can.
  void aLanguageModelBeatsCounting() {
#ifdef FENWICK_UNDER_SANITIZERS
    QSKIP("takes minutes under the sanitizers");
#endif
    const Config config = textConfig(m_text, "log-linear", {"train.steps=150", "train.schedule=cosine", "model.width=48", "model.keyDim=24"});
    const RunInfo info = train(config, m_folder / "study");
    const double model = std::exp(info.finalMetrics.at("valid/loss").get<double>());
    const std::string text = readText(m_text);
    const auto data = taskKind(config).open(config);
    const auto trained = static_cast<std::size_t>(dynamic_cast<const TextData&>(*data).tokens(Split::Train));
    const auto validated = static_cast<std::size_t>(dynamic_cast<const TextData&>(*data).tokens(Split::Valid));
    double counting = 1e9;
    for (std::size_t order = 1; order <= 5; ++order)
      counting = std::min(counting, nGramPerplexity(text.substr(0, trained), text.substr(trained, validated), order));
    qInfo("perplexity a byte: model %.4f, counting %.4f", model, counting);
    QVERIFY2(counting > 1 && counting < 10, std::to_string(counting).c_str());
    QVERIFY2(model < counting, (std::to_string(model) + " against " + std::to_string(counting)).c_str());
  }
};

QTEST_GUILESS_MAIN(GenerationTest)
#include "generation_test.moc"
