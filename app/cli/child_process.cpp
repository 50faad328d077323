#include "app/cli/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace fenwick::cli {
namespace {

// Between fork and exec: nothing but system calls.
[[noreturn]] void become(const char* program, char* const* arguments, int log, pid_t parent) {
  // A signal to us must not end in our parent's handler, which would only note it.
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);  // it died before it could be watched
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  execv(program, arguments);
  _exit(127);
}

constexpr int kUnknown = 127;

int codeOf(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what + ": " + std::system_category().message(errno)); }

}  // namespace

std::filesystem::path thisProgram() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw std::runtime_error("the path of this program cannot be read: " + error.message());
  return program;
}

ChildProcess::ChildProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments, const std::filesystem::path& log) {
  if (access(program.c_str(), X_OK) != 0) fail(program.string() + " cannot be started");
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int descriptor = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) fail(log.string() + " cannot be written");
  const pid_t parent = getpid();
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  m_id = fork();
  if (m_id == 0) become(program.c_str(), argv.data(), descriptor, parent);
  const int reason = errno;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  close(descriptor);
  errno = reason;
  if (m_id < 0) fail("no process can be started");
}

ChildProcess::~ChildProcess() {
  if (ended()) return;
  terminate();
  int status = 0;
  while (waitpid(m_id, &status, 0) < 0 && errno == EINTR) {
  }
}

void ChildProcess::terminate() {
  if (!m_code) kill(m_id, SIGTERM);
}

std::optional<int> ChildProcess::ended() {
  if (m_code) return m_code;
  int status = 0;
  const pid_t found = waitpid(m_id, &status, WNOHANG);
  if (found == m_id) m_code = codeOf(status);
  if (found < 0 && errno == ECHILD) m_code = kUnknown;  // somebody else has waited for it
  return m_code;
}

}  // namespace fenwick::cli
