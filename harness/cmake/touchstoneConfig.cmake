# find_package(touchstone): the kit, touchstone_contract() and touchstone_tool().
#
# Options of the including project, as of Touchstone itself: TOUCHSTONE_TESTS (on), TOUCHSTONE_FUZZERS.
include(CMakeFindDependencyMacro)
option(TOUCHSTONE_TESTS "Build the property runs and the replay of each contract" ON)
option(TOUCHSTONE_FUZZERS "Build one fuzz target per contract (needs clang or LIB_FUZZING_ENGINE)" OFF)
if(TOUCHSTONE_TESTS)
  find_dependency(rapidcheck)
endif()
find_dependency(CLI11)
get_filename_component(TOUCHSTONE_KIT_DIR "${CMAKE_CURRENT_LIST_DIR}/../../../include/touchstone" ABSOLUTE)
include("${CMAKE_CURRENT_LIST_DIR}/touchstoneTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/TouchstoneBuild.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/TouchstoneContract.cmake")
