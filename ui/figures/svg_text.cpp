#include "ui/figures/svg_text.h"

#include <QFile>
#include <QPainterPath>
#include <QRegularExpression>
#include <QtEndian>
#include <map>
#include <vector>

namespace fenwick::ui {
namespace {

QString number(double value) { return QString::number(value, 'g', 8); }

QString outlines(const QPainterPath& path) {
  QString d;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPainterPath::Element e = path.elementAt(i);
    const QString point = number(e.x) + ',' + number(e.y) + ' ';
    switch (e.type) {
      case QPainterPath::MoveToElement:
        d += 'M' + point;
        break;
      case QPainterPath::LineToElement:
        d += 'L' + point;
        break;
      case QPainterPath::CurveToElement:
        d += 'C' + point;
        break;
      case QPainterPath::CurveToDataElement:
        d += point;
        break;
    }
  }
  return d;
}

const QRegularExpression& textElement() {
  static const QRegularExpression expression(
      R"re(<text fill="([^"]*)"[^>]*? x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</text>)re",
      QRegularExpression::DotMatchesEverythingOption);
  return expression;
}

template <class T>
T read(const QByteArray& bytes, qsizetype at) {
  if (at < 0 || at + static_cast<qsizetype>(sizeof(T)) > bytes.size()) return 0;
  return qFromBigEndian<T>(bytes.constData() + at);
}

template <class T>
void append(QByteArray& bytes, T value) {
  const T big = qToBigEndian(value);
  bytes.append(reinterpret_cast<const char*>(&big), sizeof(T));
}

// The glyph of a character by a format 12 or format 4 table of cmap; 0: none.
quint32 glyphOf(const QByteArray& cmap, char32_t character) {
  const int tables = read<quint16>(cmap, 2);
  for (int i = 0; i < tables; ++i) {
    const qsizetype at = read<quint32>(cmap, 4 + 8 * i + 4);
    const int format = read<quint16>(cmap, at);
    if (format == 12) {
      const quint32 groups = read<quint32>(cmap, at + 12);
      for (quint32 g = 0; g < groups; ++g) {
        const qsizetype group = at + 16 + 12 * static_cast<qsizetype>(g);
        if (character < read<quint32>(cmap, group) || character > read<quint32>(cmap, group + 4)) continue;
        return read<quint32>(cmap, group + 8) + (character - read<quint32>(cmap, group));
      }
    } else if (format == 4 && character < 0x10000) {
      const int segments = read<quint16>(cmap, at + 6) / 2;
      for (int s = 0; s < segments; ++s) {
        const qsizetype ends = at + 14 + 2 * s, starts = ends + 2 * segments + 2, deltas = starts + 2 * segments,
                        offsets = deltas + 2 * segments;
        const quint32 first = read<quint16>(cmap, starts);
        if (character < first || character > read<quint16>(cmap, ends)) continue;
        const quint16 offset = read<quint16>(cmap, offsets), delta = read<quint16>(cmap, deltas);
        const quint16 glyph =
            offset == 0 ? static_cast<quint16>(character)
                        : read<quint16>(cmap, offsets + offset + 2 * static_cast<qsizetype>(character - first));
        if (offset != 0 && glyph == 0) return 0;
        return static_cast<quint16>(glyph + delta);
      }
    }
  }
  return 0;
}

QByteArray cmapOf(const std::map<char32_t, quint32>& glyphs) {
  QByteArray table;
  append<quint16>(table, 0);
  append<quint16>(table, 1);
  append<quint16>(table, 3);  // Windows, full Unicode
  append<quint16>(table, 10);
  append<quint32>(table, 12);
  append<quint16>(table, 12);
  append<quint16>(table, 0);
  append<quint32>(table, static_cast<quint32>(16 + 12 * glyphs.size()));
  append<quint32>(table, 0);
  append<quint32>(table, static_cast<quint32>(glyphs.size()));
  for (const auto& [character, glyph] : glyphs) {
    append<quint32>(table, character);
    append<quint32>(table, character);
    append<quint32>(table, glyph);
  }
  return table;
}

quint32 checksum(QByteArray table) {
  table.append(QByteArray((4 - table.size() % 4) % 4, '\0'));
  quint32 sum = 0;
  for (qsizetype i = 0; i < table.size(); i += 4) sum += read<quint32>(table, i);
  return sum;
}

}  // namespace

QString unescaped(QString text) {
  return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
}

QByteArray subsetFont(const QByteArray& font, const QSet<char32_t>& characters) {
  std::map<QByteArray, QByteArray> tables;
  for (int i = 0; i < read<quint16>(font, 4); ++i) {
    const qsizetype record = 12 + 16 * i;
    const QByteArray tag = font.mid(record, 4);
    // Hinting and layout are of no use at the sizes of a figure.
    static const QSet<QByteArray> kept{"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "OS/2", "post"};
    if (kept.contains(tag)) tables[tag] = font.mid(read<quint32>(font, record + 8), read<quint32>(font, record + 12));
  }
  if (!tables.contains("glyf") || !tables.contains("loca") || !tables.contains("cmap")) return font;

  const bool longOffsets = read<quint16>(tables["head"], 50) != 0;
  const int count = read<quint16>(tables["maxp"], 4);
  const auto offset = [&](int glyph) {
    return longOffsets ? static_cast<qsizetype>(read<quint32>(tables["loca"], 4 * glyph))
                       : 2 * static_cast<qsizetype>(read<quint16>(tables["loca"], 2 * glyph));
  };
  std::map<char32_t, quint32> glyphs;
  QSet<int> wanted{0};
  std::vector<int> open{0};
  for (const char32_t character : characters) {
    const quint32 glyph = glyphOf(tables["cmap"], character);
    if (glyph == 0 || glyph >= static_cast<quint32>(count)) continue;
    glyphs[character] = glyph;
    wanted.insert(static_cast<int>(glyph));
    open.push_back(static_cast<int>(glyph));
  }
  // Composite glyphs (ü = u + ¨) bring their parts.
  while (!open.empty()) {
    const int glyph = open.back();
    open.pop_back();
    const QByteArray outline = tables["glyf"].mid(offset(glyph), offset(glyph + 1) - offset(glyph));
    if (outline.isEmpty() || read<qint16>(outline, 0) >= 0) continue;
    for (qsizetype at = 10;;) {
      const int flags = read<quint16>(outline, at), part = read<quint16>(outline, at + 2);
      if (part < count && !wanted.contains(part)) wanted.insert(part), open.push_back(part);
      at += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
      if (!(flags & 0x20) || at >= outline.size()) break;
    }
  }

  QByteArray outlinesKept, offsets;
  for (int glyph = 0; glyph < count; ++glyph) {
    append<quint32>(offsets, static_cast<quint32>(outlinesKept.size()));
    if (!wanted.contains(glyph)) continue;
    outlinesKept.append(tables["glyf"].mid(offset(glyph), offset(glyph + 1) - offset(glyph)));
    outlinesKept.append(QByteArray((4 - outlinesKept.size() % 4) % 4, '\0'));
  }
  append<quint32>(offsets, static_cast<quint32>(outlinesKept.size()));
  tables["glyf"] = outlinesKept;
  tables["loca"] = offsets;
  tables["cmap"] = cmapOf(glyphs);
  QByteArray& head = tables["head"];
  head.replace(50, 2, QByteArray("\0\1", 2));
  head.replace(8, 4, QByteArray(4, '\0'));
  if (tables.contains("post")) {
    tables["post"] = QByteArray("\0\3\0\0", 4) + tables["post"].mid(4, 28);  // without glyph names
  }

  QByteArray result;
  append<quint32>(result, 0x00010000);
  const auto tableCount = static_cast<quint16>(tables.size());
  quint16 power = 1, log = 0;
  while (power * 2 <= tableCount) power = static_cast<quint16>(power * 2), ++log;
  append<quint16>(result, tableCount);
  append<quint16>(result, static_cast<quint16>(power * 16));
  append<quint16>(result, log);
  append<quint16>(result, static_cast<quint16>((tableCount - power) * 16));
  QByteArray body;
  const qsizetype start = 12 + 16 * static_cast<qsizetype>(tables.size());
  for (const auto& [tag, table] : tables) {
    result.append(tag);
    append<quint32>(result, checksum(table));
    append<quint32>(result, static_cast<quint32>(start + body.size()));
    append<quint32>(result, static_cast<quint32>(table.size()));
    body.append(table);
    body.append(QByteArray((4 - body.size() % 4) % 4, '\0'));
  }
  result.append(body);
  return result;
}

QString finishSvg(QString svg, const SvgDetails& details) {
  // The root: exact millimetres; fonts and metadata are not part of the "tiny" profile.
  static const QRegularExpression root(R"re(<svg width="[^"]*" height="[^"]*")re");
  svg.replace(root,
              QString("<svg width=\"%1mm\" height=\"%2mm\"").arg(number(details.widthMm), number(details.heightMm)));
  svg.replace(R"( version="1.2" baseProfile="tiny")", R"( version="1.1")");
  svg.replace("<rect ", "<rect shape-rendering=\"crispEdges\" ");

  QString defs;
  if (details.textAsPaths) {
    QString drawn;
    qsizetype done = 0;
    for (auto it = textElement().globalMatch(svg); it.hasNext();) {
      const QRegularExpressionMatch match = it.next();
      QPainterPath path;
      path.addText(match.captured(2).toDouble(), match.captured(3).toDouble(), details.font,
                   unescaped(match.captured(4)));
      drawn += svg.mid(done, match.capturedStart() - done);
      drawn += QString("<path fill=\"%1\" stroke=\"none\" fill-rule=\"nonzero\" d=\"%2\"/>")
                   .arg(match.captured(1), outlines(path));
      done = match.capturedEnd();
    }
    svg = drawn + svg.mid(done);
  } else {
    QSet<char32_t> characters{U' '};
    for (auto it = textElement().globalMatch(svg); it.hasNext();) {
      for (const char32_t character : unescaped(it.next().captured(4)).toUcs4()) characters.insert(character);
    }
    QFile file(":/fonts/DejaVuSans.ttf");
    if (file.open(QIODevice::ReadOnly)) {
      defs = QString(
                 "<style>@font-face{font-family:\"DejaVu Sans\";src:url(data:font/ttf;base64,%1) "
                 "format(\"truetype\");}</style>\n")
                 .arg(QString::fromLatin1(subsetFont(file.readAll(), characters).toBase64()));
    }
    // The generator writes a text with a foreign letter in pieces; the white space at their borders counts.
    svg.replace(QRegularExpression(R"(\n >)"), ">");
  }
  QString metadata;
  if (!details.metadata.isEmpty()) metadata = "<metadata>" + details.metadata.toHtmlEscaped() + "</metadata>\n";
  if (!details.recipe.isEmpty()) metadata += "<metadata id=\"recipe\">" + details.recipe.toHtmlEscaped() + "</metadata>\n";
  const qsizetype at = svg.indexOf("<defs>");
  svg.insert(at + 6, '\n' + defs);
  svg.insert(at, metadata);
  return svg;
}

}  // namespace fenwick::ui
