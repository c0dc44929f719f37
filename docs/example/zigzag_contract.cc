// Contract: zigzag of any values, into any room.
#include <ostream>
#include <vector>

#include "harness/any_contract.h"
#include "zigzag.h"

namespace {

using namespace touchstone::kit;

// The simple truth: what the definition says, by cases.
std::size_t zigzag_by_definition(std::span<const std::int32_t> in, std::span<std::uint32_t> out) {
  if (out.size() < in.size()) return 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::int64_t value = in[i];
    out[i] = static_cast<std::uint32_t>(value >= 0 ? 2 * value : -2 * value - 1);
  }
  return in.size();
}

struct ZigZag {
  static constexpr std::string_view kName = "zigzag";
  static constexpr std::string_view kClaim = "zigzag gives what its definition says, or refuses";
  static constexpr std::uint8_t kVersion = 1;

  struct Case {
    bool one_short = false;  // the output has room for one value less than needed
    Placement input_at = {};
    Placement output_at = {};
    std::vector<std::int32_t> values = {};
    bool operator==(const Case&) const = default;
  };

  enum class Reach : std::uint8_t { nothing, negative, smallest, refused };

  static void draw(Draw& d, Case& c) {
    d.flag(c.one_short);
    d.placement(c.input_at);
    d.placement(c.output_at);
    d.list(c.values, 100, [](Draw& e, std::int32_t& value) {
      e.edgy(value, std::int32_t{INT32_MIN}, std::int32_t{INT32_MAX});
    });
  }

  static void describe(const Case& c, std::ostream& out) {
    out << c.values.size() << " values" << (c.one_short ? ", room for one less" : "") << ":";
    for (const std::int32_t value : c.values) out << ' ' << value;
  }

  static void survey(const Case& c, const Result& truth, Marks<Reach>& marks) {
    marks.mark_if(c.values.empty(), Reach::nothing);
    marks.mark_if(!truth.is_ok(), Reach::refused);
    for (const std::int32_t value : c.values) {
      marks.mark_if(value < 0, Reach::negative);
      marks.mark_if(value == INT32_MIN, Reach::smallest);
    }
  }

  template <typename Encode>
  static Result run(const Case& c, Stage& stage, Encode encode) {
    const std::size_t room = c.values.size() - (c.one_short && !c.values.empty() ? 1 : 0);
    const auto in = stage.input<std::int32_t>(c.values, c.input_at);
    const auto out = stage.output<std::uint32_t>(room, c.output_at);
    const std::size_t done = stage.call([&] { return encode(in, out); });
    if (done < c.values.size()) return Result::rejected("output too small");
    return Result::ok().gave(out);
  }

  static void declare(Declaration<ZigZag>& d) {
    d.reach(Reach::nothing, "no values");
    d.reach(Reach::negative, "negative value");
    d.reach(Reach::smallest, "smallest int");
    d.reach(Reach::refused, "rejected: output too small");
    d.reference("by definition", [](const Case& c, Stage& s) {
      return run(c, s, [](auto in, auto out) { return zigzag_by_definition(in, out); });
    });
    d.subject({.name = "zigzag_encode"}, [](const Case& c, Stage& s) {
      return run(c, s, [](auto in, auto out) { return zigzag_encode(in, out); });
    });
  }

  static void seeds(Seeds<Case>& seeds) {
    seeds.add("no-values", {}, Reach::nothing);
    seeds.add("around-zero", Case{.values = {0, -1, 1, -2, 2}}, Reach::negative);
    seeds.add("smallest-int", Case{.values = {INT32_MIN}}, Reach::smallest);
    seeds.add("room-for-one-less", Case{.one_short = true, .values = {1, 2, 3}}, Reach::refused);
  }
};

TOUCHSTONE_CONTRACT(ZigZag)

}  // namespace
