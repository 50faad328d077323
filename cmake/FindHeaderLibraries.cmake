# nlohmann-json and CLI11: from the system, or from .deps/include where `./lab build` lays them for machines without packages.
#   Fenwick::json, Fenwick::cli
foreach(pair "json;nlohmann/json.hpp" "cli;CLI/CLI.hpp")
  list(GET pair 0 name)
  list(GET pair 1 header)
  find_path(FENWICK_${name}_INCLUDE ${header} HINTS "${PROJECT_SOURCE_DIR}/.deps/include")
  if(NOT FENWICK_${name}_INCLUDE)
    message(FATAL_ERROR "${header} was found neither on the system nor in .deps/include. Run ./lab build, which lays it there.")
  endif()
  add_library(Fenwick::${name} INTERFACE IMPORTED)
  target_include_directories(Fenwick::${name} SYSTEM INTERFACE "${FENWICK_${name}_INCLUDE}")
endforeach()
