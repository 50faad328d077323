#include "app/core/inspector.h"

#include <QElapsedTimer>
#include <QMetaObject>
#include <mutex>
#include <optional>
#include <utility>

#include "app/core/folder_follower.h"
#include "kernels/fenwick.h"

namespace fenwick::app {

// What is asked for and not begun yet; a newer request takes an older one's place.
struct Inspector::Requests {
  struct Open {
    QString folder, step;
  };
  struct Look {
    qint64 sample = 0;
    std::optional<model::TokenBatch> tokens;
    model::Intervention intervention;
    QElapsedTimer since;
  };
  struct Score {
    model::Intervention intervention;
    QElapsedTimer since;
  };

  std::mutex mutex;
  std::optional<Open> open;
  std::optional<Look> look;
  std::optional<Score> score;
  std::optional<WeighedHead> weigh;
  bool close = false, quit = false;

  template <class T>
  std::optional<T> take(std::optional<T>& request) {
    const std::lock_guard lock(mutex);
    return std::exchange(request, std::nullopt);
  }
};

class InspectorWorker : public QObject {
 public:
  InspectorWorker(Inspector& inspector, std::shared_ptr<Inspector::Requests> requests, int threads)
      : m_inspector(inspector), m_requests(std::move(requests)), m_threads(threads) {}

  void wake() {
    if (!std::exchange(m_queued, true)) QMetaObject::invokeMethod(this, [this] { work(); }, Qt::QueuedConnection);
  }

 private:
  struct Scoring {
    Inspector::Requests::Score request;
    model::SplitScore score;
    std::int64_t next = 0;
    QElapsedTimer told;
  };

  // Does one piece of what is asked for, the most urgent first, and comes back while there is more.
  void work() {
    m_queued = false;
    try {
      if (!step()) return;
    } catch (const std::exception& error) {
      m_scoring.reset();
      emit m_inspector.failed(QString::fromUtf8(error.what()));
    }
    wake();
  }

  bool step() {
    {
      const std::lock_guard lock(m_requests->mutex);
      if (m_requests->quit) return false;
      if (std::exchange(m_requests->close, false)) m_probe.reset(), m_plain.reset(), m_scoring.reset();
    }
    if (const auto open = m_requests->take(m_requests->open)) return load(*open), true;
    if (!m_probe) return false;
    if (const auto look = m_requests->take(m_requests->look)) return answer(*look), true;
    if (auto head = m_requests->take(m_requests->weigh)) return weigh(std::move(*head)), true;
    if (auto score = m_requests->take(m_requests->score)) m_scoring = Scoring{std::move(*score), {}, 0, {}};
    if (!m_scoring) return false;
    scoreBatch();
    return true;
  }

  void load(const Inspector::Requests::Open& open) {
    m_probe.reset();
    m_plain.reset();
    m_scoring.reset();
    m_folder = open.folder;
    m_probe = model::Probe::open({toPath(open.folder), open.step.toStdString()}, {"cpu", m_threads});
    const int trained = kernels::levelCount(model::trainedLength(m_probe->config()));
    const std::vector<std::int64_t> kept = model::RunFolder(toPath(open.folder)).keptSteps();
    emit m_inspector.opened({open.folder, m_probe->step(), m_probe->shape(), m_probe->examples(), m_probe->vocabulary(), trained,
                             m_probe->split() == model::Split::Valid, QVector<qint64>(kept.begin(), kept.end())});
  }

  void answer(const Inspector::Requests::Look& look) {
    auto sequence = std::make_shared<InspectedSequence>();
    sequence->folder = m_folder;
    sequence->sample = look.sample;
    sequence->tokens = look.tokens ? *look.tokens : m_probe->example(look.sample);
    sequence->intervention = look.intervention;
    sequence->plain = m_probe->look(sequence->tokens, {});
    sequence->changed = look.intervention.edits.empty() ? sequence->plain : m_probe->look(sequence->tokens, look.intervention);
    sequence->milliseconds = static_cast<double>(look.since.nsecsElapsed()) * 1e-6;
    emit m_inspector.looked(sequence);
  }

  void weigh(WeighedHead head) {
    const auto which = static_cast<std::size_t>(head.layer * m_probe->shape().heads + head.head);
    head.matrices = model::weightMatrices(head.sequence->changed.heads.at(which));
    emit m_inspector.weighed(std::make_shared<const WeighedHead>(std::move(head)));
  }

