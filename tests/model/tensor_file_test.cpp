// safetensors and npz: round trips, and what damaged or hostile files do. What other programs read and write: python_readers_test.

#include "model/io/tensor_file.h"

#include <QTest>
#include <cstring>
#include <limits>

#include "model/io/checksum.h"
#include "model/io/zip.h"
#include "tests/model/file_helpers.h"

using namespace fenwick::model;
using namespace fenwick::testing;
namespace fs = std::filesystem;

namespace fenwick::model {
bool operator==(const HostTensor& a, const HostTensor& b) {
  return a.type == b.type && a.shape == b.shape && a.bytes == b.bytes;
}
}  // namespace fenwick::model

namespace {

HostTensor tensor(DType type, std::vector<std::int64_t> shape) {
  HostTensor made{type, std::move(shape), {}};
  made.bytes.resize(static_cast<std::size_t>(made.size()) * itemSize(type));
  for (std::size_t i = 0; i < made.bytes.size(); ++i)
    made.bytes[i] = static_cast<std::byte>(type == DType::Bool ? i % 2 : i * 37 + 11);
  return made;
}

TensorFile everyType(bool withBf16) {
  TensorFile file;
  file.tensors["f64"] = tensor(DType::F64, {2, 3});
  file.tensors["f32"] = tensor(DType::F32, {7});
  file.tensors["f16"] = tensor(DType::F16, {3, 1, 1});
  file.tensors["i64"] = tensor(DType::I64, {});
  file.tensors["i32"] = tensor(DType::I32, {5});
  file.tensors["u8 \"λ\"\n"] = tensor(DType::U8, {3});
  file.tensors["bool"] = tensor(DType::Bool, {1, 3});
  file.tensors["empty"] = tensor(DType::F32, {0, 4});
  file.tensors["no columns"] = tensor(DType::F64, {std::int64_t{1} << 60, 0, std::int64_t{1} << 60});
  if (withBf16) file.tensors["bf16"] = tensor(DType::BF16, {3});
  return file;
}

TensorFile smallFile() {
  TensorFile file;
  file.tensors["weight"] = tensor(DType::F32, {2, 2});
  file.tensors["step"] = tensor(DType::I64, {});
  return file;
}

// A safetensors file with this header (padded by nothing) and so many bytes of data.
std::string raw(const std::string& header, std::size_t data) {
  const std::uint64_t size = header.size();
  return std::string(reinterpret_cast<const char*>(&size), 8) + header + std::string(data, 'd');
}

std::string npy(const std::string& dictionary, const std::string& data, char version = 1) {
  std::string text = "\x93NUMPY";
  text += version;
  text += '\0';
  text += static_cast<char>(dictionary.size() & 0xFF);
  text += static_cast<char>(dictionary.size() >> 8);
  if (version > 1) text += std::string(2, '\0');
  return text + dictionary + data;
}

using Reader = TensorFile (*)(const fs::path&);

// Every cut and every changed byte gives an error that names the file, or the right arrays; never a crash or wrong ones.
void compareDamaged(const fs::path& path, const TensorFile& file, Reader read) {
  const std::string whole = contentOf(path);
  const fs::path damaged = path.parent_path() / "damaged";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(damaged, whole.substr(0, length));
    VERIFY_HOLDS(fault<std::runtime_error>([&] { read(damaged); }), damaged.string());
  }
  int refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int flip : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      put(damaged, changed);
      try {
        QVERIFY2(read(damaged).tensors == file.tensors,
                 qPrintable(QString("byte %1 changed by %2 went unseen").arg(i).arg(flip)));
      } catch (const std::runtime_error& error) {
        ++refused;
        VERIFY_HOLDS(std::string(error.what()), damaged.string());
      }
    }
  }
  QVERIFY(refused > static_cast<int>(whole.size()));
  put(damaged, whole + "more");
  VERIFY_HOLDS(fault<std::runtime_error>([&] { read(damaged); }), damaged.string());
}

}  // namespace

class TensorFileTest : public QObject {
  Q_OBJECT

