#include "tests/fuzz/kinds.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>

#include "model/config/config_file.h"
#include "model/config/presets.h"
#include "model/config/sweep.h"
#include "model/io/event_log.h"
#include "model/io/event_record.h"
#include "model/io/tensor_file.h"
#include "model/io/zip.h"
#include "model/run/run_folder.h"
#include "model/tasks/task.h"
#include "model/text/byte_pairs.h"
#include "model/training/kept_weights.h"
#include "model/training/lambda_snapshot.h"

#ifndef FENWICK_UNDER_SANITIZERS  // that build has no command line
#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#endif

namespace fenwick::fuzz {
namespace {

namespace fs = std::filesystem;
using namespace fenwick::model;

void require(bool holds, const std::string& what) {
  if (!holds) throw Broken(what);
}

void put(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Runs a reader that refuses by std::runtime_error with the file's name in its message. False: refused.
template <class Read>
bool taken(const fs::path& path, Read&& read) {
  try {
    read();
    return true;
  } catch (const std::runtime_error& refused) {
    require(std::string(refused.what()).find(path.filename().string()) != std::string::npos,
            std::string("the message does not name the file: ") + refused.what());
    return false;
  }
}

// ---- text --------------------------------------------------------------------------------------------------------------

bool readConfigBytes(const std::string& bytes, const fs::path& folder) {
  put(folder / "config.json", bytes);
  std::vector<Problem> faults;
  const Config config = readConfigFile(folder / "config.json", faults);
  (void)problems(config);
  if (!faults.empty()) return false;
  const auto again = parseJson(config.text(), "again", faults);
  require(again.has_value() && Config::fromJson(*again, faults) == config && faults.empty(), "a configuration is not what its own text says");
  (void)variant(config);
  (void)levels(config);
  return true;
}

bool readPresetBytes(const std::string& bytes, const fs::path&) {
  try {
    const Config config = readPreset(bytes, "as-described");
    (void)problems(config);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

bool readSweepBytes(const std::string& bytes, const fs::path& folder) {
  put(folder / "sweep.json", bytes);
  std::vector<Problem> faults;
  const Sweep sweep = readSweepFile(folder / "sweep.json", faults);
  if (!faults.empty()) return false;
  require(!sweep.runs.empty(), "a sweep without a run was taken");
  std::set<std::string> names;
  for (const SweepRun& run : sweep.runs) {
    require(names.insert(run.name).second, "two runs of a sweep have one name");
    require(!run.name.empty() && run.name.find('/') == std::string::npos && run.name != "." && run.name != "..", "a run's name is no folder's");
  }
  return true;
}

bool readVocabularyBytes(const std::string& bytes, const fs::path& folder) {
  put(folder / "vocab.json", bytes);
  put(folder / "merges.txt", "#version: 0.2\nt h\nth e\n");
  return taken(folder / "vocab.json", [&] {
    const BytePairs pairs = BytePairs::read(folder / "vocab.json", folder / "merges.txt");
    std::vector<BytePairs::Token> tokens;
    pairs.encode("then the thing", tokens);
    for (const BytePairs::Token token : tokens) require(token >= 0 && token < pairs.size(), "a token beyond the vocabulary");
  });
}

bool readRunBytes(const std::string& bytes, const fs::path& folder) {
  put(folder / "run.json", bytes);
  return taken(folder / "run.json", [&] {
    const RunInfo info = RunFolder(folder).readInfo();
    fs::create_directory(folder / "again");
    const RunFolder again(folder / "again");
    again.writeInfo(info);
    const std::string written = contentOf(again.path() / "run.json");
    again.writeInfo(again.readInfo());
    require(info.state == RunState::Running || contentOf(again.path() / "run.json") == written, "run.json is not what its own text says");
  });
}

bool readLockBytes(const std::string& bytes, const fs::path& folder) {
  put(folder / "lock", bytes);
  std::optional<RunLock::Owner> owner;
  if (!taken(folder / "lock", [&] { owner = RunLock::owner(folder); })) return false;
  require(owner.has_value(), "a lock file was not seen");
  require(owner->sameHost || bytes.find("host") != std::string::npos, "a lock of nobody");
  return owner->process != 0;
}

// ---- safetensors ---------------------------------------------------------------------------------------------------------

bool readCheckpointBytes(const std::string& bytes, const fs::path& folder) {
  const RunFolder run(folder);
  put(run.checkpointPath(12), bytes);
  return taken(run.checkpointPath(12), [&] {
    const KeptWeights kept = newestCheckpoint(run);
    require(kept.passedOver.empty(), "the only checkpoint was passed over and taken");
    (void)checkpointState(kept.file);
    // Its checksum holds: what was read, written anew, has the one that stands in the file.
    writeSafetensors(folder / "again", kept.file);
    const std::string again = contentOf(folder / "again"), key = "\"fenwick.crc32c\":\"";
    const std::size_t place = again.find(key);
    require(place != std::string::npos, "a file of ours was written without a checksum");
    require(bytes.find(again.substr(place + key.size(), 8)) != std::string::npos, "a checkpoint was taken against its checksum");
  });
}

std::string changeTensors(const std::string& bytes, const Change& change, unsigned choice, const fs::path& folder) {
  put(folder / "original", bytes);
  TensorFile file = readSafetensors(folder / "original");
  if (!file.metadata.empty() && (choice % 3 != 0 || file.tensors.empty())) {
    auto entry = std::next(file.metadata.begin(), static_cast<std::ptrdiff_t>(choice / 3 % file.metadata.size()));
    entry->second = change(entry->second);
  } else if (!file.tensors.empty()) {
    auto entry = std::next(file.tensors.begin(), static_cast<std::ptrdiff_t>(choice / 3 % file.tensors.size()));
    HostTensor& tensor = entry->second;
    std::string content(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
    content = change(content);
    content.resize(tensor.bytes.size());
    std::memcpy(tensor.bytes.data(), content.data(), content.size());
  }
  file.checked = false;
  writeSafetensors(folder / "changed", file);
  return contentOf(folder / "changed");
}

bool readTensorsBytes(const std::string& bytes, const fs::path& folder) {
  const fs::path path = folder / "data.safetensors";
  put(path, bytes);
  Config config;
  for (const auto& [key, value] : {std::pair<const char*, Json>{"task.kind", "tensors"}, {"task.vocabulary", 16}, {"task.file", path.string()},
                                   {"train.batch", 1}})
    require(config.set(key, value).empty(), key);
  return taken(path, [&] {
    adoptFromFiles(config);
    const auto data = taskKind(config).open(config);
    std::vector<std::int64_t> all(static_cast<std::size_t>(data->examples(Split::Train)));
    std::iota(all.begin(), all.end(), 0);
    TokenBatch batch;
    data->fill(Split::Train, all, batch);
    for (const std::int64_t token : batch.inputs) require(token >= 0 && token < 16, "a token outside the vocabulary was taken");
    for (const std::int64_t token : batch.targets) require(token == -100 || (token >= 0 && token < 16), "a target outside the vocabulary was taken");
  });
}

#ifndef FENWICK_UNDER_SANITIZERS
bool readGoldenBytes(const std::string& bytes, const fs::path& folder) {
  put(folder / "in.safetensors", bytes);
  CLI::App app;
  const auto action = cli::attentionCommand().define(app);
  const std::string in = (folder / "in.safetensors").string(), out = (folder / "out.safetensors").string();
  const char* arguments[] = {"attention", in.c_str(), out.c_str(), "--threads", "1"};
  app.parse(5, arguments);
  std::ostringstream told;
  cli::Console console{told, told, false, false};
  try {
    require(action(console) == cli::kDone, "the operator neither refused nor did it");
  } catch (const cli::WrongUsage& refused) {
    require(!refused.problems().empty(), "a file was refused without a reason");
    return false;
  } catch (const std::invalid_argument&) {
    return false;
  }
  require(readSafetensors(out).tensors.contains("o"), "no output was written");
  return true;
}
#endif

// ---- npz -----------------------------------------------------------------------------------------------------------------------

bool same(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

bool readSnapshotBytes(const std::string& bytes, const fs::path& folder) {
  const fs::path path = folder / "step-00000003.npz";
  put(path, bytes);
  return taken(path, [&] {
    const LambdaSnapshot read = readLambdaSnapshot(path);
    writeLambdaSnapshot(folder / "again.npz", read);
    const LambdaSnapshot again = readLambdaSnapshot(folder / "again.npz");
    require(same(read.lambda, again.lambda) && same(read.gate, again.gate) && read.tokens == again.tokens && read.targets == again.targets &&
                read.roles == again.roles && read.correct == again.correct && same(read.targetLogProb, again.targetLogProb) && read.step == again.step,
            "a snapshot is not what its own file says");
  });
}

std::string changeMembers(const std::string& bytes, const Change& change, unsigned choice, const fs::path& folder) {
  put(folder / "original", bytes);
  const ZipReader zip(folder / "original");
  const std::vector<std::string> names = zip.names();
  std::vector<std::vector<std::byte>> contents;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<std::byte> content = zip.content(names[i]);
    if (i == choice % names.size()) {
      const std::string changed = change(std::string(reinterpret_cast<const char*>(content.data()), content.size()));
      const auto raw = std::as_bytes(std::span(changed));
      content.assign(raw.begin(), raw.end());
    }
    contents.push_back(std::move(content));
  }
  std::vector<ZipMember> members;
  for (std::size_t i = 0; i < names.size(); ++i) members.push_back({names[i], {}, contents[i]});
  writeZip(folder / "changed", members);
  return contentOf(folder / "changed");
}

// ---- event logs ------------------------------------------------------------------------------------------------------------------

std::uint64_t lengthAt(const std::string& bytes, std::size_t at) {
  std::uint64_t length;
  std::memcpy(&length, bytes.data() + at, sizeof length);
  return length;
}

// Every record, at any place, whose two checksums hold.
std::vector<Scalar> wholeRecords(const std::string& bytes) {
  std::vector<Scalar> scalars;
  const auto raw = std::as_bytes(std::span(bytes));
  for (std::size_t at = 0; at + kRecordOverhead <= bytes.size(); ++at) {
    const std::uint64_t length = lengthAt(bytes, at);
    if (length > bytes.size() - at - kRecordOverhead || recordLength(raw.subspan(at).first<kRecordHeader>()) < 0) continue;
    const auto data = raw.subspan(at + kRecordHeader, static_cast<std::size_t>(length));
    if (recordDataHolds(data, raw.subspan(at + kRecordHeader + static_cast<std::size_t>(length)).first<4>())) readEvent(data, scalars);
  }
  return scalars;
}

bool sameScalar(const Scalar& a, const Scalar& b) {
  return a.tag == b.tag && a.step == b.step && std::memcmp(&a.wallTime, &b.wallTime, 8) == 0 &&
         (a.value == b.value || (std::isnan(a.value) && std::isnan(b.value)));
}

bool readEventBytes(const std::string& bytes, const fs::path& folder) {
  const fs::path path = folder / "events.out.tfevents.0000000001.host.1";
  put(path, bytes);
  EventLogReader reader(folder);
  const std::vector<Scalar> read = reader.readNew(), whole = wholeRecords(bytes);
  auto next = whole.begin();
  for (const Scalar& scalar : read) {
    next = std::find_if(next, whole.end(), [&](const Scalar& other) { return sameScalar(scalar, other); });
    require(next != whole.end(), "a record was taken against its checksum, or out of order: " + scalar.tag);
    ++next;
  }
  require(reader.gaps() >= 0 && reader.lostBytes() >= 0 && static_cast<std::uint64_t>(reader.lostBytes()) <= bytes.size(),
          "more was lost than there was");
  require(reader.readNew().empty(), "a record was read twice");
  return reader.gaps() == 0;
}

std::string changeRecord(const std::string& bytes, const Change& change, unsigned choice, const fs::path&) {
  std::vector<std::string> records;
  for (std::size_t at = 0; at + kRecordOverhead <= bytes.size();) {
    const std::uint64_t length = lengthAt(bytes, at);
    if (length > bytes.size() - at - kRecordOverhead) break;
    records.push_back(bytes.substr(at + kRecordHeader, static_cast<std::size_t>(length)));
    at += static_cast<std::size_t>(length) + kRecordOverhead;
  }
  if (records.empty()) throw std::runtime_error("no record");
  records[choice % records.size()] = change(records[choice % records.size()]);
  std::string changed;
  for (const std::string& record : records) changed += framedRecord(record);
  return changed;
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {{"config", readConfigBytes, nullptr},
                                        {"preset", readPresetBytes, nullptr},
                                        {"sweep", readSweepBytes, nullptr},
                                        {"vocabulary", readVocabularyBytes, nullptr},
                                        {"run", readRunBytes, nullptr},
                                        {"lock", readLockBytes, nullptr},
                                        {"checkpoint", readCheckpointBytes, changeTensors},
                                        {"tensors", readTensorsBytes, changeTensors},
#ifndef FENWICK_UNDER_SANITIZERS
                                        {"golden", readGoldenBytes, changeTensors},
#endif
                                        {"snapshot", readSnapshotBytes, changeMembers},
                                        {"events", readEventBytes, changeRecord}};
  return all;
}

const Kind& kind(const std::string& name) {
  for (const Kind& one : kinds())
    if (name == one.name) return one;
  throw std::out_of_range("there is no kind " + name);
}

Scratch::Scratch() {
  std::error_code error;
  const fs::path memory = "/dev/shm";
  const fs::path base = fs::is_directory(memory, error) && ::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
  std::string name = (base / "fenwick-fuzz-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
  m_path = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(m_path, ignored);
}

const fs::path& Scratch::cleared() {
  for (const auto& entry : fs::directory_iterator(m_path)) fs::remove_all(entry.path());
  return m_path;
}

}  // namespace fenwick::fuzz
