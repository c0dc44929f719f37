// The parts of each type of record, in the order of the file.
#include "codecs/index_files/doc_values_metadata.h"

#include <bit>

#include "codecs/io/vint.h"
#include "codecs/numeric/direct_monotonic.h"

namespace touchstone::index_files {
namespace {

constexpr std::int32_t kWithMostValues = 2;
constexpr std::uint32_t kMostTermShift = 30;
constexpr std::uint64_t kTermsOfBlock = 64;

// Remembers the first error, so that a list of fields reads as one.
class Parts {
 public:
  explicit Parts(io::Input& in) : in_(in) {}

  const Expected<void>& result() const { return result_; }
  bool ok() const { return result_.has_value(); }
  void require(bool holds) {
    if (ok() && !holds) result_ = std::unexpected(Error::malformed_metadata);
  }

  std::uint8_t u8() { return value_of(in_.read_byte()); }
  std::int16_t i16() { return std::bit_cast<std::int16_t>(value_of(in_.read_u16())); }
  std::int32_t i32() { return std::bit_cast<std::int32_t>(value_of(in_.read_u32())); }
  std::int64_t i64() { return std::bit_cast<std::int64_t>(value_of(in_.read_u64())); }
  std::uint32_t vint() { return value_of(io::read_vint(in_)); }

  std::uint32_t count() {
    const std::int32_t value = i32();
    require(value >= 0);
    return ok() ? static_cast<std::uint32_t>(value) : 0;
  }
  std::uint64_t size() {
    const std::int64_t value = i64();
    require(value >= 0);
    return ok() ? static_cast<std::uint64_t>(value) : 0;
  }
  std::uint64_t vlong() { return static_cast<std::uint64_t>(value_of(io::read_vlong(in_))); }

  std::uint32_t within(std::uint32_t value, std::uint32_t least, std::uint32_t most) {
    require(value >= least && value <= most);
    return ok() ? value : least;
  }

  // The blocks of `count` addresses. Compared by division: a product of what a file says may wrap.
  void pass_address_blocks(std::uint64_t count, std::uint32_t shift) {
    if (!ok()) return;
    const std::uint64_t blocks = numeric::monotonic_blocks(count, shift);
    if (blocks > in_.remaining() / numeric::kMonotonicBlockBytes) {
      result_ = std::unexpected(Error::end_of_input);
    } else {
      result_ = in_.skip(blocks * numeric::kMonotonicBlockBytes);
    }
  }

  void entry(numeric::NumericEntry& entry) {
    if (ok()) result_ = numeric::read_numeric_entry(in_, entry);
  }
  void entry(numeric::SortedNumericEntry& entry) {
    if (ok()) result_ = numeric::read_sorted_numeric_entry(in_, entry);
  }

 private:
  template <typename T>
  T value_of(const Expected<T>& read) {
    if (ok() && !read) result_ = std::unexpected(read.error());
    return ok() ? *read : T{};
  }

