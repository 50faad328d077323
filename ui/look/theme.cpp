#include "ui/look/theme.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFontDatabase>
#include <QStyleFactory>

namespace fenwick::ui {

namespace {

QColor mixed(const QColor& a, const QColor& b, double share) {
  return QColor::fromRgbF(static_cast<float>(a.redF() * share + b.redF() * (1 - share)),
                          static_cast<float>(a.greenF() * share + b.greenF() * (1 - share)),
                          static_cast<float>(a.blueF() * share + b.blueF() * (1 - share)));
}

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}

// What palettes cannot say: thin lines instead of frames, one grid of 4 px.
QString styleSheet(const QPalette& palette) {
  return QStringLiteral(
             "QMainWindow::separator { background: %1; width: 1px; height: 1px; }"
             "QToolBar { border: none; border-bottom: 1px solid %1; padding: 4px 8px; spacing: 4px; }"
             "QToolBar::separator { background: %1; width: 1px; margin: 4px 4px; }"
             "QToolBar QToolButton { padding: 4px 8px; border: 1px solid transparent; border-radius: 4px; }"
             "QToolBar QToolButton:hover { background: %2; }"
             "QToolBar QToolButton:pressed, QToolBar QToolButton:checked { background: %3; }"
             "QToolBar QToolButton:focus { border-color: %4; }"
             "QDockWidget::title { padding: 4px 8px; text-align: left; background: transparent; }"
             "QStatusBar { border-top: 1px solid %1; }"
             "QStatusBar::item { border: none; }"
             "QMenuBar { padding: 0 4px; }"
             "QToolTip { padding: 4px; border: 1px solid %1; background: %5; color: %6; }")
      .arg(lineColour(palette).name(),
           mixed(palette.color(QPalette::WindowText), palette.color(QPalette::Window), 0.07).name(),
           mixed(palette.color(QPalette::WindowText), palette.color(QPalette::Window), 0.13).name(),
           palette.color(QPalette::Highlight).name(), palette.color(QPalette::ToolTipBase).name(),
           palette.color(QPalette::ToolTipText).name());
}

}  // namespace

Theme::Theme(QObject* parent) : QObject(parent) {
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  qApp->installEventFilter(this);
  apply();
}

void Theme::choose(Choice choice) {
  m_choice = choice;
  apply();
}

QPalette Theme::palette(bool dark) {
  const auto pick = [dark](const char* light, const char* night) {
    return QColor(QLatin1String(dark ? night : light));
  };
  QPalette palette;
  palette.setColor(QPalette::Window, pick("#f7f7f8", "#1f2226"));
  palette.setColor(QPalette::WindowText, pick("#1d2126", "#e2e5e9"));
  palette.setColor(QPalette::Base, pick("#ffffff", "#181a1d"));
  palette.setColor(QPalette::AlternateBase, pick("#f3f4f6", "#22252a"));
  palette.setColor(QPalette::Text, pick("#1d2126", "#e2e5e9"));
  palette.setColor(QPalette::PlaceholderText, pick("#868d96", "#7e868f"));
  palette.setColor(QPalette::Button, pick("#f2f3f4", "#2b2f34"));
  palette.setColor(QPalette::ButtonText, pick("#1d2126", "#e2e5e9"));
  palette.setColor(QPalette::BrightText, pick("#b3261e", "#ff8a80"));
  palette.setColor(QPalette::ToolTipBase, pick("#ffffff", "#2b2f34"));
  palette.setColor(QPalette::ToolTipText, pick("#1d2126", "#e2e5e9"));
  palette.setColor(QPalette::Highlight, pick("#2e6bb0", "#3b7cc4"));
  palette.setColor(QPalette::HighlightedText, pick("#ffffff", "#ffffff"));
  palette.setColor(QPalette::Link, pick("#2e6bb0", "#7fb2e8"));
  palette.setColor(QPalette::LinkVisited, pick("#6b4fa0", "#b39ddb"));
  palette.setColor(QPalette::Light, pick("#ffffff", "#3a3f45"));
  palette.setColor(QPalette::Midlight, pick("#eceef0", "#33373c"));
  palette.setColor(QPalette::Mid, pick("#c9cdd2", "#3f444a"));
  palette.setColor(QPalette::Dark, pick("#a4a9b0", "#121417"));
  palette.setColor(QPalette::Shadow, pick("#70767d", "#08090a"));
  const QColor faint = pick("#a3a8af", "#666d75");
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
    palette.setColor(QPalette::Disabled, role, faint);
  }
  palette.setColor(QPalette::Disabled, QPalette::Base, pick("#f7f7f8", "#1f2226"));
  palette.setColor(QPalette::Disabled, QPalette::Highlight, pick("#dfe2e6", "#3a3f45"));
  // A list without focus still shows what is selected, in grey.
  palette.setColor(QPalette::Inactive, QPalette::Highlight, pick("#2e6bb0", "#3b7cc4"));
  return palette;
}

QString Theme::name(Choice choice) {
  switch (choice) {
    case Choice::Light:
      return QStringLiteral("light");
    case Choice::Dark:
      return QStringLiteral("dark");
    default:
      return QStringLiteral("system");
  }
}

Theme::Choice Theme::fromName(const QString& name) {
  if (name == QLatin1String("light")) return Choice::Light;
  if (name == QLatin1String("dark")) return Choice::Dark;
  return Choice::System;
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
  // A system that changes between day and night sends its theme change to the windows.
  if (event->type() == QEvent::ThemeChange && !m_applying && m_choice == Choice::System && watched->isWidgetType())
    apply();
  return false;
}

bool Theme::systemIsDark() {
  QApplication::setPalette(QPalette());  // back to the platform's
  return isDark(QApplication::palette());
}

void Theme::apply() {
  m_applying = true;
  m_dark = m_choice == Choice::System ? systemIsDark() : m_choice == Choice::Dark;
  const QPalette chosen = palette(m_dark);
  QApplication::setPalette(chosen);
  qApp->setStyleSheet(styleSheet(chosen));
  m_applying = false;
  emit changed();
}

QColor quietText(const QPalette& palette) {
  return mixed(palette.color(QPalette::Active, QPalette::WindowText), palette.color(QPalette::Active, QPalette::Window),
               0.7);
}

QColor lineColour(const QPalette& palette) {
  return mixed(palette.color(QPalette::Active, QPalette::WindowText), palette.color(QPalette::Active, QPalette::Window),
               0.16);
}

QColor warningColour(const QPalette& palette) { return QColor(QLatin1String(isDark(palette) ? "#ff8a80" : "#b3261e")); }

QColor goodColour(const QPalette& palette) { return QColor(QLatin1String(isDark(palette) ? "#6fcf97" : "#1b7f4b")); }

void useFonts() {
  const bool bare = QFontDatabase::families().isEmpty();
  for (const QFileInfo& file : QDir(QStringLiteral(":/fonts")).entryInfoList({QStringLiteral("*.ttf")})) {
    QFontDatabase::addApplicationFont(file.filePath());
  }
  if (bare) QApplication::setFont(QFont(QStringLiteral("DejaVu Sans"), 10));
}

}  // namespace fenwick::ui
