#!/usr/bin/env bash
# The tests of the whole standard library with the instrumented one: see
# compare.sh. Takes an hour or so.
set -euo pipefail
readarray -t packages < <(env -u GOROOT -u GOFLAGS go list std | grep -v '^vendor/')
exec "$(dirname "${BASH_SOURCE[0]}")/compare.sh" "${packages[@]}"
