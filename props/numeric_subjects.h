// Who is tested by the packed-integer tests: one line a subject, here and nowhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "codecs/error.h"
#include "codecs/numeric/packed.h"
#include "props/subject_name.h"
#include "reference/numeric.h"

namespace touchstone::props {

/// A reader and writer of packed integers under test.
struct NumericSubject {
  using Values = std::span<const std::uint64_t>;

  std::string name;
  /// All values of a stream of so many, from `first` on.
  std::function<Expected<void>(Bytes, unsigned width, std::uint64_t count, std::uint64_t first,
                               std::span<std::uint64_t> out)>
      read;
  std::function<Expected<void>(Bytes, unsigned width, std::uint64_t count, std::uint64_t first,
                               std::span<std::uint32_t> out)>
      read_u32;
  std::function<Expected<std::uint64_t>(Bytes, unsigned width, std::uint64_t count,
                                        std::uint64_t index)>
      get;
  std::function<Expected<void>(Bytes, unsigned width, std::uint64_t count, numeric::Affine,
                               std::span<std::uint64_t> out)>
      read_affine;
  std::function<Expected<void>(Bytes, unsigned width, std::uint64_t count, Values table,
                               std::span<std::uint64_t> out)>
      read_table;
  std::function<Expected<std::vector<std::uint8_t>>(Values, unsigned width)> encode;
};

inline NumericSubject numeric_reference() {
  namespace ref = reference::numeric;
  using Kind = ref::Form::Kind;
  const auto read = [](Bytes in, unsigned width, std::uint64_t count, std::uint64_t first,
                       auto out) { return ref::read({in, width, count}, first, out); };
  return {"reference",
          read,
          read,
          [](Bytes in, unsigned width, std::uint64_t count, std::uint64_t index) {
            return ref::get({in, width, count}, index);
          },
          [](Bytes in, unsigned width, std::uint64_t count, numeric::Affine form,
             std::span<std::uint64_t> out) {
            return ref::read({in, width, count}, 0, out,
                             {Kind::affine, form.factor, form.offset, {}});
          },
          [](Bytes in, unsigned width, std::uint64_t count, NumericSubject::Values table,
             std::span<std::uint64_t> out) {
            return ref::read({in, width, count}, 0, out, {Kind::table, 1, 0, table});
          },
          [](NumericSubject::Values values, unsigned width) { return ref::encode(values, width); }};
}

/// The codec with the kernels of one tier.
inline NumericSubject numeric_codec(const numeric::Kernels& kernels) {
  // Calls `use` with a reader, or gives the reason there is none.
  const auto with_reader = [&kernels](
                               Bytes in, unsigned width, std::uint64_t count,
                               auto use) -> decltype(use(std::declval<numeric::PackedReader&>())) {
    const auto reader = numeric::PackedReader::make(in, width, count, kernels);
    if (!reader) return std::unexpected(reader.error());
    return use(*reader);
  };
  const auto read = [with_reader](Bytes in, unsigned width, std::uint64_t count,
                                  std::uint64_t first, auto out) {
    return with_reader(in, width, count,
                       [&](const auto& reader) { return reader.read(first, out); });
  };
  const auto read_form = [with_reader](Bytes in, unsigned width, std::uint64_t count, auto form,
                                       std::span<std::uint64_t> out) {
    return with_reader(in, width, count,
                       [&](const auto& reader) { return reader.read(0, out, form); });
  };
  return {std::string(name_of(kernels.tier)),
          read,
          read,
          [with_reader](Bytes in, unsigned width, std::uint64_t count, std::uint64_t index) {
            return with_reader(in, width, count,
                               [&](const auto& reader) { return reader.get(index); });
          },
          read_form,
          read_form,
          [](NumericSubject::Values values, unsigned width) -> Expected<std::vector<std::uint8_t>> {
            const std::uint64_t size = numeric::packed_size(values.size(), width);
            std::vector<std::uint8_t> out(size, 0xA5);
            const auto written = numeric::encode(values, width, out);
            if (!written) return std::unexpected(written.error());
            out.resize(*written);
            return out;
          }};
}

/// The reference, and the codec at every tier of this CPU.
inline std::vector<NumericSubject> numeric_subjects() {
  std::vector<NumericSubject> subjects{numeric_reference()};
  for (const numeric::Kernels& kernels : numeric::kernels()) {
    if (cpu_supports(kernels.tier)) subjects.push_back(numeric_codec(kernels));
  }
  return subjects;
}

inline void PrintTo(const NumericSubject& subject, std::ostream* out) { *out << subject.name; }

/// Value i of the streams that golden data are made of: the top bits of a multiple of the golden
/// ratio.
constexpr std::uint64_t golden_value(std::uint64_t i, unsigned width) {
  return i * 0x9E37'79B9'7F4A'7C15 >> (64 - width);
}

}  // namespace touchstone::props
