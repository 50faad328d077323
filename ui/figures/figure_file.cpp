#include "ui/figures/figure_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QImage>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <cmath>
#include <span>
#include <stdexcept>

#include "app/core/folder_follower.h"
#include "model/io/durable_file.h"
#include "ui/figures/svg_text.h"
#include "ui/views/colour_map.h"

namespace fenwick::ui {
namespace {

constexpr double kVectorUnits = 1200;
constexpr double kMmPerInch = 25.4;

QString ending(const QString& file) { return QFileInfo(file).suffix().toLower(); }

QSize sizeInUnits(double widthMm, double heightMm, double unitsPerInch) {
  return {static_cast<int>(std::lround(widthMm / kMmPerInch * unitsPerInch)),
          static_cast<int>(std::lround(heightMm / kMmPerInch * unitsPerInch))};
}

// Qt writes the page in whole points; the box is set to the exact size, its upper edge where the painting begins. Written with
// fewer digits and filled up with spaces, so that no offset in the file moves.
void setExactPage(QByteArray& pdf, double widthMm, double heightMm) {
  const qsizetype begin = pdf.indexOf("/MediaBox [0 0 ");
  const qsizetype end = pdf.indexOf(']', begin) + 1;
  if (begin < 0 || end <= 0) return;
  const QList<QByteArray> numbers = pdf.mid(begin + 11, end - begin - 12).split(' ');
  if (numbers.size() != 4) return;
  const double painted = numbers[3].toDouble();
  const double width = widthMm / kMmPerInch * 72, height = heightMm / kMmPerInch * 72;
  const auto number = [](double value) { return QByteArray::number(value, 'f', 3); };
  QByteArray box = "/MediaBox[0 " + number(painted - height) + ' ' + number(width) + ' ' + number(painted) + ']';
  if (box.size() > end - begin) return;
  box.append(QByteArray(end - begin - box.size(), ' '));
  pdf.replace(begin, end - begin, box);
}

QByteArray toPdf(const FigureOptions& options, double heightMm, const FigureMetadata& metadata, FigureSheet sheet,
                 const std::function<void(QPaintDevice&, const FigureSheet&)>& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    writer.setResolution(static_cast<int>(kVectorUnits));
    // One point of paper more than asked for, cut off again by setExactPage: rounding must not cost the last line.
    const auto points = [](double mm) { return std::ceil(mm / kMmPerInch * 72 - 1e-6); };
    writer.setPageSize(
        QPageSize(QSizeF(points(options.widthMm), points(heightMm)), QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setTitle(metadata.title + QString(" | ") + metadata.description());
    writer.setCreator("Fenwick Lab " + FigureMetadata::version());
    if (!metadata.config.isEmpty())
      writer.addFileAttachment("config.json", metadata.config.toUtf8(), "application/json");
    if (!metadata.recipe.isEmpty()) writer.addFileAttachment("recipe.json", metadata.recipe.toUtf8(), "application/json");
    sheet.overlap = true;
    paint(writer, sheet);
  }
  setExactPage(bytes, options.widthMm, heightMm);
  return bytes;
}

QByteArray toSvg(const FigureOptions& options, double heightMm, const FigureMetadata& metadata,
                 const FigureSheet& sheet, const std::function<void(QPaintDevice&, const FigureSheet&)>& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  {
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(kVectorUnits));
    generator.setSize(sheet.size);
    generator.setViewBox(QRect(QPoint(0, 0), sheet.size));
    generator.setTitle(metadata.title.toHtmlEscaped());  // it writes them as they are
    generator.setDescription(metadata.description().toHtmlEscaped());
    paint(generator, sheet);
  }
  SvgDetails details;
  details.widthMm = options.widthMm;
  details.heightMm = heightMm;
  details.metadata = metadata.config;
  details.recipe = metadata.recipe;
  details.textAsPaths = options.textAsPaths;
  details.font = sheet.font;
  return finishSvg(QString::fromUtf8(bytes), details).toUtf8();
}

QImage toImage(const FigureOptions& options, const FigureSheet& sheet, const std::function<void(QPaintDevice&, const FigureSheet&)>& paint) {
  QImage image(sheet.size, QImage::Format_RGB32);
  if (image.isNull()) {
    throw std::runtime_error(nativePath(options.file) + ": an image of " + std::to_string(sheet.size.width()) + " x " +
                             std::to_string(sheet.size.height()) + " pixels does not fit into memory");
  }
  image.fill(Qt::white);
  const int dotsPerMetre = static_cast<int>(std::lround(options.dpi / 0.0254));
  paint(image, sheet);
  image.setDotsPerMeterX(dotsPerMetre);
  image.setDotsPerMeterY(dotsPerMetre);
  return image;
}

QByteArray toPng(const FigureOptions& options, const FigureMetadata& metadata, const FigureSheet& sheet,
                 const std::function<void(QPaintDevice&, const FigureSheet&)>& paint) {
  QImage image = toImage(options, sheet, paint);
  image.setText("Title", metadata.title);
  image.setText("Description", metadata.description());
  image.setText("Software", "Fenwick Lab " + FigureMetadata::version());
  if (!metadata.config.isEmpty()) image.setText("Config", metadata.config);
  if (!metadata.recipe.isEmpty()) image.setText("Recipe", metadata.recipe);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  if (!writer.write(image))
    throw std::runtime_error(nativePath(options.file) + ": " + writer.errorString().toStdString());
  return bytes;
}

}  // namespace

QString FigureMetadata::version() { return QStringLiteral(FENWICK_VERSION); }

QString FigureMetadata::description() const {
  return QString("run %1 | step %2 | Fenwick Lab %3").arg(runIds.join(", "), step, version());
}

std::string nativePath(const QString& file) { return QFile::encodeName(file).toStdString(); }

QString besideFigure(const FigureOptions& options, const QString& ending) {
  const QFileInfo info(options.file);
  return info.path() + '/' + info.completeBaseName() + ending;
}

QFont printFont(double points, double unitsPerInch) {
  const QString family = QStringLiteral("DejaVu Sans");
  if (!QFontDatabase::families().contains(family)) QFontDatabase::addApplicationFont(":/fonts/DejaVuSans.ttf");
  QFont font(family);
  font.setPixelSize(std::max(1, static_cast<int>(std::lround(points / 72 * unitsPerInch))));
  font.setHintingPreference(QFont::PreferNoHinting);
  // Any letter spacing turns ligatures off: whoever searches a PDF for "fixed" finds it. A 64th of a unit is not seen.
  font.setLetterSpacing(QFont::AbsoluteSpacing, 1.0 / 64);
  return font;
}

QStringList problems(const FigureOptions& options) {
  QStringList faults;
  const QString type = ending(options.file);
  if (options.maps.overTraining && type != "gif" && type != "png" && !type.isEmpty()) {
    faults << QString("out: over the training expected .gif, .png or a folder, got \"%1\"").arg(options.file);
  } else if (!options.maps.overTraining && type != "pdf" && type != "svg" && type != "png") {
    faults << QString("out: the ending chooses the format; expected .pdf, .svg or .png, got \"%1\"").arg(options.file);
  }
  const auto within = [&](const char* name, double value, double least, double most, const char* unit) {
    if (value >= least && value <= most) return;
    faults << QString("%1: expected %2 to %3%4, got %5; the nearest is %6")
                  .arg(QLatin1String(name), QString::number(least), QString::number(most), QLatin1String(unit),
                       QString::number(value), QString::number(value < least ? least : most));
  };
  within("width-mm", options.widthMm, 30, 2000, " mm");
  if (options.heightMm != 0) within("height-mm", options.heightMm, 20, 2000, " mm");
  within("dpi", options.dpi, 30, 2400, "");
  within("font-pt", options.fontPt, 3, 48, " pt");
  within("line-pt", options.lineWidthPt, 0.1, 10, " pt");
  within("smoothing", options.smoothing, 0, 0.999, "");
  if (type == "png") {
    const double pixels = std::max(options.widthMm, options.heightMm) / kMmPerInch * options.dpi;
    if (pixels > 32000)
      faults << QString("dpi: %1 pixels on a side are more than the 32000 of a PNG here").arg(pixels, 0, 'f', 0);
  }
  QStringList maps;
  for (const ColourMap map : kColourMaps) maps << colourMapName(map);
  if (!maps.contains(options.colourMap)) {
    faults << QString("map: expected one of %1, got \"%2\"").arg(maps.join(", "), options.colourMap);
  }
  QStringList scales;
  for (const Scale scale : kScales) scales << scaleName(scale);
  if (!scales.contains(options.scale)) faults << QString("scale: expected one of %1, got \"%2\"").arg(scales.join(", "), options.scale);
  if (options.scale == "log" && options.upper > options.lower && !(options.lower > 0))
    faults << QString("limits: a logarithmic scale starts above 0, got %1").arg(options.lower);
  if (options.lower > options.upper) faults << QString("limits: the lower one is above the upper one");
  return faults + problems(options.maps, type == "gif");
}

FigureSheet sheetOf(const FigureOptions& options, double heightMm) {
  FigureOptions whole = options;
  if (!(whole.heightMm > 0)) whole.heightMm = heightMm;
  if (const QStringList faults = problems(whole); !faults.isEmpty()) {
    throw std::runtime_error(nativePath(options.file) + ": " + faults.join("; ").toStdString());
  }
  FigureSheet sheet;
  if (const QString type = ending(options.file); type == "png" || options.maps.overTraining) {
    sheet.unitsPerInch = options.dpi;
    sheet.pixel = 1;
  }
  sheet.size = sizeInUnits(options.widthMm, whole.heightMm, sheet.unitsPerInch);
  sheet.font = printFont(options.fontPt, sheet.unitsPerInch);
  return sheet;
}

QImage figureImage(const FigureOptions& options, double heightMm, const std::function<void(QPaintDevice&, const FigureSheet&)>& paint) {
  return toImage(options, sheetOf(options, heightMm), paint);
}

QByteArray figureBytes(const FigureOptions& options, double heightMm, const FigureMetadata& metadata,
                       const std::function<void(QPaintDevice&, const FigureSheet&)>& paint) {
  const FigureSheet sheet = sheetOf(options, heightMm);
  if (options.heightMm > 0) heightMm = options.heightMm;
  const QString type = ending(options.file);
  return type == "pdf"   ? toPdf(options, heightMm, metadata, sheet, paint)
         : type == "svg" ? toSvg(options, heightMm, metadata, sheet, paint)
                         : toPng(options, metadata, sheet, paint);
}

void writeFigure(const FigureOptions& options, const QByteArray& bytes) {
  model::writeDurably(app::toPath(options.file),
                      std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

void writeFigure(const FigureOptions& options, double heightMm, const FigureMetadata& metadata,
                 const std::function<void(QPaintDevice&, const FigureSheet&)>& paint) {
  writeFigure(options, figureBytes(options, heightMm, metadata, paint));
}

}  // namespace fenwick::ui
