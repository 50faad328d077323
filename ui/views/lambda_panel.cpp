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

#include "model/config/mixers.h"
#include "ui/figures/figure_dialog.h"
#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/views/controls.h"
#include "ui/views/empty_state.h"
#include "ui/views/flow_layout.h"
#include "ui/views/lambda_history.h"
#include "ui/views/lambda_maps.h"
#include "ui/views/lambda_runs.h"
#include "ui/views/map_canvas.h"
#include "ui/views/redraw_pacer.h"

namespace fenwick::ui {
namespace {
constexpr int kBaselineLetters = 18;
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
  LambdaRuns runs;      // side by side
  QString pinned;       // the id of the run that the others are held against
  Range colours{0, 1};  // the limits in force
  std::unique_ptr<RedrawPacer> pacer;
  QStackedWidget* pages = nullptr;
  QComboBox *layout = nullptr, *layer = nullptr, *head = nullptr, *sample = nullptr, *level = nullptr, *role = nullptr, *map = nullptr,
            *scale = nullptr, *baseline = nullptr;
  QCheckBox *automatic = nullptr, *hatch = nullptr, *tree = nullptr;
  QLineEdit *lower = nullptr, *upper = nullptr;
  QSlider* slider = nullptr;
  QLabel *stepLabel = nullptr, *readOut = nullptr, *remark = nullptr;
  QAction *first = nullptr, *previous = nullptr, *next = nullptr, *newest = nullptr, *follow = nullptr,
          *exportAction = nullptr;
  QPointer<FigureDialog> dialog;
  std::vector<QMetaObject::Connection> connections;
  qint64 wantedStep = -1;

  explicit State(LambdaPanel& p) : panel(p), runs(&p) {}

