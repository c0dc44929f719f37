#include "bench/numeric_streams.h"

#include <array>
#include <memory>

#include "codecs/numeric/packed.h"
#include "harness/check.h"

namespace touchstone::bench {

PackedValues::PackedValues(unsigned width_)
    : width(width_), packed_(numeric::packed_size(kCount, width_)) {
  std::vector<std::uint64_t> values(kCount);
  for (std::size_t i = 0; i < kCount; ++i) values[i] = value(i);
  const auto size = numeric::encode(values, width, packed_.span());
  TOUCHSTONE_CHECK(size == packed_.span().size(), "values of the right width are packed");
}

PackedValues& PackedValues::of_width(unsigned width) {
  static std::array<std::unique_ptr<PackedValues>, 65> made;
  if (made[width] == nullptr) made[width] = std::make_unique<PackedValues>(width);
  return *made[width];
}

std::span<std::uint64_t> shared_output() {
  static Buffer<std::uint64_t> output(1024);
  return output.span();
}

}  // namespace touchstone::bench
