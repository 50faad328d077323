#include "ui/views/probe_panel.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSaveFile>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <cmath>
#include <set>

#include "kernels/fenwick.h"
#include "ui/look/format.h"
#include "ui/views/controls.h"
#include "ui/views/empty_state.h"
#include "ui/views/flow_layout.h"
#include "ui/views/map_canvas.h"

namespace fenwick::ui {
namespace {

enum class Shown { Changed, Plain, Difference, Shares };
constexpr double kMostFactor = 4;
constexpr int kLeastMap = 220;  // of its width, beside the results

using Action = model::LambdaEdit::Action;

}  // namespace

struct ProbePanel::State {
  ProbePanel& panel;
  app::Inspector& inspector;
  QPointer<app::RunSource> source;
  std::vector<QMetaObject::Connection> connections;
  app::OpenedWeights weights;
  std::shared_ptr<const app::InspectedSequence> sequence;
  std::shared_ptr<const app::InspectedSplit> split;
  model::TokenBatch tokens;  // of the shown sequence, exchanged ones included; no row before the first
  bool exchanged = false;
  std::vector<model::LambdaEdit> kept;
  model::Intervention force;
  bool filling = false, moved = false;  // moved: by a person

  QStackedWidget* pages = nullptr;
  QLabel *fault = nullptr, *readOut = nullptr, *accuracy = nullptr;
  QComboBox *step = nullptr, *view = nullptr, *layer = nullptr, *head = nullptr;
  QSpinBox *sample = nullptr, *position = nullptr, *token = nullptr;
  QComboBox *action = nullptr, *editLayer = nullptr, *editHead = nullptr, *editLevel = nullptr, *editTokens = nullptr;
  QDoubleSpinBox *factor = nullptr, *lower = nullptr, *upper = nullptr;
  QSlider* slider = nullptr;
  QListWidget* list = nullptr;
  QTableWidget* table = nullptr;
  QSplitter* parts = nullptr;  // map and results
  QProgressBar* progress = nullptr;
  QPushButton *keep = nullptr, *reset = nullptr;
  MapCanvas* canvas = nullptr;
  MapCursor ownCursor;

  State(ProbePanel& p, app::Inspector& i) : panel(p), inspector(i) {}

  void build();
  QWidget* buildSample();
  QWidget* buildChange();
  QWidget* buildResults();
  QPushButton* button(FlowLayout& row, const QString& text, const QString& tip, std::function<void()> pressed);

  void setSource(app::RunSource* to);
  void open(bool anew = false);
  void opened(const app::OpenedWeights& news);
  void fillChoices();
  void askSample(qint64 number);
  void exchangeToken();
  void looked(const std::shared_ptr<const app::InspectedSequence>& news);
  void scored(const std::shared_ptr<const app::InspectedSplit>& news);
  model::LambdaEdit composed() const;
  bool composedIsNeutral() const;
  void changed();
  void keepChange();
  void resetAll();
  void choose(int map, MapScene::Cell cell);
  void offer();
  void drawMaps();
  void fillTable();
  void fit();
  void fitSoon() { QTimer::singleShot(0, &panel, [this] { fit(); }); }  // when what has just been shown or resized is laid out
  void fillList();
  void say(const QString& sentence) { fault->setText(sentence), fault->setVisible(!sentence.isEmpty()); }
  void exportFile();
  void importFile();
  std::optional<std::int64_t> index(const QComboBox* box) const {
    const int chosen = box->currentData().toInt();
    return chosen < 0 ? std::nullopt : std::optional<std::int64_t>(chosen);
  }
  Shown shown() const { return static_cast<Shown>(view->currentData().toInt()); }
};

ProbePanel::ProbePanel(app::Inspector& inspector, QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this, inspector)) {
  m_state->build();
}

ProbePanel::~ProbePanel() {
  for (const auto& connection : m_state->connections) disconnect(connection);
}

void ProbePanel::setRun(app::RunSource* source) { m_state->setSource(source); }
void ProbePanel::setCursor(MapCursor* cursor) { m_state->canvas->setCursor(cursor); }
void ProbePanel::showSample(qint64 sample) { m_state->askSample(sample); }
const model::Intervention& ProbePanel::intervention() const { return m_state->force; }

