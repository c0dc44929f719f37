# How every target of ours is compiled: the language, the warnings, the sanitizers. One place.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# touchstone_build(TARGET [NO_COVERAGE]): the project's own flags, and nothing of a user's. NO_COVERAGE is
# for the kit: a fuzzer should be led by the code under test, not by the machinery around it.
function(touchstone_build target)
  cmake_parse_arguments(ARG "NO_COVERAGE" "" "" ${ARGN})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                           -Wold-style-cast -Wnon-virtual-dtor)
  if(TOUCHSTONE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TOUCHSTONE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TOUCHSTONE_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer -g)
    target_link_options(${target} PRIVATE -fsanitize=${TOUCHSTONE_SANITIZE})
  endif()
  # Fuzzers need coverage counters in every object, not in the one file that holds the entry point.
  # A build of somebody else's (LIB_FUZZING_ENGINE) brings those flags itself.
  if(TOUCHSTONE_FUZZERS AND NOT ARG_NO_COVERAGE AND NOT DEFINED ENV{LIB_FUZZING_ENGINE})
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