  void build();
  QWidget* buildTools(QWidget* parent);
  QWidget* buildSteps(QWidget* parent);
  QAction* addAction(const QString& text, const QString& tip, const QKeySequence& keys, bool checkable);
  void setSource(app::RunSource* to);
  void take(const app::RunSource::SnapshotPtr& arrived);
  void stepsChanged();
  void goTo(qsizetype index);
  void fillChoices();
  void layoutChosen();
  void viewChanged();  // by a person: drawn at once
  void updateView();
  void fillBaselines();
  std::vector<MapSubject> subjects() const;
  MapChoice choice() const;
  QVector<qint64> shownSteps() const;
  MapLayout shownLayout() const { return static_cast<MapLayout>(layout->currentData().toInt()); }
  bool sideBySide() const { return shownLayout() == MapLayout::Runs; }
  Scale shownScale() const { return kScales[static_cast<std::size_t>(std::max(0, scale->currentIndex()))]; }
  std::optional<model::Role> shownRole() const;
  void fillRoles();
  void offerChoices();
  void scaleChosen();
  void readHistory();
  void limitsTyped();
  void redraw();
  void showPage();
  void updatePacer();
  LambdaSubjects figureSubjects() const;
  FigureOptions figureOptions() const;
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

void LambdaPanel::setRuns(const QVector<CurvesPanel::Entry>& runs) { m_state->runs.setRuns(runs); }

void LambdaPanel::showSideBySide() {
  m_state->layout->setCurrentIndex(m_state->layout->findData(static_cast<int>(MapLayout::Runs)));
}

bool LambdaPanel::hasMaps() const { return !m_state->canvas->maps().empty(); }

void LambdaPanel::exportTo(FigureDialog& dialog) {
  if (hasMaps()) dialog.showLambda(m_state->figureSubjects(), m_state->figureOptions());
}

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
  remark = new QLabel(page);
  remark->setWordWrap(true);
  remark->setContentsMargins(12, 0, 12, 2);
  remark->setTextInteractionFlags(Qt::TextSelectableByMouse);
  remark->hide();
  rows->addWidget(remark);
  canvas = new MapCanvas(page);
  canvas->setCursor(&ownCursor);
  canvas->setAccessibleName(tr("Map of λ"));
  rows->addWidget(canvas, 1);
  rows->addWidget(buildSteps(page));
  pages->addWidget(page);
  pages->addWidget(makeEmptyState(
      tr("λ of every token and level will appear here once a run has recorded it."), tr("New run"),
      [this] { emit panel.newRunRequested(); }, pages));
  pages->addWidget(makeEmptyState(tr("This run has recorded no λ yet. The first map comes with its first snapshot."),
                                  {}, {}, pages));
  pages->addWidget(makeEmptyState(tr("The model of this run has no λ: its mixer weighs no levels."), {}, {}, pages));
  connect(&runs, &LambdaRuns::changed, &panel, [this] {
    if (!sideBySide()) return;
    updatePacer();
    fillChoices();
    showPage();
    pacer->request();
  });
  connect(&runs, &LambdaRuns::stepsChanged, &panel, [this] {
    if (sideBySide()) stepsChanged();
  });

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
  for (const MapLayout each : kMapLayouts) layout->addItem(mapLayoutTitle(each), static_cast<int>(each));
  connect(layout, &QComboBox::currentIndexChanged, &panel, [this] { layoutChosen(); });
  layer = choice(tr("Layer of the model; 0 is next to the embedding"));
  head = choice(tr("Head of the layer"));
  sample = choice(tr("Example of the fixed probe batch"));
  level = choice(tr("Level of the Fenwick tree; 0 is the token itself"));
  role = choice(tr("Tokens that the means are taken over"));
  role->addItem(tr("All tokens"), -1);
  baseline = choice(tr("Pin a run: λ of every other run less that of this one is drawn beside its map"));
  baseline->addItem(tr("No baseline"), QString());
  connect(baseline, &QComboBox::currentIndexChanged, &panel, [this] { pinned = baseline->currentData().toString(); });
  map = choice(tr("Colour map"));
  for (const ColourMap each : kColourMaps) map->addItem(colourMapName(each));
  scale = choice(tr("How λ is laid onto the colours; diverging: with λ = 1, plain linear attention, in the middle"));
  for (const Scale each : kScales) scale->addItem(scaleTitle(each));
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
    edit->setAccessibleName(tip);
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
  exportAction = addAction(tr("Export…"), tr("Save what is shown as PDF, SVG or PNG, with its data, or λ over the training as pictures"), Qt::Key_E, false);
  exportAction->setIcon(icon(QStringLiteral("figure")));
  auto* button = new QToolButton(tools);
  button->setDefaultAction(exportAction);
  button->setAutoRaise(true);
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  bar->addWidget(button, 0, Qt::AlignTop);
  connect(exportAction, &QAction::triggered, &panel, [this] {
    if (!dialog) dialog = new FigureDialog(&panel);
    panel.exportTo(*dialog);
  });
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
  slider->setAccessibleName(slider->toolTip());
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
    if (on || sideBySide()) goTo(slider->maximum());
  });
  return bar;
}

