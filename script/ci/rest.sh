#!/usr/bin/env bash
# The tests that "go test ./..." takes a sample of, or leaves out: those of package
# internal/matrix. They are found by the build tag "rest" of their file, or by their call
# of Part, Every, Has, Count or RunAll.
#
# usage: rest.sh [-list] [-part K/N]
# -list prints each test with its package instead. -part takes each N-th test, from the K-th;
# the tests of cases are in every part, since a case is recorded, confirmed and replayed. The
# random programs of cases/oracle are not.
set -euo pipefail
cd "$(dirname "$0")/../.."

# tests prints "DIRECTORY TEST" for each of them.
tests() {
	git ls-files --cached --others --exclude-standard '*_test.go' | while read -r file; do
		awk -v dir="./$(dirname "$file")" '
			NR == 1 && /^\/\/go:build rest$/ { whole = 1 }
			{ inside = raw; raw = (raw + gsub(/`/, "`")) % 2 } # of a program in a string
			!inside && match($0, /^func Test[A-Za-z0-9_]*/) {
				name = substr($0, 6, RLENGTH - 5)
				if (whole) print dir, name
			}
			!whole && /(matrix|cases)\.(Part|Every|Has|Count|RunAll)\(/ { print dir, name }' "$file"
	done | sort -u
}

# parted keeps the tests of a part.
parted() {
	awk -v k="${1%/*}" -v n="${1#*/}" '/internal\/cases\// && !/oracle/ || i++ % n == k - 1'
}

list='' part=1/1
while (($# > 0)); do
	case $1 in
	-list) list=yes ;;
	-part) part=$2 && shift ;;
	*) echo "rest.sh: unknown argument $1; see the usage in this file" >&2 && exit 2 ;;
	esac
	shift
done

all=$(tests | parted "$part")
if [[ -n $list ]]; then
	printf '%s\n' "$all"
	exit
fi
names=$(cut -d' ' -f2 <<<"$all" | sort -u | paste -sd'|')
mapfile -t packages < <(cut -d' ' -f1 <<<"$all" | sort -u)
go test -tags rest -timeout 20m -run "^($names)\$" "${packages[@]}"