QString ProbePanel::text() const {
  model::Json json = model::interventionJson(m_state->force);
  if (m_state->source) json["run"] = m_state->source->info().id;
  json["step"] = m_state->weights.step;
  json["sample"] = m_state->sample->value();
  if (m_state->exchanged) json["inputs"] = m_state->tokens.inputs;
  if (m_state->split && m_state->split->complete && m_state->split->changed && m_state->split->intervention == m_state->force) {
    json["accuracy"] = {{"plain", m_state->split->plain->accuracy()}, {"changed", m_state->split->changed->accuracy()}};
  }
  return QString::fromStdString(json.dump(2) + "\n");
}

void ProbePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_state->open();
  m_state->fitSoon();
}

void ProbePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_state->fitSoon();
}

QPushButton* ProbePanel::State::button(FlowLayout& row, const QString& text, const QString& tip, std::function<void()> pressed) {
  auto* made = new QPushButton(text);
  made->setToolTip(tip);
  row.addWidget(made);
  connect(made, &QPushButton::clicked, &panel, std::move(pressed));
  return made;
}

void ProbePanel::State::build() {
  auto* column = new QVBoxLayout(&panel);
  column->setContentsMargins(0, 0, 0, 0);
  pages = new QStackedWidget;
  column->addWidget(pages);
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(8, 4, 8, 4);
  rows->setSpacing(4);
  rows->addWidget(buildSample());
  rows->addWidget(buildChange());
  fault = new QLabel;
  fault->setWordWrap(true);
  fault->hide();
  rows->addWidget(fault);
  parts = new QSplitter(Qt::Horizontal);
  auto* left = new QWidget;
  auto* leftRows = new QVBoxLayout(left);
  leftRows->setContentsMargins(0, 0, 0, 0);
  leftRows->setSpacing(2);
  canvas = new MapCanvas(left);
  canvas->setCursor(&ownCursor);
  canvas->setAccessibleName(tr("Map of λ"));
  canvas->told = [this](const QString& text) { readOut->setText(text); };
  canvas->clicked = [this](int map, MapScene::Cell cell) { choose(map, cell); };
  leftRows->addWidget(canvas, 1);
  readOut = new QLabel;
  readOut->setTextInteractionFlags(Qt::TextSelectableByMouse);
  readOut->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  leftRows->addWidget(readOut);
  parts->addWidget(left);
  parts->addWidget(buildResults());
  parts->setStretchFactor(0, 1);
  parts->setChildrenCollapsible(false);
  connect(parts, &QSplitter::splitterMoved, &panel, [this] { moved = true; });
  rows->addWidget(parts, 1);
  pages->addWidget(makeEmptyState(tr("Choose a run with saved weights: its λ can be changed here, and what becomes of its predictions watched."), {}, {}, pages));
  pages->addWidget(page);
  connect(&inspector, &app::Inspector::opened, &panel, [this](const app::OpenedWeights& news) { opened(news); });
  connect(&inspector, &app::Inspector::looked, &panel, [this](const auto& news) { looked(news); });
  connect(&inspector, &app::Inspector::scored, &panel, [this](const auto& news) { scored(news); });
  connect(&inspector, &app::Inspector::failed, &panel, [this](const QString& sentence) { say(sentence); });
  offer();
}

