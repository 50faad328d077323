#include "ui/figures/figure_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
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
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QToolButton>
#include <QVBoxLayout>
#include <exception>
#include <map>

#include "ui/figures/figure_preview.h"
#include "ui/figures/map_options.h"
#include "ui/views/colour_map.h"

namespace fenwick::ui {
namespace {

const QString kOptionsKey = QStringLiteral("figures/options");
const QString kFormatKey = QStringLiteral("figures/format");
const QString kFolderKey = QStringLiteral("figures/folder");

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
  // What is done with a figure on another thread; what it returns is done on the window's thread.
  using Use = std::function<std::function<void()>(Figure&, const app::Progress&)>;

  FigureDialog& dialog;
  QSettings* settings;
  app::LongWork* work;
  FigureKind kind = FigureKind::Curves;
  std::vector<std::pair<QPointer<app::RunSource>, RunStyle>> runs;
  LambdaSubjects lambda;  // its runs are those above
  FigureOptions options;
  bool filling = false;
  bool wasSequence = false;
  int otherDpi = kPictureDpi;  // of a sequence while one figure is shown, and the other way round

  QFormLayout* form = nullptr;
  FigurePreview* preview = nullptr;
  QLineEdit* file = nullptr;
  QComboBox *format = nullptr, *map = nullptr, *spread = nullptr, *legend = nullptr;
  QDoubleSpinBox *width = nullptr, *height = nullptr, *font = nullptr, *line = nullptr, *smoothing = nullptr;
  QSpinBox *dpi = nullptr, *frameMs = nullptr;
  QCheckBox *overTraining = nullptr, *outlines = nullptr, *data = nullptr, *logLoss = nullptr, *hatch = nullptr;
  QLabel *subject = nullptr, *result = nullptr;

  std::map<int, app::Progress> running;
  int begun = 0;
  app::Mailbox mailbox;  // outlives the thread: a figure comes back here to be destroyed
  app::CallThread thread{QStringLiteral("figures"), QThread::LowPriority};

  State(FigureDialog& d, QSettings* s, app::LongWork* w) : dialog(d), settings(s), work(w) {}
  ~State() {
    for (const auto& [number, progress] : running) progress.cancel();
  }

  void build();
  QWidget* buildForm();
  void watch();
  void show(FigureKind what, const FigureOptions& with, bool sheetToo);
  QString titleOf(const QStringList& names) const;
  QString proposedName() const;
  void formatChanged();
  void changed();
  void browse();
  void save();
  bool isSequence() const;
  void copyPicture();
  void copyData();
  void use(const QString& title, const QString& failure, Use what);
  void readFields();
  void fillSheet(const FigureOptions& with);
  void recall();
  void remember() const;
  QVector<CurvesPanel::Entry> entries() const;
  std::unique_ptr<Figure> figure() const;
};

FigureDialog::FigureDialog(QWidget* parent, QSettings* settings, app::LongWork* work) : QDialog(parent), m_state(std::make_unique<State>(*this, settings, work)) {
  m_state->build();
}

FigureDialog::~FigureDialog() = default;

void FigureDialog::State::build() {
  dialog.setWindowTitle(FigureDialog::tr("Save figure"));
  auto* column = new QVBoxLayout(&dialog);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  subject = new QLabel(&dialog);
  subject->setWordWrap(true);
  column->addWidget(subject);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(16);
  middle->addWidget(buildForm());
  preview = new FigurePreview(&dialog);
  middle->addWidget(preview, 1);
  column->addLayout(middle, 1);
  result = new QLabel(&dialog);
  result->setWordWrap(true);
  result->setTextInteractionFlags(Qt::TextSelectableByMouse);
  result->setMinimumHeight(2 * result->fontMetrics().height());
  column->addWidget(result);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close, &dialog);
  auto* picture = buttons->addButton(FigureDialog::tr("Copy &picture"), QDialogButtonBox::ActionRole);
  picture->setObjectName(QStringLiteral("copyPicture"));
  picture->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+C")));
  picture->setToolTip(FigureDialog::tr("To the clipboard, as pixels and as SVG (Ctrl+Shift+C)"));
  auto* numbers = buttons->addButton(FigureDialog::tr("Copy &data"), QDialogButtonBox::ActionRole);
  numbers->setObjectName(QStringLiteral("copyData"));
  numbers->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+D")));
  numbers->setToolTip(FigureDialog::tr("To the clipboard, as a table separated by tabs (Ctrl+Shift+D)"));
  column->addWidget(buttons);
  dialog.resize(980, 600);
  recall();
  watch();
  connect(picture, &QPushButton::clicked, &dialog, [this] { copyPicture(); });
  connect(numbers, &QPushButton::clicked, &dialog, [this] { copyData(); });
  connect(buttons, &QDialogButtonBox::accepted, &dialog, [this] { save(); });
  connect(buttons, &QDialogButtonBox::rejected, &dialog, [this] { dialog.close(); });
}

