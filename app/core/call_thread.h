#pragma once

#include <QThread>

#include "app/core/mailbox.h"

namespace fenwick::app {

// A thread that makes the calls posted to it. Its destructor waits until all that were posted before have been made.
class CallThread {
 public:
  explicit CallThread(const QString& name, QThread::Priority priority = QThread::InheritPriority);
  ~CallThread();
  CallThread(const CallThread&) = delete;
  CallThread& operator=(const CallThread&) = delete;

  const Mailbox::Address& address() const { return m_address; }

 private:
  QThread m_thread;
  Mailbox::Address m_address;
};

}  // namespace fenwick::app
