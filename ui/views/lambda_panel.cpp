#include "ui/views/lambda_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/figures/figure_dialog.h"
#include "ui/look/icons.h"
#include "ui/views/empty_state.h"
#include "ui/views/flow_layout.h"
#include "ui/views/lambda_scene.h"
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

}  // namespace

// The painted map: hover, and zoom along the tokens.
class LambdaCanvas : public QWidget {
 public:
  explicit LambdaCanvas(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 110);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  }

  LambdaView view;
  std::function<void(const QString&)> told;  // the read-out has changed
  std::function<void(qint64 nanoseconds)> painted;
  std::function<bool(QKeyEvent*)> keyed;

  QString readOut() const {
    const LambdaScene::Cell cell = m_pointer ? m_scene.cellAt(*m_pointer) : LambdaScene::Cell();
    if (cell.valid()) return m_scene.describe(cell);
    const int token = m_pointer ? m_scene.tokenAt(*m_pointer) : -1;
    return token >= 0 ? m_scene.describeToken(token) : m_scene.summary();
  }
  void zoomTokens(int centre, double factor) {
    const int all = view.slice.tokens();
    const int before = view.shownTokens > 0 ? view.shownTokens : all;
    const int after = std::clamp(static_cast<int>(std::lround(before * factor)), std::min(all, 4), all);
    if (after == before && factor != 1) return;
    const double position = before > 0 ? (centre - view.firstToken + 0.5) / before : 0.5;
    view.shownTokens = after == all ? 0 : after;
    view.firstToken = std::clamp(static_cast<int>(std::lround(centre + 0.5 - position * after)), 0, all - after);
    update();
  }
  void panTokens(int by) {
    if (view.shownTokens <= 0) return;
    view.firstToken = std::clamp(view.firstToken + by, 0, view.slice.tokens() - view.shownTokens);
    update();
  }
  void showAllTokens() {
    view.firstToken = view.shownTokens = 0;
    update();
  }
  int pointedToken() const { return m_pointer ? m_scene.tokenAt(*m_pointer) : -1; }
  const LambdaScene& scene() const { return m_scene; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QElapsedTimer clock;
    clock.start();
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (view.slice.empty()) return;
    // On the device's own pixels, so that cells are exact at 1.25× as well: logical units scaled to whole device
    // pixels.
    const double ratio = devicePixelRatioF();
    const LambdaStyle style = LambdaStyle::screen(palette(), font(), ratio);
    m_scene = LambdaScene(view, style, QRectF(rect()).adjusted(8, 6, -8, -2));
    m_scene.paint(painter);
    if (const QString text = readOut(); text != m_told) told(m_told = text);
    if (m_pointer) {
      if (const LambdaScene::Cell cell = m_scene.cellAt(*m_pointer); cell.valid()) {
        painter.setRenderHint(QPainter::Antialiasing, true);
        const QRectF box = m_scene.cellRect(cell);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Qt::white, 3));
        painter.drawRect(box);
        painter.setPen(QPen(Qt::black, 1));
        painter.drawRect(box);
      }
    }
    painted(clock.nsecsElapsed());
  }
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton) m_dragFrom = event->position().x(), m_dragFirst = view.firstToken;
  }
  void mouseReleaseEvent(QMouseEvent*) override { m_dragFrom.reset(); }
  void mouseDoubleClickEvent(QMouseEvent*) override { showAllTokens(); }
  void mouseMoveEvent(QMouseEvent* event) override {
    if (m_dragFrom && view.shownTokens > 0) {
      const double pitch = m_scene.mapRect().width() / view.shownTokens;
      view.firstToken = m_dragFirst + static_cast<int>(std::lround((*m_dragFrom - event->position().x()) / pitch));
      view.firstToken = std::clamp(view.firstToken, 0, view.slice.tokens() - view.shownTokens);
    }
    setPointer(event->position());
  }
  void leaveEvent(QEvent*) override { setPointer(std::nullopt); }
  void wheelEvent(QWheelEvent* event) override {
    const int token = m_scene.tokenAt(event->position());
    const QPoint delta = event->angleDelta();
    if (token < 0) return event->ignore();
    if (delta.x() != 0 || event->modifiers() & Qt::ShiftModifier)
      panTokens((delta.x() + delta.y()) > 0 ? -4 : 4);
    else
      zoomTokens(token, std::pow(0.8, delta.y() / 120.0));
    setPointer(event->position());
    event->accept();
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (!keyed(event)) QWidget::keyPressEvent(event);
  }

 private:
  void setPointer(std::optional<QPointF> at) {
    m_pointer = at;
    update();
  }

  LambdaScene m_scene;
  QString m_told;
  std::optional<QPointF> m_pointer;
  std::optional<double> m_dragFrom;
  int m_dragFirst = 0;
};

