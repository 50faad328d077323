#include "ui/views/compare_panel.h"

#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "model/analysis/compare.h"
#include "ui/look/format.h"
#include "ui/views/controls.h"
#include "ui/views/empty_state.h"
#include "ui/views/redraw_pacer.h"

namespace fenwick::ui {
namespace {

constexpr double kShareOfCore = 0.003;  // the curves and the λ panel have more of the 2 %

class Canvas : public QWidget {
 public:
  using QWidget::QWidget;
  std::function<void(QPainter&)> paint;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter);
  }
};

enum Column { Variant, Runs, Solved, SolvedStep, Final, Median, Best, kColumns };

QString spreadText(double mean, double std, QString (*write)(double)) {
  if (std::isnan(mean)) return QStringLiteral("–");
  return std::isnan(std) ? write(mean) : write(mean) + QStringLiteral(" ± ") + write(std);
}

QString wholeText(double number) { return grouped(static_cast<qint64>(std::llround(number))); }

model::Statistic over(const ComparedVariant& variant, double ComparedRun::*value) {
  std::vector<double> values;
  for (const ComparedRun& run : variant.runs) values.push_back(run.*value);
  return model::statistic(values);
}

QString cell(const ComparedVariant& variant, int column) {
  switch (column) {
    case Variant:
      return variant.label;
    case Runs:
      return grouped(static_cast<qint64>(variant.runs.size()));
    case Solved:
      return QStringLiteral("%1/%2").arg(variant.solved()).arg(variant.runs.size());
    case SolvedStep: {
      const double median = variant.solvedSteps().median;
      return std::isnan(median) ? QStringLiteral("–") : wholeText(median);
    }
    case Final: {
      const model::Statistic s = over(variant, &ComparedRun::final);
      return spreadText(s.mean, s.std, percent);
    }
    case Median:
      return spreadText(over(variant, &ComparedRun::final).median, std::nan(""), percent);
    case Best: {
      const model::Statistic s = over(variant, &ComparedRun::best);
      return spreadText(s.mean, s.std, percent);
    }
    default:
      return {};
  }
}

QPixmap swatch(const RunStyle& style, const QColor& ground) {
  QPixmap picture(18, 12);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setPen(QPen(readableOn(style.colour, ground), 2, style.dash, Qt::FlatCap));
  painter.drawLine(0, 6, 18, 6);
  return picture;
}

}  // namespace

struct ComparePanel::State {
  ComparePanel& panel;
  QVector<CurvesPanel::Entry> runs;
  std::vector<QMetaObject::Connection> connections;
  Comparison comparison;
  std::set<QString> hidden;  // labels
  QStackedWidget* pages = nullptr;
  QComboBox* spread = nullptr;
  Canvas* canvas = nullptr;
  QTableWidget* table = nullptr;
  std::unique_ptr<RedrawPacer> pacer;
  bool filling = false;

  explicit State(ComparePanel& owner) : panel(owner) {}

