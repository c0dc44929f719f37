// What a reader of metadata files tells of a body, as numbers, by the codec and by the reference.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "codecs/error.h"
#include "contracts/index_metadata_case.h"

namespace touchstone::contracts {

/// A list of numbers of which the first are kept and all are digested.
class Told {
 public:
  explicit Told(std::span<std::uint64_t> room) : room_(room) {}

  void add(std::uint64_t number) {
    if (count_ < room_.size()) room_[count_] = number;
    count_ += 1;
    digest_ = (digest_ ^ number) * 0x0000'0100'0000'01B3 + (digest_ >> 47);
  }
  void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
  void add(std::uint32_t number) { add(std::uint64_t{number}); }
  void add(std::int32_t number) { add(std::int64_t{number}); }
  void add(bool flag) { add(std::uint64_t{flag}); }

  std::span<const std::uint64_t> numbers() const {
    return room_.first(count_ < room_.size() ? count_ : room_.size());
  }
  std::uint64_t count() const { return count_; }
  std::uint64_t digest() const { return digest_; }

  std::optional<Error> fault;

 private:
  std::span<std::uint64_t> room_;
  std::uint64_t count_ = 0;
  std::uint64_t digest_ = 0xCBF2'9CE4'8422'2325;
};

/// Of each segment is asked whether fields with numbers below this were updated.
inline constexpr std::uint32_t kNumbersAsked = 20;

/// Everything before the first fault, and that. The codec allocates nothing.
void told_by_codec(const IndexMetadataCase& c, std::span<const std::uint8_t> body, Told& told);
void told_by_reference(const IndexMetadataCase& c, std::span<const std::uint8_t> body, Told& told);

}  // namespace touchstone::contracts