  // The plain score first and once; then the changed one. Told at most ten times a second, and at the end.
  void scoreBatch() {
    Scoring& s = *m_scoring;
    const bool plain = !m_plain;
    s.next = m_probe->score(plain ? model::Intervention() : s.request.intervention, s.next, s.score);
    const bool whole = s.next < 0;
    const bool changes = !s.request.intervention.edits.empty();
    if (!whole && s.told.isValid() && s.told.elapsed() < 100) return;
    s.told.start();
    auto split = std::make_shared<InspectedSplit>();
    const auto now = std::make_shared<const model::SplitScore>(s.score);
    split->folder = m_folder;
    split->plain = plain ? now : m_plain;
    if (!plain && changes) split->changed = now;
    split->intervention = s.request.intervention;
    split->examples = m_probe->examples();
    split->milliseconds = static_cast<double>(s.request.since.nsecsElapsed()) * 1e-6;
    split->complete = whole && (!plain || !changes);
    if (whole && plain) {
      m_plain = now;
      s.score = {};
      s.next = 0;
    }
    emit m_inspector.scored(split);
    if (split->complete) m_scoring.reset();
  }

  Inspector& m_inspector;
  std::shared_ptr<Inspector::Requests> m_requests;
  int m_threads;
  bool m_queued = false;
  QString m_folder;
  std::unique_ptr<model::Probe> m_probe;
  std::shared_ptr<const model::SplitScore> m_plain;  // of these weights
  std::optional<Scoring> m_scoring;
};

Inspector::Inspector(int threads, QObject* parent) : QObject(parent), m_requests(std::make_shared<Requests>()) {
  qRegisterMetaType<OpenedWeights>();
  qRegisterMetaType<std::shared_ptr<const InspectedSequence>>("std::shared_ptr<const fenwick::app::InspectedSequence>");
  qRegisterMetaType<std::shared_ptr<const WeighedHead>>("std::shared_ptr<const fenwick::app::WeighedHead>");
  qRegisterMetaType<std::shared_ptr<const InspectedSplit>>("std::shared_ptr<const fenwick::app::InspectedSplit>");
  m_worker = new InspectorWorker(*this, m_requests, threads);
  m_worker->moveToThread(&m_thread);
  m_thread.setObjectName(QStringLiteral("inspector"));
  m_thread.start(QThread::LowPriority);
}

Inspector::~Inspector() {
  {
    const std::lock_guard lock(m_requests->mutex);
    m_requests->quit = true;
  }
  // The tensors go on the thread that made them.
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  m_thread.quit();
  m_thread.wait();
}

void Inspector::ask() {
  QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->wake(); }, Qt::QueuedConnection);
}

void Inspector::open(const QString& folder, const QString& step) {
  m_folder = folder;
  {
    const std::lock_guard lock(m_requests->mutex);
    m_requests->open = Requests::Open{folder, step};
    m_requests->look.reset();
    m_requests->score.reset();
    m_requests->weigh.reset();
  }
  ask();
}

void Inspector::close() {
  m_folder.clear();
  {
    const std::lock_guard lock(m_requests->mutex);
    m_requests->open.reset();
    m_requests->look.reset();
    m_requests->score.reset();
    m_requests->weigh.reset();
    m_requests->close = true;
  }
  ask();
}

void Inspector::look(qint64 sample, const model::Intervention& intervention) {
  {
    const std::lock_guard lock(m_requests->mutex);
    m_requests->look = Requests::Look{sample, std::nullopt, intervention, {}};
    m_requests->look->since.start();
  }
  ask();
}

void Inspector::look(qint64 sample, const model::TokenBatch& tokens, const model::Intervention& intervention) {
  {
    const std::lock_guard lock(m_requests->mutex);
    m_requests->look = Requests::Look{sample, tokens, intervention, {}};
    m_requests->look->since.start();
  }
  ask();
}

void Inspector::weigh(std::shared_ptr<const InspectedSequence> sequence, qint64 layer, qint64 head) {
  {
    const std::lock_guard lock(m_requests->mutex);
    m_requests->weigh = WeighedHead{std::move(sequence), layer, head, {}};
  }
  ask();
}

void Inspector::score(const model::Intervention& intervention) {
  {
    const std::lock_guard lock(m_requests->mutex);
    m_requests->score = Requests::Score{intervention, {}};
    m_requests->score->since.start();
  }
  ask();
}

}  // namespace fenwick::app
