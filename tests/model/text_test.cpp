// Text: what is no UTF-8 is found, and byte pairs give back what they were given.

#include <QTest>
#include <set>

#include "model/config/config.h"
#include "model/random.h"
#include "model/text/byte_pairs.h"
#include "model/text/token_file.h"
#include "model/text/utf8.h"
#include "tests/model/file_helpers.h"

using namespace fenwick::model;
using namespace fenwick::testing;

namespace {

QString shown(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QStringList pieces(std::string_view text) {
  QStringList list;
  splitPieces(text, [&](std::string_view piece) { list << shown(piece); });
  return list;
}

void write(const std::filesystem::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

}  // namespace

class TextTest : public QObject {
  Q_OBJECT

 private slots:
  void faultsAreToldWithPositionAndCount_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("good") << QByteArray("Läufe λ 実験 😀\n") << "";
    QTest::newRow("empty") << QByteArray() << "";
    QTest::newRow("Windows quote") << QByteArray("one\ntwo\nit\x92s, it\x92s") << "2 bytes are no UTF-8 text; the first is byte 11 (line 3): 0x92";
    QTest::newRow("NUL") << QByteArray("ab\0c", 4) << "1 byte is no UTF-8 text; the first is byte 3 (line 1): a NUL";
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFE" "a\0", 4) << "begins with a UTF-16 mark (byte 1); it must be saved as UTF-8";
    QTest::newRow("UTF-16, the other order") << QByteArray("\xFE\xFF\0a", 4) << "begins with a UTF-16 mark (byte 1); it must be saved as UTF-8";
    QTest::newRow("lone surrogate") << QByteArray("a\xED\xA0\x80") << "3 bytes are no UTF-8 text; the first is byte 2 (line 1): 0xED, of a lone surrogate";
    QTest::newRow("overlong") << QByteArray("\xC0\x80") << "2 bytes are no UTF-8 text; the first is byte 1 (line 1): 0xC0";
    QTest::newRow("cut off") << QByteArray("ab\xE5\xAE") << "2 bytes are no UTF-8 text; the first is byte 3 (line 1): 0xE5";
    QTest::newRow("too large") << QByteArray("\xF4\x90\x80\x80") << "4 bytes are no UTF-8 text; the first is byte 1 (line 1): 0xF4";
  }
  void faultsAreToldWithPositionAndCount() {
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    QCOMPARE(QString::fromStdString(findTextFaults(text.toStdString()).sentence), sentence);
    if (!sentence.startsWith("begins")) QCOMPARE(findTextFaults(withFaultsReplaced(text.toStdString())).count, std::int64_t{0});
  }

  void faultsAreReplacedAndTheRestIsKept() {
    QCOMPARE(QString::fromStdString(withFaultsReplaced("it\x92s λ")), QString("it�s λ"));
    QVERIFY(withFaultsReplaced("Läufe λ 実験 😀") == "Läufe λ 実験 😀");
  }

  void wordsAreRunsWithoutBlanks() {
    QCOMPARE(countWords(" = Valkyria Chronicles III = \n\n"), std::int64_t{5});
    QCOMPARE(countWords(""), std::int64_t{0});
    QCOMPARE(countWords("a\u00a0b\u3000c"), std::int64_t{3});
  }

  void piecesAreThoseOfGpt2() {
    QCOMPARE(pieces("Hello world's  it's\n\n x1 "), QStringList({"Hello", " world", "'s", " ", " it", "'s", "\n\n", " x", "1", " "}));
    QCOMPARE(pieces("a @-@ <unk> 3.14!"), QStringList({"a", " @-@", " <", "unk", ">", " 3", ".", "14", "!"}));
    QCOMPARE(pieces("Läufe λ実験 ½٣"), QStringList({"Läufe", " λ実験", " ½٣"}));
    QCOMPARE(pieces("'tis we'll\tgo"), QStringList({"'t", "is", " we", "'ll", "\t", "go"}));
    QCOMPARE(pieces("\n\nA"), QStringList({"\n", "\n", "A"}));
  }

  void whatIsLearntIsTheMostFrequentPairFirst() {
    const BytePairs pairs = BytePairs::train("aaabdaaabac", 1000);
    QCOMPARE(pairs.size(), std::int64_t{259});  // then no pair comes twice
    QVERIFY(pairs.learned() == (std::vector<BytePairs::Pair>{{'a', 'a'}, {'a', 'b'}, {256, 257}}));
    std::vector<BytePairs::Token> tokens;
    pairs.encode("aaabdaaabac", tokens);
    QVERIFY(tokens == (std::vector<BytePairs::Token>{258, 'd', 258, 'a', 'c'}));
    QCOMPARE(BytePairs::train("aaabdaaabac", 257).size(), std::int64_t{257});
    std::vector<BytePairs::Token> again;
    BytePairs::fromMerges(pairs.learned()).encode("aaabdaaabac", again);
    QVERIFY(again == tokens);
  }

  void anyTextComesBack() {
    const BytePairs pairs = BytePairs::train("the cat sat on the mat; the cat's hat — λ λ λ 実験 実験\n\n  the end", 300);
    RandomStream stream(5, "text");
    for (int i = 0; i < 200; ++i) {
      std::string text;
      for (std::uint64_t n = stream.below(60); n > 0; --n) text += static_cast<char>(stream.below(2) == 0 ? stream.below(256) : "the cat \n'λ"[stream.below(11)]);
      std::vector<BytePairs::Token> tokens;
      pairs.encode(text, tokens);
      QVERIFY(pairs.decode(tokens) == text);
    }
  }

  void filesOfGpt2AreRead() {
    const TemporaryFolder folder;
    // Letters of bytes as GPT-2 writes them: Ġ is the blank, Ċ the line's end.
    Json vocabulary = Json::object();
    std::int64_t id = 0;
    char32_t other = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
      const bool printable = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
      const char32_t letter = printable ? static_cast<char32_t>(byte) : other++;
      vocabulary[QString::fromUcs4(&letter, 1).toStdString()] = 1000 - id++;
    }
    vocabulary["th"] = 1;
    vocabulary["the"] = 2;
    vocabulary["Ġthe"] = 3;
    vocabulary["<|endoftext|>"] = 4;
    write(folder / "vocab.json", vocabulary.dump());
    write(folder / "merges.txt", "#version: 0.2\nt h\nth e\nĠ the\n");
    const BytePairs pairs = BytePairs::read(folder / "vocab.json", folder / "merges.txt");
    QCOMPARE(pairs.size(), std::int64_t{1001});
    std::vector<BytePairs::Token> tokens;
    pairs.encode("the the\nthx", tokens);
    QVERIFY(tokens == (std::vector<BytePairs::Token>{2, 3, 1000 - '\n', 1, 1000 - 'x'}));
    QCOMPARE(QString::fromStdString(pairs.decode(tokens)), QString("the the\nthx"));

    const auto told = [&](const std::string& merges) {
      write(folder / "merges.txt", merges);
      try {
        BytePairs::read(folder / "vocab.json", folder / "merges.txt");
        return QString("taken");
      } catch (const std::runtime_error& error) {
        return QString::fromUtf8(error.what());
      }
    };
    QVERIFY(told("t h\nth x\n").endsWith("merges.txt: line 2: thx is not in " + QString::fromStdString((folder / "vocab.json").string())));
    QVERIFY(told("t h e\n").endsWith("merges.txt: line 1: must be two tokens with a blank between"));
    vocabulary.erase("a");
    write(folder / "vocab.json", vocabulary.dump());
    QVERIFY(told("t h\n").endsWith("vocab.json: has no token for the byte 97; a byte-pair vocabulary has all 256"));
    vocabulary["a"] = -3;
    write(folder / "vocab.json", vocabulary.dump());
    QVERIFY(told("t h\n").endsWith("vocab.json: the id of a must be a whole number between 0 and 999999, got -3"));
  }

