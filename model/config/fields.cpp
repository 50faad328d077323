#include <algorithm>

#include "kernels/fenwick.h"
#include "model/config/config.h"
#include "model/config/lambda_heads.h"
#include "model/config/mixers.h"
#include "model/tasks/task.h"

// The table that form, command line, config.json and checks follow from.

namespace fenwick::model {
namespace {

constexpr double kLargestSeed = 9007199254740991.0;  // 2^53 - 1: every JSON reader keeps it whole
constexpr double kLongest = 1 << 20;

bool isTask(const Config& config, std::string_view kind) { return config.value("task.kind") == kind; }
bool notOwnData(const Config& config) { return !isTask(config, "tensors"); }
// Examples that are drawn, as many as one likes.
bool drawsExamples(const Config& config) { return notOwnData(config) && !isTask(config, "language-model"); }
bool hasSegments(const Config& config) { return !config.value("task.segments").empty(); }
bool hasLambda(const Config& config) { return mixerKind(config).hasLambda; }
bool hasGate(const Config& config) { return mixerKind(config).hasGate; }
bool hasMlp(const Config& config) {
  const LambdaHeadKind* head = findLambdaHead(lambdaHead(config));
  return hasLambda(config) && head != nullptr && head->hasMlp;
}

std::vector<Field> commonTaskFields() {
  return {
      {.path = "task.length",
       .title = "Length",
       .help = "Tokens per example; for own data the length of its rows.",
       .unit = "tokens",
       .initial = 64,
       .minimum = 1,
       .maximum = kLongest,
       .shortName = "T"},
      {.path = "task.vocabulary",
       .title = "Vocabulary",
       .help = "How many different tokens there are; the model embeds and predicts this many.",
       .unit = "tokens",
       .initial = 128,
       .minimum = 2,
       .maximum = 1e6,
       .shortName = "V"},
      {.path = "task.examples",
       .title = "Training examples",
       .help = "Size of the training set, which repeats; 0 draws fresh examples at every step.",
       .unit = "examples",
       .initial = 10000,
       .minimum = 0,
       .maximum = 1e9,
       .relevant = [](const Config& c) { return drawsExamples(c) && !(isTask(c, "mqar-zoology") && hasSegments(c)); },
       .shortName = "examples"},
      {.path = "task.validationExamples",
       .title = "Validation examples",
       .help = "Size of the validation set, drawn apart from the training set; 0 leaves validation out.",
       .unit = "examples",
       .initial = 1000,
       .minimum = 0,
       .maximum = 1e7,
       .relevant = drawsExamples},
      {.path = "task.testExamples",
       .title = "Test examples",
       .help = "Size of a third set that training never sees, for `eval --split test`.",
       .unit = "examples",
       .initial = 1000,
       .minimum = 0,
       .maximum = 1e7,
       .definesVariant = false,
       .relevant = drawsExamples},
      {.path = "task.evaluationLengths",
       .title = "Evaluation lengths",
       .help = "Further lengths that the model shall be evaluated at; the levels of λ reach the longest.",
       .unit = "tokens",
       .kind = FieldKind::IntegerList,
       .initial = Json::array(),
       .minimum = 1,
       .maximum = kLongest,
       .relevant = notOwnData},
      {.path = "task.order",
       .title = "Order",
       .help = "Batches drawn at random, or the training set in order, from its start again at its end.",
       .unit = "",
       .kind = FieldKind::Word,
       .initial = "shuffled",
       .words = {"shuffled", "sequential"}},
      {.path = "task.seed",
       .title = "Data seed",
       .help = "Names the data that is drawn; auto takes the training seed.",
       .unit = "",
       .initial = "auto",
       .words = {"auto"},
       .minimum = 0,
       .maximum = kLargestSeed,
       .definesVariant = false,
       .relevant = drawsExamples},
  };
}

Field taskKindField() {
  Field field{.path = "task.kind",
              .title = "Task",
              .help = "What the model learns.",
              .unit = "",
              .kind = FieldKind::Word,
              .initial = "mqar"};
  for (const auto& kind : taskKinds()) field.words.push_back(kind->name());
  return field;
}

// What the kinds add; a path that several give is one setting, relevant in each of them.
void addTaskFields(std::vector<Field>& fields) {
  for (const auto& kind : taskKinds()) {
    for (Field& field : kind->fields()) {
      const auto mine = [name = kind->name(), own = field.relevant](const Config& c) {
        return isTask(c, name) && (!own || own(c));
      };
      const auto same = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.path == field.path; });
      if (same == fields.end()) {
        field.relevant = mine;
        fields.push_back(std::move(field));
      } else {
        same->relevant = [mine, others = same->relevant](const Config& c) { return mine(c) || others(c); };
      }
    }
  }
}

