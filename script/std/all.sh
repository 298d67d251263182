#!/usr/bin/env bash
# The tests of the whole standard library with the instrumented one, thirty
# packages at a time: see compare.sh. Takes an hour or so.
#
# usage: all.sh [FIRST]     starts with the FIRSTth group of packages
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
export SHADOWS=$work/cache
export DEADLOCKLINT=${DEADLOCKLINT:-$work/deadlocklint}
if [[ ! -x $DEADLOCKLINT ]]; then
	(cd "$here/../.." && go build -buildvcs=false -o "$DEADLOCKLINT" ./cmd/deadlocklint)
fi

# Packages without tests only take time.
tested='{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}'
readarray -t packages < <(env -u GOROOT -u GOFLAGS go list -f "$tested" std | grep -v '^vendor/')
size=30 failed=0
for ((i = (${1:-1} - 1) * size; i < ${#packages[@]}; i += size)); do
	echo "== group $((i / size + 1)) of $(((${#packages[@]} + size - 1) / size))"
	"$here/compare.sh" "${packages[@]:i:size}" || failed=$((failed + 1))
done
echo "$failed groups failed"
((failed == 0))