// Every field changes the preview.
void FigureDialog::State::watch() {
  connect(format, &QComboBox::currentIndexChanged, &dialog, [this] { formatChanged(); });
  for (QComboBox* box : {map, spread, legend, format}) connect(box, &QComboBox::currentIndexChanged, &dialog, [this] { changed(); });
  for (QDoubleSpinBox* box : {width, height, font, line, smoothing}) connect(box, &QDoubleSpinBox::valueChanged, &dialog, [this] { changed(); });
  for (QSpinBox* box : {dpi, frameMs}) connect(box, &QSpinBox::valueChanged, &dialog, [this] { changed(); });
  connect(overTraining, &QCheckBox::toggled, &dialog, [this] { formatChanged(); });
  for (QCheckBox* box : {overTraining, outlines, data, logLoss, hatch}) connect(box, &QCheckBox::toggled, &dialog, [this] { changed(); });
}

QWidget* FigureDialog::State::buildForm() {
  auto* sheet = new QWidget(&dialog);
  sheet->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  form = new QFormLayout(sheet);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(8);

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
  line = number(0.1, 10, defaults.lineWidthPt, 2, " pt", FigureDialog::tr("Width of the curves, 0.1 to 10 points; all other lines keep their ratio to it"));
  line->setSingleStep(0.1);
  form->addRow(FigureDialog::tr("Lines"), line);
  legend = new QComboBox(&dialog);
  for (const LegendPlace each : kLegendPlaces) legend->addItem(legendPlaceTitle(each), static_cast<int>(each));
  legend->setToolTip(FigureDialog::tr("Where the key to the runs stands: beside the plots, or inside the first one"));
  form->addRow(FigureDialog::tr("Legend"), legend);
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
  data->setAccessibleName(FigureDialog::tr("Data beside the figure"));
  form->addRow(QString(), data);
  file = new QLineEdit(&dialog);
  file->setAccessibleName(FigureDialog::tr("File"));
  file->setMinimumWidth(260);
  auto* choose = new QToolButton(&dialog);
  choose->setText(FigureDialog::tr("Choose…"));
  auto* row = new QHBoxLayout;
  row->addWidget(file);
  row->addWidget(choose);
  form->addRow(FigureDialog::tr("File"), row);
  connect(choose, &QToolButton::clicked, &dialog, [this] { browse(); });
  return sheet;
}

QString FigureDialog::State::titleOf(const QStringList& names) const {
  constexpr qsizetype kNamed = 4;
  const QString of = names.size() <= kNamed ? names.join(QStringLiteral(", ")) : FigureDialog::tr("%1 runs").arg(names.size());
  switch (kind) {
    case FigureKind::Curves: return FigureDialog::tr("Curves of %1").arg(of);
    case FigureKind::Compare: return FigureDialog::tr("Comparison of %1").arg(of);
    case FigureKind::Lambda: break;
  }
  return FigureDialog::tr("λ of %1: %2").arg(of, mapLayoutTitle(options.maps.layout));
}

