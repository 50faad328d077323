#include "ui/figures/gif_file.h"

#include <gif_lib.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <stdexcept>

namespace fenwick::ui {
namespace {

constexpr std::size_t kColours = 256;
constexpr int kBlock = 255;  // bytes of a part of a comment

int append(GifFileType* gif, const GifByteType* bytes, int count) {
  static_cast<QByteArray*>(gif->UserData)->append(reinterpret_cast<const char*>(bytes), count);
  return count;
}

struct Reading {
  const QByteArray& bytes;
  qsizetype at = 0;
};

int take(GifFileType* gif, GifByteType* into, int count) {
  auto& reading = *static_cast<Reading*>(gif->UserData);
  const qsizetype taken = std::min<qsizetype>(count, reading.bytes.size() - reading.at);
  std::memcpy(into, reading.bytes.constData() + reading.at, static_cast<std::size_t>(taken));
  reading.at += taken;
  return static_cast<int>(taken);
}

void check(int result, GifFileType* gif) {
  if (result == GIF_OK) return;
  const char* reason = GifErrorString(gif->Error);
  throw std::runtime_error(std::string("the GIF cannot be written: ") + (reason ? reason : "unknown reason"));
}

int distance(QRgb a, QRgb b) {
  const int red = qRed(a) - qRed(b), green = qGreen(a) - qGreen(b), blue = qBlue(a) - qBlue(b);
  return red * red + green * green + blue * blue;
}

}  // namespace

struct GifWriter::State {
  QByteArray bytes;
  QSize size;
  std::vector<QRgb> palette;
  int hundredths;
  QHash<QRgb, GifByteType> known;
  GifFileType* gif = nullptr;

  ~State() {
    int error = 0;
    if (gif) EGifCloseFile(gif, &error);
  }

  GifByteType indexOf(QRgb colour) {
    const auto found = known.constFind(colour);
    if (found != known.constEnd()) return *found;
    const auto nearest = std::min_element(palette.begin(), palette.end(), [&](QRgb a, QRgb b) { return distance(a, colour) < distance(b, colour); });
    const auto index = static_cast<GifByteType>(nearest - palette.begin());
    known.insert(colour, index);
    return index;
  }

  void begin() {
    GifColorType colours[kColours] = {};
    for (std::size_t i = 0; i < palette.size(); ++i) {
      colours[i] = {static_cast<GifByteType>(qRed(palette[i])), static_cast<GifByteType>(qGreen(palette[i])), static_cast<GifByteType>(qBlue(palette[i]))};
    }
    const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> map(GifMakeMapObject(kColours, colours), GifFreeMapObject);
    EGifSetGifVersion(gif, true);
    check(EGifPutScreenDesc(gif, size.width(), size.height(), 8, 0, map.get()), gif);
    const GifByteType forEver[] = {1, 0, 0};
    check(EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE), gif);
    check(EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0"), gif);
    check(EGifPutExtensionBlock(gif, sizeof forEver, forEver), gif);
    check(EGifPutExtensionTrailer(gif), gif);
  }

