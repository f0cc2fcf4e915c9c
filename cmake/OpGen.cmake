# opgen_generate(): runs opgen as part of a build, and again when something that it reads has changed.
#
#   opgen_generate(NAME target [ALL]
#                  [ROOT folder] [OUT folder] [TARGETS name...] [FEATURES name...] [SHARDS n] [CONFIG file])
#
#   NAME      a target that makes the outputs; whatever compiles them must depend on it (add_dependencies)
#   ALL       make them in every build, also where nothing depends on them
#   ROOT      the folder that holds the YAML, from the current source folder; the built-in operators by default
#   OUT       where outputs go, from the current binary folder; the folder NAME there by default
#   TARGETS   what to generate; everything by default
#   FEATURES  what to generate besides
#   SHARDS    into how many files each large source is divided
#   CONFIG    the project's settings, from the current source folder; opgen.toml in ROOT by default
#
# Afterwards there are NAME_OUTPUTS, all files with their paths; of those NAME_SOURCES, which are to be compiled, and
# NAME_HEADERS; and NAME_INCLUDE_DIR, the folder from which generated files include each other.

include_guard(GLOBAL)
# How dependency files are read (CMP0116) is decided here, not by whoever calls.
cmake_policy(VERSION 3.20)

function(opgen_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ALL" "NAME;ROOT;OUT;SHARDS;CONFIG" "TARGETS;FEATURES")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "opgen_generate: what is meant by: ${arg_UNPARSED_ARGUMENTS}")
  elseif(DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "opgen_generate: nothing is given for: ${arg_KEYWORDS_MISSING_VALUES}")
  elseif(NOT DEFINED arg_NAME)
    message(FATAL_ERROR "opgen_generate: NAME is missing")
  endif()
  if(NOT DEFINED arg_OUT)
    set(arg_OUT "${arg_NAME}")
  endif()
  get_filename_component(out "${arg_OUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")

  set(generate "${OPGEN_EXECUTABLE}" generate --quiet "--out=${out}")
  if(DEFINED arg_ROOT)
    get_filename_component(root "${arg_ROOT}" ABSOLUTE)
    list(APPEND generate "--root=${root}")
    set(config "${root}/opgen.toml")
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

  _opgen_list(outputs ${generate} --list-outputs)
  list(TRANSFORM outputs PREPEND "${out}/")
  # What decides which outputs there are. Targets of the project's own may have one for each operator.
  set(decisive "${OPGEN_EXECUTABLE}")
  if(DEFINED config AND EXISTS "${config}")
    list(APPEND decisive "${config}")
    file(STRINGS "${config}" own REGEX "target[ \t\"']*[]=]")
    if(own)
      _opgen_list(inputs ${generate} --list-inputs)
      list(APPEND decisive ${inputs})
    endif()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${decisive})

  # An output that does not change keeps its time, so that nothing is compiled again. When opgen last ran is therefore
  # the time of a file of its own.
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/opgen")
  set(stamp "${folder}/${arg_NAME}.stamp")
  set(depfile "${folder}/${arg_NAME}.d")
  file(MAKE_DIRECTORY "${folder}")
  foreach(output IN LISTS outputs)
    if(NOT EXISTS "${output}")
      file(REMOVE "${stamp}")
    endif()
  endforeach()
  # For Make, CMake adds what a dependency file says to what earlier ones said. Without its note of those, a file that has
  # gone is forgotten.
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

# The lines that a command prints.
function(_opgen_list result)
  execute_process(
    COMMAND ${ARGN}
    OUTPUT_VARIABLE listed
    ERROR_VARIABLE said
    RESULT_VARIABLE code
    OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  if(NOT code EQUAL 0)
    string(STRIP "${said}" said)
    message(FATAL_ERROR "opgen_generate: ${OPGEN_EXECUTABLE} cannot say what it makes of what (${code})\n${said}")
  endif()
  string(REPLACE "\n" ";" listed "${listed}")
  set(${result} "${listed}" PARENT_SCOPE)
endfunction()
