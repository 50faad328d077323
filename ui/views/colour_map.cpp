#include "ui/views/colour_map.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace fenwick::ui {
namespace {

using Anchors = std::array<QRgb, 52>;

constexpr Anchors kViridis = {0x440154, 0x46085C, 0x471063, 0x481769, 0x481D6F, 0x482475, 0x472A7A, 0x46307E, 0x453781,
                              0x433D84, 0x414287, 0x3F4889, 0x3D4E8A, 0x3A538B, 0x38598C, 0x355E8D, 0x33638D, 0x31688E,
                              0x2E6D8E, 0x2C718E, 0x2A768E, 0x297B8E, 0x27808E, 0x25848E, 0x23898E, 0x218E8D, 0x20928C,
                              0x1F978B, 0x1E9C89, 0x1FA188, 0x21A585, 0x24AA83, 0x28AE80, 0x2EB37C, 0x35B779, 0x3DBC74,
                              0x46C06F, 0x50C46A, 0x5AC864, 0x65CB5E, 0x70CF57, 0x7CD250, 0x89D548, 0x95D840, 0xA2DA37,
                              0xB0DD2F, 0xBDDF26, 0xCAE11F, 0xD8E219, 0xE5E419, 0xF1E51D, 0xFDE725};
constexpr Anchors kCividis = {0x00224E, 0x002656, 0x002A5F, 0x002D68, 0x003070, 0x083370, 0x163770, 0x203A6F, 0x273E6E,
                              0x2E416D, 0x34456C, 0x3A486C, 0x3F4C6C, 0x444F6C, 0x49536C, 0x4E566C, 0x535A6D, 0x575D6D,
                              0x5C616E, 0x60646F, 0x656870, 0x696B71, 0x6D6F72, 0x727274, 0x767676, 0x7A7A78, 0x7E7D78,
                              0x838179, 0x888578, 0x8D8878, 0x928C78, 0x969077, 0x9B9476, 0xA09875, 0xA59C74, 0xAAA073,
                              0xAFA471, 0xB5A86F, 0xBAAC6D, 0xBFB06B, 0xC4B468, 0xC9B965, 0xCFBD62, 0xD4C15F, 0xDAC65B,
                              0xDFCA57, 0xE5CF52, 0xEAD34C, 0xF0D846, 0xF6DD3F, 0xFCE236, 0xFEE838};
constexpr Anchors kMagma = {0x000004, 0x02020B, 0x050416, 0x090720, 0x0E0B2B, 0x140E36, 0x1A1042, 0x21114E, 0x29115A,
                            0x311165, 0x390F6E, 0x420F75, 0x4A1079, 0x52137C, 0x5A167E, 0x621980, 0x6A1C81, 0x721F81,
                            0x792282, 0x812581, 0x892881, 0x912B81, 0x992D80, 0xA1307E, 0xAA337D, 0xB2357B, 0xBA3878,
                            0xC23B75, 0xCA3E72, 0xD2426F, 0xD9466B, 0xE04C67, 0xE75263, 0xEC5860, 0xF1605D, 0xF4695C,
                            0xF7725C, 0xF97B5D, 0xFB8560, 0xFC8E64, 0xFD9869, 0xFEA16E, 0xFEAA74, 0xFEB47B, 0xFEBD82,
                            0xFEC68A, 0xFECF92, 0xFED89A, 0xFDE2A3, 0xFDEBAC, 0xFCF4B6, 0xFCFDBF};

// Every 25th or 26th of 256: eleven equal steps.
constexpr std::array<QRgb, 11> kBlueRed = {0x053061, 0x2166AC, 0x4393C3, 0x92C5DE, 0xD1E5F0, 0xF7F7F7,
                                           0xFDDBC7, 0xF4A582, 0xD6604D, 0xB2182B, 0x67001F};

QRgb blueRed(int index) {
  const int tenth = index * 10 / 255, part = index * 10 - tenth * 255;
  const QRgb a = kBlueRed[static_cast<std::size_t>(tenth)];
  const QRgb b = kBlueRed[static_cast<std::size_t>(std::min(tenth + 1, 10))];
  const auto mix = [part](int x, int y) { return (x * (255 - part) + y * part + 127) / 255; };
  return qRgb(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b)));
}

QRgb between(const Anchors& anchors, int index) {
  const int before = index / 5, part = index % 5;
  const QRgb a = anchors[static_cast<std::size_t>(before)];
  const QRgb b = anchors[static_cast<std::size_t>(std::min(before + 1, 51))];
  const auto mix = [part](int x, int y) { return (x * (5 - part) + y * part + 2) / 5; };
  return qRgb(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b)));
}

}  // namespace

QString colourMapName(ColourMap map) {
  switch (map) {
    case ColourMap::Viridis:
      return QStringLiteral("viridis");
    case ColourMap::Cividis:
      return QStringLiteral("cividis");
    case ColourMap::Magma:
      return QStringLiteral("magma");
    case ColourMap::Grey:
      return QStringLiteral("grey");
    case ColourMap::BlueRed:
      return QStringLiteral("blue-red");
  }
  return {};
}

QRgb mapped(ColourMap map, int index) {
  const int i = std::clamp(index, 0, 255);
  switch (map) {
    case ColourMap::Viridis:
      return between(kViridis, i);
    case ColourMap::Cividis:
      return between(kCividis, i);
    case ColourMap::Magma:
      return between(kMagma, i);
    case ColourMap::Grey:
      return qRgb(i, i, i);
    case ColourMap::BlueRed:
      return blueRed(i);
  }
  return 0;
}

int colourIndex(double value, double lower, double upper) {
  if (!(upper > lower)) return value < lower ? 0 : 255;
  return static_cast<int>(std::clamp(std::floor((value - lower) / (upper - lower) * 256), 0.0, 255.0));
}

QString scaleName(Scale scale) {
  switch (scale) {
    case Scale::Linear:
      return QStringLiteral("linear");
    case Scale::Log:
      return QStringLiteral("log");
    case Scale::Diverging:
      return QStringLiteral("diverging");
  }
  return {};
}

QString scaleTitle(Scale scale) {
  switch (scale) {
    case Scale::Linear:
      return QCoreApplication::translate("map", "linear");
    case Scale::Log:
      return QCoreApplication::translate("map", "log");
    case Scale::Diverging:
      return QCoreApplication::translate("map", "diverging");
  }
  return {};
}

double scalePosition(Scale scale, double value, double lower, double upper) {
  if (scale == Scale::Log) {
    if (!(lower > 0) || !(upper > lower)) return value < upper ? 0 : 1;
    if (!(value > 0)) return -1;
    return std::log(value / lower) / std::log(upper / lower);
  }
  if (!(upper > lower)) return value < lower ? 0 : 1;
  return (value - lower) / (upper - lower);
}

int colourIndex(Scale scale, double value, double lower, double upper) {
  if (scale != Scale::Log) return colourIndex(value, lower, upper);
  return static_cast<int>(std::clamp(std::floor(scalePosition(scale, value, lower, upper) * 256), 0.0, 255.0));
}

}  // namespace fenwick::ui
