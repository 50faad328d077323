#include "ui/figures/lambda_data.h"

#include "ui/figures/figure_parts.h"

namespace fenwick::ui {
namespace {

template <class T>
model::HostTensor tensor(model::DType type, std::vector<std::int64_t> shape, const std::vector<T>& values) {
  model::HostTensor made;
  made.type = type;
  made.shape = std::move(shape);
  const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
  made.bytes.assign(bytes, bytes + values.size() * sizeof(T));
  return made;
}

// What is known of tokens, row after row.
struct TokenColumns {
  std::vector<std::int64_t> ids, targets;
  std::vector<std::uint8_t> roles, correct;
  std::vector<float> logProb;

  void add(const LambdaSlice& slice, int tokens) {
    for (int token = 0; token < tokens; ++token) {
      ids.push_back(slice.tokenId(token));
      targets.push_back(slice.target(token));
      roles.push_back(static_cast<std::uint8_t>(slice.role(token)));
      correct.push_back(slice.correct(token) ? 1 : 0);
      logProb.push_back(slice.targetLogProb(token));
    }
  }
  void put(model::TensorFile& file, const std::vector<std::int64_t>& shape) const {
    file.tensors["tokens"] = tensor(model::DType::I64, shape, ids);
    file.tensors["targets"] = tensor(model::DType::I64, shape, targets);
    file.tensors["roles"] = tensor(model::DType::U8, shape, roles);
    file.tensors["correct"] = tensor(model::DType::U8, shape, correct);
    file.tensors["targetLogProb"] = tensor(model::DType::F32, shape, logProb);
  }
};

const char* axisName(MapAxis axis) {
  switch (axis) {
    case MapAxis::Token: return "token";
    case MapAxis::Level: return "level";
    case MapAxis::Head: return "head";
    case MapAxis::Step: return "step";
  }
  return "";
}

const char* stateName(CellState state) {
  switch (state) {
    case CellState::Live: return "counts";
    case CellState::Inert: return "empty";
    case CellState::Untrained: return "untrained";
    case CellState::Outside: return "none";
  }
  return "";
}

qint64 stepOf(const MapSubject& subject) { return subject.snapshot ? subject.snapshot->step : -1; }

}  // namespace

model::TensorFile lambdaTensors(const LambdaSlice& slice) {
  const std::int64_t tokens = slice.tokens(), levels = slice.levels();
  std::vector<float> lambda;
  std::vector<std::uint8_t> active;
  for (int token = 0; token < slice.tokens(); ++token) {
    for (int level = 0; level < slice.levels(); ++level) {
      lambda.push_back(slice.value(token, level));
      active.push_back(LambdaSlice::active(token, level) ? 1 : 0);
    }
  }
  const auto scalar = [](std::int64_t value) { return tensor<std::int64_t>(model::DType::I64, {}, {value}); };
  model::TensorFile file;
  TokenColumns columns;
  columns.add(slice, slice.tokens());
  columns.put(file, {tokens});
  file.tensors["lambda"] = tensor(model::DType::F32, {tokens, levels}, lambda);
  file.tensors["active"] = tensor(model::DType::Bool, {tokens, levels}, active);
  file.tensors["step"] = scalar(slice.snapshot()->step);
  file.tensors["layer"] = scalar(slice.layer());
  file.tensors["head"] = scalar(slice.head());
  file.tensors["sample"] = scalar(slice.sample());
  return file;
}

model::TensorFile mapTensors(const LambdaMaps& maps, const std::vector<MapSubject>& subjects) {
  const MapGrid& shape = *maps.views[0].grid;  // all have it
  const auto count = static_cast<std::int64_t>(maps.views.size());
  std::vector<float> values;
  std::vector<std::uint8_t> states, second;
  std::vector<std::int64_t> run, step;
  TokenColumns columns;
  for (std::size_t i = 0; i < maps.views.size(); ++i) {
    const MapView& view = maps.views[i];
    values.insert(values.end(), view.grid->values.begin(), view.grid->values.end());
    for (const CellState state : view.grid->states) states.push_back(static_cast<std::uint8_t>(state));
    second.push_back(view.second ? 1 : 0);
    run.push_back(static_cast<std::int64_t>(maps.subjects[i]));
    step.push_back(stepOf(subjects[maps.subjects[i]]));
    if (shape.columnAxis == MapAxis::Token) columns.add(view.slice, shape.columns);
  }
  model::TensorFile file;
  file.tensors["values"] = tensor(model::DType::F32, {count, shape.rows, shape.columns}, values);
  file.tensors["states"] = tensor(model::DType::U8, {count, shape.rows, shape.columns}, states);
  file.tensors["second"] = tensor(model::DType::Bool, {count}, second);
  file.tensors["run"] = tensor(model::DType::I64, {count}, run);
  file.tensors["step"] = tensor(model::DType::I64, {count}, step);
  if (shape.columnAxis == MapAxis::Token) columns.put(file, {count, shape.columns});
  if (shape.columnAxis == MapAxis::Step) file.tensors["columnSteps"] = tensor(model::DType::I64, {shape.columns}, shape.columnSteps);
  return file;
}

std::string lambdaTable(const LambdaSlice& slice, char separator) {
  TableText table(separator);
  for (const char* head : {"token", "token_id", "role", "target", "correct", "level", "active", "lambda"}) table.cell(head);
  table.end();
  for (int token = 0; token < slice.tokens(); ++token) {
    for (int level = 0; level < slice.levels(); ++level) {
      table.number(token).number(static_cast<double>(slice.tokenId(token))).cell(model::roleName(slice.role(token)));
      table.number(static_cast<double>(slice.target(token))).number(slice.correct(token)).number(level);
      table.number(LambdaSlice::active(token, level)).number(slice.value(token, level)).end();
    }
  }
  return table.take();
}

std::string mapsTable(const LambdaMaps& maps, const std::vector<MapSubject>& subjects, const QVector<RecipeRun>& runs, char separator) {
  const MapGrid& shape = *maps.views[0].grid;
  const bool steps = shape.columnAxis == MapAxis::Step;
  TableText table(separator);
  table.cell("run").cell("run_id");
  if (!steps) table.cell("at_step");
  for (const char* head : {"map", "quantity", axisName(shape.rowAxis), axisName(shape.columnAxis), "value", "state"}) table.cell(head);
  table.end();
  for (std::size_t i = 0; i < maps.views.size(); ++i) {
    const MapGrid& grid = *maps.views[i].grid;
    const std::size_t subject = maps.subjects[i];
    const RecipeRun& run = runs[static_cast<qsizetype>(subject)];
    for (int row = 0; row < grid.rows; ++row) {
      for (int column = 0; column < grid.columns; ++column) {
        if (grid.state(row, column) == CellState::Outside) continue;
        table.word(run.style.label).cell(run.id.toStdString());
        if (!steps) table.cell(std::to_string(stepOf(subjects[subject])));
        table.word(maps.views[i].title).word(grid.valueTitle).cell(std::to_string(row));
        table.cell(std::to_string(steps ? grid.columnSteps[static_cast<std::size_t>(column)] : column));
        table.number(static_cast<double>(grid.value(row, column))).cell(stateName(grid.state(row, column))).end();
      }
    }
  }
  return table.take();
}

}  // namespace fenwick::ui
