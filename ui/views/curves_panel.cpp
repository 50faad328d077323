#include "ui/views/curves_panel.h"

#include <qcustomplot.h>

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/figures/figure_dialog.h"
#include "ui/look/icons.h"
#include "ui/views/curve_scene.h"
#include "ui/views/empty_state.h"
#include "ui/views/flow_layout.h"
#include "ui/views/read_out_table.h"
#include "ui/views/redraw_pacer.h"

namespace fenwick::ui {
namespace {

constexpr double kShareOfCore = 0.008;  // the λ panel and all else have the rest of the 2 %
constexpr int kSliderSteps = 300;

// The slider moves through the length that is averaged over, 1 … 1,000 steps, evenly in its logarithm.
double weightOf(int slider) { return slider <= 0 ? 0 : 1 - std::pow(10.0, -3.0 * slider / kSliderSteps); }
int sliderOf(double weight) { return static_cast<int>(std::lround(-std::log10(1 - weight) / 3 * kSliderSteps)); }

Range zoomed(Range range, double centre, double factor, bool logarithmic) {
  if (logarithmic) {
    const Range inner = zoomed({std::log10(range.lower), std::log10(range.upper)}, std::log10(centre), factor, false);
    return {std::pow(10.0, inner.lower), std::pow(10.0, inner.upper)};
  }
  return {centre + (range.lower - centre) * factor, centre + (range.upper - centre) * factor};
}

Range shifted(Range range, double fraction, bool logarithmic) {
  if (logarithmic) {
    const double factor = std::pow(range.upper / range.lower, fraction);
    return {range.lower * factor, range.upper * factor};
  }
  return {range.lower + range.size() * fraction, range.upper + range.size() * fraction};
}

}  // namespace

// The plot as a thing to be touched: hover, drag, wheel, keys. What they do is told to the panel's state.
class CurveCanvas : public QCustomPlot {
 public:
  explicit CurveCanvas(QWidget* parent) : QCustomPlot(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 120);
  }
  std::function<void(std::optional<QPointF>)> hovered;
  std::function<void(QPointF from, QPointF to)> dragged;  // since the last call
  std::function<void(QRectF, bool finished)> boxed;
  std::function<void(QPointF, double notches, bool values)> wheeled;
  std::function<void()> resetWanted, resized;
  std::function<bool(QKeyEvent*)> keyed;

 protected:
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() != Qt::LeftButton) return;
    m_pressed = m_last = event->position();
    m_mode = event->modifiers() & Qt::ShiftModifier ? Mode::Box : Mode::Pan;
  }
  void mouseMoveEvent(QMouseEvent* event) override {
    const QPointF at = event->position();
    if (m_mode == Mode::None) {
      hovered(at);
    } else if (m_mode == Mode::Box) {
      boxed(QRectF(m_pressed, at).normalized(), false);
    } else if (m_moving ||
               (at - m_pressed).manhattanLength() >= QGuiApplication::styleHints()->startDragDistance() / 2) {
      m_moving = true;
      setCursor(Qt::ClosedHandCursor);
      dragged(m_last, at);
      m_last = at;
    }
  }
  void mouseReleaseEvent(QMouseEvent* event) override {
    if (m_mode == Mode::Box) boxed(QRectF(m_pressed, event->position()).normalized(), true);
    m_mode = Mode::None;
    m_moving = false;
    unsetCursor();
  }
  void mouseDoubleClickEvent(QMouseEvent*) override { resetWanted(); }
  void wheelEvent(QWheelEvent* event) override {
    const QPoint delta = event->angleDelta();
    wheeled(event->position(), (delta.y() != 0 ? delta.y() : delta.x()) / 120.0,
            event->modifiers() & Qt::ControlModifier);
    event->accept();
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (!keyed(event)) QCustomPlot::keyPressEvent(event);
  }
  void leaveEvent(QEvent* event) override {
    hovered(std::nullopt);
    QCustomPlot::leaveEvent(event);
  }
  void resizeEvent(QResizeEvent* event) override {
    resized();
    QCustomPlot::resizeEvent(event);
  }
  void paintEvent(QPaintEvent* event) override {
    // Moved to a screen of another density: the buffers follow.
    if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF()))
      setBufferDevicePixelRatio(devicePixelRatioF()), replot();
    QCustomPlot::paintEvent(event);
  }

 private:
  enum class Mode { None, Pan, Box };
  Mode m_mode = Mode::None;
  bool m_moving = false;
  QPointF m_pressed, m_last;
};

