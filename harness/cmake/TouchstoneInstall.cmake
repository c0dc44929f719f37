# Installing: the codecs to link, and the kit to prove a codec of one's own with.
include(GNUInstallDirs)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/touchstone)
set(root ${CMAKE_INSTALL_INCLUDEDIR}/touchstone)

install(TARGETS touchstone_kit touchstone_codecs touchstone_reference EXPORT touchstone
        INCLUDES DESTINATION ${root})
install(EXPORT touchstone NAMESPACE touchstone:: FILE touchstoneTargets.cmake DESTINATION ${package})
install(FILES harness/cmake/touchstoneConfig.cmake harness/cmake/TouchstoneBuild.cmake
              harness/cmake/TouchstoneContract.cmake
        DESTINATION ${package})
install(DIRECTORY codecs harness reference DESTINATION ${root} FILES_MATCHING PATTERN "*.h"
        PATTERN "cmake" EXCLUDE)
# The runners are compiled with each contract, so they travel as sources.
install(FILES fuzz/fuzz_main.cc DESTINATION ${root}/fuzz)
install(FILES props/property_main.cc DESTINATION ${root}/props)
install(DIRECTORY tools DESTINATION ${root} FILES_MATCHING PATTERN "*.cc" PATTERN "*.h"
        PATTERN "postings" EXCLUDE)
