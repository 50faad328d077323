#include "app/core/run_library.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "app/core/folder_follower.h"
#include "app/core/folder_run_source.h"
#include "app/core/live_run_source.h"

namespace fenwick::app {

namespace {

const QString kOpenedKey = QStringLiteral("library/opened");
const QString kWatchedKey = QStringLiteral("library/watched");
constexpr int kMissingAgainMs = 10000;

QString slotKey(const QString& id) { return QStringLiteral("library/slots/") + id; }

// Run folders at `root` or one or two folders below it.
void collectRuns(const QString& root, int depth, const Progress& progress, QStringList& found) {
  progress.check();
  if (model::RunFolder::looksLikeRun(toPath(root))) {
    found << root;
    return;
  }
  if (depth == 0) return;
  for (const QFileInfo& entry : QDir(root).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
    collectRuns(entry.filePath(), depth - 1, progress, found);
  }
}

bool liesIn(const QString& folder, const QString& root) { return folder == root || folder.startsWith(root + QLatin1Char('/')); }

}  // namespace

struct RunLibrary::Scan {
  QHash<QString, QStringList> found;  // by root
  QSet<QString> missing;              // roots that are no folders
  bool cancelled = false;
  bool remember = false;
};

RunLibrary::RunLibrary(QString runsFolder, QSettings& settings, QObject* parent)
    : QObject(parent), m_runsFolder(cleanFolder(runsFolder)), m_settings(settings) {
  m_labelsSoon.setSingleShot(true);
  m_labelsSoon.setInterval(50);
  connect(&m_labelsSoon, &QTimer::timeout, this, &RunLibrary::updateLabels);
  m_rescanSoon.setSingleShot(true);
  m_rescanSoon.setInterval(300);
  connect(&m_rescanSoon, &QTimer::timeout, this, &RunLibrary::rescan);
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_rescanSoon, qOverload<>(&QTimer::start));
  m_missingAgain.setSingleShot(true);
  m_missingAgain.setInterval(kMissingAgainMs);
  connect(&m_missingAgain, &QTimer::timeout, this, &RunLibrary::lookForMissing);
}

RunLibrary::~RunLibrary() {  // the sources go before the thread that reads for them
  m_loading.clear();
  m_runs.clear();
}

QString RunLibrary::cleanFolder(const QString& folder) { return QDir::cleanPath(QFileInfo(folder).absoluteFilePath()); }

void RunLibrary::setRunsFolder(const QString& folder) {
  const QString clean = cleanFolder(folder);
  if (clean == m_runsFolder) return;
  m_watcher.removePath(m_runsFolder);
  m_runsFolder = clean;
  rescan();
}

int RunLibrary::indexOf(const QString& folder) const {
  const QString clean = cleanFolder(folder);
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    if (m_runs[i]->folder == clean) return static_cast<int>(i);
  }
  return -1;
}

RunSource* RunLibrary::source(const QString& folder) const {
  const int index = indexOf(folder);
  return index < 0 ? nullptr : at(index).source.get();
}

void RunLibrary::rescan() {
  startScan(QStringList{m_runsFolder} + watched() + m_settings.value(kOpenedKey).toStringList(), false);
}

QStringList RunLibrary::watched() const { return m_settings.value(kWatchedKey).toStringList(); }

void RunLibrary::watch(const QString& folder) {
  const QString clean = cleanFolder(folder);
  QStringList folders = watched();
  if (clean == m_runsFolder || folders.contains(clean)) return;
  folders << clean;
  m_settings.setValue(kWatchedKey, folders);
  QStringList opened = m_settings.value(kOpenedKey).toStringList();
  if (opened.removeAll(clean) > 0) m_settings.setValue(kOpenedKey, opened);
  m_removed.removeIf([&](const QString& removed) { return liesIn(removed, clean); });
  emit watchedChanged();
  startScan({clean}, false);
}

void RunLibrary::unwatch(const QString& folder) {
  QStringList folders = watched();
  if (folders.removeAll(folder) == 0) return;
  m_settings.setValue(kWatchedKey, folders);
  m_missing.remove(folder);
  m_watcher.removePath(folder);
  QStringList kept = folders + m_settings.value(kOpenedKey).toStringList();
  kept << m_runsFolder;
  QStringList leaving;
  for (int i = 0; i < count(); ++i) {
    const LibraryRun& run = at(i);
    const bool elsewhere = std::any_of(kept.begin(), kept.end(), [&](const QString& root) { return liesIn(run.folder, root); });
    if (!liesIn(run.folder, folder) || elsewhere || run.queued || !qobject_cast<FolderRunSource*>(run.source.get())) continue;
    leaving << run.folder;
  }
  remove(leaving);
  m_removed.subtract(QSet<QString>(leaving.begin(), leaving.end()));  // watched again, they are there again
  emit watchedChanged();
}

