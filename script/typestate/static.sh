#!/usr/bin/env bash
# Runs the static check typestate on the modules of modules.csv, their tests
# included, and prints a line for each finding with what judged.csv says of it.
#
# usage: static.sh [NAME...]
#
# For the environment, see ../static/lib.sh.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mine=$here
source "$here/../static/lib.sh" # which sets here to its own directory

names=("$@")
if ((${#names[@]} == 0)); then
	mapfile -t names < <(sed -n '2,$s/,.*//p' "$mine/modules.csv")
fi
for name in "${names[@]}"; do
	IFS=, read -r _ module version packages < <(grep -h "^$name," "$mine/modules.csv" "$mine/thermometer.csv" "$mine/fresh.csv") || {
		echo "static.sh: no module $name in modules.csv, thermometer.csv or fresh.csv" >&2
		exit 2
	}
	dir=$(release "$module" "$version") || {
		echo "static.sh: $module@$version cannot be downloaded" >&2
		exit 1
	}
	out=$work/out/$name.typestate
	(cd "$dir" && timeout "$limit" "$tool" check -q -enable typestate $packages >"$out") || { # status 3: something was found
		[[ $? != 124 ]] || { echo "$name: not done in $limit s"; continue; }
	}
	{ grep -E '\((unfinished|typestate|dropped-error|typestate-comment) [0-9a-f]{16}\)' "$out" || true; } | while read -r line; do
		id=$(sed -E 's/.* ([0-9a-f]{16})\).*/\1/' <<<"$line")
		verdict=$(sed -n "/^$name,$id,/{s/[^,]*,[^,]*,//p;q}" "$mine/judged.csv")
		echo "$name ${line} => ${verdict:-not judged}"
	done
	echo "$name: $(grep -cE '\((unfinished|typestate|dropped-error|typestate-comment) ' "$out" || true) findings"
done
