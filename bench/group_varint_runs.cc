// Making runs: values by a fixed seed, encoded by the reference.
#include "bench/group_varint_runs.h"

#include <random>

#include "codecs/group_varint/group_varint.h"
#include "harness/check.h"
#include "reference/group_varint.h"

namespace touchstone::bench {

Runs::Runs(const Mix& mix, std::size_t run_values_)
    : run_values(run_values_), values(kValues), encoded(group_varint::max_encoded_size(kValues)) {
  std::mt19937 random(1);  // the same values in every build and on every machine
  for (std::uint32_t& value : values.span()) {
    const unsigned bytes =
        mix.fewest + static_cast<unsigned>(random()) % (mix.most - mix.fewest + 1);
    const std::uint32_t top = std::uint32_t{1} << (8 * bytes - 1);  // makes it need them all
    value = (static_cast<std::uint32_t>(random()) & (top - 1)) | top;
  }
  for (std::size_t run = 0; run < count(); ++run) {
    starts.push_back(size);
    const auto taken =
        reference::group_varint::encode(values_of(run), encoded.span().subspan(size));
    TOUCHSTONE_CHECK(taken.has_value(), "the output has room for any values");
    size += *taken;
  }
  starts.push_back(size);
}

}  // namespace touchstone::bench
