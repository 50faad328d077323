#pragma once

#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVector>
#include <QWidget>
#include <optional>

#include "app/core/config_draft.h"
#include "app/core/mailbox.h"
#include "app/core/session.h"
#include "ui/setup/setup_section.h"

namespace fenwick::ui {

// The form: preset and arm, every relevant setting in its group, and what the configuration amounts to: parameters, λ overhead,
// expected time here. It edits a ConfigDraft and starts nothing itself.
class SetupPanel : public QWidget {
  Q_OBJECT

 public:
  SetupPanel(app::ConfigDraft& draft, app::Session& session, QWidget* parent = nullptr);

  FieldEditor* editor(const QString& path) const;
  SetupSection* sectionOf(const QString& path) const;
  // Opens the first faulty row's group and gives its editor the focus.
  void showFirstProblem();
  // Draws quiet text and arrows anew; to be called when a theme has been applied whole, since a style sheet puts old palettes back.
  void recolour();
  QString verdict() const { return m_verdict->text(); }
  QString facts() const { return m_facts->text(); }

 signals:
  void startRequested();
  void seedsRequested();
  void copyRequested();

 private:
  void build();
  void fillPresets();
  void choosePreset();
  void refresh();
  void refreshFork();
  void refreshSummaries();
  void askForFacts();
  void showFacts();

  bool eventFilter(QObject* watched, QEvent* event) override;

  app::ConfigDraft& m_draft;
  app::Session& m_session;
  QComboBox* m_preset;
  QComboBox* m_arm;
  QLabel* m_presetHelp;
  QLabel* m_differences;
  QPushButton* m_resetAll;
  QWidget* m_fork;
  QLabel* m_forkOf;
  QComboBox* m_forkStep;
  QScrollArea* m_scroll = nullptr;
  QVector<SetupSection*> m_sections;  // task, model, λ, train
  QLabel* m_verdict;
  QLabel* m_facts;
  QPushButton* m_start;
  QPushButton* m_seeds;
  QPushButton* m_copy;
  QTimer m_factsSoon;
  app::Mailbox m_mailbox;
  quint64 m_factsAsked = 0;
  std::optional<model::ModelSummary> m_summary;
};

}  // namespace fenwick::ui
