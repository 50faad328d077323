#include "app/core/mailbox.h"

#include <QCoreApplication>
#include <QEvent>
#include <deque>
#include <mutex>
#include <utility>

namespace fenwick::app {

struct Mailbox::Address::State {
  std::mutex mutex;
  std::deque<Call> calls;
  Mailbox* mailbox = nullptr;  // null once it is gone
};

void Mailbox::Address::post(Call call) const {
  const std::lock_guard lock(m_state->mutex);
  if (!m_state->mailbox) return;
  m_state->calls.push_back(std::move(call));
  QCoreApplication::postEvent(m_state->mailbox, new QEvent(QEvent::User));
}

Mailbox::Mailbox(QObject* parent) : QObject(parent) {
  m_address.m_state = std::make_shared<Address::State>();
  m_address.m_state->mailbox = this;
}

Mailbox::~Mailbox() {
  std::deque<Call> dropped;  // freed outside the lock
  const std::lock_guard lock(m_address.m_state->mutex);
  m_address.m_state->mailbox = nullptr;
  dropped.swap(m_address.m_state->calls);
}

// One call for each event, so that an event loop inside a call goes on with the next ones in their order. The call may delete this.
void Mailbox::customEvent(QEvent*) {
  Call call;
  {
    const std::lock_guard lock(m_address.m_state->mutex);
    call = std::move(m_address.m_state->calls.front());
    m_address.m_state->calls.pop_front();
  }
  call();
}

}  // namespace fenwick::app
