# fenwick_target(NAME): our own warnings, include root and sanitizers for one target.
# Sources are globbed: a new task, head, mixer or view is a new file in its folder and nothing else.

find_package(Threads REQUIRED)

if(FENWICK_CUDA)
  # Machine code for 8.0 and 9.0, and PTX for what comes later. Set before the language, whose default nvcc 13 no longer knows.
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80-real 90)
  endif()
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(FENWICK_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
    if(FENWICK_NVCC)
      set(CMAKE_CUDA_COMPILER "${FENWICK_NVCC}")
    endif()
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "FENWICK_CUDA is ON but no CUDA compiler was found. "
      "Put nvcc on PATH or set CMAKE_CUDA_COMPILER, or configure with FENWICK_CUDA=OFF for the CPU build.")
  endif()
  if(NOT CMAKE_CUDA_RUNTIME_LIBRARY)
    set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)  # the one that LibTorch uses
  endif()
  enable_language(CUDA)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc 12 and later take it
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
endif()

function(fenwick_target name)
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion;-Werror>"
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Werror>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)  # g++ 12 sees overlaps in std::string that are not there (GCC bug 105651)
  if(FENWICK_SANITIZE)
    target_compile_options(${name} PUBLIC -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
    target_link_options(${name} PUBLIC -fsanitize=address,undefined)
  endif()
  if(FENWICK_TSAN)
    target_compile_options(${name} PUBLIC -fsanitize=thread)
    target_link_options(${name} PUBLIC -fsanitize=thread)
  endif()
endfunction()
