// Which sanitizer this translation unit is compiled with: the two compilers say it differently.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TOUCHSTONE_ASAN 1
#endif
#if __has_feature(memory_sanitizer)
#define TOUCHSTONE_MSAN 1
#endif
#if __has_feature(thread_sanitizer)
#define TOUCHSTONE_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(TOUCHSTONE_ASAN)
#define TOUCHSTONE_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__) && !defined(TOUCHSTONE_TSAN)
#define TOUCHSTONE_TSAN 1
#endif

/// The sanitizer runtime owns malloc and the fatal signals.
#if !defined(TOUCHSTONE_SANITIZED) && \
    (defined(TOUCHSTONE_ASAN) || defined(TOUCHSTONE_MSAN) || defined(TOUCHSTONE_TSAN))
#define TOUCHSTONE_SANITIZED 1
#endif