int RunLibrary::runsIn(const QString& folder) const {
  return static_cast<int>(std::count_if(m_runs.begin(), m_runs.end(), [&](const auto& run) { return liesIn(run->folder, folder); }));
}

QString RunLibrary::origin(int index) const {
  const QString& folder = at(index).folder;
  if (liesIn(folder, m_runsFolder)) return {};
  QString nearest;
  for (const QString& root : watched()) {
    if (liesIn(folder, root) && root.size() > nearest.size()) nearest = root;
  }
  return nearest.isEmpty() ? QFileInfo(folder).path() : nearest;
}

// By the scan that has just looked at them.
void RunLibrary::noteMissing(const Scan& scan) {
  QSet<QString> missing;
  for (const QString& folder : watched()) {
    const bool looked = scan.found.contains(folder);
    if (looked ? scan.missing.contains(folder) : m_missing.contains(folder)) missing.insert(folder);
  }
  missing.isEmpty() ? m_missingAgain.stop() : m_missingAgain.start();
  if (missing == m_missing) return;
  for (const QString& folder : missing - m_missing) emit message(tr("The watched folder %1 is not there. It is kept, and looked for again.").arg(folder));
  m_missing = missing;
  emit watchedChanged();
}

void RunLibrary::followWatched() {
  const QStringList followed = m_watcher.directories();
  for (const QString& folder : QStringList{m_runsFolder} + watched()) {
    if (!followed.contains(folder) && QFileInfo::exists(folder)) m_watcher.addPath(folder);
  }
}

void RunLibrary::lookForMissing() {
  if (!m_missing.isEmpty()) startScan(m_missing.values(), false);
}

void RunLibrary::open(const QStringList& folders) {
  QStringList roots;
  for (const QString& folder : folders) {
    roots << cleanFolder(folder);
    m_removed.remove(roots.constLast());
  }
  startScan(roots, true);
}

void RunLibrary::startScan(const QStringList& roots, bool remember) {
  followWatched();  // before looking: what comes meanwhile is found by the next look
  const Progress progress = LongWork::begin(m_work, remember ? tr("Opening run folders") : tr("Looking for runs"));
  m_files.address().post([this, roots, remember, progress, back = m_mailbox.address()] {
    Scan scan;
    scan.remember = remember;
    try {
      for (const QString& root : roots) {
        QStringList found;
        collectRuns(root, 2, progress, found);
        scan.found.insert(root, found);
        if (!QFileInfo(root).isDir()) scan.missing.insert(root);
      }
    } catch (const Cancelled&) {
      scan.cancelled = true;
    }
    back.post([this, scan] { takeScan(scan); });
  });
}

void RunLibrary::takeScan(const Scan& scan) {
  if (scan.cancelled) {
    emit message(tr("The search for runs was cancelled; \"Look for runs again\" takes it up."));
    emit scanned();
    return;
  }
  QStringList remembered = m_settings.value(kOpenedKey).toStringList();
  QVector<std::pair<QString, int>> foldersOfRuns;
  for (auto root = scan.found.constBegin(); root != scan.found.constEnd(); ++root) {
    if (scan.remember && root->isEmpty()) {
      emit message(tr("%1 holds no run (no config.json beside a run.json)").arg(root.key()));
      continue;
    }
    if (scan.remember && root.key() != m_runsFolder && !watched().contains(root.key())) {
      if (!remembered.contains(root.key())) remembered << root.key();
      if (root->constFirst() != root.key()) foldersOfRuns.append({root.key(), static_cast<int>(root->size())});
    }
    for (const QString& folder : *root) {
      if (scan.remember) {
        if (indexOf(folder) >= 0) {
          emit opened(cleanFolder(folder));
        } else {
          m_wanted.insert(cleanFolder(folder));
        }
      }
      addFolder(folder);
    }
  }
  if (scan.remember) m_settings.setValue(kOpenedKey, remembered);
  noteMissing(scan);
  for (const auto& [folder, runs] : foldersOfRuns) emit folderOfRunsOpened(folder, runs);
  emit scanned();
}

void RunLibrary::addFolder(const QString& folder) {
  const QString clean = cleanFolder(folder);
  if (indexOf(clean) >= 0 || m_loading.count(clean) || m_removed.contains(clean)) return;
  load(clean, {});
}

void RunLibrary::readFromFolder(const QString& folder, std::function<void(FolderRunSource&)> then) {
  RunSource* known = source(folder);
  if (auto* read = qobject_cast<FolderRunSource*>(known)) return then(*read);
  const auto* live = qobject_cast<const LiveRunSource*>(known);
  if (live && !live->active()) load(cleanFolder(folder), std::move(then));
}

