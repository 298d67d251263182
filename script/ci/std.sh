#!/usr/bin/env bash
# The tests of the packages that are changed, and of those that live on them,
# with the instrumented library: see script/std/compare.sh.
exec "$(dirname "${BASH_SOURCE[0]}")/../std/compare.sh" sync sync/atomic context time iter testing runtime
