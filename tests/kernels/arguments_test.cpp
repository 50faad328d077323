#include <QTest>
#include <functional>
#include <stdexcept>

#include "kernels/log_linear_attention.h"

using namespace fenwick::kernels;

namespace {

// Arguments that fit: 2 sequences of 4 tokens, 2 heads in 1 group, K = 3, V = 5, 3 levels. A case changes one of them.
struct Arguments {
  std::vector<float> numbers = std::vector<float>(1000, 0.5F);
  Inputs<float> in{{numbers.data(), {2, 4, 1, 3}},
                   {numbers.data(), {2, 4, 1, 3}},
                   {numbers.data(), {2, 4, 2, 5}},
                   {numbers.data(), {2, 4, 2}},
                   {numbers.data(), {2, 4, 2, 3}}};
  std::vector<float> results = std::vector<float>(1000, 7.0F);
  TensorView<float, 4> o{results.data(), {2, 4, 2, 5}};
  TensorView<const float, 4> dO{numbers.data(), {2, 4, 2, 5}};
  Gradients<float> gradients{{results.data(), {2, 4, 1, 3}},
                             {results.data() + 100, {2, 4, 1, 3}},
                             {results.data() + 200, {2, 4, 2, 5}},
                             {results.data() + 300, {2, 4, 2}},
                             {results.data() + 400, {2, 4, 2, 3}}};
  ChunkwiseOptions options;
};

std::string messageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

using Change = std::function<void(Arguments&)>;
Q_DECLARE_METATYPE(Change)

class ArgumentsTest : public QObject {
  Q_OBJECT

  void addCase(const char* name, const Change& change, const char* message) {
    QTest::newRow(name) << change << QString(message);
  }

 private slots:
  void wrongInputsAreRefusedByNameBeforeAnythingIsWritten_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("message");
    addCase(
        "too few levels",
        [](Arguments& a) {
          a.in.lambda = {a.numbers.data(), {2, 4, 2, 2}};
        },
        "lambda: expected [2, 4, 2, 3], got [2, 4, 2, 2] (4 tokens need 3 levels)");
    addCase(
        "lambda of another length",
        [](Arguments& a) {
          a.in.lambda = {a.numbers.data(), {2, 5, 2, 3}};
        },
        "lambda: expected [2, 4, 2, 3], got [2, 5, 2, 3]");
    addCase(
        "k of another size",
        [](Arguments& a) {
          a.in.k = {a.numbers.data(), {2, 4, 1, 2}};
        },
        "k: expected [2, 4, 1, 3], got [2, 4, 1, 2]");
    addCase(
        "v of another batch",
        [](Arguments& a) {
          a.in.v = {a.numbers.data(), {1, 4, 2, 5}};
        },
        "v: expected [2, 4, 2, 5], got [1, 4, 2, 5]");
    addCase(
        "gate of another head count",
        [](Arguments& a) {
          a.in.gate = {a.numbers.data(), {2, 4, 1}};
        },
        "gate: expected [2, 4, 2], got [2, 4, 1]");
    addCase(
        "groups that do not divide",
        [](Arguments& a) {
          a.in.q = {a.numbers.data(), {2, 4, 3, 3}};
          a.in.k = {a.numbers.data(), {2, 4, 3, 3}};
        },
        "q: expected a number of groups that divides the 2 heads of v, got 3");
    addCase(
        "no tokens",
        [](Arguments& a) {
          a.in.q = {a.numbers.data(), {2, 0, 1, 3}};
        },
        "q: expected at least 1 in every dimension, got [2, 0, 1, 3]");
    addCase(
        "no data",
        [](Arguments& a) {
          a.in.k = {nullptr, {2, 4, 1, 3}};
        },
        "k: expected data, got none");
    addCase(
        "a transposed q",
        [](Arguments& a) {
          a.in.q = {a.numbers.data(), {2, 4, 1, 3}, {12, 1, 12, 4}};
        },
        "q: expected a contiguous last dimension, got stride 4");
  }
  void wrongInputsAreRefusedByNameBeforeAnythingIsWritten() {
    QFETCH(Change, change);
    QFETCH(QString, message);
    Arguments a;
    change(a);
    ChunkwiseWorkspace<float> workspace;
    const std::vector<std::function<void()>> calls{
        [&] { denseForward(a.in, a.o); }, [&] { denseBackward(a.in, a.dO, a.gradients); },
        [&] { recurrentForward(a.in, a.o); }, [&] { chunkwiseForward(a.in, a.o, a.options, serialLoop(), workspace); },
        [&] { chunkwiseBackward(a.in, a.dO, a.gradients, a.options, serialLoop(), workspace); }};
    for (const auto& call : calls) QCOMPARE(QString::fromStdString(messageOf(call)), message);
    QVERIFY(std::all_of(a.results.begin(), a.results.end(), [](float value) { return value == 7.0F; }));
  }