  void tokensLieInTheCacheAndDamageMakesThemAnew() {
    const TemporaryFolder folder;
    qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(folder.path().string()));
    int made = 0;
    const auto open = [&](std::uint64_t key, std::int32_t largest) {
      return TokenFile::open(key, [&made, largest] {
        ++made;
        return TokenFile::Made{{7, 0, largest}, 2};
      });
    };
    for (const std::int32_t largest : {255, 256, 65535, 65536, 1000000}) {
      const auto key = static_cast<std::uint64_t>(largest);
      made = 0;
      for (int i = 0; i < 2; ++i) {
        const auto file = open(key, largest);
        QCOMPARE(file->size(), std::int64_t{3});
        QCOMPARE(file->words(), std::int64_t{2});
        QCOMPARE(file->at(0), std::int64_t{7});
        QCOMPARE(file->at(2), std::int64_t{largest});
      }
      QCOMPARE(made, 1);
    }
    for (const auto& entry : std::filesystem::directory_iterator(TokenFile::cacheFolder())) {
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(64);
      file.put('\x55');
    }
    made = 0;
    QCOMPARE(open(255, 255)->at(0), std::int64_t{7});
    QCOMPARE(made, 1);
    qputenv("XDG_CACHE_HOME", "/proc/none");
    QCOMPARE(open(9, 300)->at(2), std::int64_t{300});  // in memory
    qunsetenv("XDG_CACHE_HOME");
  }
};

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
