#include "app/core/call_thread.h"

namespace fenwick::app {

CallThread::CallThread(const QString& name, QThread::Priority priority) {
  auto* mailbox = new Mailbox;
  m_address = mailbox->address();
  mailbox->moveToThread(&m_thread);
  QObject::connect(&m_thread, &QThread::finished, mailbox, &QObject::deleteLater);
  m_thread.setObjectName(name);
  m_thread.start(priority);
}

CallThread::~CallThread() {
  m_address.post([this] { m_thread.quit(); });
  m_thread.wait();
}

}  // namespace fenwick::app
