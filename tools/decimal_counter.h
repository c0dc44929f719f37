// A number as decimal digits that mostly grows by one: counting in the digits costs a fraction of
// making them anew.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace touchstone::tools {

class DecimalCounter {
 public:
  /// Bytes that `put` touches: more than any number has digits, and one size, so that a copy is two
  /// moves.
  static constexpr std::size_t kBytes = 24;

  /// Writes the digits to `to`, where kBytes may be overwritten, and gives where they end.
  char* put(std::uint64_t number, char* to) {
    if (number != number_) {
      if (number == number_ + 1 && digits_[length_ - 1] != '9') {
        digits_[length_ - 1] += 1;
        number_ = number;
      } else {
        set(number);
      }
    }
    std::memcpy(to, digits_.data(), kBytes);
    return to + length_;
  }

 private:
  void set(std::uint64_t number) {
    const auto end = std::to_chars(digits_.data(), digits_.data() + kBytes, number).ptr;
    length_ = static_cast<std::size_t>(end - digits_.data());
    number_ = number;
  }

  std::array<char, kBytes> digits_{'0'};
  std::size_t length_ = 1;
  std::uint64_t number_ = 0;
};

}  // namespace touchstone::tools
