// The short postings list of a Lucene 10.4+ index: the documents of one term, when fewer than 256.
//
// Format (`.doc` file, codec Lucene104PostingsWriterDoc; Apache Lucene 10.4 .. 10.6): one
// group-varint run of n values, n being known from elsewhere (the term dictionary).
//
//   frequencies absent   value = gap
//   frequencies stored   value = gap * 2, plus 1 where the frequency is 1; behind the whole run one
//                        vInt for each frequency that is not 1, in order
//
// A gap is the distance from the document before; the first counts from document -1. A term with a
// single document has no list in the file; lists stand back to back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "codecs/error.h"
#include "reference/vint.h"

namespace touchstone::reference {

enum class Frequencies : std::uint8_t { absent, stored };

struct PostingsList {
  std::vector<std::uint32_t> documents;
  std::vector<std::uint32_t> frequencies;  ///< as many as documents; all 1 where absent
  std::size_t consumed = 0;                ///< bytes of the list

  friend bool operator==(const PostingsList&, const PostingsList&) = default;
};

/// Who reads the integers of a list: the reference, unless somebody else is to be tried in its
/// place.
struct PostingsIntegers {
  /// As reference::group_varint::decode.
  std::function<Expected<std::size_t>(std::span<const std::uint8_t>, std::span<std::uint32_t>)>
      decode_group_varint;
  /// As reference::decode_vint.
  std::function<Expected<Decoded<std::uint32_t>>(std::span<const std::uint8_t>)> decode_vint;

  static PostingsIntegers of_the_reference();
};

/// Read the list of `count` documents (0..255) that starts with the first byte of `in`. Documents
/// are not checked to increase or to be below 2^31: sums wrap at 2^32. Errors: invalid_argument
/// (count above 255: such a list has another form), end_of_input, malformed_vint. Allocates its
/// result.
Expected<PostingsList> decode_postings(
    std::span<const std::uint8_t> in, std::size_t count, Frequencies frequencies,
    const PostingsIntegers& integers = PostingsIntegers::of_the_reference());

}  // namespace touchstone::reference
