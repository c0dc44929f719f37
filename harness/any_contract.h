// AnyContract: a contract with its Case type erased, so that one prover and one set of runners
// serve all.
#pragma once

#include <memory>
#include <sstream>

#include "harness/check.h"
#include "harness/contract.h"

namespace touchstone::kit {

/// A Case of some contract. Only that contract looks inside.
class AnyCase {
 public:
  virtual ~AnyCase() = default;
  virtual bool equals(const AnyCase& other) const = 0;
};

class AnyContract {
 public:
  /// A seed by name, as recorded bytes (version first).
  struct NamedBytes {
    std::string name;
    std::vector<std::uint8_t> bytes;
    std::optional<std::size_t> reaches = {};  ///< the class it is made to reach
  };
  struct ExceptionInfo {
    std::string name;
    std::string reason;
    std::size_t in_corpus;
  };

  virtual ~AnyContract() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view claim() const = 0;
  virtual std::uint8_t version() const = 0;

  virtual std::unique_ptr<AnyCase> new_case() const = 0;
  /// `c` must be a Case of this contract; it is overwritten.
  virtual void draw(Draw& draw, AnyCase& c) const = 0;
  virtual std::string describe(const AnyCase& c) const = 0;
  /// Makes `c` one that is refused; false when this contract or Case knows of none.
  virtual bool spoil(const AnyCase& from, AnyCase& c) const = 0;
  virtual std::vector<NamedBytes> seeds() const = 0;

  virtual const std::vector<SubjectInfo>& subjects() const = 0;
  virtual const std::vector<SubjectInfo>& relations() const = 0;
  virtual const std::vector<std::pair<std::size_t, std::string>>& classes() const = 0;
  virtual const std::vector<ExceptionInfo>& exceptions() const = 0;

  virtual Result run(std::size_t subject, const AnyCase& c, Stage& stage) const = 0;
  virtual std::optional<std::string> relate(std::size_t relation, const AnyCase& c,
                                            Stage& stage) const = 0;
  virtual void survey(const AnyCase& c, const Result& truth, ClassSet& reached) const = 0;
  virtual bool excused(std::size_t exception, const AnyCase& c, std::size_t subject,
                       const Outcome& expected, const Outcome& actual) const = 0;

  /// Aborts in a function of this contract's own, so that crash deduplication tells contracts
  /// apart.
  [[noreturn]] virtual void abort() const = 0;

  /// The bytes of a corpus file that draws `c`: version, then the recorded choices.
  std::vector<std::uint8_t> record(AnyCase& c) const {
    Recorder recorder(version());
    draw(recorder, c);
    return recorder.take();
  }
};

/// The erasure of one contract type.
template <Contract C>
class ErasedContract final : public AnyContract {
 public:
  using Case = typename C::Case;
  struct Holder final : AnyCase {
    Case value{};
    bool equals(const AnyCase& other) const override { return value == get(other); }
  };

  explicit ErasedContract(void (*abort_symbol)()) : abort_symbol_(abort_symbol) {
    C::declare(declaration_);
    for (auto& [info, run] : declaration_.subjects) subjects_.push_back(info);
    for (auto& [info, relate] : declaration_.relations) relations_.push_back(info);
    for (auto& rule : declaration_.exceptions) {
      exceptions_.push_back({rule.name, rule.reason, rule.in_corpus});
    }
    TOUCHSTONE_CHECK(subjects_.size() >= 2,
                     "a contract compares a reference with at least one subject");
    TOUCHSTONE_CHECK(declaration_.references == 1, "a contract has exactly one reference");
    TOUCHSTONE_CHECK(!declaration_.classes.empty(),
                     "a contract names the classes its claim is about");
  }

  std::string_view name() const override { return C::kName; }
  std::string_view claim() const override { return C::kClaim; }
  std::uint8_t version() const override { return C::kVersion; }

