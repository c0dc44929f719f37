// Contract: one claim about a codec, written once. Every runner (fuzzer, property run, replay,
// sweep) is made from what is declared here, and nothing else knows the codec.
//
//     struct ZigZag {
//       static constexpr std::string_view kName = "zigzag";
//       static constexpr std::string_view kClaim = "zigzag maps every int to an unsigned and back";
//       static constexpr std::uint8_t kVersion = 1;   // raise it when draw changes meaning
//       struct Case { std::int32_t value = 0; bool operator==(const Case&) const = default; };
//       enum class Reach { negative, smallest };
//       static void draw(Draw& d, Case& c);
//       static void describe(const Case& c, std::ostream& out);
//       static void survey(const Case& c, const Result& truth, Marks<Reach>& marks);
//       static void declare(Declaration<ZigZag>& d);
//     };
//     TOUCHSTONE_CONTRACT(ZigZag)
//
// Optional: `static bool spoil(Case&)` turns a Case into one that is refused (false: not possible).
// The prover then runs it before the second run of each subject, so that state left behind by a
// failure shows; a contract of many Cases a second does so for a share of them. And `static void
// seeds(Seeds<Case>&)` lists named Cases for the corpus, best each with the class it is to reach.
#pragma once

#include <bitset>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/draw.h"
#include "harness/outcome.h"
#include "harness/stage.h"

namespace touchstone::kit {

inline constexpr std::size_t kMostClasses = 64;

/// The classes of Case that one Case belongs to.
using ClassSet = std::bitset<kMostClasses>;

/// What `survey` marks: `m.mark(Reach::truncated)`, `m.mark_if(c.count == 0, Reach::empty)`.
template <typename Reach>
class Marks {
 public:
  explicit Marks(ClassSet& set) : set_(set) {}
  void mark(Reach reach) { set_.set(static_cast<std::size_t>(reach)); }
  void mark_if(bool condition, Reach reach) {
    if (condition) mark(reach);
  }

 private:
  ClassSet& set_;
};

/// One implementation under comparison.
struct SubjectInfo {
  std::string name;           ///< what a reader would call: "group_varint::decode"
  std::string tier = {};      ///< the tier's name, empty when it has none
  bool available = true;      ///< whether this CPU runs that tier
  Slack slack = {};           ///< declared and documented over-read and over-write
  bool may_allocate = false;  ///< references may; a codec's decode may not
};

/// A difference that is right, and why. Matched after a divergence was found; counted, never
/// silent.
template <typename Case>
struct ExceptionRule {
  std::string name;
  std::string reason;
  std::size_t in_corpus;  ///< how often it happens in a replay of the checked-in corpus, exactly
  std::function<bool(const Case&, const SubjectInfo&, const Outcome& expected,
                     const Outcome& actual)>
      matches;
};

/// Named Cases made by hand or by rule, for `touchstone corpus seeds`.
template <typename Case>
class Seeds {
 public:
  struct Seed {
    std::string name;
    Case value;
    std::optional<std::size_t> reaches;  ///< a class
  };

  void add(std::string name, Case c) { cases.push_back({std::move(name), std::move(c), {}}); }
  /// One that is made to reach a class, which `touchstone corpus seeds` and its --check see to: a
  /// seed that ends elsewhere does not test what its name says.
  template <typename Reach>
    requires std::is_enum_v<Reach>
  void add(std::string name, Case c, Reach reach) {
    cases.push_back({std::move(name), std::move(c), static_cast<std::size_t>(reach)});
  }
  std::vector<Seed> cases;
};

/// What a contract declares: reach, subjects, relations, exceptions.
template <typename Contract>
class Declaration {
 public:
  using Case = typename Contract::Case;
  using Reach = typename Contract::Reach;
  using Run = std::function<Result(const Case&, Stage&)>;
  /// A relation says what is wrong, or nothing. It may leave out Cases it does not speak of, and
  /// take turns with those of other tiers, by making no measured call; one that never makes any
  /// fails the run.
  using Relate = std::function<std::optional<std::string>(const Case&, Stage&)>;

  /// Names a class of Case that the claim is about. A run that never reaches it fails.
  void reach(Reach reach, std::string name) {
    classes.emplace_back(static_cast<std::size_t>(reach), std::move(name));
  }
  /// The simple truth. Exactly one, first of the subjects.
  void reference(std::string name, Run run) {
    ++references;
    subjects.insert(subjects.begin(),
                    {{.name = std::move(name), .may_allocate = true}, std::move(run)});
  }
  /// An implementation that must agree with the reference.
  void subject(SubjectInfo info, Run run) {
    subjects.emplace_back(std::move(info), std::move(run));
  }
  /// What must hold beyond equality. `info` names the implementation it speaks of.
  void relation(SubjectInfo info, Relate relate) {
    relations.emplace_back(std::move(info), std::move(relate));
  }
  void exception(ExceptionRule<Case> rule) { exceptions.push_back(std::move(rule)); }

  std::vector<std::pair<std::size_t, std::string>> classes;
  std::size_t references = 0;
  std::vector<std::pair<SubjectInfo, Run>> subjects;
  std::vector<std::pair<SubjectInfo, Relate>> relations;
  std::vector<ExceptionRule<Case>> exceptions;
};

/// What a type must have to be a contract.
template <typename C>
concept Contract =
    std::regular<typename C::Case> && std::is_enum_v<typename C::Reach> &&
    requires(Draw& draw, typename C::Case& c, const typename C::Case& given, std::ostream& out,
             const Result& truth, Marks<typename C::Reach>& marks, Declaration<C>& declaration) {
      { C::kName } -> std::convertible_to<std::string_view>;
      { C::kClaim } -> std::convertible_to<std::string_view>;
      { C::kVersion } -> std::convertible_to<std::uint8_t>;
      C::draw(draw, c);
      C::describe(given, out);
      C::survey(given, truth, marks);
      C::declare(declaration);
    };

}  // namespace touchstone::kit
