#pragma once

#include <QByteArray>
#include <QHash>
#include <QImage>
#include <memory>
#include <vector>

namespace fenwick::ui {

// An animated GIF that loops for ever, made frame by frame with one palette of at most 256 colours. Throws std::runtime_error.
class GifWriter {
 public:
  GifWriter(QSize size, const std::vector<QRgb>& palette, int frameMs, const QString& comment);
  ~GifWriter();

  void add(const QImage& frame);  // of that size; a colour beside the palette takes the nearest
  QByteArray finish();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

// The colours that have to be there, and then those that the samples hold most of.
std::vector<QRgb> gifPalette(const std::vector<QRgb>& needed, const std::vector<QImage>& samples);

QString gifComment(const QByteArray& gif);  // empty where there is none

}  // namespace fenwick::ui
