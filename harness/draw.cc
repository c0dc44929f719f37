#include "harness/draw.h"

#include <algorithm>
#include <ostream>

#include "harness/check.h"

namespace touchstone::kit {
namespace {

// How many bytes a choice in [0, max] takes: fixed by `max` alone, so that one changed byte of an
// input never shifts the meaning of those behind it.
std::size_t width_of(std::uint64_t max) {
  if (max == 0) return 0;
  if (max <= 0xFF) return 1;
  if (max <= 0xFFFF) return 2;
  if (max <= 0xFFFFFFFF) return 4;
  return 8;
}

}  // namespace

void Draw::check_not_finished() const {
  TOUCHSTONE_CHECK(!finished_,
                   "a contract's draw goes on after rest(), which takes all that is left");
}

void Draw::rest(std::vector<std::uint8_t>& bytes, std::size_t max) {
  check_not_finished();
  take_rest(bytes, max);
  finished_ = true;
}

std::uint64_t Draw::choose(std::uint64_t max, std::uint64_t current) {
  check_not_finished();
  const std::uint64_t chosen = pick(max, current);
  TOUCHSTONE_CHECK(chosen <= max, "a Draw backend chose a value outside the range it was given");
  return chosen;
}

void Draw::placement(Placement& place) {
  one_of(place.flush, std::array{Flush::right, Flush::right, Flush::left, Flush::aligned});
  if (place.flush == Flush::aligned) {
    uniform(place.alignment, std::uint8_t{0}, std::uint8_t{63});
  } else {
    place.alignment = 0;
  }
}

std::uint64_t ByteDraw::pick(std::uint64_t max, std::uint64_t) {
  const std::size_t width = std::min(width_of(max), bytes_.size());
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{bytes_[i]} << (8 * i);
  bytes_ = bytes_.subspan(width);
  return max == std::numeric_limits<std::uint64_t>::max() ? value : value % (max + 1);
}

void ByteDraw::take_rest(std::vector<std::uint8_t>& bytes, std::size_t max) {
  const std::size_t size = std::min(max, bytes_.size());
  bytes.assign(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size));
  bytes_ = {};
}

std::uint64_t Recorder::pick(std::uint64_t max, std::uint64_t current) {
  if (current > max) {
    throw Undrawable("field number " + std::to_string(bytes_.size()) +
                     " (counted in bytes) holds " + std::to_string(current) +
                     " but is drawn from 0.." + std::to_string(max));
  }
  const std::size_t width = width_of(max);
  for (std::size_t i = 0; i < width; ++i) {
    bytes_.push_back(static_cast<std::uint8_t>(current >> (8 * i)));
  }
  return current;
}

void Recorder::take_rest(std::vector<std::uint8_t>& bytes, std::size_t max) {
  if (bytes.size() > max) {
    throw Undrawable("free-form content of " + std::to_string(bytes.size()) +
                     " bytes is longer than the draw's limit of " + std::to_string(max));
  }
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

std::ostream& operator<<(std::ostream& out, const Placement& place) {
  switch (place.flush) {
    case Flush::right:
      return out << "ending at a guard page";
    case Flush::left:
      return out << "starting at a guard page";
    case Flush::aligned:
      return out << "starting at an address of " << int{place.alignment} << " modulo 64";
  }
  return out;
}

}  // namespace touchstone::kit
