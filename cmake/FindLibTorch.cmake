# LibTorch as imported targets, from TORCH_ROOT (CMake or environment variable: a folder with include/ and lib/)
# or from the folder that `./lab build` fetches. The package file of the wheel is not used: it fails with
# CMake 3.25 + CUDA 13 and without nvcc.
#   LibTorch::cpu   headers, libc10, libtorch_cpu

if(NOT TORCH_ROOT)
  set(TORCH_ROOT "$ENV{TORCH_ROOT}")
endif()
if(NOT TORCH_ROOT)
  set(TORCH_ROOT "${PROJECT_SOURCE_DIR}/.deps/torch-2.11.0-cpu")
endif()
if(NOT EXISTS "${TORCH_ROOT}/include/ATen/ATen.h" OR NOT EXISTS "${TORCH_ROOT}/lib/libtorch_cpu.so")
  message(FATAL_ERROR "No LibTorch in ${TORCH_ROOT} (looked for include/ATen/ATen.h and lib/libtorch_cpu.so). "
    "Run ./lab build, which fetches it, or set TORCH_ROOT to your own.")
endif()

add_library(LibTorch::c10 SHARED IMPORTED)
set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION "${TORCH_ROOT}/lib/libc10.so")

# The OpenMP runtime that LibTorch loads, for our own -fopenmp code: the same file, so that no second runtime is started.
find_library(FENWICK_OPENMP_RUNTIME NAMES libgomp.so.1 HINTS "${TORCH_ROOT}/lib" NO_CACHE REQUIRED)
add_library(LibTorch::openmp SHARED IMPORTED)
set_target_properties(LibTorch::openmp PROPERTIES IMPORTED_LOCATION "${FENWICK_OPENMP_RUNTIME}")

add_library(LibTorch::cpu SHARED IMPORTED)
set_target_properties(LibTorch::cpu PROPERTIES
  IMPORTED_LOCATION "${TORCH_ROOT}/lib/libtorch_cpu.so"
  INTERFACE_LINK_LIBRARIES "LibTorch::c10;LibTorch::openmp")
target_include_directories(LibTorch::cpu SYSTEM INTERFACE
  "${TORCH_ROOT}/include" "${TORCH_ROOT}/include/torch/csrc/api/include")

# libtorch_cpu of the CUDA wheel asks for the CUDA runtime and CUPTI, which live in folders of their own.
file(GLOB torch_library_folders LIST_DIRECTORIES true
  "${TORCH_ROOT}/nvidia/*/lib" "${TORCH_ROOT}/../nvidia/*/lib")
foreach(folder IN LISTS torch_library_folders)
  target_link_options(LibTorch::cpu INTERFACE "-Wl,-rpath-link,${folder}" "-Wl,-rpath,${folder}")
endforeach()