QWidget* ProbePanel::State::buildSample() {
  auto* tools = new QWidget;
  auto* row = new FlowLayout(tools, 4);
  const auto spin = [&](const QString& prefix, const QString& tip) {
    auto* made = new QSpinBox;
    made->setPrefix(prefix);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setKeyboardTracking(false);
    row->addWidget(made);
    return made;
  };
  step = addChoice(*row, tr("Weights: the best checkpoint, the last, or those of a kept step"));
  sample = spin(tr("Sample "), tr("Example of the validation split"));
  button(*row, tr("Draw"), tr("Another example, drawn at random"), [this] {
    if (weights.examples > 0) askSample(QRandomGenerator::global()->bounded(weights.examples));
  });
  position = spin(tr("Token at "), tr("Position of the token to exchange; a click on the map chooses it"));
  token = spin(tr("is "), tr("The token that stands there. Where a value is exchanged, what asks for it asks for the new one"));
  button(*row, tr("Undo tokens"), tr("The example as it was"), [this] { askSample(sample->value()); });
  view = addChoice(*row, tr("What the map shows"));
  const std::pair<Shown, QString> views[] = {{Shown::Changed, tr("λ, changed")},
                                             {Shown::Plain, tr("λ, unchanged")},
                                             {Shown::Difference, tr("Difference")},
                                             {Shown::Shares, tr("Share of the output")}};
  for (const auto& [kind, title] : views) view->addItem(title, static_cast<int>(kind));
  layer = addChoice(*row, tr("Layer that the map shows"));
  head = addChoice(*row, tr("Head that the map shows"));
  connect(step, &QComboBox::activated, &panel, [this] { open(true); });
  connect(sample, &QSpinBox::valueChanged, &panel, [this](int number) {
    if (!filling) askSample(number);
  });
  connect(position, &QSpinBox::valueChanged, &panel, [this](int at) {
    const QSignalBlocker quiet(token);
    if (tokens.rows == 1) token->setValue(static_cast<int>(tokens.inputs[static_cast<std::size_t>(at)]));
  });
  connect(token, &QSpinBox::valueChanged, &panel, [this] { exchangeToken(); });
  for (QComboBox* box : {view, layer, head}) connect(box, &QComboBox::currentIndexChanged, &panel, [this] { drawMaps(); });
  return tools;
}

QWidget* ProbePanel::State::buildChange() {
  auto* tools = new QWidget;
  auto* row = new FlowLayout(tools, 4);
  action = addChoice(*row, tr("What is done to λ"));
  const std::pair<Action, QString> actions[] = {{Action::Scale, tr("Scale")}, {Action::Clamp, tr("Clamp")}, {Action::Remove, tr("Remove")}};
  for (const auto& [kind, title] : actions) action->addItem(title, static_cast<int>(kind));
  editLevel = addChoice(*row, tr("Level that is changed; a click on the map chooses level and token"));
  editTokens = addChoice(*row, tr("Tokens whose λ is changed"));
  editLayer = addChoice(*row, tr("Layer that is changed"));
  editHead = addChoice(*row, tr("Head that is changed"));
  slider = new QSlider(Qt::Horizontal);
  slider->setRange(0, 400);
  slider->setFixedWidth(140);
  slider->setToolTip(tr("Factor, 0 to 4; 1 changes nothing"));
  slider->setAccessibleName(slider->toolTip());
  row->addWidget(slider);
  const auto number = [&](const QString& prefix, double value, const QString& tip) {
    auto* made = new QDoubleSpinBox;
    made->setPrefix(prefix);
    made->setRange(-1000, 1000);
    made->setDecimals(3);
    made->setSingleStep(0.05);
    made->setValue(value);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    row->addWidget(made);
    connect(made, &QDoubleSpinBox::valueChanged, &panel, [this] { changed(); });
    return made;
  };
  factor = number(QString(QChar(0x00D7)) + ' ', 1, tr("λ is multiplied by this"));
  lower = number(tr("from "), 0, tr("Least λ"));
  upper = number(tr("to "), 10, tr("Largest λ"));
  slider->setValue(100);
  connect(slider, &QSlider::valueChanged, &panel, [this](int value) { factor->setValue(value / 100.0); });
  connect(factor, &QDoubleSpinBox::valueChanged, slider, [this](double value) {
    const QSignalBlocker quiet(slider);
    slider->setValue(static_cast<int>(std::lround(std::clamp(value, 0.0, kMostFactor) * 100)));
  });
  for (QComboBox* box : {action, editLevel, editTokens, editLayer, editHead}) connect(box, &QComboBox::currentIndexChanged, &panel, [this] {
    offer();
    changed();
  });
  keep = button(*row, tr("Keep"), tr("Keep this change and begin another"), [this] { keepChange(); });
  reset = button(*row, tr("Reset"), tr("λ as the model gives it, and the example as it was"), [this] { resetAll(); });
  button(*row, tr("Export…"), tr("Save the changes as JSON for fenwick eval --intervene"), [this] { exportFile(); });
  button(*row, tr("Import…"), tr("Read changes that were exported"), [this] { importFile(); });
  return tools;
}

