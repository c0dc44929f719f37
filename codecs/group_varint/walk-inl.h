// The walk over a long run of groups. Included once per Highway target.
//
// Filling the tables of lengths is bound by the shuffles, walking over them by loads and the chain
// from step to step: done one after the other, each leaves half of the core idle. So there are two
// sets of tables: while the walk goes over one stretch, each step also fills a block for the next.
// How many steps a stretch takes depends on the data, but not the least number; that many are taken
// without a look at where they lead, so that nothing is mispredicted.
//
// Safe at both edges: a position is filled and walked only where kLookAhead bytes behind its block
// lie inside the input, and no step reaches as far.

HWY_BEFORE_NAMESPACE();
namespace touchstone::group_varint::HWY_NAMESPACE {

inline constexpr std::size_t kMaxStepBytes = kGroupsPerStep * kMaxGroupBytes;
static_assert(kMaxStepBytes <= kLookAhead && kPositions % kBlock == 0);

/// Where a walk stands: position `at` of the stretch that starts at `base`.
template <typename T>
struct Walk {
  const std::uint8_t* base;
  std::size_t at;
  T* to;
  std::size_t groups;  ///< still wanted

  HWY_INLINE void step(const Steps& steps) {
    at = decode_step(steps.bytes, base, at, to);
    to += 4 * kGroupsPerStep;
    groups -= kGroupsPerStep;
  }

  /// Steps that can be taken before the walk may have left the stretch or have no use for all
  /// of its groups.
  HWY_INLINE std::size_t sure_steps(std::size_t positions) const {
    return HWY_MIN(groups / kGroupsPerStep, (positions + kMaxStepBytes - 1 - at) / kMaxStepBytes);
  }
};

// Walks through `now`, and fills `blocks` of `next` at the same time, which belong to the stretch
// behind. Two steps a turn: what the filler knows then needs no moving from register to register.
template <typename T>
HWY_INLINE void walk_and_fill(Walk<T>& walk, const Steps& now, std::size_t positions, Steps& next,
                              std::size_t blocks) {
  Walk<T> w = walk;  // in registers
  Filler filler(w.base + positions, next);
  const std::size_t turns = HWY_MIN(w.sure_steps(positions), blocks) / 2;
  for (std::size_t i = 0; i < turns; ++i) {
    w.step(now);
    filler.fill_block();
    w.step(now);
    filler.fill_block();
  }
  filler.fill_last(blocks - 2 * turns);
  walk = w;
}

template <typename T>
HWY_INLINE void walk_on(Walk<T>& walk, const Steps& now, std::size_t positions) {
  Walk<T> w = walk;
  while (w.at < positions && w.groups >= kGroupsPerStep) w.step(now);
  walk = w;
}

// Not inlined: its tables would cost short runs their stack.
template <typename T>
HWY_NOINLINE Progress decode_by_tables(std::span<const std::uint8_t> in, std::span<T> out) {
  const std::size_t wanted = out.size() / 4;
  Walk<T> walk{in.data(), 0, out.data(), wanted};
  // Positions to walk over: inside the input, and no more than the groups can take.
  const std::size_t useful = HWY_MIN(in.size(), wanted * kMaxGroupBytes + kLookAhead);
  std::size_t left = useful < kLookAhead ? 0 : (useful - kLookAhead) / kBlock * kBlock;
  Steps steps[2];
  Steps* now = &steps[0];
  Steps* next = &steps[1];
  std::size_t positions = HWY_MIN(left, kPositions);
  if (positions != 0) Filler(walk.base, *now).fill_last(positions / kBlock);
  while (positions != 0) {
    left -= positions;
    const std::size_t next_positions = HWY_MIN(left, kPositions);
    if (next_positions != 0) {
      walk_and_fill(walk, *now, positions, *next, next_positions / kBlock);
    }
    walk_on(walk, *now, positions);
    if (walk.at < positions) break;  // fewer groups are wanted than a step takes
    walk.base += positions;
    walk.at -= positions;
    positions = next_positions;
    std::swap(now, next);
  }
  const auto used = static_cast<std::size_t>(walk.base - in.data()) + walk.at;
  const Progress rest = decode_one_by_one<T>(in.subspan(used), {walk.to, 4 * walk.groups});
  return {wanted - walk.groups + rest.groups, used + rest.bytes};
}

}  // namespace touchstone::group_varint::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
