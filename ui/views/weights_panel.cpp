#include "ui/views/weights_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "kernels/fenwick.h"
#include "ui/look/format.h"
#include "ui/views/controls.h"
#include "ui/views/curve_scene.h"
#include "ui/views/empty_state.h"
#include "ui/views/flow_layout.h"
#include "ui/views/map_canvas.h"

namespace fenwick::ui {
namespace {

// A bar for each level that holds sources: its share of the output, to the left where it works against it.
class LevelBars : public QWidget {
 public:
  explicit LevelBars(QWidget* parent) : QWidget(parent) { setMinimumSize(200, 80); }

  std::shared_ptr<const app::InspectedSequence> sequence;
  std::size_t head = 0;
  int token = -1;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const CurveStyle style = CurveStyle::screen(palette(), font());
    painter.setFont(style.font);
    const QFontMetricsF metrics(style.font);
    double y = 6 + metrics.ascent();
    painter.setPen(style.muted);
    if (!sequence || head >= sequence->changed.outputs.size() || token < 0) {
      painter.drawText(QRectF(8, 6, width() - 16, height() - 12), Qt::TextWordWrap, QCoreApplication::translate("fenwick::ui::WeightsPanel", "Point at a row to see what each level adds to the output of its token."));
      return;
    }
    const model::HeadParts& parts = sequence->changed.heads[head];
    const model::LevelOutputs& outputs = sequence->changed.outputs[head];
    painter.setPen(style.text);
    painter.drawText(QPointF(8, y), QCoreApplication::translate("fenwick::ui::WeightsPanel", "Output of token %1, by level").arg(token));
    y += metrics.height() * 0.5;
    float most = 1;
    const auto cell = [&](std::int64_t level) { return static_cast<std::size_t>(token * parts.levels + level); };
    for (std::int64_t level = 0; level < parts.levels; ++level) most = std::max(most, std::abs(outputs.share[cell(level)]));
    for (std::int64_t level = 0; level < parts.levels; ++level) {
      if (!kernels::isActive(token, static_cast<int>(level))) continue;
      const kernels::SourceRange range = kernels::sourceRange(token, static_cast<int>(level));
      const double share = static_cast<double>(outputs.share[cell(level)]);
      y += metrics.height() * 1.1;
      painter.setPen(style.text);
      painter.drawText(QPointF(8, y), QCoreApplication::translate("fenwick::ui::WeightsPanel", "level %1 [%2, %3)  λ %4  %5").arg(level).arg(range.begin).arg(range.end).arg(static_cast<double>(parts.lambda[cell(level)]), 0, 'f', 3).arg(std::isfinite(share) ? percent(share) : QStringLiteral("–")));
      y += 4;
      const double middle = 8 + (width() - 16) * 0.3, unit = (width() - 16) * (share < 0 ? 0.3 : 0.7) / static_cast<double>(most);
      painter.fillRect(QRectF(8, y, width() - 16, 5), pale(style.text, style.background, 0.08));
      if (std::isfinite(share)) painter.fillRect(QRectF(std::min(middle, middle + share * unit), y, std::abs(share) * unit, 5), readableOn(share < 0 ? QColor(0xD5, 0x5E, 0x00) : QColor(0x00, 0x72, 0xB2), style.background));
      y += 7;
    }
  }
};

}  // namespace

struct WeightsPanel::State {
  WeightsPanel& panel;
  app::Inspector& inspector;
  QPointer<app::RunSource> source;
  QMetaObject::Connection gone;
  app::OpenedWeights weights;
  std::shared_ptr<const app::InspectedSequence> sequence;
  std::shared_ptr<const app::WeighedHead> shown;
  QStackedWidget* pages = nullptr;
  QComboBox *layer = nullptr, *head = nullptr, *scale = nullptr;
  QLabel *note = nullptr, *readOut = nullptr;
  MapCanvas* canvas = nullptr;
  LevelBars* bars = nullptr;
  MapCursor ownCursor;
  QPointer<MapCursor> cursor;

  State(WeightsPanel& p, app::Inspector& i) : panel(p), inspector(i) {}

