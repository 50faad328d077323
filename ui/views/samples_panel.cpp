#include "ui/views/samples_panel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "ui/look/format.h"
#include "ui/views/controls.h"
#include "ui/views/curve_math.h"
#include "ui/views/curve_scene.h"
#include "ui/views/empty_state.h"

namespace fenwick::ui {
namespace {

constexpr int kShare = Qt::UserRole;

// A share as a bar behind its text.
class ShareBar : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const double share = index.data(kShare).toDouble();
    const QColor ground = option.palette.color(QPalette::Base);
    const QRectF room = QRectF(option.rect).adjusted(2, 2, -2, -2);
    painter->fillRect(QRectF(room.left(), room.top(), room.width() * share, room.height()), pale(readableOn(QColor(0x00, 0x72, 0xB2), ground), ground, 0.35));
    QStyledItemDelegate::paint(painter, option, index);
  }
};

QTableWidget* makeTable(const QStringList& heads, const QString& name) {
  QTableWidget* table = readingTable(heads, name);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  return table;
}

void put(QTableWidget& table, int row, const QStringList& cells) {
  for (int column = 0; column < cells.size(); ++column) {
    auto* item = new QTableWidgetItem(cells[column]);
    item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    table.setItem(row, column, item);
  }
}

}  // namespace

struct SamplesPanel::State {
  SamplesPanel& panel;
  app::Inspector& inspector;
  QPointer<app::RunSource> source;
  QMetaObject::Connection gone;
  std::shared_ptr<const model::SplitScore> score;
  bool changed = false, drawn = false;
  QStackedWidget* pages = nullptr;
  QTableWidget *samples = nullptr, *slices = nullptr;
  QComboBox* by = nullptr;
  QLabel* note = nullptr;

  State(SamplesPanel& p, app::Inspector& i) : panel(p), inspector(i) {}

  void build() {
    auto* column = new QVBoxLayout(&panel);
    column->setContentsMargins(0, 0, 0, 0);
    pages = new QStackedWidget;
    column->addWidget(pages);
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(8, 4, 8, 4);
    note = new QLabel;
    rows->addWidget(note);
    auto* parts = new QSplitter(Qt::Horizontal);
    samples = makeTable({tr("sample"), tr("wrong"), tr("loss"), tr("pairs"), tr("levels")}, tr("Examples, the wrong ones first"));
    samples->setToolTip(tr("A click opens the example in Probe. Wrong pairs, and on which level their answer lies"));
    parts->addWidget(samples);
    auto* right = new QWidget;
    auto* rightRows = new QVBoxLayout(right);
    rightRows->setContentsMargins(0, 0, 0, 0);
    by = new QComboBox;
    by->setToolTip(tr("What the queries are told apart by"));
    by->setAccessibleName(by->toolTip());
    const std::map<std::string, QString> titles = {{"pair", tr("By pair")}, {"distance", tr("By distance to the answer")}, {"level", tr("By level of the answer")},
                                                   {"conflict", tr("By conflicting noise")}, {"size", tr("By size of the example")}};
    for (const std::string& kind : model::sliceKinds()) {
      const auto title = titles.find(kind);
      by->addItem(title == titles.end() ? QString::fromStdString(kind) : title->second, QString::fromStdString(kind));
    }
    rightRows->addWidget(by);
    slices = makeTable({tr("queries"), tr("accuracy"), tr("loss"), tr("count")}, tr("Accuracy of the queries"));
    slices->setItemDelegateForColumn(1, new ShareBar(slices));
    rightRows->addWidget(slices, 1);
    parts->addWidget(right);
    parts->setChildrenCollapsible(false);
    rows->addWidget(parts, 1);
    pages->addWidget(makeEmptyState(tr("Choose a run with saved weights: its validation examples appear here, the wrong ones first."), {}, {}, pages));
    pages->addWidget(page);
    connect(by, &QComboBox::currentIndexChanged, &panel, [this] { fillSlices(); });
    const auto chosen = [this](int row) {
      if (row >= 0) emit panel.sampleChosen(samples->item(row, 0)->data(kShare).toLongLong());
    };
    connect(samples, &QTableWidget::cellClicked, &panel, [chosen](int row, int) { chosen(row); });
    connect(samples, &QTableWidget::cellActivated, &panel, [chosen](int row, int) { chosen(row); });
    connect(&inspector, &app::Inspector::failed, &panel, [this](const QString& sentence) { note->setText(sentence); });
    connect(&inspector, &app::Inspector::scored, &panel, [this](const std::shared_ptr<const app::InspectedSplit>& news) {
      if (!source || news->folder != source->folder()) return;
      if (!news->complete) {
        if (!score) note->setText(tr("%1 of %2 examples seen").arg(grouped(static_cast<qint64>(news->plain->samples.size())), grouped(news->examples)));
        return;
      }
      score = news->changed ? news->changed : news->plain;
      changed = news->changed != nullptr;
      drawn = false;
      draw();
    });
  }