 private slots:
  void checksumsGiveThePublishedAnswers() {
    const std::string digits = "123456789";
    const auto bytes = std::as_bytes(std::span(digits));
    QCOMPARE(crc32c(bytes), 0xE3069283u);
    QCOMPARE(crc32(bytes), 0xCBF43926u);
    const std::vector<std::byte> zeros(32);
    QCOMPARE(crc32c(zeros), 0x8A9136AAu);  // RFC 3720, B.4
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
      QCOMPARE(crc32c(bytes.subspan(cut), crc32c(bytes.first(cut))), 0xE3069283u);
      QCOMPARE(crc32(bytes.subspan(cut), crc32(bytes.first(cut))), 0xCBF43926u);
    }
  }

  void shapesAreToldAndCounted() {
    QCOMPARE(shapeText({2, 7, 1, 3}), std::string("[2, 7, 1, 3]"));
    QCOMPARE(shapeText({}), std::string("[]"));
    QCOMPARE((HostTensor{DType::F32, {}, {}}.size()), std::int64_t{1});
    QCOMPARE((HostTensor{DType::F32, {4, 0, std::int64_t{1} << 62}, {}}.size()), std::int64_t{0});
    VERIFY_HOLDS(fault<std::invalid_argument>([] {
                   (HostTensor{DType::F32, {std::int64_t{1} << 40, std::int64_t{1} << 40}, {}}.size());
                 }),
                 "shape");
  }

  void safetensorsGiveBackEveryTypeShapeNameAndMetadata() {
    TemporaryFolder folder;
    TensorFile file = everyType(true);
    file.metadata = {{"format", "pt"}, {"größe", "λ\n\"quoted\""}, {"", ""}};
    writeSafetensors(folder / "f.safetensors", file);
    const TensorFile read = readSafetensors(folder / "f.safetensors");
    QVERIFY(read.tensors == file.tensors);
    QVERIFY(read.metadata == file.metadata);
    writeSafetensors(folder / "nothing.safetensors", {});
    QVERIFY(readSafetensors(folder / "nothing.safetensors").tensors.empty());
  }

  void safetensorsDataIsAligned() {
    TemporaryFolder folder;
    const TensorFile file = everyType(true);
    writeSafetensors(folder / "f", file);
    const std::string content = contentOf(folder / "f");
    std::uint64_t headerSize;
    std::memcpy(&headerSize, content.data(), 8);
    QCOMPARE(headerSize % 8, std::uint64_t{0});
    for (const auto& [name, host] : file.tensors) {
      if (host.bytes.size() < 8) continue;  // shorter ones may be found by chance
      const std::size_t place = content.find(
          std::string(reinterpret_cast<const char*>(host.bytes.data()), host.bytes.size()), 8 + headerSize);
      QVERIFY(place != std::string::npos);
      QCOMPARE((place - 8 - headerSize) % itemSize(host.type), std::size_t{0});
    }
  }

  void npzGivesBackEveryTypeAndShape() {
    TemporaryFolder folder;
    const TensorFile file = everyType(false);
    writeNpz(folder / "f.npz", file);
    QVERIFY(readNpz(folder / "f.npz").tensors == file.tensors);
    const std::string first = contentOf(folder / "f.npz");
    writeNpz(folder / "f.npz", file);
    QCOMPARE(contentOf(folder / "f.npz"), first);  // nothing of the clock in it
    writeNpz(folder / "nothing.npz", {});
    QVERIFY(readNpz(folder / "nothing.npz").tensors.empty());
  }

  void everyDamageOfASafetensorsFileIsSeen() {
    TemporaryFolder folder;
    TensorFile file = smallFile();
    file.metadata["note"] = "n";
    writeSafetensors(folder / "f", file);
    compareDamaged(folder / "f", file, &readSafetensors);
  }

  void everyDamageOfAnNpzFileIsSeen() {
    TemporaryFolder folder;
    const TensorFile file = smallFile();
    writeNpz(folder / "f", file);
    compareDamaged(folder / "f", file, &readNpz);
  }

  void aFileWithoutOurChecksumIsRead() {
    TemporaryFolder folder;
    put(folder / "f",
        raw(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[1,3]},"b":{"dtype":"BOOL","shape":[1],"data_offsets":[0,1]}}  )",
            3));
    const TensorFile file = readSafetensors(folder / "f");
    QCOMPARE(file.tensors.at("a").bytes.size(), std::size_t{2});
    QCOMPARE(file.tensors.at("b").shape, std::vector<std::int64_t>{1});
    QVERIFY(file.metadata.empty());
  }

  void faultySafetensorsHeadersAreToldByName_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("data");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* header, int data, const char* message) {
      QTest::newRow(name) << QByteArray(header) << data << QByteArray(message);
    };
    row("no JSON", R"({"a": )", 0, "the header is not valid JSON at byte 14");
    row("a list", "[1]", 0, "does not begin with '{'");
    row("text after it", "{} x", 0, "not valid JSON");
    row("not UTF-8", "{\"\xff\":1}", 0, "not valid JSON");
    row("unknown type", R"({"a":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]}})", 2,
        "tensor 'a': dtype 'F8_E4M3' is not supported");
    row("no type", R"({"a":{"shape":[2],"data_offsets":[0,2]}})", 2,
        "tensor 'a': needs dtype, shape and two data_offsets");
    row("one offset", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0]}})", 2, "two data_offsets");
    row("wrong size", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,2]}})", 2,
        "F32 [2] does not take the 2 bytes");
    row("outside", R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})", 2, "outside the data of 2 bytes");
    row("backwards", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[2,1]}})", 2, "outside the data");
    row("negative extent", R"({"a":{"dtype":"U8","shape":[-2],"data_offsets":[0,2]}})", 2,
        "the number -2 where none may stand");
    row("fraction", R"({"a":{"dtype":"U8","shape":[2.0],"data_offsets":[0,2]}})", 2,
        "the number 2.0 where none may stand");
    row("above 64 bits", R"({"a":{"dtype":"U8","shape":[18446744073709551617],"data_offsets":[0,2]}})", 2,
        "where none may stand");
    row("above 63 bits", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,18446744073709551615]}})", 2,
        "where none may stand");
    row("overflow to 2", R"({"a":{"dtype":"U8","shape":[4611686018427387905,4,1],"data_offsets":[0,4]}})", 4,
        "does not take the 4 bytes");
    row("overflow of bytes", R"({"a":{"dtype":"F64","shape":[2305843009213693953],"data_offsets":[0,8]}})", 8,
        "does not take the 8 bytes");
    row("overlap",
        R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
        3, "(overlap)");
    row("hole",
        R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})",
        3, "(hole)");
    row("rest", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 3,
        "the tensors take 1 bytes of data, the file holds 3");
    row("twice",
        R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
        1, "names 'a' twice");
    row("type twice", R"({"a":{"dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1,
        "names 'a', dtype twice");
    row("metadata twice", R"({"__metadata__":{},"__metadata__":{}})", 0, "names '__metadata__' twice");
    row("metadata key twice", R"({"__metadata__":{"a":"","a":""}})", 0, "names '__metadata__', a twice");
    row("metadata of numbers", R"({"__metadata__":{"a":1}})", 0, "the number 1 where none may stand");
    row("unknown key", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"stride":[1]}})", 1,
        "unknown key 'stride'");
    row("list in list", R"({"a":{"dtype":"U8","shape":[[1]],"data_offsets":[0,1]}})", 1, "a list where none may stand");
    row("object in list", R"({"a":{"dtype":"U8","shape":[{}],"data_offsets":[0,1]}})", 1,
        "an object where none may stand");
    row("null", R"({"a":null})", 0, "null where none may stand");
    row("text for a tensor", R"({"a":"b"})", 0, "a text where none may stand");
  }
  void faultySafetensorsHeadersAreToldByName() {
    QFETCH(QByteArray, header);
    QFETCH(int, data);
    QFETCH(QByteArray, message);
    TemporaryFolder folder;
    put(folder / "f", raw(header.toStdString(), static_cast<std::size_t>(data)));
    const std::string told = fault<std::runtime_error>([&] { readSafetensors(folder / "f"); });
    VERIFY_HOLDS(told, message.toStdString());
    VERIFY_HOLDS(told, (folder / "f").string());
  }

  void deepNestingIsRefusedAtTheFirstLevelTooMuch() {
    TemporaryFolder folder;
    put(folder / "f", raw("{\"a\":" + std::string(1'000'000, '[') + "}", 0));
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readSafetensors(folder / "f"); }), "a list where none may stand");
  }

  void headerLengthsAreCheckedBeforeAnythingIsAllocated() {
    TemporaryFolder folder;
    for (const std::uint64_t size : {std::uint64_t{1} << 62, ~std::uint64_t{0}, std::uint64_t{9}}) {
      put(folder / "f", std::string(reinterpret_cast<const char*>(&size), 8) + "{}");
      VERIFY_HOLDS(fault<std::runtime_error>([&] { readSafetensors(folder / "f"); }),
                   "the header is said to take " + std::to_string(size) + " bytes");
    }
    const std::uint64_t large = 150'000'000;  // there, but no header is that long
    put(folder / "f", std::string(reinterpret_cast<const char*>(&large), 8) + "{}");
    fs::resize_file(folder / "f", 400'000'000);
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readSafetensors(folder / "f"); }),
                 "the header is said to take 150000000 bytes");
  }

  void writersRefuseWhatTheFilesCannotHold() {
    TemporaryFolder folder;
    TensorFile file;
    file.tensors["a"] = HostTensor{DType::F32, {2, 2}, std::vector<std::byte>(12)};
    for (const auto write : {&writeSafetensors, &writeNpz}) {
      VERIFY_HOLDS(fault<std::invalid_argument>([&] { write(folder / "f", file); }),
                   "a: expected 16 bytes for F32 [2, 2], got 12");
    }
    file.tensors["a"] = HostTensor{DType::F32, {-1}, {}};
    VERIFY_HOLDS(fault<std::invalid_argument>([&] { writeSafetensors(folder / "f", file); }), "a: [-1] is not a shape");
    file.tensors = {{"__metadata__", tensor(DType::F32, {1})}};
    VERIFY_HOLDS(fault<std::invalid_argument>([&] { writeSafetensors(folder / "f", file); }), "__metadata__");
    file.tensors = {{"\xff", tensor(DType::F32, {1})}};
    VERIFY_HOLDS(fault<std::invalid_argument>([&] { writeSafetensors(folder / "f", file); }), "UTF-8");
    file.tensors = {{"a", tensor(DType::BF16, {1})}};
    VERIFY_HOLDS(fault<std::invalid_argument>([&] { writeNpz(folder / "f", file); }), "a: .npz cannot hold BF16");
    file = smallFile();
    file.metadata["a"] = "b";
    VERIFY_HOLDS(fault<std::invalid_argument>([&] { writeNpz(folder / "f", file); }), "metadata");
    QVERIFY(folder.names().empty());
  }

  void faultyArraysAreToldByName_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const std::string& content, const char* message) {
      QTest::newRow(name) << QByteArray::fromStdString(content) << QByteArray(message);
    };
    const std::string eight(8, 'x');
    row("no magic", "something else", "is no .npy array");
    row("version 4", npy("{}", "", 4), "format 4");
    row("cut header", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "").substr(0, 30), "is cut off");
    row("big-endian", npy("{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }", eight),
        "its type '>f4' is not supported");
    row("complex", npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", eight), "'<c8' is not supported");
    row("records", npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }", eight),
        "records or objects");
    row("objects", npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", eight), "'|O' is not supported");
    row("Fortran order", npy("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }", eight), "Fortran order");
    row("too little data", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", eight),
        "F32 [3] does not take the 8 bytes");
    row("too much data", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", eight),
        "F32 [1] does not take the 8 bytes");
    row("overflow", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387905, 4), }", eight),
        "does not take the 8 bytes");
    row("above 64 bits", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", eight),
        "header is damaged");
    row("negative", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }", eight), "header is damaged");
    row("no shape", npy("{'descr': '<f4', 'fortran_order': False, }", eight), "header is damaged");
    row("shape twice", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'shape': (2,), }", eight),
        "header is damaged");
    row("a program", npy("{'descr': __import__('os'), 'fortran_order': False, 'shape': (2,), }", eight),
        "records or objects");
    row("more after it", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } 1", eight),
        "header is damaged");
    row("open", npy("{'descr': '<f4", eight), "header is damaged");
    row("empty", npy("", eight), "header is damaged");
  }
  void faultyArraysAreToldByName() {
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, message);
    TemporaryFolder folder;
    const auto bytes = std::as_bytes(std::span(content.constData(), static_cast<std::size_t>(content.size())));
    writeZip(folder / "f", {{"tokens.npy", {}, bytes}});
    const std::string told = fault<std::runtime_error>([&] { readNpz(folder / "f"); });
    VERIFY_HOLDS(told, message.toStdString());
    VERIFY_HOLDS(told, (folder / "f").string() + ": array 'tokens': ");
  }

  void everySpellingOfAnNpyHeaderIsRead() {
    TemporaryFolder folder;
    const std::string two(8, '\1');
    const std::vector<std::string> spellings = {
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }     \n", two),
        npy("{\"shape\":(2L,),\"fortran_order\":True,\"descr\":\"<f4\"}", two),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", two, 2),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", two, 3)};
    for (const std::string& spelling : spellings) {
      writeZip(folder / "f", {{"a.npy", {}, std::as_bytes(std::span(spelling))}});
      const TensorFile file = readNpz(folder / "f");
      QCOMPARE(file.tensors.at("a").shape, std::vector<std::int64_t>{2});
      QCOMPARE(file.tensors.at("a").type, DType::F32);
      QCOMPARE(std::memcmp(file.tensors.at("a").bytes.data(), two.data(), 8), 0);
    }
  }

  void membersThatAreNoArraysAndWrongNamesAreRefused() {
    TemporaryFolder folder;
    writeZip(folder / "f", {{"readme.txt", {}, {}}});
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readNpz(folder / "f"); }), "member 'readme.txt': is no .npy array");
    VERIFY_HOLDS(fault<std::invalid_argument>([&] {
                   writeZip(folder / "f", {{"a", {}, {}}, {"a", {}, {}}});
                 }),
                 "occurs twice");
    VERIFY_HOLDS(fault<std::invalid_argument>([&] {
                   writeZip(folder / "f", {{std::string(70'000, 'n'), {}, {}}});
                 }),
                 "too long");
  }

  // Sizes and offsets above 4 GiB use fields of their own; the same form is read and written here with a lower limit.
  void theFormForLargeArchivesIsReadBack() {
    TemporaryFolder folder;
    const std::string a(1000, 'a'), b = "b";
    const std::vector<ZipMember> members = {
        {"a", {std::byte{7}}, std::as_bytes(std::span(a))}, {"b", {}, std::as_bytes(std::span(b))}, {"c", {}, {}}};
    for (const std::uint64_t limit : {0, 1, 2, 1000, 1045, 100'000}) {
      writeZip(folder / "f", members, limit);
      const ZipReader zip(folder / "f");
      QCOMPARE(zip.names(), (std::vector<std::string>{"a", "b", "c"}));
      QCOMPARE(zip.content("a").size(), std::size_t{1001});
      QCOMPARE(static_cast<int>(zip.content("a").front()), 7);
      QCOMPARE(zip.content("b"), std::vector<std::byte>{std::byte{'b'}});
      VERIFY_HOLDS(fault<std::runtime_error>([&] { zip.content("d"); }), "has no member 'd'");
    }
  }

  void moreMembersThanAnOldArchiveCountsAreReadBack() {
    TemporaryFolder folder;
    std::vector<ZipMember> members;
    for (int i = 0; i < 66'000; ++i) members.push_back({std::to_string(i), {}, {}});
    writeZip(folder / "f", members);
    QCOMPARE(ZipReader(folder / "f").names().size(), std::size_t{66'000});
  }

  // Two directory entries that share one member's bytes: how a small file claims to be a large one.
  // A small file that would unpack to a large one is refused by what its directory says, before anything is unpacked.
  void archivesThatUnpackToMuchMoreAreRefused() {
    TemporaryFolder folder;
    const std::vector<std::byte> packed(100'000);
    writeZip(folder / "f.npz", {{"a.npy", {}, packed}});
    std::string content = contentOf(folder / "f.npz");
    const std::uint32_t size = 60'000'000;
    const std::size_t entry = content.rfind("PK\x01\x02");
    content[8] = 8;  // deflated, here and in the directory
    content[entry + 10] = 8;
    std::memcpy(content.data() + entry + 24, &size, sizeof size);
    put(folder / "f.npz", content);
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readNpz(folder / "f.npz"); }), "save it uncompressed, with numpy.savez");
  }

  void overlappingMembersAreRefused() {
    TemporaryFolder folder;
    const std::string body(100, 'x');
    writeZip(folder / "f", {{"a", {}, std::as_bytes(std::span(body))}, {"b", {}, std::as_bytes(std::span(body))}});
    std::string content = contentOf(folder / "f");
    const std::size_t second = content.rfind("PK\1\2");
    const std::uint32_t offset = 0;
    std::memcpy(content.data() + second + 42, &offset, 4);
    content[second + 46] = 'a';  // or the names would not fit either
    content[content.find("PK\1\2") + 46] = 'a';
    put(folder / "f", content);
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readNpz(folder / "f"); }), "occurs twice");
    content = contentOf(folder / "f");
    const std::uint32_t larger = 140;
    std::memcpy(content.data() + content.find("PK\1\2") + 20, &larger, 4);
    content[second + 46] = 'b';
    const std::uint32_t place = static_cast<std::uint32_t>(content.find("PK\3\4", 4));
    std::memcpy(content.data() + second + 42, &place, 4);
    put(folder / "f", content);
    VERIFY_HOLDS(fault<std::runtime_error>([&] { readNpz(folder / "f"); }), "member 'a': overlaps");
  }

  void missingFilesAndFoldersAreToldByName() {
    TemporaryFolder folder;
    for (const Reader read : {&readSafetensors, &readNpz}) {
      VERIFY_HOLDS(fault<std::runtime_error>([&] { read(folder / "none"); }),
                   "none: cannot be opened: No such file or directory");
      VERIFY_HOLDS(fault<std::runtime_error>([&] { read(folder.path()); }), "is a folder");
    }
  }
};

QTEST_APPLESS_MAIN(TensorFileTest)
#include "tensor_file_test.moc"