  void build() {
    auto* rows = new QVBoxLayout(&panel);
    rows->setContentsMargins(0, 0, 0, 0);
    pages = new QStackedWidget(&panel);
    rows->addWidget(pages);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    auto* tools = new QHBoxLayout;
    spread = new QComboBox;
    for (const Spread each : kSpreads) spread->addItem(spreadTitle(each), static_cast<int>(each));
    spread->setToolTip(ComparePanel::tr("What is drawn of a variant's seeds. std is the sample's (n−1)."));
    auto* label = new QLabel(ComparePanel::tr("&Seeds:"));
    label->setBuddy(spread);
    tools->addWidget(label);
    tools->addWidget(spread);
    tools->addStretch(1);
    auto* maps = new QPushButton(ComparePanel::tr("λ side by side"));
    maps->setToolTip(ComparePanel::tr("The λ maps of these runs on one scale of colours, and what each differs by from a baseline"));
    QObject::connect(maps, &QPushButton::clicked, &panel, &ComparePanel::lambdaRequested);
    tools->addWidget(maps);
    column->addLayout(tools);
    auto* parts = new QSplitter(Qt::Vertical);
    canvas = new Canvas;
    canvas->setMinimumSize(320, 110);
    canvas->setAccessibleName(ComparePanel::tr("Validation accuracy by variant"));
    canvas->paint = [this](QPainter& painter) { paint(painter); };
    parts->addWidget(canvas);
    parts->addWidget(buildTable());
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);
    column->addWidget(parts, 1);
    pages->addWidget(makeEmptyState(
        ComparePanel::tr("Variants appear here side by side, their seeds together, once runs with validation are ticked in the list."), {}, {},
        pages));
    pages->addWidget(page);
    pacer = std::make_unique<RedrawPacer>(
        kShareOfCore, [this] { redraw(); }, &panel);
    QObject::connect(spread, &QComboBox::currentIndexChanged, &panel, [this] { canvas->update(); });
  }

  QTableWidget* buildTable() {
    table = readingTable({ComparePanel::tr("variant"), ComparePanel::tr("runs"), ComparePanel::tr("solved"), ComparePanel::tr("at step"),
                          ComparePanel::tr("final"), ComparePanel::tr("median"), ComparePanel::tr("best")},
                         ComparePanel::tr("Variants"));
    const QString tips[] = {{},
                            ComparePanel::tr("Runs, each with its own seeds"),
                            ComparePanel::tr("Runs that passed 99 % validation accuracy at some evaluation"),
                            ComparePanel::tr("Step of the first such evaluation, the median of the solved runs"),
                            ComparePanel::tr("Last validation accuracy, mean ± std (n−1)"),
                            ComparePanel::tr("Last validation accuracy, median"),
                            ComparePanel::tr("Best validation accuracy, mean ± std (n−1)")};
    for (int i = 0; i < kColumns; ++i) table->horizontalHeaderItem(i)->setToolTip(tips[i]);
    table->setWordWrap(false);
    table->setTextElideMode(Qt::ElideMiddle);
    table->setToolTip(ComparePanel::tr("The tick hides a variant from the plots; a double click shows it alone, or all again. Ctrl+C copies."));
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(Variant, QHeaderView::Stretch);
    QObject::connect(table, &QTableWidget::itemChanged, &panel, [this](QTableWidgetItem* item) {
      if (filling || item->column() != Variant) return;
      show(item->row(), item->checkState() == Qt::Checked);
    });
    QObject::connect(table, &QTableWidget::cellDoubleClicked, &panel, [this](int row, int) { solo(row); });
    return table;
  }

  void show(int row, bool shown) {
    ComparedVariant& variant = comparison.variants[static_cast<std::size_t>(row)];
    variant.hidden = !shown;
    if (shown) {
      hidden.erase(variant.label);
    } else {
      hidden.insert(variant.label);
    }
    canvas->update();
  }

  void solo(int row) {
    const QString chosen = comparison.variants[static_cast<std::size_t>(row)].label;
    const bool alone = hidden.size() + 1 == comparison.variants.size() && !hidden.count(chosen);
    hidden.clear();
    if (!alone)
      for (const ComparedVariant& variant : comparison.variants)
        if (variant.label != chosen) hidden.insert(variant.label);
    redraw();
  }

  void setRuns(const QVector<CurvesPanel::Entry>& entries) {
    for (const QMetaObject::Connection& connection : std::exchange(connections, {})) QObject::disconnect(connection);
    runs = entries;
    const auto follow = [this](app::RunSource* source, auto signal) {
      connections.push_back(QObject::connect(source, signal, &panel, [this] {
        pacer->setTrainingOnCpu(
            std::any_of(runs.begin(), runs.end(), [](const CurvesPanel::Entry& run) { return run.source->trainsOnCpu(); }));
        if (panel.isVisible()) pacer->request();
      }));
    };
    for (const CurvesPanel::Entry& entry : runs) {
      follow(entry.source, &app::RunSource::metricsAppended);
      follow(entry.source, &app::RunSource::metricsReplaced);
      follow(entry.source, &app::RunSource::infoChanged);
      connections.push_back(QObject::connect(entry.source, &QObject::destroyed, &panel, [this](QObject* gone) {
        runs.erase(std::remove_if(runs.begin(), runs.end(), [&](const auto& other) { return other.source == gone; }), runs.end());
      }));
    }
    if (panel.isVisible()) redraw();
  }

  void redraw() {
    comparison = compareRuns(runs);
    bool any = false;
    for (ComparedVariant& variant : comparison.variants) {
      variant.hidden = hidden.count(variant.label) != 0;
      for (const ComparedRun& run : variant.runs) any |= !run.steps.empty();
    }
    pages->setCurrentIndex(any ? 1 : 0);
    fillTable();
    canvas->update();
  }

  void fillTable() {
    filling = true;
    table->setRowCount(static_cast<int>(comparison.variants.size()));
    for (int row = 0; row < table->rowCount(); ++row) {
      const ComparedVariant& variant = comparison.variants[static_cast<std::size_t>(row)];
      for (int column = 0; column < kColumns; ++column) {
        QTableWidgetItem* item = table->item(row, column);
        if (!item) table->setItem(row, column, item = new QTableWidgetItem);
        item->setText(cell(variant, column));
        if (column != Variant) {
          item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
          continue;
        }
        item->setIcon(swatch(variant.style, table->palette().color(QPalette::Base)));
        item->setCheckState(variant.hidden ? Qt::Unchecked : Qt::Checked);
        item->setToolTip(variant.label);
      }
    }
    filling = false;
  }

  void paint(QPainter& painter) {
    QElapsedTimer clock;
    clock.start();
    const CurveStyle style = CurveStyle::screen(panel.palette(), panel.font());
    painter.fillRect(canvas->rect(), style.background);
    paintComparison(painter, comparison, style, QRectF(canvas->rect()), panel.spread());
    pacer->tellCost(clock.nsecsElapsed());
  }
};

ComparePanel::ComparePanel(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this)) { m_state->build(); }
ComparePanel::~ComparePanel() { m_state->setRuns({}); }

void ComparePanel::setRuns(const QVector<CurvesPanel::Entry>& runs) { m_state->setRuns(runs); }
const Comparison& ComparePanel::comparison() const { return m_state->comparison; }
Spread ComparePanel::spread() const { return static_cast<Spread>(m_state->spread->currentData().toInt()); }
void ComparePanel::setSpread(Spread spread) { m_state->spread->setCurrentIndex(m_state->spread->findData(static_cast<int>(spread))); }

QString ComparePanel::text() const {
  return tableText(*m_state->table);
}

void ComparePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_state->redraw();
}

void ComparePanel::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    QGuiApplication::clipboard()->setText(text());
  } else {
    QWidget::keyPressEvent(event);
  }
}

}  // namespace fenwick::ui
