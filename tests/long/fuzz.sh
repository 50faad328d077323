#!/usr/bin/env bash
# Searches for files that break a reader: tests/long/fuzz.sh [RUNS|0 for ever] [KIND…]. What was found to be interesting is kept in
# build/fuzz/corpus/KIND, what breaks in build/fuzz/KIND-*. Needs clang with compiler-rt.
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-100000}
shift || true
kinds=("$@")
[ ${#kinds[@]} -gt 0 ] || kinds=(config preset run lock checkpoint tensors golden snapshot events)
[ "$runs" != 0 ] || runs=-1
[ -e build/fuzz/build.ninja ] || cmake --preset fuzz >&2
cmake --build --preset fuzz >&2
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
for kind in "${kinds[@]}"; do
  mkdir -p "build/fuzz/corpus/$kind"
  log=build/fuzz/$kind.log
  # -malloc_limit_mb: no single piece of memory above it; -timeout: seconds for one file, sanitizers included
  build/fuzz/bin/fuzz_"$kind" -runs="$runs" -seed="${FENWICK_SEED:-1}" -max_len=16384 -timeout=1 -malloc_limit_mb=64 -rss_limit_mb=1024 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/$kind-" "build/fuzz/corpus/$kind" "tests/fuzz/corpus/$kind" >"$log" 2>&1 ||
    { tail -40 "$log"; echo "$kind: broken, see $log"; exit 1; }
  awk -v kind="$kind" '/number_of_executed_units/ {n = $2} /slowest_unit/ {s = $2} /peak_rss/ {m = $2}
    END {print kind ": " n " files, slowest " s " s, peak " m " MB with the sanitizers"}' "$log"
done
