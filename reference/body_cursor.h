// Reading the body of a metadata file from left to right: whatever is wrong is thrown at once.
// Internal to reference/index_files*.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "codecs/error.h"
#include "reference/index_files.h"
#include "reference/vint.h"

namespace touchstone::reference::index_files {

/// Thrown by BodyCursor, caught by read_all().
struct Refused {
  Error why;
};

class BodyCursor {
 public:
  explicit BodyCursor(Bytes body) : body_(body) {}

  void must(bool holds) const {
    if (!holds) throw Refused{Error::malformed_metadata};
  }
  void must_end() const {
    if (at_ != body_.size()) throw Refused{Error::footer_not_reached};
  }

  Stretch stretch(std::uint64_t length) {
    if (length > body_.size() - at_) throw Refused{Error::end_of_input};
    const Stretch here{at_, length};
    at_ += static_cast<std::size_t>(length);
    return here;
  }

  std::uint8_t byte() { return body_[static_cast<std::size_t>(stretch(1).at)]; }

  std::int16_t short_little() { return static_cast<std::int16_t>(little(2)); }
  std::int32_t int_little() { return static_cast<std::int32_t>(little(4)); }
  std::int64_t long_little() { return static_cast<std::int64_t>(little(8)); }
  std::int32_t int_big() { return static_cast<std::int32_t>(big(4)); }
  std::int64_t long_big() { return static_cast<std::int64_t>(big(8)); }

  std::uint32_t vint() { return whole(decode_vint(body_.subspan(at_))); }
  std::uint64_t vlong() { return whole(decode_vlong(body_.subspan(at_))); }

  /// A vInt that Java would not call negative.
  std::uint32_t natural() {
    const std::uint32_t number = vint();
    must(number < 0x8000'0000);
    return number;
  }

  Stretch text() {
    const std::uint32_t length = vint();
    if (length >= 0x8000'0000) throw Refused{Error::negative_length};
    return stretch(length);
  }

 private:
  std::uint64_t little(std::size_t bytes) {
    const std::uint64_t at = stretch(bytes).at;
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value * 256 + body_[at + i];
    return value;
  }

  std::uint64_t big(std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value * 256 + byte_of(bytes, i);
    at_ += bytes;
    return value;
  }

  // Byte `i` of `bytes` that must all be there.
  std::uint8_t byte_of(std::size_t bytes, std::size_t i) const {
    if (bytes > body_.size() - at_) throw Refused{Error::end_of_input};
    return body_[at_ + i];
  }

  template <typename T>
  T whole(const Expected<Decoded<T>>& decoded) {
    if (!decoded) throw Refused{decoded.error()};
    at_ += decoded->consumed;
    return decoded->value;
  }

  Bytes body_;
  std::size_t at_ = 0;
};

/// Runs `read` over the body; a fault goes beside what it has read so far.
template <typename T, typename Read>
ReadSoFar<T> read_all(Bytes body, ReadSoFar<T>& so_far, Read read) {
  BodyCursor in(body);
  try {
    read(in);
  } catch (const Refused& refused) {
    so_far.fault = refused.why;
  }
  return std::move(so_far);
}

}  // namespace touchstone::reference::index_files
