#include "app/core/inspector.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <mutex>
#include <optional>
#include <utility>

#include "app/core/folder_follower.h"
#include "kernels/fenwick.h"

namespace fenwick::app {

namespace {

bool sameTokens(const model::TokenBatch& a, const model::TokenBatch& b) { return a.inputs == b.inputs && a.targets == b.targets && a.roles == b.roles; }

}  // namespace

// What is asked for and not begun yet; a newer request takes an older one's place.
struct Inspector::Requests {
  struct Open {
    QString folder, step;
    Progress progress;
  };
  struct Look {
    qint64 sample = 0;
    std::optional<model::TokenBatch> tokens;
    model::Intervention intervention;
    QElapsedTimer since;
    Progress progress;
  };
  struct Score {
    model::Intervention intervention;
    QElapsedTimer since;
    Progress progress;
  };
  struct Weigh {
    WeighedHead head;
    Progress progress;
  };

  std::mutex mutex;
  std::optional<Open> open;
  std::optional<Look> look;
  std::optional<Score> score;
  std::optional<Weigh> weigh;
  bool close = false, quit = false;

  void forget() {
    open.reset();
    look.reset();
    score.reset();
    weigh.reset();
  }

  template <class T>
  std::optional<T> take(std::optional<T>& request) {
    const std::lock_guard lock(mutex);
    return std::exchange(request, std::nullopt);
  }
};

// On the inspector's thread, from the first request on.
class Inspector::Worker : public std::enable_shared_from_this<Worker> {
 public:
  Worker(Inspector& inspector, int threads)
      : m_inspector(inspector), m_requests(inspector.m_requests), m_here(inspector.m_thread.address()), m_back(inspector.m_mailbox.address()), m_threads(threads) {}

  void wake() {
    if (!std::exchange(m_queued, true)) m_here.post([self = shared_from_this()] { self->work(); });
  }

 private:
  struct Scoring {
    Requests::Score request;
    model::SplitScore score;
    bool both = false;  // without the change too
    std::int64_t next = 0;
    QElapsedTimer told;
  };

  // Does one piece of what is asked for, the most urgent first, and comes back while there is more.
  void work() {
    m_queued = false;
    try {
      if (!step()) return;
    } catch (const Cancelled&) {
      if (m_scoring && m_scoring->request.progress.cancelled()) m_scoring.reset();
      tell(&Inspector::failed, tr("Cancelled; the next change begins anew."));
    } catch (const std::exception& error) {
      m_scoring.reset();
      tell(&Inspector::failed, QString::fromUtf8(error.what()));
    }
    wake();
  }

  // By a signal on the window's thread, as long as there is an inspector.
  template <class Signal, class News>
  void tell(Signal signal, News news) {
    m_back.post([inspector = &m_inspector, signal, news = std::move(news)] { (inspector->*signal)(news); });
  }

  bool step() {
    {
      const std::lock_guard lock(m_requests->mutex);
      if (m_requests->quit) return false;
      if (std::exchange(m_requests->close, false)) forget();
    }
    if (const auto open = m_requests->take(m_requests->open)) return load(*open), true;
    if (!m_probe) {  // nothing can be asked of weights that could not be opened
      const std::lock_guard lock(m_requests->mutex);
      if (!m_requests->open) m_requests->forget();
      return m_requests->open.has_value();
    }
    if (const auto look = m_requests->take(m_requests->look)) return answer(*look), true;
    if (auto head = m_requests->take(m_requests->weigh)) return weigh(std::move(*head)), true;
    if (auto score = m_requests->take(m_requests->score)) {
      const bool both = !m_plain && !score->intervention.edits.empty();
      m_scoring = Scoring{std::move(*score), {}, both, 0, {}};
    }
    if (!m_scoring) return false;
    scoreBatch();
    return true;
  }

  void forget() {
    m_probe.reset();
    m_lastLooked.reset();
    m_plain.reset();
    m_scoring.reset();
  }

  void load(const Requests::Open& open) {
    forget();
    open.progress.check();
    m_folder = open.folder;
    m_probe = model::Probe::open({toPath(open.folder), open.step.toStdString()}, {"cpu", m_threads});
    if (open.progress.cancelled()) forget();
    open.progress.check();
    const int trained = kernels::levelCount(model::trainedLength(m_probe->config()));
    const std::vector<std::int64_t> kept = model::RunFolder(toPath(open.folder)).keptSteps();
    tell(&Inspector::opened, OpenedWeights{open.folder, m_probe->step(), m_probe->shape(), m_probe->examples(), m_probe->vocabulary(), trained,
                                           m_probe->split() == model::Split::Valid, QVector<qint64>(kept.begin(), kept.end())});
  }

