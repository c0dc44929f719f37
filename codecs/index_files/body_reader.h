// Reading the fields of a metadata file's body one after the other, so that a list of fields in the
// code reads as the list in the format. Internal to index_files.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codecs/error.h"
#include "codecs/io/big_endian.h"
#include "codecs/io/little_endian.h"
#include "codecs/io/vint.h"

namespace touchstone::index_files::internal {

/// A cursor over bytes that remembers the first error: from then on every read gives 0 or nothing
/// and moves nothing. What was read before `result()` was asked may be such a 0.
class BodyReader {
 public:
  explicit BodyReader(std::span<const std::uint8_t> body) : body_(body) {}

  const Expected<void>& result() const { return result_; }
  bool ok() const { return result_.has_value(); }
  std::size_t position() const { return position_; }
  std::span<const std::uint8_t> rest() const { return body_.subspan(position_); }
  std::span<const std::uint8_t> between(std::size_t from, std::size_t to) const {
    return body_.subspan(from, to - from);
  }

  void fail(Error error) {
    if (ok()) result_ = std::unexpected(error);
  }
  void require(bool holds) {
    if (!holds) fail(Error::malformed_metadata);
  }

  std::uint8_t u8() {
    const auto bytes = take(1);
    return ok() ? bytes[0] : std::uint8_t{0};
  }
  std::int32_t i32() { return little_endian<std::int32_t, std::uint32_t>(); }
  std::int64_t i64() { return little_endian<std::int64_t, std::uint64_t>(); }
  std::int32_t big_endian_i32() { return big_endian<std::int32_t, std::uint32_t>(); }
  std::int64_t big_endian_i64() { return big_endian<std::int64_t, std::uint64_t>(); }

  std::uint32_t vint() {
    return sevens<std::uint32_t>([](auto in) { return io::decode_vint(in); });
  }
  std::int64_t vlong() {
    return sevens<std::int64_t>([](auto in) { return io::decode_vlong(in); });
  }

  /// A vInt that is a count, a number or a size: not one that Java would call negative.
  std::uint32_t size() {
    const std::uint32_t value = vint();
    require(value <= 0x7FFF'FFFF);
    return value;
  }

  std::span<const std::uint8_t> take(std::size_t count) {
    if (ok() && count > body_.size() - position_) fail(Error::end_of_input);
    if (!ok()) return {};
    const auto taken = body_.subspan(position_, count);
    position_ += count;
    return taken;
  }

  /// A vInt with the number of bytes, and those bytes.
  std::string_view text() {
    const std::uint32_t length = vint();
    if (length > 0x7FFF'FFFF) fail(Error::negative_length);
    const auto bytes = take(length);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  /// A vInt with the number of texts, and those; gives the number. Ends at the first error, so a
  /// huge count costs no more than the bytes there are.
  std::uint32_t pass_texts(std::uint32_t texts_each = 1) {
    const std::uint32_t count = size();
    for (std::uint32_t i = 0; i < count && ok(); ++i) {
      for (std::uint32_t k = 0; k < texts_each; ++k) (void)text();
    }
    return count;
  }

  /// Whether all was read; otherwise footer_not_reached.
  Expected<void> at_end() {
    if (position_ != body_.size()) fail(Error::footer_not_reached);
    return result_;
  }

 private:
  template <typename T, std::unsigned_integral Bits>
  T little_endian() {
    const auto bytes = take(sizeof(Bits));
    return ok() ? std::bit_cast<T>(io::load_little_endian<Bits>(bytes.data())) : T{};
  }
  template <typename T, std::unsigned_integral Bits>
  T big_endian() {
    const auto bytes = take(sizeof(Bits));
    return ok() ? std::bit_cast<T>(io::load_big_endian<Bits>(bytes.data())) : T{};
  }
  template <typename T, typename Decode>
  T sevens(Decode decode) {
    if (!ok()) return T{};
    const auto decoded = decode(rest());
    if (!decoded) {
      fail(decoded.error());
      return T{};
    }
    position_ += decoded->consumed;
    return decoded->value;
  }

  std::span<const std::uint8_t> body_;
  std::size_t position_ = 0;
  Expected<void> result_;
};

}  // namespace touchstone::index_files::internal
