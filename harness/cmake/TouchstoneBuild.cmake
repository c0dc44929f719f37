# How every target of ours is compiled: the language, the warnings, the sanitizers. One place.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# touchstone_build(TARGET [KIT | CONTRACT]): the project's own flags, and nothing of a user's.
#
# In a fuzzing build the code under test carries everything. CONTRACT: no coverage counters, since a
# fuzzer should be led by the codec and not by the machinery around it. KIT: no sanitizers either, which
# would take most of the time; the kit's own tests run under them in every other sanitized build.
function(touchstone_build target)
  cmake_parse_arguments(ARG "KIT;CONTRACT" "" "" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "touchstone_build(${target}): unknown '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                           -Wold-style-cast -Wnon-virtual-dtor)
  if(TOUCHSTONE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  touchstone_sanitize(${target} "${ARG_KIT}")
  # Fuzzers need coverage counters in every object, not in the one file that holds the entry point.
  # A build of somebody else's (LIB_FUZZING_ENGINE) brings those flags itself.
  if(TOUCHSTONE_FUZZERS AND NOT DEFINED ENV{LIB_FUZZING_ENGINE})
    if(NOT ARG_KIT AND NOT ARG_CONTRACT)
      target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
    # Outside a fuzzer somebody must define what the counters call.
    target_link_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

function(touchstone_sanitize target is_kit)
  if(NOT TOUCHSTONE_SANITIZE)
    return()
  endif()
  set(flag -fsanitize=${TOUCHSTONE_SANITIZE})
  target_link_options(${target} PRIVATE ${flag})
  target_compile_options(${target} PRIVATE -fno-omit-frame-pointer -g)
  if(NOT (is_kit AND TOUCHSTONE_FUZZERS))
    target_compile_options(${target} PRIVATE ${flag} -fno-sanitize-recover=all)
    if(TOUCHSTONE_FUZZERS AND TOUCHSTONE_SANITIZE MATCHES "address")
      # A tenth of a fuzzer's time, for pointers into frames that have returned; the tests do look for those.
      target_compile_options(${target} PRIVATE -fsanitize-address-use-after-return=never)
    endif()
  elseif(TOUCHSTONE_SANITIZE MATCHES "address|memory|thread")
    # Not instrumented itself, but in one process with a runtime that owns malloc and the signals.
    target_compile_definitions(${target} PRIVATE TOUCHSTONE_SANITIZED=1)
  endif()
endfunction()
