#!/usr/bin/env bash
# Mines automata from the tests of released modules and checks every order that was
# possible against them: deadlocklint typestate check. Downloads the modules.
#
# usage: runs.sh [NAME...]
#
# A module for a Go before type parameters is given a newer go line. Its vendor directory would not fit
# that, and goes.
#
# For the environment, see ../static/lib.sh.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mine=$here
source "$here/../static/lib.sh" # which sets here to its own directory

names=("$@")
if ((${#names[@]} == 0)); then
	mapfile -t names < <(sed -n '2,$s/,.*//p' "$mine/runs.csv")
fi
for name in "${names[@]}"; do
	IFS=, read -r _ module version packages < <(grep "^$name," "$mine/runs.csv") || {
		echo "runs.sh: no module $name in runs.csv" >&2
		exit 2
	}
	dir=$(release "$module" "$version") || {
		echo "runs.sh: $module@$version cannot be downloaded" >&2
		exit 1
	}
	out=$work/out/$name.runs
	(cd "$dir" && rm -rf vendor && go mod edit -go=1.24 && go mod tidy && GOFLAGS= timeout "$limit" "$tool" typestate check -v -C "$dir" $packages) >"$out" 2>"$out.err" || true # status 3: something was found
	grep -E '\[typestate [0-9a-f]{16}\]$' "$out" | grep -v -e ': harmless: ' -e ': not-seen: ' | sed "s/^/$name /" || true
	echo "$name: $(tail -1 "$out")"
done