void FigureDialog::State::show(FigureKind what, const FigureOptions& with, bool sheetToo) {
  filling = true;
  kind = what;
  options = with;
  QStringList names;
  for (const auto& [source, style] : runs) names << style.label;
  subject->setText(titleOf(names));
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
  form->setRowVisible(line, kind != FigureKind::Lambda);
  form->setRowVisible(legend, kind != FigureKind::Lambda);
  const bool animated = kind == FigureKind::Lambda && drawnOverTraining(with.maps.layout);
  if (const int gif = format->findText("GIF"); animated && gif < 0)
    format->addItem("GIF");
  else if (!animated && gif >= 0)
    format->removeItem(gif);
  if (sheetToo) fillSheet(with);
  file->setText(with.file.isEmpty() ? proposedName() : with.file);
  if (const int index = format->findText(QFileInfo(file->text()).suffix().toUpper()); index >= 0) format->setCurrentIndex(index);
  result->clear();
  filling = false;
  formatChanged();
  dialog.show();
  dialog.raise();
  dialog.activateWindow();
  changed();
}

void FigureDialog::State::fillSheet(const FigureOptions& with) {
  width->setValue(with.widthMm);
  height->setValue(with.heightMm);
  font->setValue(with.fontPt);
  line->setValue(with.lineWidthPt);
  legend->setCurrentIndex(legend->findData(static_cast<int>(with.legend)));
  dpi->setValue(with.dpi);
  outlines->setChecked(with.textAsPaths);
  data->setChecked(with.dataBeside);
  overTraining->setChecked(with.maps.overTraining);
  frameMs->setValue(with.maps.frameMs);
}

// What was chosen the last time; what cannot be read is left as it is.
void FigureDialog::State::recall() {
  if (!settings) return;
  try {
    if (const QString kept = settings->value(kOptionsKey).toString(); !kept.isEmpty()) fillSheet(readOptions(kept));
  } catch (const std::exception&) {
    settings->remove(kOptionsKey);
  }
  if (const int index = format->findText(settings->value(kFormatKey).toString()); index >= 0) format->setCurrentIndex(index);
}

void FigureDialog::State::remember() const {
  if (!settings) return;
  settings->setValue(kOptionsKey, optionsText(options));
  settings->setValue(kFormatKey, format->currentText());
}

void FigureDialog::State::changed() {
  if (filling) return;
  readFields();
  remember();
  if (dialog.isVisible()) preview->draw([this] { return figure(); });
}

