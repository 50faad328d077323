# LibTorch as imported targets, from TORCH_ROOT (CMake or environment variable: a folder with include/ and lib/)
# or from the folder that `./lab build` fetches. The package file of the wheel is not used: it fails with
# CMake 3.25 + CUDA 13 and without nvcc.
#   LibTorch::cpu   headers, libc10, libtorch_cpu
#   LibTorch::all   the same; with FENWICK_CUDA also libc10_cuda, libtorch_cuda and the CUDA runtime that they use

if(NOT TORCH_ROOT)
  set(TORCH_ROOT "$ENV{TORCH_ROOT}")
endif()
if(NOT TORCH_ROOT AND FENWICK_CUDA)
  set(TORCH_ROOT "${PROJECT_SOURCE_DIR}/.deps/torch-2.11.0-cuda")
elseif(NOT TORCH_ROOT)
  set(TORCH_ROOT "${PROJECT_SOURCE_DIR}/.deps/torch-2.11.0-cpu")
endif()
if(NOT EXISTS "${TORCH_ROOT}/include/ATen/ATen.h" OR NOT EXISTS "${TORCH_ROOT}/lib/libtorch_cpu.so")
  message(FATAL_ERROR "No LibTorch in ${TORCH_ROOT} (looked for include/ATen/ATen.h and lib/libtorch_cpu.so). "
    "Run ./lab build, which fetches it, or set TORCH_ROOT to your own.")
endif()
if(FENWICK_CUDA AND NOT EXISTS "${TORCH_ROOT}/lib/libtorch_cuda.so")
  message(FATAL_ERROR "FENWICK_CUDA is ON, but the LibTorch in ${TORCH_ROOT} was made without CUDA (it has no lib/libtorch_cuda.so). "
    "Run ./lab build --cuda, which fetches one with CUDA, or configure with FENWICK_CUDA=OFF.")
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

# libtorch_cpu of the CUDA wheel asks for the CUDA runtime and CUPTI, which live in folders of their own. The program's search path must serve
# its libraries' needs too, which the newer kind (DT_RUNPATH) does not.
target_link_options(LibTorch::cpu INTERFACE "-Wl,--disable-new-dtags")
file(GLOB torch_library_folders LIST_DIRECTORIES true
  "${TORCH_ROOT}/nvidia/*/lib" "${TORCH_ROOT}/../nvidia/*/lib")
foreach(folder IN LISTS torch_library_folders)
  target_link_options(LibTorch::cpu INTERFACE "-Wl,-rpath-link,${folder}" "-Wl,-rpath,${folder}")
endforeach()

add_library(LibTorch::all INTERFACE IMPORTED)
target_link_libraries(LibTorch::all INTERFACE LibTorch::cpu)
if(FENWICK_CUDA)
  find_package(CUDAToolkit REQUIRED)
  # Nothing of ours names a symbol of libtorch_cuda: it registers itself when it is loaded, so the linker must not drop it. What it
  # needs in turn (cuBLAS, cuDNN, NCCL) lies beside it on the machine that runs the program, not always on the one that builds it.
  target_link_libraries(LibTorch::all INTERFACE "-Wl,--no-as-needed" "${TORCH_ROOT}/lib/libtorch_cuda.so" "${TORCH_ROOT}/lib/libc10_cuda.so"
    "-Wl,--as-needed" CUDA::cudart)
  target_link_options(LibTorch::all INTERFACE "-Wl,--unresolved-symbols=ignore-in-shared-libs" "-Wl,-rpath,${TORCH_ROOT}/lib")
endif()
