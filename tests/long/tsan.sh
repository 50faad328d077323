#!/usr/bin/env bash
# What runs on several threads, under the thread sanitizer: tests/long/tsan.sh [CTEST ARGUMENTS]. A first build takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -e build/tsan/build.ninja ] || cmake --preset tsan >&2
cmake --build --preset tsan >&2
exec ctest --preset tsan "$@"
