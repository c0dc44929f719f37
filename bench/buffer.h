// A buffer that starts on a cache line, so that no figure depends on where malloc put it.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace touchstone::bench {

template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t size) : data_(new(kLine) T[size]()), size_(size) {}

  std::span<T> span() { return {data_.get(), size_}; }
  std::span<const T> span() const { return {data_.get(), size_}; }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Delete {
    void operator()(T* data) const { ::operator delete[](data, kLine); }
  };

  std::unique_ptr<T[], Delete> data_;
  std::size_t size_;
};

}  // namespace touchstone::bench