  void answer(const Requests::Look& look) {
    look.progress.check();
    auto sequence = std::make_shared<InspectedSequence>();
    sequence->folder = m_folder;
    sequence->sample = look.sample;
    sequence->tokens = look.tokens ? *look.tokens : m_probe->example(look.sample);
    sequence->intervention = look.intervention;
    sequence->plain = m_lastLooked && sameTokens(m_lastLooked->tokens, sequence->tokens) ? m_lastLooked->plain : m_probe->look(sequence->tokens, {});
    sequence->changed = look.intervention.edits.empty() ? sequence->plain : m_probe->look(sequence->tokens, look.intervention);
    look.progress.check();
    sequence->milliseconds = static_cast<double>(look.since.nsecsElapsed()) * 1e-6;
    tell(&Inspector::looked, sequence);
    m_lastLooked = std::move(sequence);
  }

  void weigh(Requests::Weigh asked) {
    asked.progress.check();
    WeighedHead& head = asked.head;
    const auto which = static_cast<std::size_t>(head.layer * m_probe->shape().heads + head.head);
    head.matrices = model::weightMatrices(head.sequence->changed.heads.at(which));
    asked.progress.check();
    tell(&Inspector::weighed, std::make_shared<const WeighedHead>(std::move(head)));
  }

  // The plain score first and once; then the changed one. Told at most ten times a second, and at the end.
  void scoreBatch() {
    Scoring& s = *m_scoring;
    s.request.progress.check();
    const bool plain = !m_plain;
    s.next = m_probe->score(plain ? model::Intervention() : s.request.intervention, s.next, s.score);
    const bool whole = s.next < 0;
    const bool changes = !s.request.intervention.edits.empty();
    const std::int64_t examples = m_probe->examples(), before = s.both && !plain ? examples : 0;
    s.request.progress.of(before + static_cast<std::int64_t>(s.score.samples.size()), (s.both ? 2 : 1) * examples);
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
    tell(&Inspector::scored, split);
    if (split->complete) m_scoring.reset();
  }

  Inspector& m_inspector;  // touched on its own thread alone, by what is told
  std::shared_ptr<Requests> m_requests;
  Mailbox::Address m_here, m_back;
  int m_threads;
  bool m_queued = false;
  QString m_folder;
  std::unique_ptr<model::Probe> m_probe;
  std::shared_ptr<const InspectedSequence> m_lastLooked;  // by these weights: while λ is changed its plain part stays
  std::shared_ptr<const model::SplitScore> m_plain;       // of these weights
  std::optional<Scoring> m_scoring;
};

Inspector::Inspector(int threads, QObject* parent)
    : QObject(parent), m_requests(std::make_shared<Requests>()), m_worker(std::make_shared<Worker>(*this, threads)) {}

Inspector::~Inspector() {
  ask([](Requests& requests) { requests.quit = true; });
  m_thread.address().post([worker = std::move(m_worker)] {});  // its tensors go on the thread that made them
}

Progress Inspector::begin(const QString& title) { return LongWork::begin(m_work, title.arg(QFileInfo(m_folder).fileName())); }

template <class Change>
void Inspector::ask(Change change) {
  {
    const std::lock_guard lock(m_requests->mutex);
    change(*m_requests);
  }
  m_thread.address().post([worker = m_worker] { worker->wake(); });
}

void Inspector::open(const QString& folder, const QString& step) {
  m_folder = folder;
  ask([&](Requests& requests) {
    requests.forget();
    requests.open = Requests::Open{folder, step, begin(tr("Loading the weights of %1"))};
  });
}

void Inspector::close() {
  m_folder.clear();
  ask([](Requests& requests) {
    requests.forget();
    requests.close = true;
  });
}

void Inspector::look(qint64 sample, const model::Intervention& intervention) { look(sample, std::nullopt, intervention); }

void Inspector::look(qint64 sample, const std::optional<model::TokenBatch>& tokens, const model::Intervention& intervention) {
  ask([&](Requests& requests) {
    requests.look = Requests::Look{sample, tokens, intervention, {}, begin(tr("Computing one sequence of %1"))};
    requests.look->since.start();
  });
}

void Inspector::weigh(std::shared_ptr<const InspectedSequence> sequence, qint64 layer, qint64 head) {
  ask([&](Requests& requests) {
    requests.weigh = Requests::Weigh{WeighedHead{std::move(sequence), layer, head, {}}, begin(tr("Computing the weight matrix of %1"))};
  });
}

void Inspector::score(const model::Intervention& intervention) {
  ask([&](Requests& requests) {
    requests.score = Requests::Score{intervention, {}, begin(tr("Evaluating the examples of %1"))};
    requests.score->since.start();
  });
}

}  // namespace fenwick::app
