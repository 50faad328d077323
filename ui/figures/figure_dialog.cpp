#include "ui/figures/figure_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QToolButton>
#include <QVBoxLayout>
#include <atomic>
#include <exception>

#include "app/core/call_thread.h"
#include "app/core/folder_follower.h"
#include "ui/figures/lambda_figure.h"
#include "ui/views/colour_map.h"

namespace fenwick::ui {
namespace {

// A number field that takes point and comma alike.
class NumberBox : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;

 protected:
  QValidator::State validate(QString& text, int& position) const override {
    return QDoubleSpinBox::validate(text.replace(other(), locale().decimalPoint()), position);
  }
  double valueFromText(const QString& text) const override {
    return QDoubleSpinBox::valueFromText(QString(text).replace(other(), locale().decimalPoint()));
  }

 private:
  QString other() const { return locale().decimalPoint() == "," ? "." : ","; }
};

}  // namespace

struct FigureDialog::State {
  FigureDialog& dialog;
  FigureKind kind = FigureKind::Curves;
  std::vector<std::pair<QPointer<app::RunSource>, RunStyle>> runs;
  LambdaSubjects lambda;  // its runs are those above
  FigureOptions options;
  std::atomic<bool> stopped{false};
  bool drawing = false;  // on the thread
  bool wasSequence = false;
  int otherDpi = kPictureDpi;  // of a sequence while one figure is shown, and the other way round
  app::Mailbox answers;
  std::unique_ptr<app::CallThread> thread;

  QFormLayout* form = nullptr;
  QLineEdit* file = nullptr;
  QComboBox *format = nullptr, *map = nullptr, *spread = nullptr;
  QDoubleSpinBox *width = nullptr, *height = nullptr, *font = nullptr, *smoothing = nullptr;
  QSpinBox *dpi = nullptr, *frameMs = nullptr;
  QPushButton* saveButton = nullptr;
  QCheckBox *overTraining = nullptr, *outlines = nullptr, *data = nullptr, *logLoss = nullptr, *hatch = nullptr;
  QLabel *subject = nullptr, *result = nullptr;

  explicit State(FigureDialog& d) : dialog(d) {}

  void build();
  void show(FigureKind what, const FigureOptions& with);
  QString proposedName() const;
  void formatChanged();
  void browse();
  void save();
  bool isSequence() const;
  void saveSequence();
  LambdaSubjects presentLambda() const;
  QVector<CurvesPanel::Entry> entries() const;
};

FigureDialog::FigureDialog(QWidget* parent) : QDialog(parent), m_state(std::make_unique<State>(*this)) {
  m_state->build();
}

FigureDialog::~FigureDialog() { m_state->stopped = true; }