void RunLibrary::load(const QString& clean, std::function<void(FolderRunSource&)> then) {
  auto source = std::make_unique<FolderRunSource>(clean, files());
  FolderRunSource* raw = source.get();
  m_loading[clean] = std::move(source);
  expectRun(raw);
  connect(raw, &RunSource::message, this, &RunLibrary::message);
  connect(raw, &FolderRunSource::loadedOnce, this, [this, raw, clean, then = std::move(then)] {
    const auto place = m_loading.find(clean);
    if (place == m_loading.end() || place->second.get() != raw) return;
    raw->disconnect(this);
    std::unique_ptr<FolderRunSource> loaded = std::move(place->second);
    m_loading.erase(place);
    put(std::move(loaded));
    if (then) then(*raw);
  });
}

// ---- reading that may take long ----------------------------------------------------------------------------------

void RunLibrary::tellRead(std::optional<Reading>& reading, RunSource* source) {
  if (!reading || !reading->left.remove(source)) return;
  const auto left = static_cast<int>(reading->left.size());
  reading->progress.of(reading->whole - left, reading->whole);
  if (left == 0) reading.reset();
}

void RunLibrary::expectRun(FolderRunSource* source) {
  if (!m_reading) m_reading = Reading{LongWork::begin(m_work, tr("Reading runs"), [this] { stopReading(); }), 0, {}};
  ++m_reading->whole;
  m_reading->left.insert(source);
  connect(source, &FolderRunSource::looked, this, [this, source] { tellRead(m_reading, source); });
  connect(source, &QObject::destroyed, this, [this, source] { tellRead(m_reading, source); });
}

// Those that were read stay in the list; the others are as if they had not been found.
void RunLibrary::stopReading() {
  if (!m_reading) return;
  const Reading stopped = *std::exchange(m_reading, std::nullopt);
  std::erase_if(m_loading, [&](const auto& entry) { return stopped.left.contains(entry.second.get()); });
  m_wanted.clear();
  emit message(tr("%1 of %2 runs were read before that was cancelled; \"Look for runs again\" reads the others.")
                   .arg(stopped.whole - static_cast<int>(stopped.left.size()))
                   .arg(stopped.whole));
}

void RunLibrary::readDetails(const QStringList& folders) {
  for (const QString& folder : folders) {
    auto* source = qobject_cast<FolderRunSource*>(this->source(folder));
    if (!source || source->detailed()) continue;
    source->setDetailed(true);
    if (source->detailsRead()) continue;
    if (!m_details) m_details = Reading{LongWork::begin(m_work, tr("Reading the curves of the chosen runs"), [this] { stopDetails(); }), 0, {}};
    ++m_details->whole;
    m_details->left.insert(source);
    connect(source, &FolderRunSource::looked, this, [this, source] {
      if (source->detailsRead()) tellRead(m_details, source);
    });
    connect(source, &QObject::destroyed, this, [this, source] { tellRead(m_details, source); });
  }
}

void RunLibrary::stopDetails() {
  if (!m_details) return;
  const Reading stopped = *std::exchange(m_details, std::nullopt);
  QStringList folders;
  for (RunSource* each : stopped.left) {
    static_cast<FolderRunSource*>(each)->setDetailed(false);
    folders << each->folder();
  }
  emit detailsCancelled(folders);
}

int RunLibrary::put(std::unique_ptr<RunSource> source, bool queued) {
  const QString clean = cleanFolder(source->folder());
  connectSource(source.get());
  m_loading.erase(clean);
  int index = indexOf(clean);
  if (index >= 0) {
    LibraryRun& run = *m_runs[static_cast<std::size_t>(index)];
    const std::unique_ptr<RunSource> old = std::exchange(run.source, std::move(source));
    old->disconnect(this);
    tellRead(m_details, old.get());
    run.queued = queued;
    bindSlot(run);
    m_labelsSoon.start();
    emit sourceReplaced(index);
    emit changed(index);
    return index;
  }
  auto run = std::make_unique<LibraryRun>();
  run->folder = clean;
  run->source = std::move(source);
  run->queued = queued;
  run->slot = -1;
  bindSlot(*run);
  index = count();
  emit aboutToAdd(index);
  m_runs.push_back(std::move(run));
  m_labels << QFileInfo(clean).fileName();
  m_labelsSoon.start();
  emit added(index);
  if (m_wanted.remove(clean)) emit opened(clean);
  return index;
}

void RunLibrary::remove(const QStringList& folders) {
  bool wasShown = false;
  if (folders.size() > 1) emit aboutToRemoveMany();
  QStringList remembered = m_settings.value(kOpenedKey).toStringList();
  const qsizetype before = remembered.size();
  for (const QString& folder : folders) {
    const int index = indexOf(folder);
    if (index < 0) continue;
    wasShown |= at(index).shown;
    emit aboutToRemove(index);
    const std::unique_ptr<LibraryRun> gone = std::move(m_runs[static_cast<std::size_t>(index)]);
    m_runs.erase(m_runs.begin() + index);
    remembered.removeAll(gone->folder);
    m_labels.removeAt(index);
    m_removed.insert(gone->folder);
    emit removed(index);
  }
  if (remembered.size() < before) m_settings.setValue(kOpenedKey, remembered);
  m_labelsSoon.start();
  if (folders.size() > 1) emit removedMany();
  if (wasShown) emit shownChanged();
}

