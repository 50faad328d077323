#include "ui/setup/setup_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "app/core/config_words.h"
#include "model/config/presets.h"
#include "ui/look/format.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"

namespace fenwick::ui {

namespace {

constexpr int kMargin = 8;

QString wordOf(const model::Config& config, const char* path) {
  const model::Json& value = config.value(path);
  if (value.is_string()) return QString::fromStdString(value.get<std::string>());
  if (value.is_number_integer()) return grouped(value.get<std::int64_t>());
  if (value.is_number()) return shortNumber(value.get<double>());
  return QString::fromStdString(value.dump());
}

// From the panel's colours: those of the label itself would pale with every call.
void quieten(QLabel* label, const QPalette& panel) {
  QPalette palette;
  palette.setColor(QPalette::WindowText, quietText(panel));
  label->setPalette(palette);
}

}  // namespace

SetupPanel::SetupPanel(app::ConfigDraft& draft, app::Session& session, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_session(session) {
  build();
  fillPresets();
  m_factsSoon.setSingleShot(true);
  m_factsSoon.setInterval(120);
  connect(&m_factsSoon, &QTimer::timeout, this, &SetupPanel::askForFacts);
  connect(&m_draft, &app::ConfigDraft::changed, this, &SetupPanel::refresh);
  connect(&m_session, &app::Session::rateMeasured, this, &SetupPanel::showFacts);
  connect(&m_session, &app::Session::liveChanged, this, &SetupPanel::refresh);
  refresh();
}

void SetupPanel::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);

  auto* head = new QWidget(this);
  auto* headLayout = new QVBoxLayout(head);
  headLayout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  headLayout->setSpacing(4);
  auto* presets = new QHBoxLayout;
  presets->setSpacing(8);
  m_preset = new QComboBox(head);
  m_preset->setObjectName(QStringLiteral("preset"));
  m_preset->setAccessibleName(tr("Preset"));
  m_arm = new QComboBox(head);
  m_arm->setObjectName(QStringLiteral("arm"));
  m_arm->setAccessibleName(tr("Arm"));
  m_arm->setToolTip(tr("as-described follows the paper's text, as-published its code"));
  presets->addWidget(m_preset, 3);
  presets->addWidget(m_arm, 2);
  headLayout->addLayout(presets);
  m_presetHelp = new QLabel(head);
  m_presetHelp->setWordWrap(true);
  headLayout->addWidget(m_presetHelp);
  auto* difference = new QHBoxLayout;
  difference->setSpacing(8);
  m_differences = new QLabel(head);
  m_differences->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_resetAll = new QPushButton(icon(QStringLiteral("reset")), tr("Reset"), head);
  m_resetAll->setFlat(true);
  m_resetAll->setToolTip(tr("Every setting back to the preset"));
  difference->addWidget(m_differences, 1);
  difference->addWidget(m_resetAll);
  headLayout->addLayout(difference);
  m_fork = new QWidget(head);
  auto* fork = new QHBoxLayout(m_fork);
  fork->setContentsMargins(0, 0, 0, 0);
  m_forkOf = new QLabel(m_fork);
  m_forkOf->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_forkStep = new QComboBox(m_fork);
  m_forkStep->setAccessibleName(tr("Step that the fork begins at"));
  m_forkStep->setToolTip(tr("The kept steps of that run. Where weights alone are kept, the optimiser starts fresh"));
  auto* noFork = new QPushButton(icon(QStringLiteral("reset")), tr("No fork"), m_fork);
  noFork->setFlat(true);
  noFork->setToolTip(tr("Begin with drawn weights, with these settings"));
  fork->addWidget(m_forkOf, 1);
  fork->addWidget(m_forkStep);
  fork->addWidget(noFork);
  headLayout->addWidget(m_fork);
  layout->addWidget(head);

  m_scroll = new QScrollArea(this);
  m_scroll->setAccessibleName(tr("Settings"));
  QScrollArea* scroll = m_scroll;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* form = new QWidget(scroll);
  auto* formLayout = new QVBoxLayout(form);
  formLayout->setContentsMargins(kMargin, 0, kMargin, kMargin);
  formLayout->setSpacing(0);
  const QString titles[] = {tr("Task"), tr("Model"), tr("\u03bb head"), tr("Train")};
  for (const QString& title : titles) {
    auto* section = new SetupSection(title, m_draft, form);
    m_sections.append(section);
    formLayout->addWidget(section);
  }
  for (const model::Field& field : model::fields()) {
    const QString path = QString::fromStdString(field.path);
    const int group = path.startsWith(QLatin1String("task."))           ? 0
                      : path.startsWith(QLatin1String("model.lambda.")) ? 2
                      : path.startsWith(QLatin1String("model."))        ? 1
                                                                        : 3;
    m_sections[group]->addField(field);
  }
  m_sections[1]->setOpen(false);
  formLayout->addStretch(1);
  scroll->setWidget(form);
  form->installEventFilter(this);
  scroll->viewport()->setAutoFillBackground(false);
  form->setAutoFillBackground(false);
  layout->addWidget(scroll, 1);