void FigureDialog::State::build() {
  dialog.setWindowTitle(FigureDialog::tr("Save figure"));
  auto* column = new QVBoxLayout(&dialog);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  subject = new QLabel(&dialog);
  subject->setWordWrap(true);
  column->addWidget(subject);
  form = new QFormLayout;
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(8);
  column->addLayout(form);

  const auto number = [this](double least, double most, double value, int decimals, const QString& unit,
                             const QString& tip) {
    auto* box = new NumberBox(&dialog);
    box->setRange(least, most);
    box->setDecimals(decimals);
    box->setValue(value);
    box->setSuffix(unit);
    box->setToolTip(tip);
    return box;
  };
  format = new QComboBox(&dialog);
  for (const char* each : {"PDF", "SVG", "PNG"}) format->addItem(each);
  format->setToolTip(FigureDialog::tr("PDF and SVG hold vectors and real text; PNG holds pixels"));
  form->addRow(FigureDialog::tr("Format"), format);
  const FigureOptions defaults;
  width = number(30, 2000, defaults.widthMm, 1, " mm",
                 FigureDialog::tr("Width of the figure, 30 to 2,000 mm; a journal's column is about 85, a page 170"));
  form->addRow(FigureDialog::tr("Width"), width);
  height = number(0, 2000, 0, 1, " mm", FigureDialog::tr("Height of the figure, 20 to 2,000 mm, or what suits it"));
  height->setSpecialValueText(FigureDialog::tr("what suits"));
  form->addRow(FigureDialog::tr("Height"), height);
  font = number(3, 48, defaults.fontPt, 1, " pt", FigureDialog::tr("Size of all text, 3 to 48 points"));
  form->addRow(FigureDialog::tr("Text"), font);
  dpi = new QSpinBox(&dialog);
  dpi->setRange(30, 2400);
  dpi->setValue(defaults.dpi);
  dpi->setSuffix(FigureDialog::tr(" dpi"));
  dpi->setToolTip(FigureDialog::tr("Pixels to the inch, 30 to 2,400: sets the size of the PNG or GIF in pixels"));
  form->addRow(FigureDialog::tr("Density"), dpi);
  overTraining = new QCheckBox(FigureDialog::tr("A picture of each recorded step"), &dialog);
  overTraining->setToolTip(FigureDialog::tr("λ over the training, all on one scale of colours: each file's name gets its step"));
  form->addRow(QString(), overTraining);
  frameMs = new QSpinBox(&dialog);
  frameMs->setRange(20, 10000);
  frameMs->setSingleStep(100);
  frameMs->setValue(defaults.maps.frameMs);
  frameMs->setSuffix(FigureDialog::tr(" ms"));
  frameMs->setToolTip(FigureDialog::tr("How long each recorded step is shown, 20 to 10,000 ms"));
  form->addRow(FigureDialog::tr("Each step"), frameMs);
  outlines = new QCheckBox(FigureDialog::tr("Text as outlines"), &dialog);
  outlines->setToolTip(FigureDialog::tr("For programs that ignore embedded fonts; the text can no longer be searched"));
  form->addRow(QString(), outlines);
  smoothing = number(0, 0.999, 0, 3, {},
                     FigureDialog::tr("Weight of the past in the moving average of training curves, 0 to 0.999"));
  smoothing->setSingleStep(0.05);
  form->addRow(FigureDialog::tr("Smoothing"), smoothing);
  logLoss = new QCheckBox(FigureDialog::tr("Logarithmic loss, gradient norm and rate"), &dialog);
  form->addRow(QString(), logLoss);
  spread = new QComboBox(&dialog);
  for (const Spread each : kSpreads) spread->addItem(spreadTitle(each), static_cast<int>(each));
  form->addRow(FigureDialog::tr("Seeds"), spread);
  map = new QComboBox(&dialog);
  for (const ColourMap each : kColourMaps) map->addItem(colourMapName(each));
  form->addRow(FigureDialog::tr("Colours"), map);
  hatch = new QCheckBox(FigureDialog::tr("Hatch empty levels"), &dialog);
  form->addRow(QString(), hatch);
  data = new QCheckBox(&dialog);
  form->addRow(QString(), data);
  file = new QLineEdit(&dialog);
  file->setMinimumWidth(320);
  auto* choose = new QToolButton(&dialog);
  choose->setText(FigureDialog::tr("Choose…"));
  auto* row = new QHBoxLayout;
  row->addWidget(file);
  row->addWidget(choose);
  form->addRow(FigureDialog::tr("File"), row);

  result = new QLabel(&dialog);
  result->setWordWrap(true);
  result->setTextInteractionFlags(Qt::TextSelectableByMouse);
  result->setMinimumHeight(2 * result->fontMetrics().height());
  column->addWidget(result);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close, &dialog);
  saveButton = buttons->button(QDialogButtonBox::Save);
  column->addWidget(buttons);

  connect(format, &QComboBox::currentIndexChanged, &dialog, [this] { formatChanged(); });
  connect(overTraining, &QCheckBox::toggled, &dialog, [this] { formatChanged(); });
  connect(choose, &QToolButton::clicked, &dialog, [this] { browse(); });
  connect(buttons, &QDialogButtonBox::accepted, &dialog, [this] { save(); });
  connect(buttons, &QDialogButtonBox::rejected, &dialog, [this] { dialog.close(); });
}