void RunLibrary::moveToTrash(const QString& folder) {
  m_files.address().post([this, folder, back = m_mailbox.address()] {
    QString fault;
    const auto owner = model::RunLock::owner(toPath(folder));
    if (owner && owner->alive) {
      fault = tr("%1 is being trained by process %2").arg(folder).arg(owner->process);
    } else if (!QFile::moveToTrash(folder)) {
      fault = tr("%1 cannot be moved to the trash; its file system may have none").arg(folder);
    }
    back.post([this, folder, fault] { fault.isEmpty() ? remove(folder) : emit message(fault); });
  });
}

void RunLibrary::setShown(const QStringList& folders, bool shown) {
  bool any = false;
  for (const QString& folder : folders) {
    const int index = indexOf(folder);
    if (index < 0 || at(index).shown == shown) continue;
    m_runs[static_cast<std::size_t>(index)]->shown = shown;
    if (shown) readDetails({folder});
    any = true;
    emit changed(index);
  }
  if (any) emit shownChanged();
}

void RunLibrary::setQueued(const QString& folder, bool queued) {
  const int index = indexOf(folder);
  if (index < 0 || at(index).queued == queued) return;
  m_runs[static_cast<std::size_t>(index)]->queued = queued;
  emit changed(index);
}

void RunLibrary::connectSource(RunSource* source) {
  connect(source, &RunSource::message, this, &RunLibrary::message);
  connect(source, &RunSource::infoChanged, this, [this, source] {
    m_labelsSoon.start();
    tellChanged(source);
  });
  connect(source, &RunSource::metricsAppended, this, [this, source] { tellChanged(source); });
}

void RunLibrary::tellChanged(const RunSource* source) {
  const int index = indexOf(source->folder());
  if (index < 0 || at(index).source.get() != source) return;
  bindSlot(*m_runs[static_cast<std::size_t>(index)]);
  emit changed(index);
}

// The id's slot as the settings know it; a new id gets one that no listed run uses.
void RunLibrary::bindSlot(LibraryRun& run) {
  const QString id = QString::fromStdString(run.source->info().id);
  const QVariant kept = id.isEmpty() ? QVariant() : m_settings.value(slotKey(id));
  if (run.slot < 0) run.slot = kept.isValid() ? kept.toInt() : freeSlot();
  if (!id.isEmpty() && !kept.isValid()) m_settings.setValue(slotKey(id), run.slot);
}

int RunLibrary::freeSlot() const {
  QSet<int> used;
  for (const auto& run : m_runs) used.insert(run->slot);
  int slot = 0;
  while (used.contains(slot)) ++slot;
  return slot;
}

QString RunLibrary::freeFolder(const QString& name, const std::function<bool(const QString&)>& taken) const {
  const QDir runs(m_runsFolder);
  QString folder = runs.filePath(name);
  for (int number = 2; QFileInfo::exists(folder) || indexOf(folder) >= 0 || (taken && taken(folder)); ++number)
    folder = runs.filePath(QStringLiteral("%1-%2").arg(name).arg(number));
  return folder;
}

QString RunLibrary::label(int index) const { return m_labels.value(index); }

void RunLibrary::updateLabels() {
  std::vector<model::Config> configs;
  for (const auto& run : m_runs) configs.push_back(run->source->config());
  const std::vector<std::string> variants = model::variantLabels(configs);
  QHash<QString, int> uses;
  for (const std::string& variant : variants) ++uses[QString::fromStdString(variant)];
  const QStringList before = std::exchange(m_labels, {});
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    const model::RunInfo& info = m_runs[i]->source->info();
    const QString folderName = QFileInfo(m_runs[i]->folder).fileName();
    const QString name = QString::fromStdString(info.name);
    const QString variant = i < variants.size() ? QString::fromStdString(variants[i]) : QString();
    if (!name.isEmpty() && name != folderName) {
      m_labels << name;  // a person named it
    } else if (variant.isEmpty()) {
      m_labels << folderName;
    } else if (uses.value(variant) > 1) {
      m_labels << tr("%1 · seed %2").arg(variant).arg(configs[i].get<std::int64_t>("train.seed"));
    } else {
      m_labels << variant;
    }
  }
  for (int i = 0; i < count(); ++i) {
    if (m_labels.value(i) != before.value(i)) emit changed(i);
  }
}

}  // namespace fenwick::app
