#pragma once

#include <QByteArray>
#include <QFont>
#include <QSet>
#include <QString>

namespace fenwick::ui {

struct SvgDetails {
  double widthMm = 0, heightMm = 0;
  QString metadata;          // plain text for <metadata>
  QString recipe;            // for a second one, with the id "recipe"
  bool textAsPaths = false;  // outlines in place of text
  QFont font;                // of all text
};

// What QSvgGenerator leaves open: the exact size in mm, hard edges of rectangles, metadata, and text that looks the same everywhere,
// either with its font embedded or as outlines.
QString finishSvg(QString svg, const SvgDetails& details);

// What an SVG writes as entities, as plain text again.
QString unescaped(QString text);

// A TrueType font that draws only these characters: outlines of other glyphs and tables for layout are left out.
QByteArray subsetFont(const QByteArray& font, const QSet<char32_t>& characters);

}  // namespace fenwick::ui
