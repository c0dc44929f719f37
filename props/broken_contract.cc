// A registered contract with a codec that is wrong on purpose: shows that every runner fails when
// it should. Tier `good` is right; tier `bad` is wrong for inputs that hold a byte above 0xf0, and
// ends the process for those that start with "DIE"; tier `absent` runs nowhere.
#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <span>
#include <vector>

#include "harness/any_contract.h"
#include "harness/hex.h"

namespace touchstone::props {
namespace {

using kit::Result;
using kit::Stage;

struct BrokenToy {
  struct Case {
    std::uint8_t key = 0;
    std::vector<std::uint8_t> bytes;
    bool operator==(const Case&) const = default;
  };
  enum class Reach { empty, some, high_byte };
  static constexpr std::string_view kName = "broken_toy";
  static constexpr std::string_view kClaim = "the broken toy adds its key to every byte";
  static constexpr std::uint8_t kVersion = 1;

  static void draw(kit::Draw& d, Case& c) {
    d.uniform(c.key, std::uint8_t{0}, std::uint8_t{9});
    d.rest(c.bytes, 64);
  }
  static void describe(const Case& c, std::ostream& out) {
    out << "key " << int{c.key} << ", bytes: " << kit::to_hex(c.bytes);
  }
  static void survey(const Case& c, const Result&, kit::Marks<Reach>& m) {
    m.mark(c.bytes.empty() ? Reach::empty : Reach::some);
    m.mark_if(has_high_byte(c.bytes), Reach::high_byte);
  }
  static void seeds(kit::Seeds<Case>& seeds) {
    seeds.add("empty", {});
    seeds.add("three-bytes", {.key = 1, .bytes = {1, 2, 3}}, Reach::some);
  }
  static void declare(kit::Declaration<BrokenToy>& d) {
    d.reach(Reach::empty, "no bytes");
    d.reach(Reach::some, "some bytes");
    d.reach(Reach::high_byte, "a byte above 0xf0");
    d.reference("reference", [](const Case& c, Stage& s) { return run(c, s, false); });
    d.subject({.name = "toy", .tier = "good"},
              [](const Case& c, Stage& s) { return run(c, s, false); });
    d.subject({.name = "toy", .tier = "bad"},
              [](const Case& c, Stage& s) { return run(c, s, true); });
    d.subject({.name = "toy", .tier = "absent", .available = false},
              [](const Case&, Stage&) -> Result { std::abort(); });
  }

 private:
  static bool has_high_byte(std::span<const std::uint8_t> bytes) {
    return std::ranges::any_of(bytes, [](std::uint8_t byte) { return byte > 0xF0; });
  }
  static void add(std::span<const std::uint8_t> in, std::uint8_t key, std::span<std::uint8_t> out,
                  bool broken) {
    constexpr std::uint8_t kDie[] = {'D', 'I', 'E'};
    if (broken && in.size() >= 3 && std::ranges::equal(in.first(3), kDie)) std::abort();
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = static_cast<std::uint8_t>(in[i] + key);
    if (broken && has_high_byte(in)) out.back() ^= 1;
  }
  static Result run(const Case& c, Stage& stage, bool broken) {
    const auto in = stage.input(c.bytes, {});
    const auto out = stage.output<std::uint8_t>(c.bytes.size(), {});
    stage.call([&] { add(in, c.key, out, broken); });
    return Result::ok().took(in.size()).gave(out);
  }
};

TOUCHSTONE_CONTRACT(BrokenToy)

}  // namespace
}  // namespace touchstone::props