QString FigureDialog::State::proposedName() const {
  const QString before = file->text().isEmpty() ? QString() : QFileInfo(file->text()).path();
  const QString last = settings ? settings->value(kFolderKey).toString() : QString();
  const QString folder = !before.isEmpty() ? before : QFileInfo(last).isDir() ? last : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
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

void FigureDialog::State::readFields() {
  options.file = file->text();
  options.widthMm = width->value();
  options.heightMm = height->value();
  options.fontPt = font->value();
  options.lineWidthPt = line->value();
  options.legend = static_cast<LegendPlace>(legend->currentData().toInt());
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
}

// Of the runs as they are now.
std::unique_ptr<Figure> FigureDialog::State::figure() const {
  const QVector<CurvesPanel::Entry> present = entries();
  switch (kind) {
    case FigureKind::Curves: return curvesFigure(present, options);
    case FigureKind::Compare: return compareFigure(present, options);
    case FigureKind::Lambda: break;
  }
  LambdaSubjects subjects = lambda;
  subjects.runs.clear();
  for (const auto& [source, style] : runs) subjects.runs.append({source, style});  // with those that are gone: snapshots go by place
  FigureOptions with = options;
  if (isSequence()) with.maps.treeToken = -1;  // of one step alone
  return lambdaFigure(subjects, with);
}

void FigureDialog::State::use(const QString& title, const QString& failure, Use what) {
  readFields();
  std::shared_ptr<Figure> drawn;
  try {
    drawn = figure();
  } catch (const std::exception& error) {
    result->setText(failure.arg(QString::fromUtf8(error.what())));
    return;
  }
  const int number = ++begun;
  const app::Progress progress = running.emplace(number, app::LongWork::begin(work, title)).first->second;
  result->setText(title);
  thread.address().post([this, drawn = std::move(drawn), what = std::move(what), progress, number, failure, back = mailbox.address()]() mutable {
    std::function<void()> then;
    QString fault;
    try {
      then = what(*drawn, progress);
    } catch (const app::Cancelled&) {
      fault = FigureDialog::tr("taken back, nothing was written");
    } catch (const std::exception& error) {
      fault = QString::fromUtf8(error.what());
    }
    back.post([this, drawn = std::move(drawn), then = std::move(then), number, failure, fault]() mutable {
      drawn.reset();
      running.erase(number);
      then ? then() : result->setText(failure.arg(fault));
    });
  });
}

void FigureDialog::State::save() {
  if (settings) settings->setValue(kFolderKey, QFileInfo(file->text()).path());
  use(FigureDialog::tr("Drawing %1").arg(QFileInfo(file->text()).fileName()), FigureDialog::tr("Not saved: %1"), [this](Figure& drawn, const app::Progress& progress) {
    const QStringList files = drawn.write(progress);
    return [this, files] {
      result->setText(savedText(files));
      emit dialog.saved(files);
    };
  });
}

void FigureDialog::State::copyPicture() {
  use(FigureDialog::tr("Drawing the figure for the clipboard"), FigureDialog::tr("Not copied: %1"), [this](Figure& drawn, const app::Progress& progress) {
    const QImage picture = QImage::fromData(drawn.bytes(".png", progress));
    const QByteArray svg = drawn.bytes(".svg", progress);
    return [this, picture, svg] {
      auto* mime = new QMimeData;
      mime->setImageData(picture);
      mime->setData(QStringLiteral("image/svg+xml"), svg);
      QApplication::clipboard()->setMimeData(mime);
      result->setText(FigureDialog::tr("Copied the picture: %1 × %2 pixels, and SVG.").arg(picture.width()).arg(picture.height()));
    };
  });
}

void FigureDialog::State::copyData() {
  use(FigureDialog::tr("Writing the data for the clipboard"), FigureDialog::tr("Not copied: %1"), [this](Figure& drawn, const app::Progress& progress) {
    const QString table = QString::fromStdString(drawn.table());
    progress.check();
    return [this, table] {
      QApplication::clipboard()->setText(table);
      result->setText(FigureDialog::tr("Copied the data: %1 rows.").arg(table.count('\n') - 1));
    };
  });
}

const FigurePreview& FigureDialog::preview() const { return *m_state->preview; }

void FigureDialog::showCurves(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  m_state->runs.clear();
  for (const CurvesPanel::Entry& entry : runs) m_state->runs.emplace_back(entry.source, entry.style);
  m_state->show(FigureKind::Curves, options, false);
}

void FigureDialog::showCompare(const QVector<CurvesPanel::Entry>& runs, const FigureOptions& options) {
  m_state->runs.clear();
  for (const CurvesPanel::Entry& entry : runs) m_state->runs.emplace_back(entry.source, entry.style);
  m_state->show(FigureKind::Compare, options, false);
}

void FigureDialog::showLambda(const LambdaSubjects& subjects, const FigureOptions& options) {
  m_state->runs.clear();
  for (const CurvesPanel::Entry& entry : subjects.runs) m_state->runs.emplace_back(entry.source, entry.style);
  m_state->lambda = subjects;
  m_state->show(FigureKind::Lambda, options, false);
}

void FigureDialog::showAgain(FigureKind kind, const LambdaSubjects& subjects, const FigureOptions& options) {
  m_state->runs.clear();
  for (const CurvesPanel::Entry& entry : subjects.runs) m_state->runs.emplace_back(entry.source, entry.style);
  m_state->lambda = subjects;
  m_state->show(kind, options, true);
}

QString FigureDialog::savedText(const QStringList& files) {
  constexpr qsizetype kNamed = 3;
  return files.size() <= kNamed ? tr("Saved %1").arg(files.join(", ")) : tr("Saved %1 files, the first is %2").arg(files.size()).arg(files.constFirst());
}

}  // namespace fenwick::ui
