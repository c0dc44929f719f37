#include "reference/numeric.h"

namespace touchstone::reference::numeric {
namespace {

// Whether `count` values fit into `bytes` bytes, without a product that could wrap.
bool fits(std::uint64_t count, unsigned width, std::uint64_t bytes) {
  std::uint64_t whole_values = bytes / width * 8;
  whole_values += bytes % width * 8 / width;
  return count <= whole_values;
}

std::uint64_t value_of(const Stream& stream, std::uint64_t index) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < stream.width; ++i) {
    const std::uint64_t bit = index * stream.width + i;
    if ((stream.bytes[bit / 8] >> (bit % 8)) % 2 == 1) value += std::uint64_t{1} << i;
  }
  return value;
}

bool has_result(const Form& form, std::uint64_t value) {
  return form.kind != Form::Kind::table || value < form.table.size();
}

std::uint64_t result_of(const Form& form, std::uint64_t value) {
  switch (form.kind) {
    case Form::Kind::plain:
      return value;
    case Form::Kind::affine:
      return value * form.factor + form.offset;
    case Form::Kind::table:
      return form.table[value];
  }
  return 0;
}

bool in_range(const Stream& stream, std::uint64_t first, std::uint64_t count) {
  return first <= stream.count && count <= stream.count - first;
}

}  // namespace

bool is_width(unsigned bits) {
  switch (bits) {
    case 1:
    case 2:
    case 4:
    case 8:
    case 12:
    case 16:
    case 20:
    case 24:
    case 28:
    case 32:
    case 40:
    case 48:
    case 56:
    case 64:
      return true;
    default:
      return false;
  }
}

unsigned bits_required(std::uint64_t maximum) {
  unsigned bits = 1;
  while (bits < 64 && (maximum >> bits) != 0) ++bits;
  while (!is_width(bits)) ++bits;
  return bits;
}

std::size_t padding(unsigned width) {
  if (!is_width(width)) return 0;
  if (width > 32) return (64 - width + 7) / 8;
  if (width > 16) return (32 - width + 7) / 8;
  if (width > 8) return (16 - width + 7) / 8;
  return 0;
}

Expected<void> check(const Stream& stream) {
  if (!is_width(stream.width)) return std::unexpected(Error::unsupported_width);
  if (!fits(stream.count, stream.width, stream.bytes.size())) {
    return std::unexpected(Error::end_of_input);
  }
  return {};
}

Expected<std::uint64_t> get(const Stream& stream, std::uint64_t index) {
  if (const auto sound = check(stream); !sound) return std::unexpected(sound.error());
  if (index >= stream.count) return std::unexpected(Error::position_out_of_range);
  return value_of(stream, index);
}

Expected<void> read(const Stream& stream, std::uint64_t first, std::span<std::uint64_t> out,
                    const Form& form) {
  if (const auto sound = check(stream); !sound) return sound;
  if (!in_range(stream, first, out.size())) return std::unexpected(Error::position_out_of_range);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!has_result(form, value_of(stream, first + i))) {
      return std::unexpected(Error::no_table_entry);
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = result_of(form, value_of(stream, first + i));
  return {};
}

Expected<void> read(const Stream& stream, std::uint64_t first, std::span<std::uint32_t> out) {
  if (const auto sound = check(stream); !sound) return sound;
  if (stream.width > 32) return std::unexpected(Error::unsupported_width);
  if (!in_range(stream, first, out.size())) return std::unexpected(Error::position_out_of_range);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint32_t>(value_of(stream, first + i));
  }
  return {};
}

Expected<void> read(const Stream& stream, std::span<const std::int32_t> documents,
                    std::span<std::uint64_t> out, const Form& form) {
  if (const auto sound = check(stream); !sound) return sound;
  if (documents.size() != out.size()) return std::unexpected(Error::invalid_argument);
  std::int64_t before = -1;
  for (const std::int32_t document : documents) {
    if (document <= before) return std::unexpected(Error::documents_not_increasing);
    before = document;
  }
  std::vector<std::uint64_t> values;
  for (const std::int32_t document : documents) {
    const auto value = get(stream, static_cast<std::uint64_t>(document));
    if (!value) return std::unexpected(value.error());
    values.push_back(*value);
  }
  for (const std::uint64_t value : values) {
    if (!has_result(form, value)) return std::unexpected(Error::no_table_entry);
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = result_of(form, values[i]);
  return {};
}

Expected<std::vector<std::uint8_t>> encode(std::span<const std::uint64_t> values, unsigned width) {
  if (!is_width(width)) return std::unexpected(Error::unsupported_width);
  std::vector<std::uint8_t> bytes;
  std::size_t bit = 0;
  for (std::uint64_t value : values) {
    for (unsigned i = 0; i < width; ++i, ++bit) {
      if (bit % 8 == 0) bytes.push_back(0);
      if (value % 2 == 1) bytes.back() = static_cast<std::uint8_t>(bytes.back() | 1U << (bit % 8));
      value /= 2;
    }
    if (value != 0) return std::unexpected(Error::value_out_of_range);
  }
  bytes.resize(bytes.size() + padding(width));
  return bytes;
}

}  // namespace touchstone::reference::numeric
