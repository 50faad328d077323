#pragma once

#include <QSettings>
#include <QStringList>

namespace fenwick::app {

// What was opened or saved last, the newest first, kept in the settings. Lives on the window's thread.
class Recent {
 public:
  enum class Kind { Runs, Configurations, Figures };
  static constexpr Kind kKinds[] = {Kind::Runs, Kind::Configurations, Kind::Figures};
  static constexpr int kMost = 8;  // of each kind

  explicit Recent(QSettings& settings) : m_settings(settings) {}

  void add(Kind kind, const QString& path);
  QStringList list(Kind kind) const;
  bool empty() const;
  // Takes off what no longer exists, and returns it.
  QStringList clean();
  void clear();

 private:
  QSettings& m_settings;  // not owned
};

}  // namespace fenwick::app