void FigureDialog::State::show(FigureKind what, const FigureOptions& with) {
  kind = what;
  options = with;
  QStringList names;
  for (const auto& [source, style] : runs) names << style.label;
  const QString of = names.join(", ");
  subject->setText(kind == FigureKind::Curves    ? FigureDialog::tr("Curves of %1").arg(of)
                   : kind == FigureKind::Compare ? FigureDialog::tr("Comparison of %1").arg(of)
                                                 : FigureDialog::tr("λ of %1: %2").arg(of, mapLayoutTitle(with.maps.layout)));
  smoothing->setValue(with.smoothing);
  logLoss->setChecked(with.logLoss);
  hatch->setChecked(with.hatchInert);
  map->setCurrentText(with.colourMap);
  spread->setCurrentIndex(spread->findData(static_cast<int>(with.spread)));
  data->setText(kind == FigureKind::Lambda ? FigureDialog::tr("Data beside it as .npz and .csv")
                                           : FigureDialog::tr("Data beside it as .csv"));
  form->setRowVisible(smoothing, kind == FigureKind::Curves);
  form->setRowVisible(logLoss, kind == FigureKind::Curves);
  form->setRowVisible(spread, kind == FigureKind::Compare);
  form->setRowVisible(map, kind == FigureKind::Lambda);
  form->setRowVisible(hatch, kind == FigureKind::Lambda);
  const bool animated = kind == FigureKind::Lambda && drawnOverTraining(with.maps.layout);
  if (const int gif = format->findText("GIF"); animated && gif < 0)
    format->addItem("GIF");
  else if (!animated && gif >= 0)
    format->removeItem(gif);
  file->setText(proposedName());
  result->clear();
  formatChanged();
  dialog.show();
  dialog.raise();
  dialog.activateWindow();
}

QString FigureDialog::State::proposedName() const {
  const QString before = file->text().isEmpty() ? QString() : QFileInfo(file->text()).path();
  const QString folder =
      !before.isEmpty() ? before : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  const QString name = kind == FigureKind::Curves ? "curves" : kind == FigureKind::Compare ? "comparison" : "lambda";
  return QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name + '.' + format->currentText().toLower());
}

void FigureDialog::State::formatChanged() {
  const QString type = format->currentText().toLower();
  form->setRowVisible(dpi, type == "png" || type == "gif");
  if (isSequence() != wasSequence) {  // pictures of a training are for screens
    wasSequence = !wasSequence;
    const int before = dpi->value();
    dpi->setValue(std::exchange(otherDpi, before));
  }
  form->setRowVisible(overTraining, type == "png" && kind == FigureKind::Lambda && drawnOverTraining(options.maps.layout));
  form->setRowVisible(frameMs, type == "gif");
  form->setRowVisible(data, !isSequence());
  form->setRowVisible(outlines, type == "svg");
  if (const QFileInfo info(file->text()); !file->text().isEmpty()) {
    file->setText(info.path() + '/' + info.completeBaseName() + '.' + type);
  }
  dialog.adjustSize();
}

void FigureDialog::State::browse() {
  auto* chooser = new QFileDialog(&dialog, FigureDialog::tr("Save figure"), file->text(),
                                  FigureDialog::tr("Figures (*.pdf *.svg *.png *.gif)"));
  chooser->setAttribute(Qt::WA_DeleteOnClose);
  chooser->setAcceptMode(QFileDialog::AcceptSave);
  chooser->setModal(false);
  connect(chooser, &QFileDialog::fileSelected, &dialog, [this](const QString& chosen) {
    file->setText(chosen);
    const QString type = QFileInfo(chosen).suffix().toUpper();
    if (const int index = format->findText(type); index >= 0)
      format->setCurrentIndex(index);
    else
      formatChanged();
  });
  chooser->open();
}

QVector<CurvesPanel::Entry> FigureDialog::State::entries() const {
  QVector<CurvesPanel::Entry> present;
  for (const auto& [source, style] : runs) {
    if (source) present.append({source, style});
  }
  return present;
}

bool FigureDialog::State::isSequence() const {
  const QString type = format->currentText();
  return kind == FigureKind::Lambda && drawnOverTraining(options.maps.layout) && (type == "GIF" || (type == "PNG" && overTraining->isChecked()));
}

LambdaSubjects FigureDialog::State::presentLambda() const {
  LambdaSubjects present = lambda;
  present.runs.clear();
  for (const auto& [source, style] : runs) present.runs.append({source, style});
  return present;
}