struct CurvesPanel::State {
  CurvesPanel& panel;
  QVector<Entry> runs;
  CurveModel model;
  CurveCanvas* canvas = nullptr;
  std::unique_ptr<CurveScene> scene;
  std::unique_ptr<RedrawPacer> pacer;
  ReadOutTable* table = nullptr;
  QScrollArea* tableScroll = nullptr;
  QStackedWidget* pages = nullptr;
  QSlider* slider = nullptr;
  QLabel* sliderValue = nullptr;
  QAction *trainingAction = nullptr, *lambdaAction = nullptr, *logAction = nullptr, *stepAction = nullptr, *timeAction = nullptr, *resetAction = nullptr,
          *exportAction = nullptr;
  QPointer<FigureDialog> dialog;
  std::vector<QMetaObject::Connection> connections;
  std::optional<QPointF> pointer;
  QElapsedTimer painting;
  bool dirty = true;

  explicit State(CurvesPanel& p) : panel(p) {}

  void build();
  void connectCanvas();
  void follow(const QVector<Entry>& entries);
  void forget(QObject* source);
  void settingsChanged();
  void restyle();
  void redraw();
  void showPage();
  void updateReadOuts();
  void fitTable();
  void updateCursor();
  void updatePacer();
  void zoomKeys(double centre, double factor);
  void reset();
  bool key(QKeyEvent* event);
  void openExport();
};

CurvesPanel::CurvesPanel(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this)) {
  m_state->build();
}

CurvesPanel::~CurvesPanel() {
  for (const auto& connection : m_state->connections) disconnect(connection);
}

void CurvesPanel::setRuns(const QVector<Entry>& runs) { m_state->follow(runs); }

void CurvesPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::StyleChange) {
    m_state->restyle();
  }
}

void CurvesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_state->dirty) m_state->pacer->requestNow();
}

void CurvesPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_state->fitTable();
}

