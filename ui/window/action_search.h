#pragma once

#include <QAction>
#include <QFrame>
#include <QLineEdit>
#include <QListWidget>
#include <QVector>

namespace fenwick::ui {

// Finds and triggers any action of the menus by a few letters (Ctrl+K). Actions that cannot run now are listed last and say so by
// being grey.
class ActionSearch : public QFrame {
  Q_OBJECT

 public:
  explicit ActionSearch(QWidget* window);

  void open(const QVector<QAction*>& actions);
  QLineEdit& line() { return *m_line; }
  QListWidget& list() { return *m_list; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill();
  void run(QListWidgetItem* item);

  QLineEdit* m_line;
  QListWidget* m_list;
  QVector<QAction*> m_actions;
};

}  // namespace fenwick::ui