// Drawn on a thread of its own from the run's folder, one picture after the other.
void FigureDialog::State::saveSequence() {
  const LambdaSubjects present = presentLambda();
  app::RunSource* run = present.runs.isEmpty() ? nullptr : present.runs[0].source;
  if (!run) throw std::runtime_error(FigureDialog::tr("the run is no longer open").toStdString());
  if (const QStringList faults = problems(options); !faults.isEmpty()) throw std::runtime_error(faults.join("; ").toStdString());
  const auto read = [folder = model::RunFolder(app::toPath(run->folder()))](qint64 step) {
    return std::make_shared<const model::LambdaSnapshot>(model::readLambdaSnapshot(folder.lambdaPath(step)));
  };
  auto sequence = std::make_shared<LambdaSequence>(present.runs[0], present.snapshots[0], run->snapshotSteps(), options, read);
  if (!thread) thread = std::make_unique<app::CallThread>(QStringLiteral("figure"), QThread::LowPriority);
  stopped = false;
  drawing = true;
  saveButton->setText(FigureDialog::tr("Stop"));
  const auto ended = [this](const QString& text, const QStringList& files) {
    drawing = false;
    saveButton->setText(FigureDialog::tr("Save"));
    result->setText(text);
    if (!files.isEmpty()) emit dialog.saved(files);
  };
  thread->address().post([this, sequence, ended, back = answers.address()] {
    try {
      const QStringList files = sequence->write([this, back](qsizetype done, qsizetype whole) {
        back.post([this, done, whole] { result->setText(FigureDialog::tr("Drawing step %1 of %2").arg(done + 1).arg(whole)); });
        return !stopped;
      });
      back.post([ended, files] {
        const QString where = files.size() == 1 ? files[0] : FigureDialog::tr("%1 pictures, the first is %2").arg(files.size()).arg(files.value(0));
        ended(files.isEmpty() ? FigureDialog::tr("Stopped") : FigureDialog::tr("Saved %1").arg(where), files);
      });
    } catch (const std::exception& error) {
      back.post([ended, text = QString::fromUtf8(error.what())] { ended(FigureDialog::tr("Not saved: %1").arg(text), {}); });
    }
  });
}

void FigureDialog::State::save() {
  if (drawing) {
    stopped = true;
    return;
  }
  options.file = file->text();
  options.widthMm = width->value();
  options.heightMm = height->value();
  options.fontPt = font->value();
  options.dpi = dpi->value();
  options.textAsPaths = outlines->isChecked();
  options.smoothing = smoothing->value();
  options.logLoss = logLoss->isChecked();
  options.colourMap = map->currentText();
  options.spread = static_cast<Spread>(spread->currentData().toInt());
  options.hatchInert = hatch->isChecked();
  options.dataBeside = data->isChecked() && !isSequence();
  options.maps.overTraining = isSequence();
  options.maps.frameMs = frameMs->value();
  try {
    if (isSequence()) return saveSequence();
    const QVector<CurvesPanel::Entry> present = entries();
    QStringList files;
    if (kind == FigureKind::Curves)
      files = exportCurves(present, options);
    else if (kind == FigureKind::Compare)
      files = exportCompare(present, options);
    else
      files = exportLambda(presentLambda(), options);
    result->setText(FigureDialog::tr("Saved %1").arg(files.join(", ")));
    emit dialog.saved(files);
  } catch (const std::exception& error) {
    result->setText(FigureDialog::tr("Not saved: %1").arg(QString::fromUtf8(error.what())));
  }
}

void FigureDialog::showCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  m_state->runs.clear();
  for (const CurvesPanel::Entry& entry : runs) m_state->runs.emplace_back(entry.source, entry.style);
  m_state->show(FigureKind::Curves, options);
}

void FigureDialog::showCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  m_state->runs.clear();
  for (const CurvesPanel::Entry& entry : runs) m_state->runs.emplace_back(entry.source, entry.style);
  m_state->show(FigureKind::Compare, options);
}

void FigureDialog::showLambda(const LambdaSubjects& subjects, const FigureOptions& options) {
  m_state->runs.clear();
  for (const CurvesPanel::Entry& run : subjects.runs) m_state->runs.emplace_back(run.source, run.style);
  m_state->lambda = subjects;
  m_state->show(FigureKind::Lambda, options);
}

}  // namespace fenwick::ui