  auto* foot = new QWidget(this);
  auto* footLayout = new QVBoxLayout(foot);
  footLayout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  footLayout->setSpacing(4);
  m_verdict = new QLabel(foot);
  m_verdict->setWordWrap(true);
  m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_facts = new QLabel(foot);
  m_facts->setWordWrap(true);
  m_facts->setToolTip(
      tr("All parameters; what the \u03bb head adds to the model without one; how many numbers decoding keeps of task.length tokens; the time all steps take on this machine, "
         "from the speed that it reached in training so far"));
  footLayout->addWidget(m_facts);
  footLayout->addWidget(m_verdict);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  m_start = new QPushButton(icon(QStringLiteral("start")), tr("Start"), foot);
  m_start->setDefault(true);
  m_seeds = new QPushButton(icon(QStringLiteral("seeds")), tr("Seeds 0–4"), foot);
  m_seeds->setToolTip(tr("Queue five runs that differ in their seed; each trains as a process of its own"));
  m_copy = new QPushButton(icon(QStringLiteral("copy")), tr("Copy command"), foot);
  m_copy->setToolTip(tr("The fenwick command that trains exactly this, for a shell"));
  buttons->addWidget(m_start, 1);
  buttons->addWidget(m_seeds, 1);
  buttons->addWidget(m_copy, 1);
  footLayout->addLayout(buttons);
  layout->addWidget(foot);

  connect(m_preset, &QComboBox::activated, this, &SetupPanel::choosePreset);
  connect(m_arm, &QComboBox::activated, this, &SetupPanel::choosePreset);
  connect(m_forkStep, &QComboBox::activated, this, [this] { m_draft.setForkStep(m_forkStep->currentData().toLongLong()); });
  connect(noFork, &QPushButton::clicked, this, [this] { m_draft.dropFork(); });
  connect(m_resetAll, &QPushButton::clicked, this, [this] { m_draft.resetAll(); });
  connect(m_start, &QPushButton::clicked, this, &SetupPanel::startRequested);
  connect(m_seeds, &QPushButton::clicked, this, &SetupPanel::seedsRequested);
  connect(m_copy, &QPushButton::clicked, this, &SetupPanel::copyRequested);
}

// Nothing of a row may lie beyond the edge: the panel is at least as wide as what stands in it.
bool SetupPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_scroll->widget() && event->type() == QEvent::LayoutRequest) {
    m_scroll->setMinimumWidth(m_scroll->widget()->minimumSizeHint().width() + m_scroll->verticalScrollBar()->sizeHint().width());
  }
  return QWidget::eventFilter(watched, event);
}

FieldEditor* SetupPanel::editor(const QString& path) const {
  SetupSection* section = sectionOf(path);
  return section ? section->editor(path) : nullptr;
}

SetupSection* SetupPanel::sectionOf(const QString& path) const {
  for (SetupSection* section : m_sections) {
    if (section->holds(path)) return section;
  }
  return nullptr;
}

void SetupPanel::showFirstProblem() {
  for (const model::Problem& problem : m_draft.problems()) {
    const QString path = QString::fromStdString(problem.field);
    SetupSection* section = sectionOf(path);
    if (!section) continue;
    section->setOpen(true);
    section->editor(path)->setFocus();
    return;
  }
}

void SetupPanel::fillPresets() {
  for (const model::Preset& preset : model::presets()) {
    m_preset->addItem(QString::fromStdString(preset.name), app::translated(preset.summary));
    m_preset->setItemData(m_preset->count() - 1, app::translated(preset.summary), Qt::ToolTipRole);
  }
}

void SetupPanel::choosePreset() {
  QString name = m_preset->currentText();
  if (sender() == m_arm && m_arm->currentIndex() > 0) name += QLatin1Char('@') + m_arm->currentText();
  m_draft.usePreset(name);
}

void SetupPanel::recolour() {
  refresh();
  quieten(m_facts, palette());
}