  io::Input& in_;
  Expected<void> result_;
};

SkipIndexEntry read_skip_index(Parts& in, std::int32_t version) {
  SkipIndexEntry skip;
  skip.offset = in.size();
  skip.length = in.size();
  skip.largest = in.i64();
  skip.smallest = in.i64();
  skip.documents = in.count();
  skip.last_document = in.i32();
  in.require(skip.last_document >= -1);
  if (version >= kWithMostValues) skip.most_values = in.count();
  return skip;
}

void pass_doc_set(Parts& in) {
  const std::int64_t offset = in.i64();
  const std::int64_t length = in.i64();
  (void)in.i16();  // entries of the jump table
  (void)in.u8();   // power of the ranks: whoever reads the set will see
  in.require(offset >= numeric::DocSetEntry::kNone);
  in.require(offset < 0 || length >= 0);
}

void pass_binary(Parts& in) {
  (void)in.size();  // offset
  (void)in.size();  // length
  pass_doc_set(in);
  const std::uint32_t documents = in.count();
  // Of a field without values the shortest is 2^31 - 1 and the longest 0.
  const std::int32_t shortest = in.i32();
  const std::int32_t longest = in.i32();
  in.require(shortest >= 0 && longest >= 0);
  if (!in.ok() || longest <= shortest) return;
  (void)in.size();  // offset of the addresses
  const std::uint32_t shift =
      in.within(in.vint(), numeric::kLeastMonotonicShift, numeric::kMostMonotonicShift);
  in.pass_address_blocks(std::uint64_t{documents} + 1, shift);
  (void)in.size();  // length
}

void pass_sizes(Parts& in, int count) {
  for (int i = 0; i < count; ++i) (void)in.size();
}

// An int that is a shift.
std::uint32_t read_shift(Parts& in, std::uint32_t least, std::uint32_t most) {
  return in.within(static_cast<std::uint32_t>(in.i32()), least, most);
}

void pass_terms(Parts& in) {
  const std::uint64_t terms = in.vlong();
  const std::uint32_t shift =
      read_shift(in, numeric::kLeastMonotonicShift, numeric::kMostMonotonicShift);
  in.pass_address_blocks(terms / kTermsOfBlock + (terms % kTermsOfBlock != 0), shift);
  (void)in.count();   // longest term
  (void)in.count();   // longest block
  pass_sizes(in, 4);  // data and addresses
  const std::uint32_t term_shift = read_shift(in, 0, kMostTermShift);
  const std::uint64_t indexed = terms == 0 ? 0 : ((terms - 1) >> term_shift) + 1;
  in.pass_address_blocks(indexed + 1, shift);
  pass_sizes(in, 4);  // index and its addresses
}

void pass_sorted_set(Parts& in, numeric::SortedNumericEntry& ordinals) {
  const std::uint8_t has_several = in.u8();
  in.require(has_several <= 1);
  if (has_several == 0) {
    in.entry(ordinals.numeric);
  } else {
    in.entry(ordinals);
  }
  pass_terms(in);
}

}  // namespace

Expected<DocValuesMetadata> DocValuesMetadata::open(io::MemoryInput& body, std::int32_t version) {
  if (version < kDocValuesMetadataHeader.oldest) return std::unexpected(Error::version_too_old);
  if (version > kDocValuesMetadataHeader.newest) return std::unexpected(Error::version_too_new);
  return DocValuesMetadata(body, version);
}

Expected<std::optional<RecordStart>> DocValuesMetadata::next() {
  Parts in(*in_);
  const std::int32_t field = in.i32();
  in.require(field >= -1);
  if (!in.ok()) return std::unexpected(in.result().error());
  if (field == -1) return std::nullopt;
  const std::uint8_t type = in.u8();
  in.require(type <= static_cast<std::uint8_t>(RecordType::sorted_numeric));
  if (!in.ok()) return std::unexpected(in.result().error());
  type_ = static_cast<RecordType>(type);
  return RecordStart{static_cast<std::uint32_t>(field), type_};
}

Expected<void> DocValuesMetadata::read_record(bool has_skip_index, Record& record) {
  Parts in(*in_);
  record.skip_index.reset();
  record.entry.documents = 0;
  record.entry.addresses = {};
  if (has_skip_index) record.skip_index = read_skip_index(in, version_);
  switch (type_) {
    case RecordType::numeric:
      in.entry(record.entry.numeric);
      break;
    case RecordType::binary:
      pass_binary(in);
      break;
    case RecordType::sorted:
      in.entry(record.entry.numeric);
      pass_terms(in);
      break;
    case RecordType::sorted_set:
      pass_sorted_set(in, record.entry);
      break;
    case RecordType::sorted_numeric:
      in.entry(record.entry);
      break;
  }
  return in.result();
}

Expected<void> DocValuesMetadata::finish() const {
  if (in_->remaining() != 0) return std::unexpected(Error::footer_not_reached);
  return {};
}

}  // namespace touchstone::index_files