QWidget* ProbePanel::State::buildResults() {
  auto* right = new QWidget;
  auto* rows = new QVBoxLayout(right);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  accuracy = new QLabel;
  accuracy->setWordWrap(true);
  accuracy->setTextInteractionFlags(Qt::TextSelectableByMouse);
  rows->addWidget(accuracy);
  progress = new QProgressBar;
  progress->setTextVisible(false);
  progress->setFixedHeight(4);
  rows->addWidget(progress);
  table = readingTable({tr("at"), tr("token"), tr("target"), tr("before"), tr("now")}, tr("Predictions"));
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  rows->addWidget(table, 3);
  list = new QListWidget;
  list->setFrameShape(QFrame::NoFrame);
  list->setToolTip(tr("Changes that are kept, in their order; Del takes the chosen one away"));
  list->setAccessibleName(tr("Kept changes"));
  list->setMaximumHeight(90);
  rows->addWidget(list, 1);
  auto* remove = new QAction(tr("Take away"), list);
  remove->setShortcut(Qt::Key_Delete);
  remove->setShortcutContext(Qt::WidgetShortcut);
  list->addAction(remove);
  list->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(remove, &QAction::triggered, &panel, [this] {
    const int row = list->currentRow();
    if (row < 0 || row >= static_cast<int>(kept.size())) return;
    kept.erase(kept.begin() + row);
    fillList();
    changed();
  });
  return right;
}

void ProbePanel::State::setSource(app::RunSource* to) {
  for (const auto& connection : connections) disconnect(connection);
  connections.clear();
  source = to;
  sequence.reset();
  split.reset();
  weights = {};
  tokens = {};
  kept.clear();
  force = {};
  fillList();
  canvas->setMaps({});
  table->setRowCount(0);
  accuracy->clear();
  say({});
  pages->setCurrentIndex(source ? 1 : 0);
  inspector.close();
  if (!source) return;
  connections.push_back(connect(source, &QObject::destroyed, &panel, [this] {
    source = nullptr;
    setSource(nullptr);
  }));
  // A run that trains saves its first weights some time.
  connections.push_back(connect(source, &app::RunSource::snapshotStepsChanged, &panel, [this] {
    if (weights.folder.isEmpty() && inspector.folder() == source->folder()) open(true);
  }));
  if (panel.isVisible()) open();
}

void ProbePanel::State::open(bool anew) {
  if (!source || (!anew && inspector.folder() == source->folder())) return;
  say({});
  const QString chosen = step->currentIndex() > 0 ? step->currentData().toString() : QString();
  inspector.open(source->folder(), chosen);
}

void ProbePanel::State::opened(const app::OpenedWeights& news) {
  if (!source || news.folder != source->folder()) return;
  weights = news;
  say(news.shape.levels == 0 ? tr("This model has no λ to change; its tokens can be exchanged.") : QString());
  fillChoices();
  sequence.reset();
  split.reset();
  askSample(std::clamp<qint64>(sample->value(), 0, std::max<qint64>(0, weights.examples - 1)));
  inspector.score(force);
}