void SetupPanel::refresh() {
  const QString name = m_draft.presetName();
  const int preset = m_preset->findText(name);
  m_preset->setCurrentIndex(preset);
  m_arm->clear();
  for (const model::Preset& known : model::presets()) {
    if (QString::fromStdString(known.name) != name) continue;
    for (const std::string& arm : known.arms) m_arm->addItem(QString::fromStdString(arm));
  }
  m_arm->setCurrentIndex(m_arm->findText(m_draft.arm()));
  m_arm->setEnabled(m_arm->count() > 1);
  m_presetHelp->setText(preset < 0 ? tr("No preset: what differs from the defaults is bold")
                                   : m_preset->itemData(preset).toString());
  quieten(m_presetHelp, palette());

  const qsizetype differing = m_draft.differences().size();
  m_differences->setText(differing == 0 ? tr("As the preset")
                                        : tr("%Ln setting(s) differ from the preset", nullptr, static_cast<int>(differing)));
  quieten(m_differences, palette());
  m_resetAll->setVisible(differing > 0);

  refreshFork();
  refreshSummaries();
  for (SetupSection* section : m_sections) section->refresh();

  const bool valid = m_draft.valid();
  m_start->setEnabled(valid);
  m_seeds->setEnabled(valid && !m_draft.forkPoint());
  m_copy->setEnabled(valid);
  m_start->setText(m_session.live() ? tr("Queue") : tr("Start"));
  m_start->setToolTip(m_session.live() ? tr("One run is open in the window: this one waits for its turn")
                                       : tr("Train this configuration"));
  QString verdict;
  if (!valid) {
    const model::Problem& first = m_draft.problems().front();
    const model::Field* field = model::findField(first.field);
    const QString title = field ? app::translated(field->title) : QString::fromStdString(first.field);
    verdict = title.isEmpty() ? QString::fromStdString(first.message)
                              : title + QStringLiteral(": ") + QString::fromStdString(first.message);
    const auto others = static_cast<qint64>(m_draft.problems().size()) - 1;
    if (others > 0) verdict += tr(" (and %1 more)").arg(others);
    verdict = tr("Start is off. %1").arg(verdict);
    m_start->setToolTip(verdict);
  }
  m_verdict->setText(verdict);
  m_verdict->setVisible(!valid);
  QPalette red;
  red.setColor(QPalette::WindowText, warningColour(palette()));
  m_verdict->setPalette(red);
  m_factsSoon.start();
}

void SetupPanel::refreshFork() {
  const std::optional<app::ForkPoint>& fork = m_draft.forkPoint();
  m_fork->setVisible(fork.has_value());
  if (!fork) return;
  m_forkOf->setText(tr("Fork of %1 at step").arg(fork->label));
  m_forkOf->setToolTip(fork->folder);
  m_forkStep->clear();
  for (const qint64 step : fork->steps) m_forkStep->addItem(grouped(step), step);
  m_forkStep->setCurrentIndex(m_forkStep->findData(fork->step));
}

void SetupPanel::refreshSummaries() {
  const model::Config& config = m_draft.config();
  const QString dot = QStringLiteral(" \u00b7 ");
  QStringList task{wordOf(config, "task.kind")};
  if (model::findField("task.kvPairs") && m_draft.relevant(*model::findField("task.kvPairs"))) {
    task << tr("k %1").arg(wordOf(config, "task.kvPairs"));
  }
  task << tr("T %1").arg(wordOf(config, "task.length")) << tr("V %1").arg(wordOf(config, "task.vocabulary"));
  QStringList model{tr("%Ln layer(s)", nullptr, config.get<int>("model.layers")),
                    tr("d %1").arg(wordOf(config, "model.width")),
                    tr("%Ln head(s)", nullptr, config.get<int>("model.heads"))};
  QStringList lambda{wordOf(config, "model.lambda.head")};
  if (m_draft.relevant(*model::findField("model.lambda.hidden")))
    lambda << tr("hidden %1").arg(wordOf(config, "model.lambda.hidden"));
  QStringList train{wordOf(config, "train.optimizer") + QLatin1Char(' ') + wordOf(config, "train.learningRate"),
                    tr("%1 steps").arg(wordOf(config, "train.steps")), tr("seed %1").arg(wordOf(config, "train.seed"))};
  m_sections[0]->setSummary(task.join(dot));
  m_sections[1]->setSummary(model.join(dot));
  m_sections[2]->setSummary(lambda.join(dot));
  m_sections[3]->setSummary(train.join(dot));
}

void SetupPanel::askForFacts() {
  if (!m_draft.valid() || !m_session.trainer().summarize) {
    m_summary.reset();
    showFacts();
    return;
  }
  const quint64 asked = ++m_factsAsked;
  m_session.summarize(m_draft.config(), m_mailbox.address(), [this, asked](const std::optional<model::ModelSummary>& summary) {
    if (m_factsAsked != asked) return;
    m_summary = summary;
    showFacts();
  });
}

void SetupPanel::showFacts() {
  if (!m_summary) {
    m_facts->setText(QString());
    m_facts->setVisible(false);
    return;
  }
  QStringList facts{tr("%1 parameters").arg(grouped(m_summary->parameters))};
  if (m_summary->lambdaParameters > 0) {
    facts << tr("\u03bb head +%1\u00a0%").arg(QLocale().toString(m_summary->lambdaOverhead * 100, 'g', 2));
  }
  facts << tr("decode state %1 numbers").arg(grouped(m_summary->stateFloats));
  const std::optional<double> rate = m_session.measuredRate();
  if (rate && m_summary->flopsPerStep > 0) {
    const double steps = static_cast<double>(m_draft.config().get<std::int64_t>("train.steps"));
    facts << tr("\u2248 %1 here").arg(duration(steps * m_summary->flopsPerStep / *rate));
  } else {
    facts << tr("time: known after the first run");
  }
  m_facts->setText(facts.join(QStringLiteral(" \u00b7 ")));
  m_facts->setVisible(true);
  quieten(m_facts, palette());
}

}  // namespace fenwick::ui