  void comment(const QByteArray& text) {
    if (text.isEmpty()) return;
    check(EGifPutExtensionLeader(gif, COMMENT_EXT_FUNC_CODE), gif);
    for (qsizetype at = 0; at < text.size(); at += kBlock) {
      const QByteArray part = text.mid(at, kBlock);
      check(EGifPutExtensionBlock(gif, static_cast<int>(part.size()), part.constData()), gif);
    }
    check(EGifPutExtensionTrailer(gif), gif);
  }
};

GifWriter::GifWriter(QSize size, const std::vector<QRgb>& palette, int frameMs, const QString& comment) : m_state(std::make_unique<State>()) {
  if (size.isEmpty() || size.width() > USHRT_MAX || size.height() > USHRT_MAX)
    throw std::runtime_error("a GIF has 1 to 65535 pixels on a side, not " + std::to_string(size.width()) + " x " + std::to_string(size.height()));
  if (palette.empty() || palette.size() > kColours) throw std::runtime_error("a GIF has 1 to 256 colours, not " + std::to_string(palette.size()));
  m_state->size = size;
  m_state->palette = palette;
  m_state->hundredths = std::clamp((frameMs + 5) / 10, 1, 65535);
  int error = 0;
  m_state->gif = EGifOpen(&m_state->bytes, append, &error);
  if (!m_state->gif) throw std::runtime_error("there is no memory for a GIF");
  m_state->begin();
  m_state->comment(comment.toUtf8());
}

GifWriter::~GifWriter() = default;

void GifWriter::add(const QImage& frame) {
  GifFileType* gif = m_state->gif;
  const int width = m_state->size.width(), height = m_state->size.height();
  if (frame.size() != m_state->size) throw std::runtime_error("a frame of the GIF has another size than the first");
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, m_state->hundredths, NO_TRANSPARENT_COLOR};
  GifByteType bytes[4];
  EGifGCBToExtension(&control, bytes);
  check(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes), gif);
  check(EGifPutImageDesc(gif, 0, 0, width, height, false, nullptr), gif);
  const QImage plain = frame.convertToFormat(QImage::Format_RGB32);
  std::vector<GifByteType> line(static_cast<std::size_t>(width));
  for (int y = 0; y < height; ++y) {
    const auto* pixels = reinterpret_cast<const QRgb*>(plain.constScanLine(y));
    for (int x = 0; x < width; ++x) line[static_cast<std::size_t>(x)] = m_state->indexOf(pixels[x] | 0xFF000000u);
    check(EGifPutLine(gif, line.data(), width), gif);
  }
}

QByteArray GifWriter::finish() {
  int error = 0;
  if (EGifCloseFile(std::exchange(m_state->gif, nullptr), &error) != GIF_OK) throw std::runtime_error("the GIF cannot be finished");
  return std::move(m_state->bytes);
}

std::vector<QRgb> gifPalette(const std::vector<QRgb>& needed, const std::vector<QImage>& samples) {
  std::vector<QRgb> palette;
  QHash<QRgb, qint64> counts;
  for (const QRgb colour : needed) {
    const QRgb opaque = colour | 0xFF000000u;
    if (std::find(palette.begin(), palette.end(), opaque) == palette.end()) palette.push_back(opaque);
  }
  for (const QImage& sample : samples) {
    const QImage plain = sample.convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < plain.height(); ++y) {
      const auto* pixels = reinterpret_cast<const QRgb*>(plain.constScanLine(y));
      for (int x = 0; x < plain.width(); ++x) ++counts[pixels[x] | 0xFF000000u];
    }
  }
  for (const QRgb colour : palette) counts.remove(colour);
  std::vector<std::pair<qint64, QRgb>> others;
  for (auto it = counts.cbegin(); it != counts.cend(); ++it) others.emplace_back(-it.value(), it.key());
  std::sort(others.begin(), others.end());
  for (const auto& [count, colour] : others) {
    if (palette.size() >= kColours) break;
    palette.push_back(colour);
  }
  return palette;
}

QString gifComment(const QByteArray& bytes) {
  Reading reading{bytes};
  int error = 0;
  GifFileType* gif = DGifOpen(&reading, take, &error);
  if (!gif) return {};
  QByteArray comment;
  // Only what stands before the first picture.
  GifRecordType kind = UNDEFINED_RECORD_TYPE;
  while (DGifGetRecordType(gif, &kind) == GIF_OK && kind == EXTENSION_RECORD_TYPE) {
    int function = 0;
    GifByteType* block = nullptr;
    if (DGifGetExtension(gif, &function, &block) != GIF_OK) break;
    while (block) {
      if (function == COMMENT_EXT_FUNC_CODE) comment.append(reinterpret_cast<const char*>(block + 1), block[0]);
      if (DGifGetExtensionNext(gif, &block) != GIF_OK) break;
    }
  }
  DGifCloseFile(gif, &error);
  return QString::fromUtf8(comment);
}

}  // namespace fenwick::ui