void LambdaPanel::State::setSource(app::RunSource* to) {
  for (const auto& connection : connections) disconnect(connection);
  connections.clear();
  source = to;
  snapshot.reset();
  if (!sideBySide()) wantedStep = -1;
  history.clear();
  reading.reset();
  readingCancelled = false;
  updateView();
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
    if (!sideBySide()) follow->setChecked(true);
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
  if (news && shownLayout() == MapLayout::OverSteps && snapshot) {
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

QVector<qint64> LambdaPanel::State::shownSteps() const {
  if (sideBySide()) return runs.steps();
  return source ? source->snapshotSteps() : QVector<qint64>();
}

void LambdaPanel::State::stepsChanged() {
  const QVector<qint64> steps = shownSteps();
  const QSignalBlocker quiet(slider);
  slider->setRange(0, std::max(0, static_cast<int>(steps.size()) - 1));
  slider->setEnabled(steps.size() > 1);
  // The map that is shown may not be in the list yet: it is the newest then.
  const auto at = sideBySide() && follow->isChecked() ? steps.end() : std::lower_bound(steps.begin(), steps.end(), wantedStep);
  const int index = static_cast<int>(std::min<qsizetype>(at - steps.begin(), std::max<qsizetype>(0, steps.size() - 1)));
  slider->setValue(index);
  first->setEnabled(index > 0);
  previous->setEnabled(index > 0);
  next->setEnabled(index < slider->maximum());
  newest->setEnabled(index < slider->maximum());
  if (sideBySide()) {
    stepLabel->setText(follow->isChecked() ? tr("newest of each") : tr("nearest to %1").arg(countText(static_cast<double>(wantedStep))));
    return;
  }
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
  const QVector<qint64> steps = shownSteps();
  if (steps.isEmpty()) return;
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
  if (!sideBySide()) return source->requestSnapshot(wantedStep);
  runs.setStep(follow->isChecked() ? -1 : wantedStep);
  stepsChanged();
}

// The step that was looked at stays, as nearly as it was recorded.
void LambdaPanel::State::layoutChosen() {
  runs.setWanted(sideBySide());
  runs.setStep(follow->isChecked() ? -1 : wantedStep);
  const QVector<qint64> steps = shownSteps();
  if (!sideBySide() && !steps.isEmpty() && (!snapshot || snapshot->step != wantedStep)) {
    const qint64 sought = follow->isChecked() ? steps.last() : wantedStep;
    const auto at = std::min_element(steps.begin(), steps.end(), [sought](qint64 a, qint64 b) { return std::abs(a - sought) < std::abs(b - sought); });
    goTo(at - steps.begin());
  }
  stepsChanged();
  fillChoices();
  showPage();
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
  std::int64_t layers = 0, heads = 0, samples = 0, levels = 0;  // the most that any of them has
  for (const MapSubject& subject : subjects()) {
    if (!subject.snapshot) continue;
    layers = std::max(layers, subject.snapshot->layers), heads = std::max(heads, subject.snapshot->heads);
    samples = std::max(samples, subject.snapshot->samples), levels = std::max(levels, subject.snapshot->levels);
  }
  if (layers > 0) {  // else what was chosen waits
    fill(layer, tr("Layer %1"), layers);
    fill(head, tr("Head %1"), heads);
    fill(sample, tr("Sample %1"), samples);
    fill(level, tr("Level %1"), levels);
  }
  fillBaselines();
  fillRoles();
  updateView();
}

void LambdaPanel::State::fillBaselines() {
  const QSignalBlocker quiet(baseline);
  baseline->clear();
  baseline->addItem(tr("No baseline"), QString());
  for (const LambdaRuns::Run& run : runs.runs()) {
    if (!run.source) continue;
    const QFontMetrics metrics = baseline->fontMetrics();  // names may be long
    const QString name = metrics.elidedText(run.style.label, Qt::ElideMiddle, metrics.averageCharWidth() * kBaselineLetters);
    baseline->addItem(tr("Less %1").arg(name), QString::fromStdString(run.source->info().id));
    baseline->setItemData(baseline->count() - 1, run.style.label, Qt::ToolTipRole);
  }
  baseline->setCurrentIndex(std::max(0, baseline->findData(pinned)));
}

void LambdaPanel::State::fillRoles() {
  if (!snapshot) return;
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

// Only what the layout takes is offered.
void LambdaPanel::State::offerChoices() {
  const MapLayout kind = shownLayout();
  const bool summed = ofMeans(kind);
  layer->setVisible(kind != MapLayout::AllHeads);
  head->setVisible(kind == MapLayout::Levels || kind == MapLayout::OverSteps || kind == MapLayout::Runs);
  sample->setVisible(!summed);
  level->setVisible(kind == MapLayout::Heads);
  role->setVisible(summed);
  baseline->setVisible(kind == MapLayout::Runs);
  tree->setVisible(!summed && kind != MapLayout::Runs);
  canvas->setTree(tree->isChecked() && !summed && kind != MapLayout::Runs);
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

std::vector<MapSubject> LambdaPanel::State::subjects() const {
  std::vector<MapSubject> all;
  if (sideBySide()) {
    for (const LambdaRuns::Run& run : runs.runs())
      if (run.source) all.push_back(mapSubject(*run.source, run.style, run.snapshot));
  } else if (source && snapshot) {
    all.push_back(mapSubject(*source, {}, snapshot));
  }
  return all;
}

MapChoice LambdaPanel::State::choice() const {
  MapChoice chosen;
  chosen.layout = shownLayout();
  chosen.layer = std::max(0, layer->currentIndex());
  chosen.head = std::max(0, head->currentIndex());
  chosen.sample = std::max(0, sample->currentIndex());
  chosen.level = std::max(0, level->currentIndex());
  chosen.role = shownRole();
  chosen.baseline = baseline->currentIndex() - 1;
  chosen.scale = shownScale();
  chosen.map = kColourMaps[static_cast<std::size_t>(std::max(0, map->currentIndex()))];
  chosen.hatchInert = hatch->isChecked();
  if (!automatic->isChecked()) chosen.limits = colours;
  return chosen;
}

void LambdaPanel::State::updateView() {
  LambdaMaps maps = lambdaMaps(subjects(), choice(), history, source ? source->snapshotSteps().size() : 0);
  if (automatic->isChecked() && !maps.views.empty()) {
    colours = maps.views[0].limits;
    lower->setText(valueText(colours.lower));
    upper->setText(valueText(colours.upper));
  }
  if (sideBySide() && runs.leftOut() > 0) maps.remarks << tr("%1 more are not drawn: %2 runs fit side by side.").arg(runs.leftOut()).arg(LambdaRuns::kMost);
  if (sideBySide() && runs.runs().size() < 2) maps.remarks << tr("Select a second run in the list, or fill its dot, to see both side by side.");
  remark->setText(maps.remarks.join(QLatin1Char(' ')));
  remark->setVisible(!maps.remarks.isEmpty());
  exportAction->setEnabled(!maps.views.empty());
  const bool had = panel.hasMaps();
  canvas->setMaps(std::move(maps.views));
  if (had != panel.hasMaps()) emit panel.mapsChanged();
}

// One file after the other, and none while a person waits for a step: the newest request wins.
void LambdaPanel::State::readHistory() {
  const bool wanted = source && shownLayout() == MapLayout::OverSteps;
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

// Runs side by side stay in view whichever is the chosen one.
void LambdaPanel::State::showPage() {
  const bool none = source && !model::mixerKind(source->config()).hasLambda;
  pages->setCurrentIndex(snapshot || (sideBySide() && !runs.runs().empty()) ? 0 : none ? 3 : source ? 2 : 1);
}

void LambdaPanel::State::updatePacer() {
  const auto trains = [](const LambdaRuns::Run& run) { return run.source && run.source->trainsOnCpu(); };
  pacer->setTrainingOnCpu((source && source->trainsOnCpu()) || (sideBySide() && std::any_of(runs.runs().begin(), runs.runs().end(), trains)));
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

LambdaSubjects LambdaPanel::State::figureSubjects() const {
  LambdaSubjects all;
  all.history = history;
  if (sideBySide()) {
    for (const LambdaRuns::Run& run : runs.runs()) {
      if (!run.source) continue;
      all.runs.append({run.source, run.style});
      all.snapshots.push_back(run.snapshot);
    }
  } else if (source && snapshot) {
    RunStyle style;
    style.label = QString::fromStdString(source->info().name);
    all.runs.append({source, style});
    all.snapshots.push_back(snapshot);
  }
  return all;
}

FigureOptions LambdaPanel::State::figureOptions() const {
  const MapChoice chosen = choice();
  FigureOptions options;
  options.step = sideBySide() || !snapshot ? -1 : snapshot->step;
  options.layer = chosen.layer, options.head = chosen.head, options.sample = chosen.sample;
  options.maps.layout = chosen.layout;
  options.maps.level = chosen.level;
  options.maps.role = chosen.role;
  if (sideBySide()) options.maps.baseline = baseline->currentData().toString();
  options.colourMap = map->currentText();
  options.scale = scale->currentText();
  options.hatchInert = chosen.hatchInert;
  if (chosen.limits) options.lower = chosen.limits->lower, options.upper = chosen.limits->upper;
  return options;
}

}  // namespace fenwick::ui