  void build() {
    auto* column = new QVBoxLayout(&panel);
    column->setContentsMargins(0, 0, 0, 0);
    pages = new QStackedWidget;
    column->addWidget(pages);
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(8, 4, 8, 4);
    rows->setSpacing(2);
    auto* tools = new QWidget;
    auto* row = new FlowLayout(tools, 4);
    layer = addChoice(*row, tr("Layer of the model; 0 is next to the embedding"));
    head = addChoice(*row, tr("Head of the layer"));
    scale = addChoice(*row, tr("How the mask is laid onto the colours"));
    for (const Scale each : {Scale::Linear, Scale::Log}) scale->addItem(scaleTitle(each));
    note = new QLabel;
    row->addWidget(note);
    rows->addWidget(tools);
    auto* parts = new QSplitter(Qt::Horizontal);
    canvas = new MapCanvas(page);
    canvas->setAccessibleName(tr("Weight matrices"));
    canvas->told = [this](const QString& text) { readOut->setText(text); };
    parts->addWidget(canvas);
    bars = new LevelBars(page);
    parts->addWidget(bars);
    parts->setStretchFactor(0, 4);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);
    rows->addWidget(parts, 1);
    readOut = new QLabel;
    readOut->setTextInteractionFlags(Qt::TextSelectableByMouse);
    readOut->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    rows->addWidget(readOut);
    pages->addWidget(makeEmptyState(tr("Choose a run with saved weights: here one head shows how much each query takes from each source."), {}, {}, pages));
    pages->addWidget(page);
    for (QComboBox* box : {layer, head}) connect(box, &QComboBox::currentIndexChanged, &panel, [this] { ask(); });
    connect(scale, &QComboBox::currentIndexChanged, &panel, [this] { draw(); });
    connect(&inspector, &app::Inspector::opened, &panel, [this](const app::OpenedWeights& news) { opened(news); });
    connect(&inspector, &app::Inspector::looked, &panel, [this](const auto& news) {
      if (!source || news->folder != source->folder()) return;
      sequence = news;
      ask();
    });
    connect(&inspector, &app::Inspector::weighed, &panel, [this](const auto& news) {
      if (news->sequence != sequence) return;
      shown = news;
      draw();
    });
    connect(&inspector, &app::Inspector::failed, &panel, [this](const QString& sentence) { note->setText(sentence); });
    setCursor(&ownCursor);
  }

  void setCursor(MapCursor* to) {
    if (cursor) cursor->disconnect(&panel);
    cursor = to;
    canvas->setCursor(to);
    connect(to, &MapCursor::moved, &panel, [this] {
      if (!cursor->token()) return;  // the last one stays readable
      bars->token = *cursor->token();
      bars->update();
    });
  }

  void setSource(app::RunSource* to) {
    disconnect(gone);
    source = to;
    sequence.reset();
    shown.reset();
    weights = {};
    bars->sequence.reset();
    bars->update();
    canvas->setMaps({});
    note->clear();
    pages->setCurrentIndex(source ? 1 : 0);
    if (!source) return;
    gone = connect(source, &QObject::destroyed, &panel, [this] {
      source = nullptr;
      setSource(nullptr);
    });
    open();
  }

  void open() {
    if (source && panel.isVisible() && inspector.folder() != source->folder()) inspector.open(source->folder(), {});
  }

  void opened(const app::OpenedWeights& news) {
    if (!source || news.folder != source->folder()) return;
    weights = news;
    const auto fill = [](QComboBox* box, const QString& item, std::int64_t count) {
      const QSignalBlocker quiet(box);
      const int before = std::max(0, box->currentIndex());
      box->clear();
      for (std::int64_t i = 0; i < count; ++i) box->addItem(item.arg(i));
      box->setCurrentIndex(static_cast<int>(std::min<std::int64_t>(before, count - 1)));
    };
    fill(layer, tr("Layer %1"), weights.shape.layers);
    fill(head, tr("Head %1"), weights.shape.heads);
  }

  // Computed where the weights are, and only while somebody looks.
  void ask() {
    if (!sequence || !panel.isVisible()) return;
    const auto which = static_cast<std::size_t>(std::max(0, layer->currentIndex()) * weights.shape.heads + std::max(0, head->currentIndex()));
    if (which >= sequence->changed.heads.size()) {
      canvas->setMaps({});
      note->setText(sequence->tokens.length > model::Probe::kWeightsLength
                        ? tr("Shown up to %1 tokens; this sequence has %2.").arg(grouped(model::Probe::kWeightsLength), grouped(sequence->tokens.length))
                        : tr("This model's mixer is not a masked product of q, k and v."));
      return;
    }
    bars->sequence = sequence;
    bars->head = which;
    bars->update();
    inspector.weigh(sequence, std::max(0, layer->currentIndex()), std::max(0, head->currentIndex()));
  }

  void draw() {
    if (!shown) return;
    note->setText(tr("sample %1%2").arg(shown->sequence->sample).arg(shown->sequence->intervention.edits.empty() ? QString() : tr(", λ changed as in Probe")));
    const int tokens = static_cast<int>(shown->sequence->tokens.length);
    MapView view;
    view.slice = LambdaSlice(shown->sequence->changed.snapshot, shown->layer, shown->head, 0);
    view.tokenLabel = [source = source](std::int64_t id) { return source ? source->tokenLabel(id) : QString::number(id); };
    view.outlineLevels = true;
    MapView mask = view, weightsView = view;
    mask.grid = queryGrid(shown->matrices.mask, tokens, tr("H"));
    mask.title = tr("λ · gates");
    mask.scale = scale->currentIndex() == 1 ? Scale::Log : Scale::Linear;
    mask.limits = sharedLimits({mask.grid}, mask.scale, 0);
    weightsView.grid = queryGrid(shown->matrices.weights, tokens, tr("w"));
    weightsView.title = tr("λ · gates · q·k");
    weightsView.map = ColourMap::BlueRed;
    weightsView.scale = Scale::Diverging;
    weightsView.limits = sharedLimits({weightsView.grid}, Scale::Diverging, 0);
    canvas->setMaps({mask, weightsView});
  }
};

WeightsPanel::WeightsPanel(app::Inspector& inspector, QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this, inspector)) {
  m_state->build();
}
WeightsPanel::~WeightsPanel() { disconnect(m_state->gone); }

void WeightsPanel::setRun(app::RunSource* source) { m_state->setSource(source); }
void WeightsPanel::setCursor(MapCursor* cursor) { m_state->setCursor(cursor); }

void WeightsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_state->open();
  m_state->ask();
}

}  // namespace fenwick::ui
