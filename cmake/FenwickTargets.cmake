# fenwick_target(NAME): our own warnings, include root and sanitizers for one target.
# Sources are globbed: a new task, head, mixer or view is a new file in its folder and nothing else.

find_package(Threads REQUIRED)

if(FENWICK_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "FENWICK_CUDA is ON but no CUDA compiler was found. "
      "Put nvcc on PATH or set CMAKE_CUDA_COMPILER, or configure with FENWICK_CUDA=OFF for the CPU build.")
  endif()
endif()

function(fenwick_target name)
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # g++ 12 sees overlaps in std::string that are not there (GCC bug 105651)
  if(FENWICK_SANITIZE)
    target_compile_options(${name} PUBLIC -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
    target_link_options(${name} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()