void ProbePanel::State::fillChoices() {
  filling = true;
  sample->setRange(0, static_cast<int>(std::min<qint64>(weights.examples - 1, 1'000'000'000)));
  position->setRange(0, static_cast<int>(weights.shape.length - 1));
  token->setRange(0, static_cast<int>(weights.vocabulary - 1));
  const auto fill = [](QComboBox* box, const QString& all, const QString& item, std::int64_t count) {
    const QSignalBlocker quiet(box);
    const QVariant before = box->currentData();
    box->clear();
    if (!all.isEmpty()) box->addItem(all, -1);
    for (std::int64_t i = 0; i < count; ++i) box->addItem(item.arg(i), static_cast<int>(i));
    box->setCurrentIndex(std::max(0, box->findData(before)));
  };
  fill(layer, {}, tr("Layer %1"), weights.shape.layers);
  fill(head, {}, tr("Head %1"), weights.shape.heads);
  fill(editLayer, tr("All layers"), tr("Layer %1"), weights.shape.layers);
  fill(editHead, tr("All heads"), tr("Head %1"), weights.shape.heads);
  fill(editLevel, tr("All levels"), tr("Level %1"), weights.shape.levels);
  {
    const QSignalBlocker quiet(step);
    const QVariant before = step->currentData();
    step->clear();
    step->addItem(tr("Best weights"), QStringLiteral("best"));
    step->addItem(tr("Last weights"), QStringLiteral("last"));
    for (auto each = weights.kept.rbegin(); each != weights.kept.rend(); ++each) step->addItem(tr("Step %1").arg(grouped(*each)), QString::number(*each));
    step->setCurrentIndex(std::max(0, step->findData(before)));
  }
  filling = false;
  offer();
}

// Of the classes that the sequence has, and the token that was clicked.
void ProbePanel::State::offer() {
  const auto kind = static_cast<Action>(action->currentData().toInt());
  slider->setVisible(kind == Action::Scale);
  factor->setVisible(kind == Action::Scale);
  lower->setVisible(kind == Action::Clamp);
  upper->setVisible(kind == Action::Clamp);
  for (QWidget* each : std::initializer_list<QWidget*>{action, editLevel, editTokens, editLayer, editHead, slider, factor, lower, upper, keep})
    each->setEnabled(weights.shape.levels > 0);
}

void ProbePanel::State::askSample(qint64 number) {
  if (weights.folder.isEmpty()) return;
  filling = true;
  sample->setValue(static_cast<int>(number));
  filling = false;
  tokens = {};
  exchanged = false;
  inspector.look(number, force);
}

void ProbePanel::State::exchangeToken() {
  if (filling || tokens.rows != 1) return;
  tokens = model::withToken(tokens, position->value(), token->value(), weights.vocabulary);
  exchanged = true;
  inspector.look(sample->value(), tokens, force);
}

model::LambdaEdit ProbePanel::State::composed() const {
  model::LambdaEdit edit;
  edit.action = static_cast<Action>(action->currentData().toInt());
  edit.layer = index(editLayer);
  edit.head = index(editHead);
  edit.level = index(editLevel);
  const int chosen = editTokens->currentData().toInt();
  if (chosen >= 1000)
    edit.token = chosen - 1000;
  else if (chosen >= 0)
    edit.role = static_cast<model::Role>(chosen);
  if (edit.action == Action::Scale) edit.factor = factor->value();
  if (edit.action != Action::Clamp) return edit;
  edit.lower = std::min(lower->value(), upper->value());
  edit.upper = std::max(lower->value(), upper->value());
  return edit;
}

bool ProbePanel::State::composedIsNeutral() const {
  const model::LambdaEdit edit = composed();
  // Whole removals and clamps begin to act when a level or a class is chosen, so that looking at the choices changes nothing.
  const bool everything = !edit.level && !edit.token && !edit.role;
  return weights.shape.levels == 0 || (edit.action == Action::Scale ? edit.factor == 1 : everything);
}

void ProbePanel::State::changed() {
  if (filling || weights.folder.isEmpty()) return;
  force.edits = kept;
  if (!composedIsNeutral()) force.edits.push_back(composed());
  if (tokens.rows == 1)
    inspector.look(sample->value(), tokens, force);
  else
    inspector.look(sample->value(), force);
  inspector.score(force);
}

void ProbePanel::State::keepChange() {
  if (composedIsNeutral()) return;
  kept.push_back(composed());
  filling = true;
  action->setCurrentIndex(0);
  factor->setValue(1);
  filling = false;
  fillList();
  changed();
}

void ProbePanel::State::resetAll() {
  kept.clear();
  filling = true;
  action->setCurrentIndex(0);
  for (QComboBox* box : {editLayer, editHead, editLevel, editTokens}) box->setCurrentIndex(0);
  factor->setValue(1);
  filling = false;
  force = {};
  fillList();
  offer();
  askSample(sample->value());
  inspector.score(force);
}

// A click chooses the token to exchange, and the level and token whose λ is to be changed.
void ProbePanel::State::choose(int, MapScene::Cell cell) {
  if (cell.column < 0) return;
  position->setValue(cell.column);
  if (cell.row < 0 || weights.shape.levels == 0) return;
  filling = true;
  for (int i = editTokens->count() - 1; i >= 0; --i) {
    if (editTokens->itemData(i).toInt() >= 1000) editTokens->removeItem(i);
  }
  editTokens->addItem(tr("Token %1").arg(cell.column), 1000 + cell.column);
  editTokens->setCurrentIndex(editTokens->count() - 1);
  editLevel->setCurrentIndex(std::max(0, editLevel->findData(cell.row)));
  filling = false;
  changed();
}

void ProbePanel::State::looked(const std::shared_ptr<const app::InspectedSequence>& news) {
  if (!source || news->folder != source->folder() || news->sample != sample->value()) return;
  sequence = news;
  tokens = news->tokens;
  {
    const QSignalBlocker quiet(token);
    token->setValue(static_cast<int>(tokens.inputs[static_cast<std::size_t>(std::min<std::int64_t>(position->value(), tokens.length - 1))]));
  }
  std::set<int> present(tokens.roles.begin(), tokens.roles.end());
  const auto listed = [&] {
    std::set<int> roles;
    for (int i = 1; i < editTokens->count(); ++i)
      if (editTokens->itemData(i).toInt() < 1000) roles.insert(editTokens->itemData(i).toInt());
    return roles;
  };
  if (editTokens->count() == 0 || listed() != present) {
    const QSignalBlocker quiet(editTokens);
    editTokens->clear();
    editTokens->addItem(tr("All tokens"), -1);
    for (const int role : present) editTokens->addItem(tr("Class: %1").arg(roleTitle(static_cast<model::Role>(role))), role);
  }
  drawMaps();
  fillTable();
}

void ProbePanel::State::drawMaps() {
  if (!sequence) return;
  const auto slice = [&](const model::ProbedSequence& from) { return LambdaSlice(from.snapshot, layer->currentIndex(), head->currentIndex(), 0); };
  const LambdaSlice plain = slice(sequence->plain), now = slice(sequence->changed);
  if (now.empty()) return canvas->setMaps({});
  const GridPtr before = tokenLevelGrid(plain, weights.trainedLevels), after = tokenLevelGrid(now, weights.trainedLevels);
  MapView map;
  map.slice = now;
  map.tokenLabel = [source = source](std::int64_t id) { return source ? source->tokenLabel(id) : QString::number(id); };
  if (shown() == Shown::Shares || shown() == Shown::Difference) {
    auto grid = std::make_shared<MapGrid>(*after);
    const std::size_t which = static_cast<std::size_t>(std::max(0, layer->currentIndex()) * now.heads() + std::max(0, head->currentIndex()));
    if (shown() == Shown::Shares && which >= sequence->changed.outputs.size()) return canvas->setMaps({});
    for (int row = 0; row < grid->rows; ++row) {
      for (int column = 0; column < grid->columns; ++column) {
        grid->values[grid->at(row, column)] = shown() == Shown::Shares
                                                  ? sequence->changed.outputs[which].share[static_cast<std::size_t>(column * grid->rows + row)]
                                                  : after->value(row, column) - before->value(row, column);
      }
    }
    grid->valueTitle = shown() == Shown::Shares ? tr("share") : tr("Δλ");
    map.grid = grid;
    map.scale = Scale::Diverging;
    map.map = ColourMap::BlueRed;
    map.limits = shown() == Shown::Shares ? Range{-1, 1} : sharedLimits({map.grid}, Scale::Diverging, 0);
  } else {
    map.grid = shown() == Shown::Plain ? before : after;
    map.limits = sharedLimits({before}, Scale::Linear, 1);  // colours stay while λ is changed
  }
  canvas->setMaps({map});
}

void ProbePanel::State::fillTable() {
  const model::LambdaSnapshot& before = *sequence->plain.snapshot;
  const model::LambdaSnapshot& now = *sequence->changed.snapshot;
  const auto label = [&](std::int64_t id) { return source->tokenLabel(id); };
  const auto said = [&](const model::ProbedSequence& from, const model::LambdaSnapshot& snapshot, std::size_t at) {
    const QString mark = snapshot.correct[at] ? QStringLiteral("✓ ") : QStringLiteral("✗ ");
    return mark + label(from.predicted[at]) + QStringLiteral("  ") + valueText(std::exp(static_cast<double>(snapshot.targetLogProb[at])));
  };
  int row = 0, rightBefore = 0, rightNow = 0;
  for (std::size_t at = 0; at < tokens.targets.size(); ++at) {
    if (tokens.targets[at] == model::kIgnored) continue;
    if (table->rowCount() <= row) table->setRowCount(row + 1);
    const QStringList cells = {QString::number(at), label(tokens.inputs[at]), label(tokens.targets[at]), said(sequence->plain, before, at),
                               said(sequence->changed, now, at)};
    for (int column = 0; column < cells.size(); ++column) {
      QTableWidgetItem* item = table->item(row, column);
      if (!item) table->setItem(row, column, item = new QTableWidgetItem);
      item->setText(cells[column]);
      QFont font = table->font();
      font.setBold(column == 4 && sequence->plain.predicted[at] != sequence->changed.predicted[at]);
      item->setFont(font);
    }
    rightBefore += before.correct[at];
    rightNow += now.correct[at];
    ++row;
  }
  table->setRowCount(row);
  fitSoon();
  table->setToolTip(tr("What is predicted, and the probability of the target. %1 of %2 right before, %3 now; answered in %4 ms")
                        .arg(rightBefore).arg(row).arg(rightNow).arg(sequence->milliseconds, 0, 'f', 1));
}

// The results are as wide as their table where that leaves a map, until a person moves the line between.
void ProbePanel::State::fit() {
  if (moved || !panel.isVisible()) return;
  table->horizontalHeader()->resizeSections(QHeaderView::ResizeToContents);  // now, not when it is painted
  const int all = parts->width() - parts->handleWidth();
  const int needed = table->horizontalHeader()->length() + table->verticalScrollBar()->sizeHint().width() + 2 * table->frameWidth();
  const int results = std::min(needed, std::max(all / 2, all - kLeastMap));
  if (std::abs(results - parts->sizes().value(1)) > 4) parts->setSizes({all - results, results});
}

void ProbePanel::State::fillList() {
  list->clear();
  for (const model::LambdaEdit& edit : kept) list->addItem(QString::fromStdString(model::editText(edit)));
  list->setVisible(!kept.empty());
}

void ProbePanel::State::scored(const std::shared_ptr<const app::InspectedSplit>& news) {
  if (!source || news->folder != source->folder()) return;
  split = news;
  const auto part = [&](const model::SplitScore& score) { return static_cast<int>(score.samples.size()); };
  const model::SplitScore& front = news->changed ? *news->changed : *news->plain;
  progress->setRange(0, static_cast<int>(news->examples));
  progress->setValue(part(front));
  progress->setVisible(!news->complete);
  QString text = (weights.validation ? tr("Validation accuracy %1") : tr("Training accuracy %1")).arg(percent(news->plain->accuracy()));
  if (news->changed) {
    text += QStringLiteral(" → ") + percent(news->changed->accuracy());
    if (!news->complete) text += ' ' + tr("(%1 of %2 examples)").arg(grouped(part(*news->changed)), grouped(news->examples));
  } else if (!news->complete) {
    text += ' ' + tr("(%1 of %2 examples)").arg(grouped(part(front)), grouped(news->examples));
  }
  accuracy->setText(text);
}

void ProbePanel::State::exportFile() {
  auto* dialog = new QFileDialog(&panel, tr("Export the changes"), QStringLiteral("intervention.json"), tr("JSON (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setModal(false);
  connect(dialog, &QFileDialog::fileSelected, &panel, [this](const QString& path) {
    const QByteArray bytes = panel.text().toUtf8();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
      say(tr("%1 could not be written: %2").arg(path, file.errorString()));
  });
  dialog->show();
}

void ProbePanel::State::importFile() {
  auto* dialog = new QFileDialog(&panel, tr("Import changes"), {}, tr("JSON (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setModal(false);
  connect(dialog, &QFileDialog::fileSelected, &panel, [this](const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return say(tr("%1 cannot be read: %2").arg(path, file.errorString()));
    try {
      const model::Intervention read = model::parseIntervention(file.read(1 << 20).toStdString());
      QString faults;
      for (const model::Problem& problem : model::problems(read, weights.shape)) faults += QString::fromStdString(problem.field + ": " + problem.message) + '\n';
      if (!faults.isEmpty()) return say(path + '\n' + faults.trimmed());
      resetAll();
      kept = read.edits;
      fillList();
      changed();
    } catch (const std::invalid_argument& error) {
      say(path + ": " + QString::fromUtf8(error.what()));
    }
  });
  dialog->show();
}

}  // namespace fenwick::ui
