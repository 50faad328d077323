#pragma once

#include <QObject>
#include <QPalette>

namespace fenwick::ui {

// The program's colours: Fusion with a light and a dark palette of our own, one of them chosen or following the system.
// Qt 6.4 does not tell the system's scheme, so its palette is looked at.
class Theme : public QObject {
  Q_OBJECT

 public:
  enum class Choice { System, Light, Dark };

  explicit Theme(QObject* parent = nullptr);

  void choose(Choice choice);
  Choice choice() const { return m_choice; }
  bool dark() const { return m_dark; }

  static QPalette palette(bool dark);
  static QString name(Choice choice);  // as the settings keep it
  static Choice fromName(const QString& name);

  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  void changed();

 private:
  void apply();
  bool systemIsDark();

  Choice m_choice = Choice::System;
  bool m_dark = false;
  bool m_applying = false;
};

// Text that is less important than the rest, lines between panels, and words of warning, in the palette that is in use.
QColor quietText(const QPalette& palette);
QColor lineColour(const QPalette& palette);
QColor warningColour(const QPalette& palette);
QColor goodColour(const QPalette& palette);

// The system's font or, where there is none (offscreen, bare containers), the bundled one.
void useFonts();

}  // namespace fenwick::ui
