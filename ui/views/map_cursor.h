#pragma once

#include <QObject>
#include <optional>

namespace fenwick::ui {

// The token and level a person points at, in whichever map: every open map shows them. Lives on the window's thread.
class MapCursor : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  std::optional<int> token() const { return m_token; }
  std::optional<int> level() const { return m_level; }
  void point(std::optional<int> token, std::optional<int> level) {
    if (token == m_token && level == m_level) return;
    m_token = token, m_level = level;
    emit moved();
  }

 signals:
  void moved();

 private:
  std::optional<int> m_token, m_level;
};

}  // namespace fenwick::ui
