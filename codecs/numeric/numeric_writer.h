// Writing numeric doc values: the choices of Lucene's writer, and the bytes that follow from them.
//
// The choices (Apache Lucene 9.0..10.6, Lucene90DocValuesConsumer), the first that applies:
//
//   all values alike                            no data
//   at most 256 values, and their indexes in    a table of them, ascending
//     a table are narrower than differences
//   blocks of 16384 values take at most 0.9     blocks, each with a minimum and a width of its own
//     of what all in one would take
//   otherwise                                   (value - minimum) / factor, in one block
//
// The factor is the greatest common divisor of all differences, or 1 once a value is outside of
// -2^62 .. 2^62 - 1. Widths are those of packed integers.
//
// First plan, which looks at all values; then make room for what the plan says; then write. Nothing
// here throws, allocates or locks.
#pragma once

#include <cstdint>
#include <span>

#include "codecs/error.h"
#include "codecs/io/output.h"
#include "codecs/numeric/numeric_entry.h"

namespace touchstone::numeric {

/// How values are to be packed, if the first byte of them comes to stand at `offset` of the data
/// file; `length` says how many bytes they take. `documents` are all: see plan_documents. Cost:
/// four passes over the values, one of them with a look at up to 256 distinct ones for each.
NumericEntry plan_values(std::span<const std::int64_t> values, std::uint64_t offset);

/// Writes the values as planned for these very values. Errors: invalid_argument for another number
/// of values, and output_too_small for less room than entry.length, with nothing written;
/// invalid_argument for a plan of other values that these do not fit into, with those bytes of
/// `out` unspecified. Values that happen to fit are read back as they are. Gives entry.length.
Expected<std::size_t> write_values(const NumericEntry& entry, std::span<const std::int64_t> values,
                                   std::span<std::uint8_t> out);

/// How the documents that have a value are to be written, if their first byte comes to stand at
/// `offset`: none, all `of` documents, or a set of `length` bytes. Precondition: they ascend, from
/// 0 to below `of`, and to below 2^31 - 1, which ends every set.
DocSetEntry plan_documents(std::span<const std::int32_t> documents, std::uint64_t of,
                           std::uint64_t offset);

/// Writes a set as planned for these very documents: no byte where the plan says none or all. Gives
/// entry.length. Errors, with nothing written: invalid_argument where the plan for these documents
/// would be another one; output_too_small.
Expected<std::size_t> write_documents(const DocSetEntry& entry,
                                      std::span<const std::int32_t> documents,
                                      std::span<std::uint8_t> out);

/// Writes the entry itself. Errors: those of the output.
Expected<void> write_numeric_entry(io::Output& out, const NumericEntry& entry);

}  // namespace touchstone::numeric
