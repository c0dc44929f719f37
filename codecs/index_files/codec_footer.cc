// The tests of a footer, one after the other.
#include "codecs/index_files/codec_footer.h"

#include <limits>
#include <span>

#include "codecs/index_files/envelope_reader.h"
#include "codecs/io/big_endian.h"

namespace touchstone::index_files {
namespace {

using internal::read_big_endian;

// Magic and algorithm: what every reader of a footer looks at.
template <typename In>
Checked<void> check_kind(In& in) {
  std::uint64_t at = in.position();
  const auto magic = read_big_endian<std::uint32_t>(in);
  if (!magic) return std::unexpected(magic.error());
  if (*magic != kFooterMagic) {
    return std::unexpected(EnvelopeFault{Error::footer_magic_mismatch, at, kFooterMagic, *magic});
  }
  at = in.position();
  const auto algorithm = read_big_endian<std::uint32_t>(in);
  if (!algorithm) return std::unexpected(algorithm.error());
  if (*algorithm != 0) {
    return std::unexpected(EnvelopeFault{Error::unknown_algorithm, at, 0, *algorithm});
  }
  return {};
}

template <typename In>
Checked<std::uint32_t> read_checksum(In& in) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t at = in.position();
  const auto checksum = read_big_endian<std::uint64_t>(in);
  if (!checksum) return std::unexpected(checksum.error());
  if (*checksum > kLargest) {
    return std::unexpected(EnvelopeFault{Error::illegal_checksum, at, kLargest, *checksum});
  }
  return static_cast<std::uint32_t>(*checksum);
}

Checked<void> seek_footer(io::Input& in) {
  if (in.length() < kFooterBytes) {
    return std::unexpected(EnvelopeFault{Error::file_too_small, 0, kFooterBytes, in.length()});
  }
  if (const auto there = in.seek(in.length() - kFooterBytes); !there) {
    return std::unexpected(EnvelopeFault{there.error(), in.position()});
  }
  return {};
}

}  // namespace

Checked<std::uint32_t> write_footer(checksum::ChecksummingOutput& out) {
  std::array<std::uint8_t, 8> kind{};
  io::store_big_endian(kind.data(), kFooterMagic);
  if (const auto written = out.write(kind); !written) {
    return std::unexpected(EnvelopeFault{written.error(), out.position()});
  }
  const std::uint32_t checksum = out.value();
  std::array<std::uint8_t, 8> bytes;
  io::store_big_endian(bytes.data(), std::uint64_t{checksum});
  if (const auto written = out.write(bytes); !written) {
    return std::unexpected(EnvelopeFault{written.error(), out.position()});
  }
  return checksum;
}

Checked<std::uint32_t> check_footer(checksum::ChecksummingInput& in) {
  const std::uint64_t left = in.remaining();
  if (left != kFooterBytes) {
    const Error error = left < kFooterBytes ? Error::footer_truncated : Error::footer_not_reached;
    return std::unexpected(EnvelopeFault{error, in.position(), kFooterBytes, left});
  }
  if (const auto kind = check_kind(in); !kind) return std::unexpected(kind.error());
  // Now, while the checksum's own bytes have not been read.
  const std::uint32_t computed = in.value();
  const std::uint64_t at = in.position();
  const auto stored = read_checksum(in);
  if (!stored) return stored;
  if (*stored != computed) {
    return std::unexpected(EnvelopeFault{Error::checksum_mismatch, at, *stored, computed});
  }
  return computed;
}

Verdict check_footer_after(checksum::ChecksummingInput& in, const EnvelopeFault& parsing_error) {
  const std::uint64_t left = in.remaining();
  if (left < kFooterBytes) {
    return {.fault = {Error::checksum_indeterminate, in.position(), kFooterBytes, left},
            .is_damage = true};
  }
  Verdict verdict{.fault = parsing_error};
  if (!in.skip(left - kFooterBytes)) {
    verdict.note = Verdict::Note::checksum_indeterminate;
    return verdict;
  }
  if (const auto checksum = check_footer(in)) {
    if (parsing_error.error == Error::version_too_old) return verdict;
    verdict.note = Verdict::Note::checksum_passed;
    verdict.checksum = *checksum;
  } else if (is_corruption(checksum.error().error)) {
    verdict = {.fault = checksum.error(), .is_damage = true};
  } else {
    verdict.note = Verdict::Note::checksum_indeterminate;
  }
  return verdict;
}

Checked<std::uint32_t> retrieve_checksum(io::Input& in) {
  if (const auto there = seek_footer(in); !there) return std::unexpected(there.error());
  if (const auto kind = check_kind(in); !kind) return std::unexpected(kind.error());
  return read_checksum(in);
}

Checked<std::uint32_t> retrieve_checksum(io::Input& in, std::uint64_t expected_length) {
  if (expected_length < kFooterBytes) {
    return std::unexpected(
        EnvelopeFault{Error::invalid_argument, 0, kFooterBytes, expected_length});
  }
  if (in.length() != expected_length) {
    const Error error =
        in.length() < expected_length ? Error::file_truncated : Error::file_too_long;
    return std::unexpected(EnvelopeFault{error, 0, expected_length, in.length()});
  }
  return retrieve_checksum(in);
}

Checked<std::array<std::uint8_t, kFooterBytes>> read_footer(io::Input& in) {
  if (const auto there = seek_footer(in); !there) return std::unexpected(there.error());
  if (const auto kind = check_kind(in); !kind) return std::unexpected(kind.error());
  std::array<std::uint8_t, kFooterBytes> footer{};
  io::store_big_endian(footer.data(), kFooterMagic);
  if (const auto read = internal::read_field(in, std::span(footer).subspan(8)); !read) {
    return std::unexpected(read.error());
  }
  return footer;
}

Checked<std::uint32_t> check_whole_file(io::Input& in, const checksum::Kernels& kernels) {
  if (in.length() < kFooterBytes) {
    return std::unexpected(EnvelopeFault{Error::file_too_small, 0, kFooterBytes, in.length()});
  }
  const std::uint64_t before = in.position();
  (void)in.seek(0);  // cannot fail, nor can going back
  const auto checked = [&]() -> Checked<std::uint32_t> {
    checksum::ChecksummingInput whole(in, kernels);
    if (const auto read = whole.seek(in.length() - kFooterBytes); !read) {
      return std::unexpected(EnvelopeFault{read.error(), whole.position()});
    }
    return check_footer(whole);
  }();
  (void)in.seek(before);
  return checked;
}

}  // namespace touchstone::index_files
