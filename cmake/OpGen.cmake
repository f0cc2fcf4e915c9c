# opgen_generate(): runs opgen as part of a build, and again whenever a file that it reads has changed.
#
#   opgen_generate(NAME target [ALL]
#                  [ROOT folder] [OUT folder] [TARGETS name...] [FEATURES name...] [SHARDS n] [CONFIG file]
#                  [OPS item...] [PROGRAMS path...] [WITH_GRADIENTS])
#
#   NAME      the target that generates the outputs; targets that compile them must depend on it (add_dependencies)
#   ALL       generate the outputs in every build, even if nothing depends on them
#   ROOT      the folder of the YAML, relative to the current source folder; the default is the built-in operators
#   OUT       the output folder, relative to the current binary folder; the default is the folder NAME there
#   TARGETS   the targets to generate; the default is all
#   FEATURES  optional features to generate
#   SHARDS    the number of files into which each large source is divided
#   OPS       generate only these operators and their dependencies: names, or files that list names, relative to the current
#             source folder
#   PROGRAMS  generate only the operators in saved programs and their dependencies: files, or folders that contain them
#   WITH_GRADIENTS  also generate the gradients of these operators
#   CONFIG    the settings file, relative to the current source folder; the default is opgen.toml in ROOT
#
# The function sets NAME_OUTPUTS (the paths of all files), NAME_SOURCES (those to compile), NAME_HEADERS, and
# NAME_INCLUDE_DIR (the folder from which generated files include each other).

include_guard(GLOBAL)
# The policy for dependency files (CMP0116) is set here and does not depend on the caller.
cmake_policy(VERSION 3.20)

# Refuses arguments that the caller has parsed with the prefix `arg`, if they are wrong.
function(_opgen_check_arguments command)
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${command}: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  elseif(DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${command}: missing values for: ${arg_KEYWORDS_MISSING_VALUES}")
  elseif(NOT DEFINED arg_NAME)
    message(FATAL_ERROR "${command}: NAME is missing")
  endif()
endfunction()

function(opgen_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ALL;WITH_GRADIENTS" "NAME;ROOT;OUT;SHARDS;CONFIG" "TARGETS;FEATURES;OPS;PROGRAMS")
  _opgen_check_arguments(opgen_generate)
  if(NOT DEFINED arg_OUT)
    set(arg_OUT "${arg_NAME}")
  endif()
  get_filename_component(out "${arg_OUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")

  set(generate "${OPGEN_EXECUTABLE}" generate "--out=${out}")
  if(DEFINED arg_ROOT)
    get_filename_component(root "${arg_ROOT}" ABSOLUTE)
    list(APPEND generate "--root=${root}")
    set(config "${root}/opgen.toml")
  else()
    # Otherwise, opgen would look for operators in and above the build folder.
    list(APPEND generate --built-in)
  endif()
  if(DEFINED arg_CONFIG)
    get_filename_component(config "${arg_CONFIG}" ABSOLUTE)
    list(APPEND generate "--config=${config}")
  endif()
  if(DEFINED arg_TARGETS)
    list(JOIN arg_TARGETS "," targets)
    list(APPEND generate "--target=${targets}")
  endif()
  if(DEFINED arg_FEATURES)
    list(JOIN arg_FEATURES "," features)
    list(APPEND generate "--feature=${features}")
  endif()
  if(DEFINED arg_SHARDS)
    list(APPEND generate "--shards=${arg_SHARDS}")
  endif()
  foreach(item IN LISTS arg_OPS)
    # Names of operators contain neither, so this is a path. Those of PyTorch may have a namespace and an overload.
    if(item MATCHES "[./]" AND NOT item MATCHES "::")
      get_filename_component(item "${item}" ABSOLUTE)
    endif()
    list(APPEND generate "--ops=${item}")
  endforeach()
  foreach(path IN LISTS arg_PROGRAMS)
    get_filename_component(path "${path}" ABSOLUTE)
    list(APPEND generate "--programs=${path}")
  endforeach()
  if(arg_WITH_GRADIENTS)
    list(APPEND generate --with-gradients)
  endif()

  _opgen_list(outputs ${generate} --quiet --list-outputs)
  list(TRANSFORM outputs PREPEND "${out}/")
  # The files that determine the list of outputs. A custom target can have an output for each operator.
  set(determining "${OPGEN_EXECUTABLE}")
  if(DEFINED config AND EXISTS "${config}")
    list(APPEND determining "${config}")
    file(STRINGS "${config}" depends_on_operators REGEX "(target|package)[ \t\"']*[]=]")
    if(depends_on_operators)
      _opgen_list(inputs ${generate} --quiet --list-inputs)
      list(APPEND determining ${inputs})
    endif()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${determining})

  # Outputs that do not change keep their modification times, so that they are not recompiled. A separate stamp records when
  # opgen last ran.
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/opgen")
  set(stamp "${folder}/${arg_NAME}.stamp")
  set(depfile "${folder}/${arg_NAME}.d")
  file(MAKE_DIRECTORY "${folder}")
  foreach(output IN LISTS outputs)
    if(NOT EXISTS "${output}")
      file(REMOVE "${stamp}")
    endif()
  endforeach()
  # With Make, CMake adds the contents of a dependency file to its record of earlier ones. Without removing that record, it would
  # still look for files that no longer exist.
  set(forget)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(note "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${arg_NAME}.dir/compiler_depend.internal")
    set(forget COMMAND "${CMAKE_COMMAND}" -E rm -f "${note}")
  endif()
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs}
    COMMAND ${generate} "--depfile=${depfile}" "--depfile-target=${stamp}"
    ${forget}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${OPGEN_EXECUTABLE}"
    DEPFILE "${depfile}"
    COMMENT "Generating ${arg_NAME} from operator YAML"
    VERBATIM
  )
  set(all)
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(${arg_NAME} ${all} DEPENDS "${stamp}")

  set(sources ${outputs})
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  set(headers ${outputs})
  list(FILTER headers INCLUDE REGEX "\\.h$")
  set(${arg_NAME}_OUTPUTS "${outputs}" PARENT_SCOPE)
  set(${arg_NAME}_SOURCES "${sources}" PARENT_SCOPE)
  set(${arg_NAME}_HEADERS "${headers}" PARENT_SCOPE)
  set(${arg_NAME}_INCLUDE_DIR "${out}" PARENT_SCOPE)
endfunction()

# Stores the lines that a command prints as a list.
function(_opgen_list result)
  execute_process(
    COMMAND ${ARGN}
    OUTPUT_VARIABLE listed
    ERROR_VARIABLE errors
    RESULT_VARIABLE code
    OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  if(NOT code EQUAL 0)
    string(STRIP "${errors}" errors)
    message(FATAL_ERROR "opgen_generate: ${OPGEN_EXECUTABLE} cannot list its outputs or inputs (${code})\n${errors}")
  endif()
  string(REPLACE "\n" ";" listed "${listed}")
  set(${result} "${listed}" PARENT_SCOPE)
endfunction()