// What moves information between tokens.
Field mixerField() {
  Field field{.path = "model.mixer", .title = "Mixer", .help = "", .unit = "", .kind = FieldKind::Word, .initial = "log-linear"};
  for (const MixerKind& mixer : mixerKinds()) {
    field.words.push_back(mixer.name);
    field.help += (field.help.empty() ? "" : "; ") + mixer.name + ": " + mixer.help;
  }
  field.help += ".";
  return field;
}

std::vector<Field> modelFields() {
  return {
      mixerField(),
      {.path = "model.block",
       .title = "Block",
       .help = "study is the small post-norm layer of the synthetic study; language has a convolution, skip, gated norm and gated MLP, "
               "with the norms before.",
       .unit = "",
       .kind = FieldKind::Word,
       .initial = "study",
       .words = {"study", "language"}},
      {.path = "model.layers",
       .title = "Layers",
       .help = "How many layers follow each other.",
       .unit = "layers",
       .initial = 2,
       .minimum = 1,
       .maximum = 64,
       .shortName = "layers"},
      {.path = "model.width",
       .title = "Width",
       .help = "Features per token (d); the heads share them as values, so it is a multiple of the heads.",
       .unit = "features",
       .initial = 64,
       .minimum = 1,
       .maximum = 8192,
       .shortName = "d"},
      {.path = "model.heads",
       .title = "Heads",
       .help = "Attention heads per layer; each has a gate and λ of its own.",
       .unit = "heads",
       .initial = 1,
       .minimum = 1,
       .maximum = 256,
       .shortName = "heads"},
      {.path = "model.groups",
       .title = "Groups",
       .help = "Sets of queries and keys per layer; heads in a group share one, so it divides the heads.",
       .unit = "groups",
       .initial = 1,
       .minimum = 1,
       .maximum = 256,
       .shortName = "groups"},
      {.path = "model.keyDim",
       .title = "Key size",
       .help = "Features of one query or key (K): the rows of a head's state.",
       .unit = "features",
       .initial = 64,
       .minimum = 1,
       .maximum = 1024,
       .shortName = "K"},
      {.path = "model.levels",
       .title = "Levels",
       .help = "Levels of the Fenwick tree that λ has; auto is what the longest length needs.",
       .unit = "levels",
       .initial = "auto",
       .words = {"auto"},
       .minimum = 1,
       .maximum = 32,
       .relevant = hasLambda,
       .shortName = "levels"},
      {.path = "model.chunk",
       .title = "Chunk",
       .help = "Tokens that the chunkwise form takes together: 16, 32 or 64; changes speed, not results.",
       .unit = "tokens",
       .initial = 64,
       .minimum = 16,
       .maximum = 64,
       .definesVariant = false,
       .relevant = hasGate},
      {.path = "model.init",
       .title = "Initial weights",
       .help = "as-described starts the λ MLP at 1.0 as the paper says; as-published lets the general initialiser overwrite it, as its "
               "code does.",
       .unit = "",
       .kind = FieldKind::Word,
       .initial = "as-described",
       .words = {"as-described", "as-published"},
       .relevant = hasLambda},
      {.path = "model.gateInit",
       .title = "Gate start",
       .help = "Time step of the gates at the start: log-uniform in 0.001 … 0.1, a log-spaced grid of it over the heads, or one number.",
       .unit = "",
       .kind = FieldKind::Number,
       .initial = "random",
       .words = {"random", "grid"},
       .minimum = 0,
       .maximum = 10,
       .minimumExcluded = true,
       .relevant = hasGate,
       .shortName = "gate"},
  };
}