  void wrongResultsAreRefusedByName_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("message");
    addCase(
        "do",
        [](Arguments& a) {
          a.dO = {a.numbers.data(), {2, 4, 2, 4}};
        },
        "do: expected [2, 4, 2, 5], got [2, 4, 2, 4]");
    addCase(
        "dq by head",
        [](Arguments& a) {
          a.gradients.dq = {a.results.data(), {2, 4, 2, 3}};
        },
        "dq: expected [2, 4, 1, 3], got [2, 4, 2, 3]");
    addCase(
        "dlambda without its levels",
        [](Arguments& a) {
          a.gradients.dlambda = {a.results.data(), {2, 4, 2, 2}};
        },
        "dlambda: expected [2, 4, 2, 3], got [2, 4, 2, 2]");
    addCase(
        "dv expanded over the batch",
        [](Arguments& a) {
          a.gradients.dv = {a.results.data(), {2, 4, 2, 5}, {0, 10, 5, 1}};
        },
        "dv: expected memory of its own for every entry, got stride 0 in dimension 0");
    addCase(
        "dgate without data",
        [](Arguments& a) {
          a.gradients.dgate = {nullptr, {2, 4, 2}};
        },
        "dgate: expected data, got none");
  }
  void wrongResultsAreRefusedByName() {
    QFETCH(Change, change);
    QFETCH(QString, message);
    Arguments a;
    change(a);
    ChunkwiseWorkspace<float> workspace;
    QCOMPARE(QString::fromStdString(messageOf([&] { denseBackward(a.in, a.dO, a.gradients); })), message);
    QCOMPARE(QString::fromStdString(
                 messageOf([&] { chunkwiseBackward(a.in, a.dO, a.gradients, a.options, serialLoop(), workspace); })),
             message);
  }

  void otherChunksAreRefused() {
    Arguments a;
    ChunkwiseWorkspace<float> workspace;
    for (const int chunk : {0, 1, 8, 24, 128}) {
      a.options.chunk = chunk;
      const std::string expected = "chunk: expected 16, 32 or 64, got " + std::to_string(chunk);
      QCOMPARE(messageOf([&] { chunkwiseForward(a.in, a.o, a.options, serialLoop(), workspace); }), expected);
    }
  }

  void anInstructionSetThatIsMissingIsRefused() {
    const std::vector<InstructionSet> available = availableInstructionSets();
    QVERIFY(std::find(available.begin(), available.end(), InstructionSet::Baseline) != available.end());
    QVERIFY(std::find(available.begin(), available.end(), bestInstructionSet()) != available.end());
    for (const InstructionSet set : {InstructionSet::Avx2, InstructionSet::Avx512}) {
      Arguments a;
      a.options.instructionSet = set;
      ChunkwiseWorkspace<float> workspace;
      const bool isThere = std::find(available.begin(), available.end(), set) != available.end();
      const std::string message = messageOf([&] { chunkwiseForward(a.in, a.o, a.options, serialLoop(), workspace); });
      QCOMPARE(message == "accepted", isThere);
    }
  }

  void aContextOfOtherInputsIsRefused() {
    Arguments a;
    ChunkwiseWorkspace<float> workspace;
    ChunkwiseContext<float> context;
    const auto backward = [&] {
      chunkwiseBackward(a.in, a.dO, a.gradients, a.options, serialLoop(), workspace,
                        static_cast<const ChunkwiseContext<float>*>(&context));
    };
    QVERIFY(messageOf(backward).starts_with("context: "));
    a.options.chunk = 16;
    chunkwiseForward(a.in, a.o, a.options, serialLoop(), workspace, &context);
    QCOMPARE(messageOf(backward), std::string("accepted"));
    a.options.chunk = 32;
    QVERIFY(messageOf(backward).starts_with("context: "));
  }

  void oneTokenIsCheckedAgainstTheState() {
    RecurrentState<float> state(2, 1, 2, 3, 5);
    std::vector<float> numbers(100, 0.5F);
    std::vector<float> results(100);
    Token<float> token{{numbers.data(), {2, 1, 3}},
                       {numbers.data(), {2, 1, 3}},
                       {numbers.data(), {2, 2, 5}},
                       {numbers.data(), {2, 2}},
                       {numbers.data(), {2, 2, 1}}};
    const TensorView<float, 3> o(results.data(), {2, 2, 5});
    QCOMPARE(messageOf([&] { state.step(token, o); }), std::string("accepted"));
    QCOMPARE(messageOf([&] { state.step(token, o); }),
             std::string("lambda: expected [2, 2, 2], got [2, 2, 1] (2 tokens need 2 levels)"));
    QCOMPARE(state.position(), 1);
    token.lambda = {numbers.data(), {2, 2, 2}};
    token.k = {numbers.data(), {2, 1, 4}};
    QCOMPARE(messageOf([&] { state.step(token, o); }), std::string("k: expected [2, 1, 3], got [2, 1, 4]"));
    QCOMPARE(messageOf([] { RecurrentState<float>(1, 2, 3, 4, 4); }),
             std::string("q: expected a number of groups that divides the 3 heads of v, got 2"));
  }
};

QTEST_APPLESS_MAIN(ArgumentsTest)
#include "arguments_test.moc"
