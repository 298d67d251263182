#!/usr/bin/env bash
# Counts the prose of the documents that is not Plain English, by the rules in
# script/prose/styles, and compares each number with script/prose/counts.txt: no number may
# rise. With -update the file is written anew, which a fall deserves. With -v each place is
# printed. VALE names the linter; without it, vale is taken from PATH, or else built from its
# released module (two minutes of CPU time and a C compiler).
set -euo pipefail
cd "$(dirname "$0")/../.."

version=v3.21.0
counts=script/prose/counts.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

vale=${VALE:-$(command -v vale || true)}
if [[ -z $vale ]]; then
	GOBIN=$work go install "github.com/vale-cli/vale/v3/cmd/vale@$version"
	vale=$work/vale
fi

# Vale exits with 1 when it has found an error, and with 2 when it has failed.
"$vale" --output=line --no-exit README.md CONTRIBUTING.md doc examples >"$work/places"

# count prints a line for each folder and rule: folder, rule, number.
count() {
	awk -F: '
		{ folder = $1; if (!sub("/[^/]*$", "", folder)) folder = $1; n[folder " " $4]++ }
		END { for (k in n) print k, n[k] }' "$work/places" | sort
}

case ${1:-} in
-v) cat "$work/places" ;;
-update) count >"$counts" ;;
esac

count >"$work/counts"
awk '
	FNR == NR { had[$1 " " $2] = $3; next }
	$3 > had[$1 " " $2] { printf "%s: %d of %s, at most %d are allowed\n", $1, $3, $2, had[$1 " " $2]; rose = 1 }
	END { exit rose }' "$counts" "$work/counts" ||
	{ echo "run script/ci/prose.sh -v, and repair the new places" >&2; exit 1; }

awk '{ n[$2] += $3 } END { for (k in n) print k, n[k] }' "$work/counts" | sort