std::vector<Field> lambdaFields() {
  Field head{.path = "model.lambda.head",
             .title = "λ head",
             .help = "How λ, the weight of each level, is computed from the token.",
             .unit = "",
             .kind = FieldKind::Word,
             .initial = "mlp-softplus",
             .relevant = hasLambda};
  for (const LambdaHeadKind& kind : lambdaHeadKinds()) head.words.push_back(kind.name);
  std::vector<Field> fields{
      std::move(head),
      {.path = "model.lambda.activation",
       .title = "Activation",
       .help = "Between the two layers of the MLP: none, as the paper's text says, or GELU, as its code has it.",
       .unit = "",
       .kind = FieldKind::Word,
       .initial = "identity",
       .words = {"identity", "gelu"},
       .relevant = hasMlp},
      {.path = "model.lambda.hidden",
       .title = "Hidden width",
       .help = "Width of the MLP's hidden layer: a number, or twice the levels.",
       .unit = "features",
       .initial = "2L",
       .words = {"2L"},
       .minimum = 1,
       .maximum = 4096,
       .relevant = hasMlp,
       .shortName = "hidden"},
      {.path = "model.lambda.start",
       .title = "λ at the start",
       .help = "The λ that every head begins with; auto is the head's own (0.693, 1.0 or 1/L).",
       .unit = "",
       .kind = FieldKind::Number,
       .initial = "auto",
       .words = {"auto"},
       .minimum = 0,
       .maximum = 10,
       .minimumExcluded = true,
       .relevant = hasLambda,
       .shortName = "λ start"},
      {.path = "model.lambda.scale",
       .title = "λ scale",
       .help = "Factor on the softmax over levels: L makes its mean 1, as the other heads have it.",
       .unit = "",
       .kind = FieldKind::Word,
       .initial = "1",
       .words = {"1", "L"},
       .relevant = [](const Config& c) { return hasLambda(c) && lambdaHead(c) == "mlp-softmax"; },
       .shortName = "λ scale"},
  };
  for (const LambdaHeadKind& kind : lambdaHeadKinds()) {
    for (Field field : kind.fields) {
      field.relevant = [name = kind.name, own = field.relevant](const Config& c) {
        return lambdaHead(c) == name && (!own || own(c));
      };
      fields.push_back(std::move(field));
    }
  }
  return fields;
}

std::vector<Field> trainFields() {
  return {
      {.path = "train.steps",
       .title = "Steps",
       .help = "Updates of the weights, unless validation accuracy stops the run earlier.",
       .unit = "steps",
       .initial = 5000,
       .minimum = 1,
       .maximum = 1e9,
       .shortName = "steps"},
      {.path = "train.batch",
       .title = "Batch",
       .help = "Examples per update.",
       .unit = "examples",
       .initial = 64,
       .minimum = 1,
       .maximum = 65536,
       .shortName = "batch"},
      {.path = "train.optimizer",
       .title = "Optimizer",
       .help = "adam, or adamw with decoupled weight decay.",
       .unit = "",
       .kind = FieldKind::Word,
       .initial = "adam",
       .words = {"adam", "adamw"}},
      {.path = "train.learningRate",
       .title = "Learning rate",
       .help = "Step size of the optimizer after warm-up.",
       .unit = "",
       .kind = FieldKind::Number,
       .initial = 0.001,
       .minimum = 0,
       .maximum = 10,
       .minimumExcluded = true,
       .shortName = "lr"},
      {.path = "train.schedule",
       .title = "Schedule",
       .help = "How the learning rate goes on after warm-up: constant, or along a cosine to 0 at the last step.",
       .unit = "",
       .kind = FieldKind::Word,
       .initial = "constant",
       .words = {"constant", "cosine"}},
      {.path = "train.warmup",
       .title = "Warm-up",
       .help = "Steps over which the learning rate grows in a straight line to its full value.",
       .unit = "steps",
       .initial = 0,
       .minimum = 0,
       .maximum = 1e9,
       .shortName = "warmup"},
      {.path = "train.weightDecay",
       .title = "Weight decay",
       .help = "Decoupled decay of adamw, per step and times the learning rate.",
       .unit = "",
       .kind = FieldKind::Number,
       .initial = 0.0,
       .minimum = 0,
       .maximum = 10,
       .relevant = [](const Config& c) { return c.value("train.optimizer") == "adamw"; },
       .shortName = "decay"},
      {.path = "train.clipNorm",
       .title = "Gradient clipping",
       .help = "Gradients whose norm is larger are scaled down to it; 0 leaves them as they are.",
       .unit = "",
       .kind = FieldKind::Number,
       .initial = 1.0,
       .minimum = 0,
       .maximum = 1e6,
       .shortName = "clip"},
      {.path = "train.precision",
       .title = "Precision",
       .help = "Numbers that products are taken of; sums, states and weights are float32 in all. tf32 and bf16 need CUDA.",
       .unit = "",
       .kind = FieldKind::Word,
       .initial = "f32",
       .words = {"f32", "tf32", "bf16"}},
      {.path = "train.stopAt",
       .title = "Stop at",
       .help = "Validation accuracy that ends the run; 0 never does.",
       .unit = "of scored tokens",
       .kind = FieldKind::Number,
       .initial = 0.99,
       .minimum = 0,
       .maximum = 1,
       .shortName = "stop at"},
      {.path = "train.seed",
       .title = "Seed",
       .help = "Names the initial weights, and data and order where those are auto.",
       .unit = "",
       .initial = 0,
       .minimum = 0,
       .maximum = kLargestSeed,
       .definesVariant = false},
      {.path = "train.orderSeed",
       .title = "Order seed",
       .help = "Names the order of the batches; auto takes the training seed.",
       .unit = "",
       .initial = "auto",
       .words = {"auto"},
       .minimum = 0,
       .maximum = kLargestSeed,
       .definesVariant = false},
      {.path = "train.evaluateEvery",
       .title = "Evaluate every",
       .help = "Steps between evaluations on the validation set; the last step evaluates too.",
       .unit = "steps",
       .initial = 100,
       .minimum = 1,
       .maximum = 1e9,
       .definesVariant = false},
      {.path = "train.checkpointEvery",
       .title = "Checkpoint every",
       .help = "Steps between checkpoints that a run can go on from; the last step leaves one too.",
       .unit = "steps",
       .initial = 500,
       .minimum = 1,
       .maximum = 1e9,
       .definesVariant = false},
      {.path = "train.snapshotEvery",
       .title = "Record λ every",
       .help = "Steps between recorded λ snapshots of the probe batch; the first and the last step record one too.",
       .unit = "steps",
       .initial = 100,
       .minimum = 1,
       .maximum = 1e9,
       .definesVariant = false},
      {.path = "train.snapshotSamples",
       .title = "Probe examples",
       .help = "Examples of the fixed probe batch that λ is recorded for.",
       .unit = "examples",
       .initial = 8,
       .minimum = 1,
       .maximum = 256,
       .definesVariant = false},
      {.path = "train.snapshotBudgetMB",
       .title = "λ budget",
       .help = "Disk space for λ snapshots; beyond it they are thinned evenly, never the first, last or solving one.",
       .unit = "MB",
       .initial = 64,
       .minimum = 1,
       .maximum = 1e6,
       .definesVariant = false},
      {.path = "train.keepEvery",
       .title = "Keep weights every",
       .help = "Steps between weights that are kept for later inspection, beside the log-spaced ones; 0 keeps no others.",
       .unit = "steps",
       .initial = 0,
       .minimum = 0,
       .maximum = 1e9,
       .definesVariant = false},
  };
}

