// Contracts made to be broken: a codec so simple that every way of going wrong can be put into it.
//
// The toy codec writes the complement of each byte and refuses an input that holds a 13. A test
// hands in a body, right or wrong, and looks at what the kit says of it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/any_contract.h"
#include "harness/hex.h"
#include "harness/prover.h"
#include "harness/sanitizers.h"

namespace touchstone::props {

using ToyInput = std::span<const std::uint8_t>;
using ToyOutput = std::span<std::uint8_t>;

struct ToyAnswer {
  std::string_view refusal = "";  ///< empty: all is well
  std::uint64_t consumed = 0;
  std::size_t produced = 0;
  std::uint64_t observed = 0;  ///< one more number that is compared
};
using ToyBody = std::function<ToyAnswer(ToyInput, ToyOutput)>;

/// The right body.
inline ToyAnswer toy_codec(ToyInput in, ToyOutput out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i] == 13) return {.refusal = "unlucky"};
    out[i] = static_cast<std::uint8_t>(~in[i]);
  }
  return {"", in.size(), in.size(), 7};
}

struct ToyCase {
  std::vector<std::uint8_t> bytes = {};
  kit::Placement input_at = {};
  kit::Placement output_at = {};
  bool operator==(const ToyCase&) const = default;
};

enum class ToyReach { accepted, refused };

/// Two types of it: with `spoil` and without.
template <bool kSpoils>
struct Toy {
  using Case = ToyCase;
  using Reach = ToyReach;
  static constexpr std::string_view kName = "toy";
  static constexpr std::string_view kClaim = "the toy codec complements every byte";
  static constexpr std::uint8_t kVersion = 2;
  using Declare = std::function<void(kit::Declaration<Toy>&)>;

  /// Taken up by the next contract that is made: see make_toy().
  static inline Declare plan = {};

  static void draw(kit::Draw& d, Case& c) {
    d.placement(c.input_at);
    if (d.version() >= 2) d.placement(c.output_at);  // version 1 knew one placement only
    d.rest(c.bytes, 200);
  }
  static void describe(const Case& c, std::ostream& out) {
    out << c.bytes.size() << " bytes " << c.input_at << ", output " << c.output_at
        << "\nbytes: " << kit::to_hex(c.bytes);
  }
  static bool spoil(Case& c)
    requires kSpoils
  {
    c.bytes.push_back(13);
    return true;
  }
  static void survey(const Case&, const kit::Result& truth, kit::Marks<Reach>& m) {
    m.mark(truth.is_ok() ? Reach::accepted : Reach::refused);
  }
  static void declare(kit::Declaration<Toy>& d) {
    d.reach(Reach::accepted, "accepted");
    d.reach(Reach::refused, "refused: unlucky byte");
    plan(d);
  }
};
using PlainToy = Toy<false>;
using SpoilingToy = Toy<true>;

/// A run of `body` as a contract would write it.
inline auto toy_run(ToyBody body) {
  return [body = std::move(body)](const ToyCase& c, kit::Stage& stage) {
    const auto in = stage.input(c.bytes, c.input_at);
    const auto out = stage.output<std::uint8_t>(c.bytes.size(), c.output_at);
    const ToyAnswer answer = stage.call([&] { return body(in, out); });
    if (!answer.refusal.empty()) return kit::Result::rejected(answer.refusal);
    return kit::Result::ok()
        .took(answer.consumed)
        .gave(out.first(answer.produced))
        .also("observation", answer.observed);
  };
}

[[noreturn]] inline void toy_abort() { std::abort(); }

/// A contract with what `plan` declares, and no global registration.
template <typename Contract = PlainToy>
std::unique_ptr<kit::AnyContract> make_toy(typename Contract::Declare plan) {
  Contract::plan = std::move(plan);
  return std::make_unique<kit::ErasedContract<Contract>>(toy_abort);
}

/// The right reference and one subject, named "toy" at tier "tin".
template <typename Contract = PlainToy>
std::unique_ptr<kit::AnyContract> toy_with(ToyBody body, kit::Slack slack = {}) {
  return make_toy<Contract>([&](kit::Declaration<Contract>& d) {
    d.reference("toy reference", toy_run(toy_codec));
    d.subject({.name = "toy", .tier = "tin", .slack = slack}, toy_run(body));
  });
}

/// A Case of a toy contract, to be handed to a prover.
template <typename Contract = PlainToy>
std::unique_ptr<kit::AnyCase> any_case(ToyCase c) {
  auto holder = std::make_unique<typename kit::ErasedContract<Contract>::Holder>();
  holder->value = std::move(c);
  return holder;
}

/// What a prover says of one Case.
template <typename Contract = PlainToy>
std::optional<kit::Divergence> check_toy(const kit::AnyContract& contract, ToyCase c) {
  kit::Prover prover(contract);
  return prover.check(*any_case<Contract>(std::move(c)));
}

/// The headline of the divergence that `body` causes on `c`, or "holds".
template <typename Contract = PlainToy>
std::string headline(ToyBody body, ToyCase c, kit::Slack slack = {}) {
  const auto contract = toy_with<Contract>(std::move(body), slack);
  const auto divergence = check_toy<Contract>(*contract, std::move(c));
  return divergence ? divergence->difference.what : "holds";
}

/// A load and a store that no compiler drops or widens.
inline std::uint8_t peek(const std::uint8_t* at) {
  return *static_cast<const volatile std::uint8_t*>(at);
}
inline void poke(const std::uint8_t* at, std::uint8_t value) {
  *const_cast<volatile std::uint8_t*>(at) = value;
}

/// How a fault is told where the CPU says whether it was a read or a write, and where not.
#if defined(__x86_64__)
inline const std::string kRead = "read";
inline const std::string kWrote = "wrote";
#else
inline const std::string kRead = "touched";
inline const std::string kWrote = "touched";
#endif

#if defined(TOUCHSTONE_SANITIZED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace touchstone::props
