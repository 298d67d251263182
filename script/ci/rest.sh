#!/usr/bin/env bash
# The tests of random programs, build modes and foreign modules, which "go test ./..." takes a sample of or leaves
# out. They are found by the build tag "rest" of their file, or by their use of package internal/matrix.
#
# usage: rest.sh [-list]
# -list prints each test with its package instead.
set -euo pipefail
cd "$(dirname "$0")/../.."

# tests prints "DIRECTORY TEST" for each of them.
tests() {
	git ls-files --cached --others --exclude-standard '*_test.go' | while read -r file; do
		awk -v dir="./$(dirname "$file")" '
			NR == 1 && /^\/\/go:build rest( && unix)?$/ { whole = 1 }
			{ inside = raw; raw = (raw + gsub(/`/, "`")) % 2 } # of a program in a string
			!inside && match($0, /^func Test[A-Za-z0-9_]*/) {
				name = substr($0, 6, RLENGTH - 5)
				if (whole) print dir, name
			}
			!whole && /matrix\.(Count\(|Rest)/ { print dir, name }' "$file"
	done | sort -u
}

list=''
while (($# > 0)); do
	case $1 in
	-list) list=yes ;;
	*) echo "rest.sh: unknown argument $1; see the usage in this file" >&2 && exit 2 ;;
	esac
	shift
done

all=$(tests)
if [[ -n $list ]]; then
	printf '%s\n' "$all"
	exit
fi
names=$(cut -d' ' -f2 <<<"$all" | sort -u | paste -sd'|')
mapfile -t packages < <(cut -d' ' -f1 <<<"$all" | sort -u)
go test -tags rest -timeout 20m -run "^($names)\$" "${packages[@]}"