struct LambdaPanel::State {
  LambdaPanel& panel;
  QPointer<app::RunSource> source;
  app::RunSource::SnapshotPtr snapshot;
  LambdaCanvas* canvas = nullptr;
  std::unique_ptr<RedrawPacer> pacer;
  QStackedWidget* pages = nullptr;
  QComboBox *layer = nullptr, *head = nullptr, *sample = nullptr, *map = nullptr;
  QCheckBox *automatic = nullptr, *hatch = nullptr;
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
  void limitsTyped();
  void redraw();
  void showPage();
  void updatePacer();
  bool key(QKeyEvent* event);
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
  canvas = new LambdaCanvas(page);
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
  canvas->keyed = [this](QKeyEvent* event) { return key(event); };
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
    auto* box = new QComboBox(tools);
    box->setToolTip(tip);
    box->setAccessibleName(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row->addWidget(box);
    connect(box, &QComboBox::currentIndexChanged, &panel, [this] { viewChanged(); });
    return box;
  };
  layer = choice(tr("Layer of the model; 0 is next to the embedding"));
  head = choice(tr("Head of the layer"));
  sample = choice(tr("Example of the fixed probe batch"));
  map = choice(tr("Colour map"));
  for (const ColourMap each : kColourMaps) map->addItem(colourMapName(each));

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
  canvas->showAllTokens();
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
  const bool newer = !snapshot || arrived->step >= snapshot->step;
  const bool wanted = follow->isChecked() ? (newer || arrived->step == wantedStep) : arrived->step == wantedStep;
  if (!wanted) return;
  snapshot = arrived;
  wantedStep = arrived->step;
  fillChoices();
  stepsChanged();
  showPage();
  pacer->request();
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
  updateView();
}

void LambdaPanel::State::viewChanged() {
  if (!canvas) return;
  updateView();
  pacer->requestNow();
}

void LambdaPanel::State::updateView() {
  LambdaView& view = canvas->view;
  const bool otherLength = view.slice.tokens() != (snapshot ? static_cast<int>(snapshot->length) : 0);
  view.slice = LambdaSlice(snapshot, layer->currentIndex(), head->currentIndex(), sample->currentIndex());
  if (otherLength) view.firstToken = view.shownTokens = 0;
  view.map = kColourMaps[static_cast<std::size_t>(std::max(0, map->currentIndex()))];
  view.hatchInert = hatch->isChecked();
  view.tokenLabel = [source = source](std::int64_t token) {
    return source ? source->tokenLabel(token) : QString::number(token);
  };
  if (automatic->isChecked() && !view.slice.empty()) {
    view.limits = view.slice.automaticLimits();
    lower->setText(valueText(view.limits.lower));
    upper->setText(valueText(view.limits.upper));
  }
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
  if (good && typed.size() > 0) canvas->view.limits = typed;
  // What cannot be limits gives way to what is in force.
  lower->setText(valueText(canvas->view.limits.lower));
  upper->setText(valueText(canvas->view.limits.upper));
  pacer->requestNow();
}

void LambdaPanel::State::redraw() { canvas->update(); }

void LambdaPanel::State::showPage() { pages->setCurrentIndex(snapshot ? 0 : source ? 2 : 1); }

void LambdaPanel::State::updatePacer() {
  pacer->setTrainingOnCpu(source && source->trainsOnCpu());
}

bool LambdaPanel::State::key(QKeyEvent* event) {
  const int centre =
      canvas->pointedToken() >= 0
          ? canvas->pointedToken()
          : canvas->view.firstToken +
                (canvas->view.shownTokens > 0 ? canvas->view.shownTokens : canvas->view.slice.tokens()) / 2;
  switch (event->key()) {
    case Qt::Key_Left:
      canvas->panTokens(-4);
      return true;
    case Qt::Key_Right:
      canvas->panTokens(4);
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      canvas->zoomTokens(centre, 0.7);
      return true;
    case Qt::Key_Minus:
      canvas->zoomTokens(centre, 1 / 0.7);
      return true;
    case Qt::Key_0:
      canvas->showAllTokens();
      return true;
    default:
      return false;
  }
}

void LambdaPanel::State::recolour() {
  if (!first) return;
  first->setIcon(transportIcon(Transport::First, panel.palette()));
  previous->setIcon(transportIcon(Transport::Previous, panel.palette()));
  next->setIcon(transportIcon(Transport::Next, panel.palette()));
  newest->setIcon(transportIcon(Transport::Last, panel.palette()));
}

void LambdaPanel::State::openExport() {
  if (!source || !snapshot) return;
  if (!dialog) dialog = new FigureDialog(&panel);
  FigureOptions options;
  options.step = snapshot->step;
  options.layer = std::max(0, layer->currentIndex());
  options.head = std::max(0, head->currentIndex());
  options.sample = std::max(0, sample->currentIndex());
  options.colourMap = map->currentText();
  options.hatchInert = hatch->isChecked();
  if (!automatic->isChecked()) {
    options.lower = canvas->view.limits.lower;
    options.upper = canvas->view.limits.upper;
  }
  dialog->showLambda(source, snapshot, options);
}

}  // namespace fenwick::ui
