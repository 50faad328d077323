#pragma once

#include <QObject>
#include <functional>
#include <memory>

namespace fenwick::app {

// Calls for one thread: they are made there, one an event, in the order in which they were posted. What they carry waits in a queue with a
// lock of its own, and the event loop is only woken, so the thread sanitizer sees each hand-over (it does not see into Qt's queue).
// A mailbox belongs to the object whose calls it takes, as a member that is made a child of it where the object moves to another thread.
class Mailbox : public QObject {
 public:
  using Call = std::function<void()>;

  // Where to post, from any thread. It may outlive the mailbox; calls to one that is gone are dropped.
  class Address {
   public:
    void post(Call call) const;

   private:
    friend class Mailbox;
    struct State;
    std::shared_ptr<State> m_state;
  };

  explicit Mailbox(QObject* parent = nullptr);
  ~Mailbox() override;  // calls that wait are dropped

  const Address& address() const { return m_address; }

 protected:
  void customEvent(QEvent* event) override;

 private:
  Address m_address;
};

}  // namespace fenwick::app
