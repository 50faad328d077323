#include "app/cli/threaded_command.h"

#include <stdexcept>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"

namespace fenwick::cli {

ThreadedCommand::ThreadedCommand(const std::vector<std::string>& arguments, const std::filesystem::path& log) : m_log(log) {
  if (!m_log) throw std::runtime_error(log.string() + " cannot be written");
  m_thread = std::thread([this, arguments] {
    std::vector<const char*> argv{"fenwick"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    const int code = run(static_cast<int>(argv.size()), argv.data(), m_log, m_log);
    m_log.close();
    m_code = code;
  });
}

ThreadedCommand::~ThreadedCommand() {
  if (!ended()) terminate();
  m_thread.join();
}

void ThreadedCommand::terminate() { Interrupt::ask(); }

std::optional<int> ThreadedCommand::ended() {
  const int code = m_code;
  return code == kRunning ? std::nullopt : std::optional<int>(code);
}

}  // namespace fenwick::cli
