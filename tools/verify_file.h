// Checking one file of an index, or one file inside a compound file.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codecs/index_files/fault.h"

namespace touchstone::tools {

/// A file to be checked, and what is known of it beforehand.
struct Piece {
  struct Slice {
    std::uint64_t offset;
    std::uint64_t length;
  };

  std::filesystem::path path;
  std::string name;                   ///< without the folder; of an inner file its own
  std::string shown;                  ///< for messages: the path; of an inner file, its name behind
  std::optional<Slice> slice;         ///< an inner file: where it is in `path`
  std::optional<index_files::Id> id;  ///< that of its segment
  std::optional<std::uint64_t> expected_length;  ///< of a compound file, by its table
  std::uint64_t bytes = 0;                       ///< its length, as far as known
};

struct Finding {
  std::optional<std::string> fault;  ///< what is wrong, in words
  std::string unknown_codec;         ///< the codec of a file whose name tells none
  std::uint64_t bytes = 0;           ///< digested
};

/// Checks header and footer, and with that every byte. Reads through `buffer`, and nothing but that
/// takes memory. `progress` is told of bytes while they are digested.
Finding verify_piece(const Piece& piece, std::span<std::uint8_t> buffer,
                     std::atomic<std::uint64_t>& progress);

/// What an error says of a file or a part of one.
std::string_view meaning(Error error);

/// What to say of a file that could not be opened or read, where errno was `reason` then.
std::string why_unreadable(Error error, int reason);

/// A fault in words: which one, where, what was expected and found.
std::string in_words(const index_files::EnvelopeFault& fault);

}  // namespace touchstone::tools
