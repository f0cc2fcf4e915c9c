# find_package(opgen): finds the program as OPGEN_EXECUTABLE and defines opgen_generate() and opgen_package().

if(CMAKE_VERSION VERSION_LESS 3.20)
  set(opgen_FOUND FALSE)
  set(opgen_NOT_FOUND_MESSAGE "opgen needs CMake 3.20 or newer")
  return()
endif()

# `opgen cmake` writes the folder of its program to this file. In a source tree, the program is the one built there.
include("${CMAKE_CURRENT_LIST_DIR}/opgen-program.cmake" OPTIONAL)
if(NOT DEFINED _opgen_folders)
  set(_opgen_folders "${CMAKE_CURRENT_LIST_DIR}/../target/release")
endif()
find_program(OPGEN_EXECUTABLE opgen HINTS ${_opgen_folders} NO_CMAKE_FIND_ROOT_PATH DOC "The opgen program")
unset(_opgen_folders)
mark_as_advanced(OPGEN_EXECUTABLE)

if(NOT OPGEN_EXECUTABLE)
  set(opgen_FOUND FALSE)
  set(opgen_NOT_FOUND_MESSAGE "the program opgen is not in PATH; set OPGEN_EXECUTABLE to its path")
  return()
endif()
execute_process(
  COMMAND "${OPGEN_EXECUTABLE}" --version
  OUTPUT_VARIABLE _opgen_version_text
  ERROR_QUIET
  RESULT_VARIABLE _opgen_code
)
if(NOT _opgen_code EQUAL 0 OR NOT _opgen_version_text MATCHES "^opgen ([^ \n]+)")
  set(opgen_FOUND FALSE)
  set(opgen_NOT_FOUND_MESSAGE "${OPGEN_EXECUTABLE} is not opgen, or cannot be run")
  return()
endif()
if(NOT CMAKE_MATCH_1 STREQUAL opgen_VERSION)
  message(WARNING "${OPGEN_EXECUTABLE} is opgen ${CMAKE_MATCH_1}, but ${CMAKE_CURRENT_LIST_DIR} belongs to opgen "
                  "${opgen_VERSION}; run `opgen cmake` to update it")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/OpGen.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/OpGenPackage.cmake")
