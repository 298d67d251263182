#!/usr/bin/env bash
# Counts the prose of documents and comments that is not Plain English, by the rules in
# script/prose/styles, and compares each number with script/prose/counts.txt: no number may
# rise. With -update the file is written anew, which a fall deserves. With -v each place is
# printed. Both print the sums. VALE names the linter; without it, vale is taken from PATH, or else built from its
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

# Package comments are those of go doc: Vale reads comments of Go line by line.
for dir in $(git ls-files '*.go' | grep -Ev '(^|/)testdata/' | xargs -n 1 dirname | sort -u); do
	text=$work/packages/${dir%%/*}/$(tr / _ <<<"$dir").md
	mkdir -p "$(dirname "$text")"
	go doc "./$dir" 2>/dev/null | awk 'NR > 2 { if (/^(const|var|func|type) /) exit; print }' >"$text" || true
done
# Other comments are on their lines of the source: those of exported identifiers in
# comments, the rest in unexported.
go run ./script/prose "$work"
cp -r .vale.ini "$work"
mkdir -p "$work/script"
cp -r script/prose "$work/script"

# With --no-exit the status is 0 also when something was found.
"$vale" --output=line --no-exit README.md CONTRIBUTING.md doc examples >"$work/places"
(cd "$work" && "$vale" --output=line --no-exit packages comments unexported) >>"$work/places"

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
	FILENAME == ARGV[1] { had[$1 " " $2] = $3; next }
	$3 > had[$1 " " $2] { printf "%s: %d of %s, at most %d are allowed\n", $1, $3, $2, had[$1 " " $2]; rose = 1 }
	END { exit rose }' "$counts" "$work/counts" ||
	{ echo "run script/ci/prose.sh -v, and repair the new places" >&2; exit 1; }

if [[ -n ${1:-} ]]; then
	awk '{ n[$2] += $3 } END { for (k in n) print k, n[k] }' "$work/counts" | sort
fi