  void setSource(app::RunSource* to) {
    disconnect(gone);
    source = to;
    score.reset();
    samples->setRowCount(0);
    slices->setRowCount(0);
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

  void draw() {
    if (!score || drawn || !panel.isVisible()) return;
    drawn = true;
    std::vector<model::SampleScore> order = score->samples;
    std::stable_sort(order.begin(), order.end(), [](const model::SampleScore& a, const model::SampleScore& b) {
      const std::int64_t wrongA = a.scored - a.correct, wrongB = b.scored - b.correct;
      return wrongA != wrongB ? wrongA > wrongB : a.loss > b.loss;
    });
    std::map<std::int64_t, std::pair<QStringList, QStringList>> wrong;  // by sample: pairs, levels
    for (const model::Query& query : score->queries) {
      if (query.correct) continue;
      wrong[query.sample].first << QString::number(query.item);
      wrong[query.sample].second << QString::number(query.level());
    }
    qsizetype wrongSamples = 0;
    samples->setUpdatesEnabled(false);
    samples->setRowCount(static_cast<int>(order.size()));
    for (int row = 0; row < samples->rowCount(); ++row) {
      const model::SampleScore& sample = order[static_cast<std::size_t>(row)];
      wrongSamples += sample.correct < sample.scored;
      const auto& [pairs, levels] = wrong[sample.sample];
      put(*samples, row, {QString::number(sample.sample), QStringLiteral("%1/%2").arg(sample.scored - sample.correct).arg(sample.scored),
                          sample.scored > 0 ? valueText(sample.loss / static_cast<double>(sample.scored)) : QString(), pairs.join(' '), levels.join(' ')});
      samples->item(row, 0)->setData(kShare, static_cast<qlonglong>(sample.sample));
    }
    samples->setUpdatesEnabled(true);
    note->setText(tr("%1 of %2 examples have a wrong answer%3").arg(grouped(wrongSamples), grouped(static_cast<qint64>(order.size())), changed ? tr(", λ changed as in Probe") : QString()));
    fillSlices();
  }

  void fillSlices() {
    slices->setRowCount(0);
    if (!score || score->queries.empty()) return;
    const std::vector<model::Slice> all = model::slices(score->queries, by->currentData().toString().toStdString());
    slices->setRowCount(static_cast<int>(all.size()));
    for (int row = 0; row < slices->rowCount(); ++row) {
      const model::Slice& slice = all[static_cast<std::size_t>(row)];
      put(*slices, row, {QString::fromStdString(slice.label), percent(slice.accuracy()), valueText(slice.loss), grouped(slice.queries)});
      slices->item(row, 1)->setData(kShare, slice.accuracy());
    }
  }
};

SamplesPanel::SamplesPanel(app::Inspector& inspector, QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this, inspector)) {
  m_state->build();
}
SamplesPanel::~SamplesPanel() { disconnect(m_state->gone); }

void SamplesPanel::setRun(app::RunSource* source) { m_state->setSource(source); }

void SamplesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_state->open();
  m_state->draw();
}

}  // namespace fenwick::ui
