#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolBar>

namespace fenwick::ui {

// One sentence across the window that a person has to see, with what can be done about it. Never modal; the newest replaces the last.
class NoticeBar : public QToolBar {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);

  enum class Weight { Plain, Warning };
  // `action` empty: only the button that puts it away.
  QPushButton* show(const QString& sentence, Weight weight, const QString& action = {});
  void putAway();
  QString sentence() const { return isHidden() ? QString() : m_sentence->text(); }
  QPushButton* actionButton() const { return m_action; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void colour();
  void fit();

  QLabel* m_icon;
  QLabel* m_sentence;
  QPushButton* m_action;
  QPushButton* m_away;
  Weight m_weight = Weight::Plain;
};

}  // namespace fenwick::ui
