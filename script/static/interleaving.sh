#!/usr/bin/env bash
# Compares the check interleaving with chanblock, waitgroup and lockheld, on the packages that those were made for: their
# test data, the textbook packages and the kernels of script/goker, as they are and repaired. Prints one table with counts
# and, with -v, a line for each finding: set, place, what the patterns say, what interleaving says.
#
# usage: interleaving.sh [-v]
#
# A finding of interleaving is the same as one of a pattern when both name the same line of a file. A line in a package that ends in
# _right or begins with clean_, or in a repaired kernel, is one of a correct program.
# For the environment, see lib.sh.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

verbose=${1:-}
root=$here/../..
patterns='blocks-forever|double-close|send-closed|never-ends|waitgroup-.*|lockheld'
lines=$work/out/interleaving.txt
: >"$lines"

# check DIR [FLAG...] prints place, check and the lines of its goroutines, for each finding.
check() {
	local dir=$1
	shift
	# Findings are exit status 3.
	(cd "$dir" && GOFLAGS= "$tool" check -json "$@" ./... || (($? == 3))) | tail -n 1 | jq -r '.findings[]? |
		[(.pos | split(":")[0:2] | join(":")), .check, (if .static.default then "finding" else "possible" end), .id,
		([.goroutines[]?.steps[]? | select(.op | startswith("waits")) | .pos | split(":")[0:2] | join(":")] | unique | join(","))] | @tsv'
}

# compare SET DIR adds the lines of a module.
compare() {
	local set=$1 dir=$2
	check "$dir" -enable waitgroup | sort -u >"$work/out/old.tsv"
	check "$dir" -enable waitgroup,interleaving -show-possible | sort -u >"$work/out/all.tsv"
	comm -13 "$work/out/old.tsv" "$work/out/all.tsv" >"$work/out/new.tsv"
	awk -F'\t' -v set="$set" -v patterns="^($patterns)\$" '
		FNR == NR { if ($2 ~ patterns) old[$1] = $2; next }
		{
			found = 0
			n = split($1 "," $5, at, ",")
			for (i = 1; i <= n; i++) if (at[i] in old) { said[at[i]] = $3 != "finding" && said[at[i]] ? said[at[i]] : $3; found = 1 }
			if (!found && more[$1] != "finding") more[$1] = $3
		}
		END {
			for (p in old) print set, p, old[p], said[p] ? said[p] : "-"
			for (p in more) print set, p, "-", more[p]
		}' "$work/out/old.tsv" "$work/out/new.tsv" | sort >>"$lines"
}

# kernels DIR [PATCHES] copies the kernels, each into a package of its own.
kernels() {
	local dir=$1 patches=${2:-} file name source
	mkdir -p "$dir"
	printf 'module example.com/goker\n\ngo 1.26\n' >"$dir/go.mod"
	for file in "$(go env GOROOT)"/src/runtime/testdata/testgoroutineleakprofile/goker/*.go; do
		name=$(basename "$file" .go)
		source=$file
		[[ $name != main && (-z $patches || -f $patches/$name.patch) ]] || continue
		mkdir -p "$dir/$name"
		cp "$(dirname "$file")/main.go" "$dir/$name"
		if [[ -n $patches ]]; then
			source=$work/out/patched.go
			patch --silent --force -o "$source" "$file" "$patches/$name.patch"
		fi
		sed 's/"goroutineleak"/"threadcreate"/' "$source" >"$dir/$name/$name.go"
	done
}

kernels "$work/src/kernels"
kernels "$work/src/repaired" "$root/script/goker/repaired"
compare chanblock "$root/passes/chanblock/testdata"
compare waitgroup "$root/passes/waitgroup/testdata"
compare lockheld "$root/passes/lockheld/testdata"
compare textbook "$root/passes/suite/testdata/textbook"
compare kernels "$work/src/kernels"
compare repaired "$work/src/repaired"

[[ $verbose != -v ]] || cat "$lines"
echo '| packages | of the patterns | also a finding | also possible | missed | more findings | of these in correct code | more possible |'
echo '|---|---|---|---|---|---|---|---|'
for set in chanblock waitgroup lockheld textbook kernels repaired; do
	awk -v set="$set" '$1 == set {
		right = $2 ~ /_right\/|^clean_/ || set == "repaired"
		if ($3 != "-") { old++; if ($4 == "finding") both++; else if ($4 == "possible") maybe++; else missed++ }
		else if ($4 == "finding") { more++; wrong += right } else possible++
	} END { printf "| %s | %d | %d | %d | %d | %d | %d | %d |\n", set, old, both, maybe, missed, more, wrong, possible }' "$lines"
done
