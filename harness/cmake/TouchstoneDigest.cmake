# One digest over all that a proof is about: the contents and names of the files in these folders. It is
# worked out anew with each build, and compiled into what proves the sources and into what times them.
#
# Included: the target touchstone_build_info, which is kit::this_build(). As a script: writes the header.

set(rooms codecs reference harness contracts corpus)

if(CMAKE_SCRIPT_MODE_FILE) # cmake -D ROOT=project -D HEADER=file -P TouchstoneDigest.cmake
  list(TRANSFORM rooms PREPEND ${ROOT}/ OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns APPEND /*)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${patterns})
  list(SORT files)
  set(all "")
  foreach(name IN LISTS files)
    file(SHA256 ${ROOT}/${name} digest)
    string(APPEND all "${digest} ${name}\n")
  endforeach()
  string(SHA256 digest "${all}")
  # Only when changed: what includes it would be compiled again.
  file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define TOUCHSTONE_DIGEST \"${digest}\"\n")
  return()
endif()

function(touchstone_build_info)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/digest)
  add_custom_target(touchstone_digest
    COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D HEADER=${folder}/touchstone_digest.h
            -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    BYPRODUCTS ${folder}/touchstone_digest.h
    COMMENT "Digest of the sources" VERBATIM)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" flags)
  string(REPLACE "\"" "'" flags "${flags}") # it goes into a C string
  add_library(touchstone_build_info STATIC build_info.cc)
  target_link_libraries(touchstone_build_info PUBLIC touchstone::kit)
  target_include_directories(touchstone_build_info PRIVATE ${folder})
  target_compile_definitions(touchstone_build_info
    PRIVATE TOUCHSTONE_COMPILER="${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
            TOUCHSTONE_FLAGS="${flags}" TOUCHSTONE_SANITIZERS="${TOUCHSTONE_SANITIZE}"
    INTERFACE TOUCHSTONE_HAS_BUILD_INFO=1)
  add_dependencies(touchstone_build_info touchstone_digest)
  touchstone_build(touchstone_build_info CONTRACT)
endfunction()
