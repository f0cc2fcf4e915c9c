# opgen_package(): builds a package of operators for the frameworks that are installed, on CPUs.
#
#   opgen_package(NAME package [ROOT folder] [FRAMEWORKS name...])
#
#   NAME        the name of the package in Python, and of the target that builds it
#   ROOT        the folder with its opgen.toml, relative to the current source folder; the default is that folder
#   FRAMEWORKS  paddle, torch, jax, or some of them; the default is those that the package is for and that Python finds
#
# Afterwards, the folder python/NAME, relative to the current binary folder, is the package, and NAME_PYTHON_DIR is the folder
# above it, for PYTHONPATH. Set Python3_EXECUTABLE to the Python whose frameworks are meant.

include_guard(GLOBAL)

# Prints what a framework's headers need: lines of a word and a value. It prints nothing if the framework is not installed.
set(_opgen_framework_script [==[
import importlib.util, os, sys, sysconfig
name = sys.argv[1]
if importlib.util.find_spec(name) is None:
    sys.exit()
if name == "paddle":
    import paddle
    from paddle.utils.cpp_extension.extension_utils import find_paddle_includes
    includes = find_paddle_includes()
    libraries = [os.path.join(os.path.dirname(paddle.base.__file__), "libpaddle.so")]
    definitions = ["PADDLE_WITH_CUSTOM_KERNEL", "_GLIBCXX_USE_CXX11_ABI=1"]
    standard = 17
elif name == "jax":
    # XLA's interface consists of headers.
    import jaxlib
    includes = [os.path.join(os.path.dirname(jaxlib.__file__), "include")]
    libraries = definitions = []
    standard = 17
else:
    import torch
    from torch.utils import cpp_extension
    includes = cpp_extension.include_paths()
    folder = os.path.join(os.path.dirname(torch.__file__), "lib")
    libraries = [os.path.join(folder, f"lib{library}.so") for library in ("c10", "torch", "torch_cpu")]
    definitions = [f"_GLIBCXX_USE_CXX11_ABI={int(torch._C._GLIBCXX_USE_CXX11_ABI)}"]
    # The header refuses older standards than it needs.
    headers = (os.path.join(path, "torch", "all.h") for path in includes)
    standard = 20 if any("202002L" in open(path).read() for path in headers if os.path.exists(path)) else 17
for path in (*includes, sysconfig.get_path("include")):
    print("include", path)
for path in libraries:
    print("library", path)
for definition in definitions:
    print("define", definition)
print("standard", standard)
]==])

function(opgen_package)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;ROOT" "FRAMEWORKS")
  _opgen_check_arguments(opgen_package)
  if(NOT DEFINED arg_ROOT)
    set(arg_ROOT ".")
  endif()
  get_filename_component(root "${arg_ROOT}" ABSOLUTE)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(package "${CMAKE_CURRENT_BINARY_DIR}/python/${arg_NAME}")

  # The check also compares the kernels with the YAML, which is easier to read than a compiler's errors.
  set(generated "${arg_NAME}_generated")
  opgen_generate(NAME "${generated}" ROOT "${root}" OUT "${package}/generated")
  add_custom_target("${arg_NAME}_check"
    COMMAND "${OPGEN_EXECUTABLE}" check --quiet "--root=${root}"
    COMMENT "Checking the operators of ${arg_NAME}"
    VERBATIM
  )
  add_dependencies("${generated}" "${arg_NAME}_check")

  file(GLOB modules CONFIGURE_DEPENDS "${root}/src/${arg_NAME}/*.py")
  foreach(module IN LISTS modules)
    get_filename_component(name "${module}" NAME)
    configure_file("${module}" "${package}/${name}" COPYONLY)
  endforeach()

  # Functions that launch Triton kernels.
  file(GLOB modules CONFIGURE_DEPENDS "${root}/kernels/*.py")
  foreach(module IN LISTS modules)
    get_filename_component(name "${module}" NAME)
    configure_file("${module}" "${package}/generated/_kernels/${name}" COPYONLY)
  endforeach()

  set(built)
  set(supported)
  foreach(framework IN ITEMS paddle torch jax)
    set(sources ${${generated}_SOURCES})
    # Paddle's registrations include sources.
    set(registrations)
    if(framework STREQUAL "paddle")
      set(registrations "|registrations/[^/]*")
    endif()
    list(FILTER sources INCLUDE REGEX "/cpp/(${framework}_ops${registrations})\\.cc$")
    set(functions ${${generated}_OUTPUTS})
    list(FILTER functions INCLUDE REGEX "/${framework}_ops\\.py$")
    if(NOT functions OR (DEFINED arg_FRAMEWORKS AND NOT framework IN_LIST arg_FRAMEWORKS))
      continue()
    endif()
    list(APPEND supported "${framework}")
    _opgen_framework("${framework}" found)
    if(NOT found)
      continue()
    endif()
    # If all kernels are Triton's, nothing is compiled.
    if(NOT sources)
      list(APPEND built "${generated}")
      continue()
    endif()
    set(target "${arg_NAME}_${framework}")
    list(APPEND built "${target}")
    # Those in the folder with the framework's name are only for it.
    file(GLOB kernels CONFIGURE_DEPENDS
      "${root}/kernels/*.cc" "${root}/kernels/*.cpp" "${root}/kernels/${framework}/*.cc" "${root}/kernels/${framework}/*.cpp"
    )
    add_library("${target}" MODULE ${sources} ${kernels})
    add_dependencies("${target}" "${generated}")
    target_compile_features("${target}" PRIVATE "cxx_std_${found_standard}")
    target_compile_definitions("${target}" PRIVATE ${found_define})
    target_include_directories("${target}" PRIVATE "${package}/generated/cpp" "${root}")
    target_include_directories("${target}" SYSTEM PRIVATE ${found_include})
    # The framework finds the operators when it loads the library, so the library needs the framework even if no symbol does.
    target_link_options("${target}" PRIVATE "LINKER:--no-as-needed")
    target_link_libraries("${target}" PRIVATE ${found_library})
    set_target_properties("${target}" PROPERTIES
      PREFIX "" OUTPUT_NAME "_${framework}" SUFFIX ".so"
      LIBRARY_OUTPUT_DIRECTORY "$<1:${package}/generated>"
    )
  endforeach()
  if(NOT built)
    list(JOIN supported ", " supported)
    message(FATAL_ERROR "opgen_package: ${Python3_EXECUTABLE} has none of the frameworks that ${arg_NAME} is for: ${supported}")
  endif()
  add_custom_target("${arg_NAME}" ALL)
  add_dependencies("${arg_NAME}" ${built})
  set(${arg_NAME}_PYTHON_DIR "${CMAKE_CURRENT_BINARY_DIR}/python" PARENT_SCOPE)
endfunction()

# Sets `result`, and result_include, result_library and result_define, if a framework is installed.
function(_opgen_framework framework result)
  execute_process(
    COMMAND "${Python3_EXECUTABLE}" -c "${_opgen_framework_script}" "${framework}"
    OUTPUT_VARIABLE printed
    ERROR_VARIABLE errors
    RESULT_VARIABLE code
  )
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "opgen_package: ${Python3_EXECUTABLE} cannot import ${framework}\n${errors}")
  endif()
  string(REPLACE "\n" ";" lines "${printed}")
  foreach(word IN ITEMS include library define standard)
    set(values ${lines})
    list(FILTER values INCLUDE REGEX "^${word} ")
    list(TRANSFORM values REPLACE "^${word} " "")
    set(${result}_${word} ${values} PARENT_SCOPE)
  endforeach()
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()
