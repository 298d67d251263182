#!/usr/bin/env bash
# Drives released modules whose tests are sequential, and prints a table of what their tests gave.
#
#   script/drive/sequential.sh                   the modules of sequential.txt
#   script/drive/sequential.sh MODULE@VERSION    these modules
#
# The CPU seconds are those of all of explore -drive, with the drivers that come from the API alone. With KEEP=DIR the output of each module
# is kept there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
go build -C "$here/../.." -o "$work/deadlocklint" ./cmd/deadlocklint
[ $# -gt 0 ] || mapfile -t list <"$here/sequential.txt"
[ $# -eq 0 ] || list=("$@")

fetch() { # module, directory
	local dir
	dir=$(go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
	[ -n "$dir" ] || return 1
	cp -r "$dir" "$2"
	chmod -R u+w "$2"
	cd "$2"
	[ -e go.mod ] || go mod init "${1%@*}" 2>/dev/null
	go mod tidy || true
}

sum() { # field of the lines about tests, by the words after it
	sed -n "s/^tests of .*[ :] *\([0-9]*\) $1.*/\1/p" "$2" | awk '{ n += $1 } END { print n + 0 }'
}

echo "| module | lock dependencies | pairs that cross | with a driver | drivers | got stuck | confirmed | CPU s |"
echo "|---|---|---|---|---|---|---|---|"
for m in "${list[@]}"; do
	dir=$work/${m//[\/@]/+}
	out=${KEEP:-$work}/${m//[\/@]/+}
	TIMEFORMAT='%U %S'
	if ! (fetch "$m" "$dir") >/dev/null 2>&1; then
		echo "| $m | cannot be fetched |"
		continue
	fi
	# Packages whose imports are not there are left out.
	mapfile -t packages < <(cd "$dir" && go list -e -f '{{if not (or .Error .DepsErrors)}}{{.ImportPath}}{{end}}' ./...)
	times=$({ time (cd "$dir" && "$work/deadlocklint" explore -drive -v "${packages[@]}" >"$out.out" 2>"$out.err" || true); } 2>&1 | tail -1)
	echo "| $m | $(sum 'lock dependencies' "$out.err") | $(sum 'pairs cross' "$out.err") | $(sum 'of them in' "$out.err") | $(sum 'drivers' "$out.err") | $(sum 'got stuck' "$out.err") | $(grep -c '^explored .* TestCrossed.* ends: deadlock' "$out.err" || true) | $(echo "$times" | awk '{ printf "%.0f", $1 + $2 }') |"
done