void CurvesPanel::State::build() {
  auto* column = new QVBoxLayout(&panel);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  pages = new QStackedWidget(&panel);
  column->addWidget(pages);

  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);

  auto* tools = new QWidget(page);
  auto* bar = new QHBoxLayout(tools);
  bar->setContentsMargins(12, 4, 8, 4);
  auto* row = new FlowLayout(nullptr, 12);
  bar->addLayout(row, 1);

  QWidget* subject = addGroup(*row, tools);
  QWidget* smoothing = addGroup(*row, tools);
  auto* smoothingLabel = new QLabel(tr("Smoothing"), smoothing);
  slider = new QSlider(Qt::Horizontal, smoothing);
  slider->setRange(0, kSliderSteps);
  slider->setValue(sliderOf(model.settings().smoothing));
  slider->setFixedWidth(96);
  slider->setToolTip(
      tr("Weight of the past in the moving average of the training curves, 0 … 0.999.\nA constant stays that constant; "
         "the recorded line stays, pale."));
  smoothingLabel->setBuddy(slider);
  sliderValue = new QLabel(smoothing);
  sliderValue->setFixedWidth(sliderValue->fontMetrics().horizontalAdvance("0.000") + 4);
  for (QWidget* part :
       {static_cast<QWidget*>(smoothingLabel), static_cast<QWidget*>(slider), static_cast<QWidget*>(sliderValue)}) {
    smoothing->layout()->addWidget(part);
  }

  const auto action = [&](const QString& text, const QString& tip, const QKeySequence& keys, bool checkable) {
    auto* made = new QAction(text, &panel);
    made->setToolTip(keys.isEmpty() ? tip : QString("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    made->setShortcut(keys);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    made->setCheckable(checkable);
    panel.addAction(made);
    return made;
  };
  const auto button = [](QAction* of, QLayout* into) {
    auto* made = new QToolButton;
    made->setDefaultAction(of);
    made->setAutoRaise(true);
    made->setToolButtonStyle(of->icon().isNull() ? Qt::ToolButtonTextOnly : Qt::ToolButtonIconOnly);
    into->addWidget(made);
  };
  auto* subjects = new QActionGroup(&panel);
  trainingAction = action(tr("Training"), tr("Loss, accuracy, gradient norm and learning rate"), QKeySequence(Qt::SHIFT | Qt::Key_R), true);
  lambdaAction = action(QStringLiteral("\u03bb"), tr("What \u03bb does at each snapshot: what explains it, and whether it leads to the answer"),
                        QKeySequence(Qt::SHIFT | Qt::Key_L), true);
  for (QAction* of : {trainingAction, lambdaAction}) {
    subjects->addAction(of);
    button(of, subject->layout());
  }
  trainingAction->setChecked(true);
  logAction = action(tr("Log y"), tr("Logarithmic axis for loss, gradient norm and learning rate"), Qt::Key_L, true);
  button(logAction, row);
  QWidget* axis = addGroup(*row, tools);
  axis->layout()->addWidget(new QLabel(tr("x:"), axis));
  auto* group = new QActionGroup(&panel);
  stepAction = action(tr("Step"), tr("Curves over the training step"), QKeySequence(Qt::SHIFT | Qt::Key_S), true);
  timeAction = action(tr("Time"), tr("Curves over the active training time, pauses left out"),
                      QKeySequence(Qt::SHIFT | Qt::Key_T), true);
  group->addAction(stepAction);
  group->addAction(timeAction);
  stepAction->setChecked(true);
  button(stepAction, axis->layout());
  button(timeAction, axis->layout());
  resetAction = action(tr("Reset view"), tr("Show everything recorded, also by a double click"), Qt::Key_0, false);
  resetAction->setIcon(icon(QStringLiteral("reset")));
  resetAction->setEnabled(false);
  button(resetAction, row);
  exportAction =
      action(tr("Export…"), tr("Save these curves as PDF, SVG or PNG, with their data"), Qt::Key_E, false);
  exportAction->setIcon(icon(QStringLiteral("figure")));
  button(exportAction, bar);
  bar->setAlignment(bar->itemAt(bar->count() - 1)->widget(), Qt::AlignTop);
  rows->addWidget(tools);

  canvas = new CurveCanvas(page);
  canvas->setAccessibleName(tr("Curves of the runs"));
  rows->addWidget(canvas, 1);
  table = new ReadOutTable;
  table->setAutoFillBackground(true);
  table->setBackgroundRole(QPalette::Base);
  tableScroll = new QScrollArea(page);
  tableScroll->setFrameShape(QFrame::NoFrame);
  tableScroll->setWidgetResizable(true);
  tableScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  tableScroll->setFocusPolicy(Qt::NoFocus);
  tableScroll->setWidget(table);
  rows->addWidget(tableScroll);

  pages->addWidget(page);
  pages->addWidget(makeEmptyState(
      tr("Loss, accuracy, gradient norm and learning rate of the chosen runs will appear here."), tr("New run"),
      [this] { emit panel.newRunRequested(); }, pages));

  scene = std::make_unique<CurveScene>(*canvas, model);
  pacer = std::make_unique<RedrawPacer>(
      kShareOfCore, [this] { redraw(); }, &panel);
  connectCanvas();
  connect(slider, &QSlider::valueChanged, &panel, [this] { settingsChanged(); });
  connect(logAction, &QAction::toggled, &panel, [this] { settingsChanged(); });
  connect(subjects, &QActionGroup::triggered, &panel, [this] { settingsChanged(); });
  connect(group, &QActionGroup::triggered, &panel, [this] {
    scene->setShownKeys(std::nullopt);  // steps and seconds have nothing in common
    settingsChanged();
  });
  connect(resetAction, &QAction::triggered, &panel, [this] { reset(); });
  connect(exportAction, &QAction::triggered, &panel, [this] { openExport(); });
  restyle();
  settingsChanged();
  showPage();
}

void CurvesPanel::State::connectCanvas() {
  connect(canvas, &QCustomPlot::beforeReplot, &panel, [this] {
    painting.start();
    scene->prepare();
  });
  connect(canvas, &QCustomPlot::afterReplot, &panel, [this] { pacer->tellCost(painting.nsecsElapsed()); });
  canvas->hovered = [this](std::optional<QPointF> at) {
    pointer = at;
    updateCursor();
  };
  canvas->resized = [this] {
    const int w = canvas->width(), h = canvas->height();
    scene->arrange(w < 420 && h > 400 ? 1 : h < 190 && w > 840 ? 4 : 2);
  };
  canvas->dragged = [this](QPointF from, QPointF to) {
    const int plot = scene->plotAt(from);
    if (plot < 0) return;
    const QRectF area = scene->plotArea(plot);
    scene->setShownKeys(shifted(scene->shownKeys(), (from.x() - to.x()) / area.width(), false));
    // Up and down only where someone has zoomed into the values: otherwise they follow what is shown.
    const bool logarithmic = scene->isLogarithmic(plot);
    if (scene->showsOwnValues(plot)) {
      scene->setShownValues(plot, shifted(scene->shownValues(plot), (to.y() - from.y()) / area.height(), logarithmic));
    }
    pacer->requestNow();
  };
  canvas->boxed = [this](QRectF box, bool finished) {
    const int plot = scene->plotAt(box.center());
    scene->setBox(finished ? std::nullopt : std::optional(box));
    if (!finished || plot < 0 || box.width() < 6 || box.height() < 6) return;
    box = box.intersected(scene->plotArea(plot));
    scene->setShownValues(plot, Range{scene->valueAt(plot, box.bottom()), scene->valueAt(plot, box.top())});
    scene->setShownKeys(Range{scene->keyAt(plot, box.left()), scene->keyAt(plot, box.right())});
    pacer->requestNow();
  };
  canvas->wheeled = [this](QPointF at, double notches, bool values) {
    const int plot = scene->plotAt(at);
    if (plot < 0) return;
    const double factor = std::pow(0.82, notches);
    if (values) {
      const bool logarithmic = scene->isLogarithmic(plot);
      scene->setShownValues(plot, zoomed(scene->shownValues(plot), scene->valueAt(plot, at.y()), factor, logarithmic));
      pacer->requestNow();
    } else {
      zoomKeys(scene->keyAt(plot, at.x()), factor);
    }
  };
  canvas->resetWanted = [this] { reset(); };
  canvas->keyed = [this](QKeyEvent* event) { return key(event); };
}

void CurvesPanel::State::zoomKeys(double centre, double factor) {
  const Range all = model.keys();
  Range shown = zoomed(scene->shownKeys(), centre, factor, false);
  if (shown.size() < 1e-6 * std::max(1.0, all.size()) || all.empty()) return;
  if (shown.size() >= all.size() * 1.05)
    scene->setShownKeys(std::nullopt);
  else
    scene->setShownKeys(shown);
  pacer->requestNow();
}

void CurvesPanel::State::reset() {
  scene->setShownKeys(std::nullopt);
  for (int i = 0; i < kPlots; ++i) scene->setShownValues(i, std::nullopt);
  pacer->requestNow();
}

bool CurvesPanel::State::key(QKeyEvent* event) {
  const Range shown = scene->shownKeys();
  const double middle = scene->cursor().value_or((shown.lower + shown.upper) / 2);
  switch (event->key()) {
    case Qt::Key_Left:
      scene->setShownKeys(shifted(shown, -0.1, false));
      break;
    case Qt::Key_Right:
      scene->setShownKeys(shifted(shown, 0.1, false));
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Up:
      zoomKeys(middle, 0.7);
      break;
    case Qt::Key_Minus:
    case Qt::Key_Down:
      zoomKeys(middle, 1 / 0.7);
      break;
    case Qt::Key_Home:
      reset();
      break;
    case Qt::Key_C:
      if (!(event->modifiers() & Qt::ControlModifier)) return false;
      QGuiApplication::clipboard()->setText(table->text());
      return true;
    default:
      return false;
  }
  pacer->requestNow();
  return true;
}

void CurvesPanel::State::settingsChanged() {
  CurveSettings settings;
  settings.smoothing = weightOf(slider->value());
  settings.logarithmic = logAction->isChecked();
  settings.x = timeAction->isChecked() ? XAxis::ActiveTime : XAxis::Step;
  settings.subject = lambdaAction->isChecked() ? CurveSubject::Lambda : CurveSubject::Training;
  if (settings.logarithmic != model.settings().logarithmic || settings.subject != model.settings().subject) {
    for (int i = 0; i < kPlots; ++i) scene->setShownValues(i, std::nullopt);
  }
  model.setSettings(settings);
  sliderValue->setText(QString::number(settings.smoothing, 'f', 3));
  pacer->requestNow();
}

void CurvesPanel::State::restyle() {
  if (!scene) return;
  scene->setStyle(CurveStyle::screen(panel.palette(), panel.font()));
  canvas->setFont(panel.font());
  pacer->requestNow();
}

void CurvesPanel::State::follow(const QVector<Entry>& entries) {
  for (const auto& connection : connections) disconnect(connection);
  connections.clear();
  runs.clear();
  for (const Entry& entry : entries) {
    if (!entry.source) continue;
    runs.append(entry);
    connections.push_back(
        connect(entry.source, &app::RunSource::metricsAppended, &panel, [this] { pacer->request(); }));
    connections.push_back(connect(entry.source, &app::RunSource::metricsReplaced, &panel, [this, source = entry.source] {
      model.reread(source);
      pacer->request();
    }));
    connections.push_back(connect(entry.source, &app::RunSource::infoChanged, &panel, [this] {
      updatePacer();
      pacer->request();
    }));
    connections.push_back(connect(entry.source, &QObject::destroyed, &panel, [this](QObject* gone) { forget(gone); }));
  }
  model.setRuns(runs);
  updatePacer();
  showPage();
  pacer->requestNow();
}

void CurvesPanel::State::forget(QObject* source) {
  runs.erase(std::remove_if(runs.begin(), runs.end(), [&](const Entry& entry) { return entry.source == source; }),
             runs.end());
  model.setRuns(runs);
  showPage();
  pacer->requestNow();
}

void CurvesPanel::State::updatePacer() {
  pacer->setTrainingOnCpu(std::any_of(runs.begin(), runs.end(), [](const Entry& entry) { return entry.source->trainsOnCpu(); }));
}

void CurvesPanel::State::showPage() { pages->setCurrentIndex(runs.isEmpty() ? 1 : 0); }

void CurvesPanel::State::redraw() {
  dirty = !panel.isVisible();
  if (dirty) return;
  resetAction->setEnabled(!scene->showsEverything());
  canvas->replot(QCustomPlot::rpQueuedReplot);
  updateCursor();
}

void CurvesPanel::State::updateCursor() {
  const int plot = pointer ? scene->plotAt(*pointer) : -1;
  scene->setCursor(plot < 0 ? std::nullopt : std::optional(scene->keyAt(plot, pointer->x())));
  updateReadOuts();
}

void CurvesPanel::State::updateReadOuts() {
  model.refresh();
  table->show(model, scene->cursor());
  fitTable();
}

// All runs where there is room, a scroll bar where there are many.
void CurvesPanel::State::fitTable() {
  const int most = table->fontMetrics().height() * 7;
  tableScroll->setFixedHeight(std::min(table->sizeHint().height(), std::min(most, std::max(48, panel.height() / 3))));
}

void CurvesPanel::setFigures(FigureDialog* figures) { m_state->dialog = figures; }

void CurvesPanel::State::openExport() {
  if (!dialog) dialog = new FigureDialog(&panel);
  FigureOptions options;
  options.smoothing = model.settings().smoothing;
  options.logLoss = model.settings().logarithmic;
  options.subject = model.settings().subject;
  dialog->showCurves(runs, options);
}

}  // namespace fenwick::ui