std::vector<Field> makeFields() {
  std::vector<Field> fields{taskKindField()};
  std::vector<Field> common = commonTaskFields();
  // Kind, length and vocabulary, then what the kinds add, then the sizes and seeds of the data.
  const auto sizes = common.begin() + 2;
  fields.insert(fields.end(), common.begin(), sizes);
  addTaskFields(fields);
  fields.insert(fields.end(), sizes, common.end());
  for (const std::vector<Field>& group : {modelFields(), lambdaFields(), trainFields()}) {
    fields.insert(fields.end(), group.begin(), group.end());
  }
  return fields;
}

}  // namespace

const std::vector<Field>& fields() {
  static const std::vector<Field> table = makeFields();
  return table;
}

const Field* findField(std::string_view path) {
  for (const Field& field : fields()) {
    if (field.path == path) return &field;
  }
  return nullptr;
}

bool isRelevant(const Field& field, const Config& config) { return !field.relevant || field.relevant(config); }

std::int64_t levels(const Config& config) {
  if (!config.isWord("model.levels")) return config.get<std::int64_t>("model.levels");
  std::int64_t longest = config.get<std::int64_t>("task.length");
  for (const Json& length : config.value("task.evaluationLengths")) longest = std::max(longest, length.get<std::int64_t>());
  return kernels::levelCount(longest);
}

std::uint64_t taskSeed(const Config& config) {
  return config.get<std::uint64_t>(config.isWord("task.seed") ? "train.seed" : "task.seed");
}

std::uint64_t orderSeed(const Config& config) {
  return config.get<std::uint64_t>(config.isWord("train.orderSeed") ? "train.seed" : "train.orderSeed");
}

std::int64_t lambdaHidden(const Config& config) {
  return config.isWord("model.lambda.hidden") ? 2 * levels(config) : config.get<std::int64_t>("model.lambda.hidden");
}

std::string lambdaHead(const Config& config) {
  return hasLambda(config) ? config.get<std::string>("model.lambda.head") : hasGate(config) ? "ones" : "";
}

}  // namespace fenwick::model
