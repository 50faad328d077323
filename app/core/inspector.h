#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <QVector>
#include <memory>
#include <optional>

#include "app/core/call_thread.h"
#include "app/core/long_work.h"
#include "model/training/probe.h"

namespace fenwick::app {

// What is known of a run's weights once they are open.
struct OpenedWeights {
  QString folder;
  qint64 step = 0;
  model::LambdaShape shape;  // no level where the model has no λ
  qint64 examples = 0, vocabulary = 0;
  int trainedLevels = 0;
  bool validation = true;   // the examples are validation ones
  QVector<qint64> kept;     // steps whose weights can be opened, ascending
};

// One sequence before and after the change.
struct InspectedSequence {
  QString folder;
  qint64 sample = -1;  // its number in the split, also where tokens were exchanged
  model::TokenBatch tokens;
  model::Intervention intervention;
  model::ProbedSequence plain, changed;
  double milliseconds = 0;  // from the request to the result
};

// The split, as far as it is scored, without a change (whole before the other begins) and with it.
struct InspectedSplit {
  QString folder;
  std::shared_ptr<const model::SplitScore> plain, changed;  // changed: null while there is no change
  model::Intervention intervention;
  qint64 examples = 0;
  bool complete = false;
  double milliseconds = 0;  // from the request on
};

// The weight matrices of one head over an inspected sequence, λ changed as there.
struct WeighedHead {
  std::shared_ptr<const InspectedSequence> sequence;
  qint64 layer = 0, head = 0;
  model::WeightMatrices matrices;
};

// The weights of one run, loaded on a thread of their own and asked there; nothing here computes. The newest request of each kind wins: a sequence is
// looked at between two batches of the split, a new change begins the split anew. Lives on the window's thread; results come by signal.
class Inspector : public QObject {
  Q_OBJECT

 public:
  explicit Inspector(int threads, QObject* parent = nullptr);  // 0: all cores
  ~Inspector() override;                                       // waits for the batch that is being computed

  // Every request is told there, and can be cancelled: the evaluation between two batches, all else before and after it is computed; failed() says so.
  void reportTo(LongWork* work) { m_work = work; }  // not owned

  // `step` as in RUN@STEP; empty: the best. Everything asked of other weights is forgotten.
  void open(const QString& folder, const QString& step);
  void close();
  QString folder() const { return m_folder; }
  // An example of the split, or these tokens.
  void look(qint64 sample, const model::Intervention& intervention);
  void look(qint64 sample, const std::optional<model::TokenBatch>& tokens, const model::Intervention& intervention);
  void score(const model::Intervention& intervention);
  // Of a sequence that was looked at; it must hold that head.
  void weigh(std::shared_ptr<const InspectedSequence> sequence, qint64 layer, qint64 head);

 signals:
  void opened(const fenwick::app::OpenedWeights& weights);
  void looked(std::shared_ptr<const fenwick::app::InspectedSequence> sequence);
  void scored(std::shared_ptr<const fenwick::app::InspectedSplit> split);
  void weighed(std::shared_ptr<const fenwick::app::WeighedHead> head);
  void failed(const QString& sentence);

 private:
  struct Requests;
  class Worker;

  // Changes what is asked for, and wakes the worker.
  template <class Change>
  void ask(Change change);

  Progress begin(const QString& title);  // %1: the run

  QString m_folder;
  QPointer<LongWork> m_work;
  std::shared_ptr<Requests> m_requests;
  Mailbox m_mailbox;  // of the worker's answers
  CallThread m_thread{QStringLiteral("inspector"), QThread::LowPriority};
  std::shared_ptr<Worker> m_worker;  // used and destroyed on m_thread, as its tensors are
};

}  // namespace fenwick::app
