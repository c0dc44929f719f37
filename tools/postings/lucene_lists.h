// The postings lists of a real index, out of its `.doc` file and a table of its terms.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "contracts/real_postings.h"

namespace touchstone::tools {

/// All bytes of a regular file that is not empty, or why not, with its path.
std::expected<std::string, std::string> read_text(const std::filesystem::path& file);

/// The lists of `doc` (codec Lucene104PostingsWriterDoc, Apache Lucene 10.4 .. 10.6), one for each
/// row of `terms` that names more than one document, in its order; a list's term is "FIELD-TERM".
/// `terms` is a table with tabs between columns: field ("freqs" keeps frequencies, "docs" does
/// not), term, number of documents; more columns are not looked at. Every list must read, the last
/// must end where the file's footer starts, and each must be what our own writer makes of it.
std::expected<std::vector<contracts::TermList>, std::string> lucene_lists(
    const std::filesystem::path& doc, const std::filesystem::path& terms);

}  // namespace touchstone::tools