  std::unique_ptr<AnyCase> new_case() const override { return std::make_unique<Holder>(); }
  void draw(Draw& draw, AnyCase& c) const override { C::draw(draw, get(c)); }
  std::string describe(const AnyCase& c) const override {
    std::ostringstream text;
    C::describe(get(c), text);
    return text.str();
  }
  bool spoil(const AnyCase& from, AnyCase& c) const override {
    if constexpr (requires(Case& x) {
                    { C::spoil(x) } -> std::same_as<bool>;
                  }) {
      get(c) = get(from);
      return C::spoil(get(c));
    } else {
      return false;
    }
  }
  std::vector<NamedBytes> seeds() const override {
    std::vector<NamedBytes> named;
    if constexpr (requires(Seeds<Case>& s) { C::seeds(s); }) {
      Seeds<Case> seeds;
      C::seeds(seeds);
      for (auto& seed : seeds.cases) {
        Holder holder;
        holder.value = std::move(seed.value);
        named.push_back({std::move(seed.name), record(holder), seed.reaches});
      }
    }
    return named;
  }

  const std::vector<SubjectInfo>& subjects() const override { return subjects_; }
  const std::vector<SubjectInfo>& relations() const override { return relations_; }
  const std::vector<std::pair<std::size_t, std::string>>& classes() const override {
    return declaration_.classes;
  }
  const std::vector<ExceptionInfo>& exceptions() const override { return exceptions_; }

  Result run(std::size_t subject, const AnyCase& c, Stage& stage) const override {
    return declaration_.subjects[subject].second(get(c), stage);
  }
  std::optional<std::string> relate(std::size_t relation, const AnyCase& c,
                                    Stage& stage) const override {
    return declaration_.relations[relation].second(get(c), stage);
  }
  void survey(const AnyCase& c, const Result& truth, ClassSet& reached) const override {
    Marks<typename C::Reach> marks(reached);
    C::survey(get(c), truth, marks);
  }
  bool excused(std::size_t exception, const AnyCase& c, std::size_t subject,
               const Outcome& expected, const Outcome& actual) const override {
    return declaration_.exceptions[exception].matches(get(c), subjects_[subject], expected, actual);
  }
  [[noreturn]] void abort() const override {
    abort_symbol_();
    std::abort();
  }

 private:
  static Case& get(AnyCase& c) { return static_cast<Holder&>(c).value; }
  static const Case& get(const AnyCase& c) { return static_cast<const Holder&>(c).value; }

  void (*abort_symbol_)();
  Declaration<C> declaration_;
  std::vector<SubjectInfo> subjects_;
  std::vector<SubjectInfo> relations_;
  std::vector<ExceptionInfo> exceptions_;
};

// --- registry
// --------------------------------------------------------------------------------------

/// Every contract linked into this program, by name. Nothing else lists contracts.
const std::vector<const AnyContract*>& all_contracts();

/// The contract of that name, or null.
const AnyContract* find_contract(std::string_view name);

namespace internal {
using MakeContract = std::unique_ptr<AnyContract> (*)();
bool register_contract(MakeContract make);
}  // namespace internal

}  // namespace touchstone::kit

/// Registers the contract type `Type` (a name without `::`) and gives it an abort symbol of its
/// own. The symbol's body must differ from contract to contract, or the linker folds them into one.
#define TOUCHSTONE_CONTRACT(Type)                                             \
  static_assert(::touchstone::kit::Contract<Type>);                           \
  extern "C" [[gnu::noinline]] void touchstone_divergence_in_##Type() {       \
    static const char* volatile contract = #Type;                             \
    (void)contract;                                                           \
    std::abort();                                                             \
  }                                                                           \
  [[maybe_unused]] static const bool touchstone_registered_##Type =           \
      ::touchstone::kit::internal::register_contract(                         \
          []() -> std::unique_ptr<::touchstone::kit::AnyContract> {           \
            return std::make_unique<::touchstone::kit::ErasedContract<Type>>( \
                touchstone_divergence_in_##Type);                             \
          });
