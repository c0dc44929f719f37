// Postings lists of real input: what an index would hold of a text, or does hold of one.
//
// A list is the documents of one term and how often it is in each. Of a text, documents are its
// lines and terms its lower-cased words, runs of ASCII letters and digits (of 1..64 of them: longer
// runs are no words). Lists of 1..255 documents become Cases, in the form in which Apache
// Lucene 10.4+ writes them: see reference/postings.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contracts/group_varint_decode_case.h"
#include "contracts/group_varint_encode_case.h"
#include "reference/postings.h"

namespace touchstone::contracts {

struct TermList {
  std::string term;
  std::vector<std::uint32_t> documents;                          ///< increasing, from 0
  std::vector<std::uint32_t> frequencies;                        ///< as many as documents, from 1
  reference::Frequencies kept = reference::Frequencies::stored;  ///< whether the list holds them

  bool operator==(const TermList&) const = default;
};

/// The longest list that has this form.
inline constexpr std::size_t kLongestList = 255;

/// Every term of the texts, in alphabetical order. Lines are numbered on from text to text, as if
/// all were one collection; a line without a word is no document.
std::vector<TermList> lists_of(const std::vector<std::string>& texts);

/// The values of the list's group-varint run.
std::vector<std::uint32_t> run_values(const TermList& list);

/// The whole list as it stands in a file: the run, then a vInt for each frequency that is not 1.
std::vector<std::uint8_t> list_bytes(const TermList& list);

/// At most `most` lists of 1..kLongestList documents, each of another length, spread evenly over
/// the lengths from the shortest to the longest.
std::vector<TermList> spread(std::vector<TermList> lists, std::size_t most);

/// Reading the run out of a list's bytes, what is behind it left over. `turn` picks the input and
/// the width of the elements, so that Cases made one after the other meet all of them.
DecodeCase reading_case(std::size_t count, std::vector<std::uint8_t> bytes, std::size_t turn);

/// Writing the run; `turn` picks the width and the room.
EncodeCase writing_case(const std::vector<std::uint32_t>& values, std::size_t turn);

}  // namespace touchstone::contracts
