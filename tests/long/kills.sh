#!/usr/bin/env bash
# The long form of the kill test: tests/long/kills.sh [KILLS [CUTS [SEED]]], by default 200 kills at random moments and 20 cuts at chosen steps.
set -euo pipefail
cd "$(dirname "$0")/../.."
export QTEST_FUNCTION_TIMEOUT=36000000  # ms; Qt Test allows five minutes otherwise
export FENWICK_KILLS=${1:-200} FENWICK_CUTS=${2:-20} FENWICK_SEED=${3:-$RANDOM} FENWICK_PATIENCE=3600 OMP_WAIT_POLICY=passive
LAB_NINJA_FLAGS=${LAB_NINJA_FLAGS:-} cmake --build --preset release --target test_cli_kill >&2
echo "kills $FENWICK_KILLS, cuts $FENWICK_CUTS, seed $FENWICK_SEED"
exec build/release/bin/test_cli_kill
