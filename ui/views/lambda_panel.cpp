#include "ui/views/lambda_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>

#include "kernels/fenwick.h"
#include "model/training/training_run.h"
#include "ui/figures/figure_dialog.h"
#include "ui/look/icons.h"
#include "ui/views/controls.h"
#include "ui/views/empty_state.h"
#include "ui/views/flow_layout.h"
#include "ui/views/lambda_history.h"
#include "ui/views/map_canvas.h"
#include "ui/views/redraw_pacer.h"

namespace fenwick::ui {
namespace {
constexpr double kShareOfCore = 0.004;  // the curves have more of the 2 %

enum class Transport { First, Previous, Next, Last };

// Triangles and bars in the colour of the text, sharp at any density.
QIcon transportIcon(Transport kind, const QPalette& palette) {
  QIcon icon;
  for (const auto& [mode, group] :
       {std::pair(QIcon::Normal, QPalette::Active), std::pair(QIcon::Disabled, QPalette::Disabled)}) {
    QPixmap pixmap(48, 48);
    pixmap.setDevicePixelRatio(3);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.color(group, QPalette::ButtonText));
    if (kind == Transport::First || kind == Transport::Previous) {
      painter.translate(16, 0);
      painter.scale(-1, 1);
    }
    const bool end = kind == Transport::First || kind == Transport::Last;
    painter.drawPolygon(QPolygonF({{end ? 3.5 : 5.0, 3.5}, {end ? 10.5 : 12.0, 8}, {end ? 3.5 : 5.0, 12.5}}));
    if (end) painter.drawRect(QRectF(10.5, 3.5, 2, 9));
    icon.addPixmap(pixmap, mode);
  }
  return icon;
}

enum class Layout { Levels, AllHeads, AllLevels, Heads, LevelsByHeads, LevelsOverSteps };

}  // namespace

struct LambdaPanel::State {
  LambdaPanel& panel;
  QPointer<app::RunSource> source;
  app::RunSource::SnapshotPtr snapshot;
  MapCanvas* canvas = nullptr;
  MapCursor ownCursor;
  LambdaHistory history;
  QPointer<app::LongWork> work;
  std::optional<app::Progress> reading;  // of the history
  bool readingCancelled = false;         // until another run or layout is chosen
  Range colours{0, 1};  // the limits in force
  std::unique_ptr<RedrawPacer> pacer;
  QStackedWidget* pages = nullptr;
  QComboBox *layout = nullptr, *layer = nullptr, *head = nullptr, *sample = nullptr, *level = nullptr, *role = nullptr, *map = nullptr,
            *scale = nullptr;
  QCheckBox *automatic = nullptr, *hatch = nullptr, *tree = nullptr;
  QLineEdit *lower = nullptr, *upper = nullptr;
  QSlider* slider = nullptr;
  QLabel *stepLabel = nullptr, *readOut = nullptr;
  QAction *first = nullptr, *previous = nullptr, *next = nullptr, *newest = nullptr, *follow = nullptr,
          *exportAction = nullptr;
  QPointer<FigureDialog> dialog;
  std::vector<QMetaObject::Connection> connections;
  qint64 wantedStep = -1;

  explicit State(LambdaPanel& p) : panel(p) {}

  void build();
  QWidget* buildTools(QWidget* parent);
  QWidget* buildSteps(QWidget* parent);
  QAction* addAction(const QString& text, const QString& tip, const QKeySequence& keys, bool checkable);
  void setSource(app::RunSource* to);
  void take(const app::RunSource::SnapshotPtr& arrived);
  void stepsChanged();
  void goTo(qsizetype index);
  void fillChoices();
  void viewChanged();  // by a person: drawn at once
  void updateView();
  std::vector<MapView> maps() const;
  MapView mapOf(GridPtr grid, const LambdaSlice& slice, const QString& title) const;
  Layout shownLayout() const { return static_cast<Layout>(layout->currentData().toInt()); }
  Scale shownScale() const { return kScales[static_cast<std::size_t>(std::max(0, scale->currentIndex()))]; }
  std::optional<model::Role> shownRole() const;
  int trainedLevels() const;
  void fillRoles();
  void offerChoices();
  void scaleChosen();
  void readHistory();
  void limitsTyped();
  void redraw();
  void showPage();
  void updatePacer();
  void openExport();
  void recolour();
};

LambdaPanel::LambdaPanel(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this)) {
  m_state->build();
}

LambdaPanel::~LambdaPanel() {
  for (const auto& connection : m_state->connections) disconnect(connection);
}

void LambdaPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_state->recolour();
}

void LambdaPanel::setRun(app::RunSource* source) { m_state->setSource(source); }
void LambdaPanel::setCursor(MapCursor* cursor) { m_state->canvas->setCursor(cursor); }

void LambdaPanel::showSample(int sample) {
  if (sample < m_state->sample->count()) m_state->sample->setCurrentIndex(sample);
}

QAction* LambdaPanel::State::addAction(const QString& text, const QString& tip, const QKeySequence& keys,
                                       bool checkable) {
  auto* made = new QAction(text, &panel);
  made->setToolTip(keys.isEmpty() ? tip : QString("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
  made->setShortcut(keys);
  made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  made->setCheckable(checkable);
  panel.addAction(made);
  return made;
}

void LambdaPanel::State::build() {
  auto* column = new QVBoxLayout(&panel);
  column->setContentsMargins(0, 0, 0, 0);
  pages = new QStackedWidget(&panel);
  column->addWidget(pages);

  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(buildTools(page));
  canvas = new MapCanvas(page);
  canvas->setCursor(&ownCursor);
  rows->addWidget(canvas, 1);
  rows->addWidget(buildSteps(page));
  pages->addWidget(page);
  pages->addWidget(makeEmptyState(
      tr("λ of every token and level will appear here once a run has recorded it."), tr("New run"),
      [this] { emit panel.newRunRequested(); }, pages));
  pages->addWidget(makeEmptyState(tr("This run has recorded no λ yet. The first map comes with its first snapshot."),
                                  {}, {}, pages));

  pacer = std::make_unique<RedrawPacer>(
      kShareOfCore, [this] { redraw(); }, &panel);
  canvas->painted = [this](qint64 nanoseconds) { pacer->tellCost(nanoseconds); };
  canvas->told = [this](const QString& text) { readOut->setText(text); };
  viewChanged();
  showPage();
}

QWidget* LambdaPanel::State::buildTools(QWidget* parent) {
  auto* tools = new QWidget(parent);
  auto* bar = new QHBoxLayout(tools);
  bar->setContentsMargins(8, 4, 8, 4);
  auto* row = new FlowLayout(nullptr, 4);
  bar->addLayout(row, 1);
  const auto choice = [&](const QString& tip) {
    QComboBox* box = addChoice(*row, tip);
    connect(box, &QComboBox::currentIndexChanged, &panel, [this] { viewChanged(); });
    return box;
  };
  layout = choice(tr("What is shown of λ"));
  const std::pair<Layout, QString> layouts[] = {{Layout::Levels, tr("Levels × tokens")},
                                                {Layout::AllHeads, tr("All heads")},
                                                {Layout::AllLevels, tr("All levels")},
                                                {Layout::Heads, tr("Heads × tokens")},
                                                {Layout::LevelsByHeads, tr("Levels × heads")},
                                                {Layout::LevelsOverSteps, tr("Levels over steps")}};
  for (const auto& [kind, title] : layouts) layout->addItem(title, static_cast<int>(kind));
  layer = choice(tr("Layer of the model; 0 is next to the embedding"));
  head = choice(tr("Head of the layer"));
  sample = choice(tr("Example of the fixed probe batch"));
  level = choice(tr("Level of the Fenwick tree; 0 is the token itself"));
  role = choice(tr("Tokens that the means are taken over"));
  role->addItem(tr("All tokens"), -1);
  map = choice(tr("Colour map"));
  for (const ColourMap each : kColourMaps) map->addItem(colourMapName(each));
  scale = choice(tr("How λ is laid onto the colours; diverging: with λ = 1, plain linear attention, in the middle"));
  for (const Scale each : kScales) scale->addItem(scaleName(each));
  connect(scale, &QComboBox::currentIndexChanged, &panel, [this] { scaleChosen(); });

  QWidget* limits = addGroup(*row, tools);
  automatic = new QCheckBox(tr("Auto"), limits);
  automatic->setChecked(true);
  automatic->setToolTip(
      tr("Colour limits at the 1 % and 99 % percentiles of the shown cells that are active and finite"));
  limits->layout()->addWidget(automatic);
  const auto limit = [&](const QString& tip) {
    auto* edit = new QLineEdit(limits);
    edit->setFixedWidth(edit->fontMetrics().horizontalAdvance("0.0000") + 12);
    edit->setAlignment(Qt::AlignRight);
    edit->setEnabled(false);
    edit->setToolTip(tip);
    limits->layout()->addWidget(edit);
    connect(edit, &QLineEdit::editingFinished, &panel, [this] { limitsTyped(); });
    return edit;
  };
  lower = limit(tr("λ of the lowest colour"));
  limits->layout()->addWidget(new QLabel(QString(QChar(0x2013)), limits));
  upper = limit(tr("λ of the highest colour"));
  connect(automatic, &QCheckBox::toggled, &panel, [this](bool on) {
    lower->setEnabled(!on);
    upper->setEnabled(!on);
    viewChanged();
  });
  hatch = new QCheckBox(tr("Hatch"), tools);
  hatch->setChecked(true);
  hatch->setToolTip(tr("Hatch empty levels: they hold no source for the token, so λ has no effect there"));
  connect(hatch, &QCheckBox::toggled, &panel, [this] { viewChanged(); });
  row->addWidget(hatch);
  tree = new QCheckBox(tr("Tree"), tools);
  tree->setToolTip(tr("The Fenwick tree of the token under the pointer: which ranges of sources it reads, and with which λ"));
  connect(tree, &QCheckBox::toggled, &panel, [this](bool on) { canvas->setTree(on); });
  row->addWidget(tree);
  exportAction = addAction(tr("Export…"), tr("Save this map as PDF, SVG or PNG, with its data"), {}, false);
  exportAction->setIcon(icon(QStringLiteral("figure")));
  auto* button = new QToolButton(tools);
  button->setDefaultAction(exportAction);
  button->setAutoRaise(true);
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  bar->addWidget(button, 0, Qt::AlignTop);
  connect(exportAction, &QAction::triggered, &panel, [this] { openExport(); });
  return tools;
}

QWidget* LambdaPanel::State::buildSteps(QWidget* parent) {
  auto* bar = new QWidget(parent);
  auto* rows = new QVBoxLayout(bar);
  rows->setContentsMargins(12, 2, 8, 4);
  rows->setSpacing(2);
  readOut = new QLabel(bar);
  readOut->setTextInteractionFlags(Qt::TextSelectableByMouse);
  readOut->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  readOut->setMinimumHeight(readOut->fontMetrics().height());
  rows->addWidget(readOut);
  auto* row = new QHBoxLayout;
  row->setSpacing(2);
  rows->addLayout(row);
  const auto button = [&](QAction* action, bool text) {
    auto* made = new QToolButton(bar);
    made->setDefaultAction(action);
    made->setAutoRaise(true);
    made->setToolButtonStyle(text ? Qt::ToolButtonTextOnly : Qt::ToolButtonIconOnly);
    row->addWidget(made);
  };
  first = addAction(tr("First snapshot"), tr("First recorded step"), Qt::Key_Home, false);
  previous = addAction(tr("Previous snapshot"), tr("Previous recorded step"), Qt::Key_PageUp, false);
  next = addAction(tr("Next snapshot"), tr("Next recorded step"), Qt::Key_PageDown, false);
  newest = addAction(tr("Newest snapshot"), tr("Newest recorded step"), Qt::Key_End, false);
  follow = addAction(tr("Follow newest"), tr("Show each new snapshot as it is recorded"), Qt::Key_F, true);
  follow->setChecked(true);
  recolour();
  button(first, false);
  button(previous, false);
  slider = new QSlider(Qt::Horizontal, bar);
  slider->setToolTip(tr("Recorded steps"));
  slider->setPageStep(1);
  row->addWidget(slider, 1);
  button(next, false);
  button(newest, false);
  row->addSpacing(8);
  stepLabel = new QLabel(bar);
  stepLabel->setMinimumWidth(stepLabel->fontMetrics().horizontalAdvance(tr("step %1 of %2").arg("00,000", "00,000")));
  row->addWidget(stepLabel);
  row->addSpacing(4);
  button(follow, true);
  connect(first, &QAction::triggered, &panel, [this] { goTo(0); });
  connect(previous, &QAction::triggered, &panel, [this] { goTo(slider->value() - 1); });
  connect(next, &QAction::triggered, &panel, [this] { goTo(slider->value() + 1); });
  connect(newest, &QAction::triggered, &panel, [this] { goTo(slider->maximum()); });
  connect(slider, &QSlider::valueChanged, &panel, [this](int value) { goTo(value); });
  connect(follow, &QAction::toggled, &panel, [this](bool on) {
    if (on) goTo(slider->maximum());
  });
  return bar;
}

void LambdaPanel::State::setSource(app::RunSource* to) {
  for (const auto& connection : connections) disconnect(connection);
  connections.clear();
  source = to;
  snapshot.reset();
  wantedStep = -1;
  history.clear();
  reading.reset();
  readingCancelled = false;
  canvas->showAll();
  if (source) {
    connections.push_back(connect(source, &app::RunSource::snapshotStepsChanged, &panel, [this] { stepsChanged(); }));
    connections.push_back(connect(source, &app::RunSource::snapshotReady, &panel,
                                  [this](const app::RunSource::SnapshotPtr& arrived) { take(arrived); }));
    connections.push_back(connect(source, &app::RunSource::infoChanged, &panel, [this] { updatePacer(); }));
    connections.push_back(connect(source, &QObject::destroyed, &panel, [this] {
      source = nullptr;
      setSource(nullptr);
    }));
    follow->setChecked(true);
    if (source->latestSnapshot()) take(source->latestSnapshot());
  }
  updatePacer();
  stepsChanged();
  showPage();
}

void LambdaPanel::State::take(const app::RunSource::SnapshotPtr& arrived) {
  if (!arrived) return;
  const bool news = !history.has(arrived->step);
  history.add(*arrived);
  if (news && shownLayout() == Layout::LevelsOverSteps && snapshot) {
    updateView();
    pacer->request();
  }
  const bool newer = !snapshot || arrived->step >= snapshot->step;
  const bool wanted = follow->isChecked() ? (newer || arrived->step == wantedStep) : arrived->step == wantedStep;
  if (!wanted) return readHistory();
  snapshot = arrived;
  wantedStep = arrived->step;
  fillChoices();
  stepsChanged();
  showPage();
  pacer->request();
  readHistory();
}

void LambdaPanel::State::stepsChanged() {
  const QVector<qint64> steps = source ? source->snapshotSteps() : QVector<qint64>();
  const QSignalBlocker quiet(slider);
  slider->setRange(0, std::max(0, static_cast<int>(steps.size()) - 1));
  slider->setEnabled(steps.size() > 1);
  // The map that is shown may not be in the list yet: it is the newest then.
  const auto at = std::lower_bound(steps.begin(), steps.end(), wantedStep);
  const int index = static_cast<int>(std::min<qsizetype>(at - steps.begin(), std::max<qsizetype>(0, steps.size() - 1)));
  slider->setValue(index);
  first->setEnabled(index > 0);
  previous->setEnabled(index > 0);
  next->setEnabled(index < slider->maximum());
  newest->setEnabled(index < slider->maximum());
  if (!snapshot)
    stepLabel->clear();
  else if (steps.isEmpty())
    stepLabel->setText(tr("step %1").arg(countText(static_cast<double>(snapshot->step))));
  else
    stepLabel->setText(
        tr("step %1 of %2")
            .arg(countText(static_cast<double>(snapshot->step)), countText(static_cast<double>(steps.last()))));
  // A run opened from its folder delivers nothing by itself.
  if (source && !snapshot && wantedStep < 0 && !steps.isEmpty()) {
    wantedStep = steps.last();
    source->requestSnapshot(wantedStep);
  } else if (source && follow->isChecked() && !steps.isEmpty() && steps.last() > wantedStep) {
    wantedStep = steps.last();
    source->requestSnapshot(wantedStep);
  }
}

void LambdaPanel::State::goTo(qsizetype index) {
  if (!source || source->snapshotSteps().isEmpty()) return;
  const QVector<qint64>& steps = source->snapshotSteps();
  index = std::clamp<qsizetype>(index, 0, steps.size() - 1);
  if (index < steps.size() - 1 && follow->isChecked()) {
    const QSignalBlocker quiet(follow);
    follow->setChecked(false);
  }
  wantedStep = steps[index];
  {
    const QSignalBlocker quiet(slider);
    slider->setValue(static_cast<int>(index));
  }
  source->requestSnapshot(wantedStep);
}

void LambdaPanel::State::fillChoices() {
  const auto fill = [](QComboBox* box, const QString& item, std::int64_t count) {
    if (box->count() == count) return;
    const QSignalBlocker quiet(box);
    const int before = std::max(0, box->currentIndex());
    box->clear();
    for (std::int64_t i = 0; i < count; ++i) box->addItem(item.arg(i));
    box->setCurrentIndex(static_cast<int>(std::min<std::int64_t>(before, count - 1)));
  };
  fill(layer, tr("Layer %1"), snapshot->layers);
  fill(head, tr("Head %1"), snapshot->heads);
  fill(sample, tr("Sample %1"), snapshot->samples);
  fill(level, tr("Level %1"), snapshot->levels);
  fillRoles();
  updateView();
}

void LambdaPanel::State::fillRoles() {
  std::set<int> present(snapshot->roles.begin(), snapshot->roles.end());
  if (role->count() == static_cast<int>(present.size()) + 1) return;
  const QSignalBlocker quiet(role);
  role->clear();
  role->addItem(tr("All tokens"), -1);
  for (const int each : present) role->addItem(tr("Class: %1").arg(roleTitle(static_cast<model::Role>(each))), each);
}

std::optional<model::Role> LambdaPanel::State::shownRole() const {
  const int chosen = role->currentData().toInt();
  return chosen < 0 ? std::nullopt : std::optional(static_cast<model::Role>(chosen));
}

int LambdaPanel::State::trainedLevels() const {
  return source ? kernels::levelCount(model::trainedLength(source->config())) : INT32_MAX;
}

// Only what the layout takes is offered.
void LambdaPanel::State::offerChoices() {
  const Layout kind = shownLayout();
  const bool summed = kind == Layout::LevelsByHeads || kind == Layout::LevelsOverSteps;
  layer->setVisible(kind != Layout::AllHeads);
  head->setVisible(kind == Layout::Levels || kind == Layout::LevelsOverSteps);
  sample->setVisible(!summed);
  level->setVisible(kind == Layout::Heads);
  role->setVisible(summed);
  tree->setVisible(!summed);
  exportAction->setEnabled(kind == Layout::Levels);
  exportAction->setToolTip(kind == Layout::Levels ? tr("Save this map as PDF, SVG or PNG, with its data")
                                                  : tr("Choose “Levels × tokens”: figures show one such map"));
}

void LambdaPanel::State::scaleChosen() {
  const bool diverges = shownScale() == Scale::Diverging;
  const int blueRed = map->findText(colourMapName(ColourMap::BlueRed));
  if (diverges != (map->currentIndex() == blueRed)) map->setCurrentIndex(diverges ? blueRed : 0);
}

void LambdaPanel::State::viewChanged() {
  if (!canvas || !tree) return;
  offerChoices();
  updateView();
  readHistory();
  pacer->requestNow();
}

MapView LambdaPanel::State::mapOf(GridPtr grid, const LambdaSlice& slice, const QString& title) const {
  MapView view;
  view.grid = std::move(grid);
  view.slice = slice;
  view.title = title;
  view.scale = shownScale();
  view.map = kColourMaps[static_cast<std::size_t>(std::max(0, map->currentIndex()))];
  view.hatchInert = hatch->isChecked();
  view.tokenLabel = [source = source](std::int64_t token) {
    return source ? source->tokenLabel(token) : QString::number(token);
  };
  return view;
}

std::vector<MapView> LambdaPanel::State::maps() const {
  const int trained = trainedLevels();
  const auto slice = [&](std::int64_t l, std::int64_t h) { return LambdaSlice(snapshot, l, h, sample->currentIndex()); };
  const LambdaSlice chosen = slice(layer->currentIndex(), head->currentIndex());
  std::vector<MapView> views;
  switch (shownLayout()) {
    case Layout::Levels:
      views.push_back(mapOf(tokenLevelGrid(chosen, trained), chosen, {}));
      break;
    case Layout::AllHeads:
      for (int l = 0; l < snapshot->layers; ++l)
        for (int h = 0; h < snapshot->heads; ++h)
          views.push_back(mapOf(tokenLevelGrid(slice(l, h), trained), slice(l, h), tr("Layer %1, head %2").arg(l).arg(h)));
      break;
    case Layout::AllLevels:
      for (int each = 0; each < chosen.levels(); ++each)
        views.push_back(mapOf(tokenHeadGrid(chosen, each, trained), chosen, each < trained ? tr("Level %1").arg(each) : tr("Level %1 (untrained)").arg(each)));
      break;
    case Layout::Heads:
      views.push_back(mapOf(tokenHeadGrid(chosen, level->currentIndex(), trained), chosen, tr("Level %1").arg(level->currentIndex())));
      break;
    case Layout::LevelsByHeads:
      for (const Moment moment : {Moment::Mean, Moment::Spread})
        views.push_back(mapOf(levelHeadGrid(*snapshot, chosen.layer(), shownRole(), moment, trained), {}, {}));
      break;
    case Layout::LevelsOverSteps: {
      const std::size_t all = source ? static_cast<std::size_t>(source->snapshotSteps().size()) : 0;
      const QString title = history.count() < all ? tr("%1 of %2 recorded steps read").arg(history.count()).arg(all) : QString();
      views.push_back(mapOf(levelStepGrid(history.levels(chosen.layer(), chosen.head(), shownRole()), trained), {}, title));
      break;
    }
  }
  return views;
}

void LambdaPanel::State::updateView() {
  if (!snapshot) return canvas->setMaps({});
  std::vector<MapView> views = maps();
  std::vector<GridPtr> grids;
  for (const MapView& view : views) grids.push_back(view.grid);
  if (automatic->isChecked()) {
    colours = sharedLimits(grids, shownScale(), 1);
    lower->setText(valueText(colours.lower));
    upper->setText(valueText(colours.upper));
  }
  for (MapView& view : views) view.limits = colours;
  // A spread is no λ: it has a scale of its own.
  if (shownLayout() == Layout::LevelsByHeads) {
    if (automatic->isChecked()) views[0].limits = sharedLimits({views[0].grid}, views[0].scale, 1);
    views[1].scale = Scale::Linear;
    if (views[1].map == ColourMap::BlueRed) views[1].map = ColourMap::Viridis;
    views[1].limits = sharedLimits({views[1].grid}, Scale::Linear, 0);
  }
  canvas->setMaps(std::move(views));
}

// One file after the other, and none while a person waits for a step: the newest request wins.
void LambdaPanel::State::readHistory() {
  const bool wanted = source && shownLayout() == Layout::LevelsOverSteps;
  if (!wanted) readingCancelled = false;
  const std::optional<qint64> step = wanted && !readingCancelled ? history.missing(source->snapshotSteps()) : std::nullopt;
  if (!step) return reading.reset();
  if (!snapshot || snapshot->step != wantedStep) return;
  if (!reading) {
    reading = app::LongWork::begin(work, tr("Reading λ of every recorded step"), [this] {
      readingCancelled = true;
      reading.reset();
    });
  }
  reading->of(static_cast<std::int64_t>(history.count()), source->snapshotSteps().size());
  source->requestSnapshot(*step);
}

void LambdaPanel::State::limitsTyped() {
  const auto number = [](const QLineEdit* edit, bool& good) {
    QString text = edit->text().trimmed();
    text.replace(',', '.').replace(QChar(0x2212), '-');
    bool read = false;
    const double value = text.toDouble(&read);
    good = good && read && std::isfinite(value);
    return value;
  };
  bool good = true;
  const Range typed{number(lower, good), number(upper, good)};
  if (good && typed.size() > 0 && (shownScale() != Scale::Log || typed.lower > 0))
    colours = shownScale() == Scale::Diverging ? aboutCentre(typed, 1) : typed;
  // What cannot be limits gives way to what is in force.
  lower->setText(valueText(colours.lower));
  upper->setText(valueText(colours.upper));
  updateView();
  pacer->requestNow();
}

void LambdaPanel::State::redraw() { canvas->update(); }

void LambdaPanel::State::showPage() { pages->setCurrentIndex(snapshot ? 0 : source ? 2 : 1); }

void LambdaPanel::State::updatePacer() {
  pacer->setTrainingOnCpu(source && source->trainsOnCpu());
}

void LambdaPanel::State::recolour() {
  if (!first) return;
  first->setIcon(transportIcon(Transport::First, panel.palette()));
  previous->setIcon(transportIcon(Transport::Previous, panel.palette()));
  next->setIcon(transportIcon(Transport::Next, panel.palette()));
  newest->setIcon(transportIcon(Transport::Last, panel.palette()));
}

void LambdaPanel::reportTo(app::LongWork* work) { m_state->work = work; }

void LambdaPanel::setFigures(FigureDialog* figures) { m_state->dialog = figures; }

void LambdaPanel::State::openExport() {
  if (!source || !snapshot) return;
  if (!dialog) dialog = new FigureDialog(&panel);
  FigureOptions options;
  options.step = snapshot->step;
  options.layer = std::max(0, layer->currentIndex());
  options.head = std::max(0, head->currentIndex());
  options.sample = std::max(0, sample->currentIndex());
  options.colourMap = map->currentText();
  options.scale = scale->currentText();
  options.hatchInert = hatch->isChecked();
  if (!automatic->isChecked()) {
    options.lower = colours.lower;
    options.upper = colours.upper;
  }
  dialog->showLambda(source, snapshot, options);
}

}  // namespace fenwick::ui
