#!/usr/bin/env bash
# Drives released modules whose tests are deleted, and prints a row for each. Below stand the findings, a line each.
#
#   script/drive/modules.sh                   the modules of modules.txt
#   script/drive/modules.sh MODULE@VERSION    these modules
#
# The columns are packages with drivers, functions and methods that drivers call, those that no driver calls, findings, and CPU seconds
# without builds. With KEEP=DIR the output of each module is kept there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=script/drive/fetch.sh
. "$here/fetch.sh"
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
[ -n "${DEADLOCKLINT:-}" ] || go build -C "$here/../.." -o "${DEADLOCKLINT:=$work/deadlocklint}" ./cmd/deadlocklint
[ $# -gt 0 ] || mapfile -t list <"$here/modules.txt"
[ $# -eq 0 ] || list=("$@")

drive() { # module
	local out=${KEEP:-$work}/${1//\//_} dir=$work/module
	rm -rf "$dir"
	if ! fetch "$1" "$dir"; then
		echo "| $1 | not fetched |"
		return
	fi
	(cd "$dir" && "$DEADLOCKLINT" explore -drive -q -v ./... >"$out.found" 2>"$out.told") || true
	awk -v name="$1" -v findings="$(grep -c . "$out.found" || true)" '
		/^drove / { n++; called += substr($0, match($0, / of [0-9]+ functions/) + 4); cpu += $(NF - 4) }
		/^  not called: / { lacking++ }
		END { printf "| %s | %d | %d | %d | %d | %.1f |\n", name, n, called, lacking, findings, cpu }' "$out.told"
	sed 's/^/    /' "$out.found"
	sed -n 's/^incomplete: /    incomplete: /p' "$out.told"
}

for m in "${list[@]}"; do
	drive "$m"
done
