#!/usr/bin/env bash
# Counts how many schedules "deadlocklint explore" makes until it shows a bug of a released module, with -changed and
# without, and prints a row of a markdown table for each line of pairs.csv.
#
# usage: run.sh [-seeds N] [-runs SCHEDULES] [-time TIME] [-table] [-fixed] [NAME...]     names of pairs.csv
#
# A pair is two releases of a module: the one with the bug, and the one that repairs it. The change is the repair taken
# back. In a directory of its own the script makes a git repository: its commit has the repaired release, its files the
# other one. The driver is the only test of its package, and the same in both.
#
# Each pair is explored with the seeds 1 to N (10), with at most 1000 schedules (-runs) and 60 seconds (-time) each. The number
# of a schedule is 0 for the base schedule. A figure is the mean of the seeds. A seed without the bug counts as 1000 then, and
# the column "found" has the number of the others. A goroutine that is left does not count, as with -stop-first.
#
# All pairs are explored with one seed before the next seed begins. So the table of fewer seeds is whole at any time: with
# -table the script only prints that of the figures that are there. "of" is the number of seeds that both columns have.
#
# With -fixed the script explores the repaired releases with seed 1 instead, and prints which schedule ends badly there. They
# have to be silent: a pair whose repaired release is not is left out of the sums.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   KEEP           directory where modules and figures stay (temporary); a figure that is there is not measured again
#   JOBS           explorations at a time (1)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage="usage: run.sh [-seeds N] [-runs SCHEDULES] [-time TIME] [-table] [-fixed] [NAME...]"
seeds=10 limit=1000 time=60s table= fixed=
while [[ ${1:-} == -* ]]; do
	case $1 in
	-seeds) seeds=$2 && shift ;;
	-runs) limit=$2 && shift ;;
	-time) time=$2 && shift ;;
	-table) table=true ;;
	-fixed) fixed=true ;;
	*) echo "$usage" >&2 && exit 2 ;;
	esac
	shift
done
jobs=${JOBS:-1}

work=${KEEP:-$(mktemp -d)}
[[ -n ${KEEP:-} ]] || trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
side=pairs
[[ -z $fixed ]] || side=repaired
mkdir -p "$work/$side" "$work/figures"
work=$(cd "$work" && pwd)
tool=${DEADLOCKLINT:-$work/deadlocklint}
[[ -n ${DEADLOCKLINT:-} || -n $table ]] || (cd "$here/../.." && go build -o "$tool" ./cmd/deadlocklint)
export GOWORK=off GOFLAGS=-mod=mod

# The columns of pairs.csv, by the name of the pair.
declare -A modules bad repaired packages flags drivers
names=()
while IFS=, read -r name module bad_ repaired_ package flags_ driver _; do
	(($# == 0)) || [[ " $* " == *" $name "* ]] || continue
	names+=("$name")
	modules[$name]=$module bad[$name]=$bad_ repaired[$name]=$repaired_ packages[$name]=$package
	flags[$name]=$flags_ drivers[$name]=$here/../$driver
done < <(tail -n +2 "$here/pairs.csv")

# release NAME VERSION TO copies a release, with the driver.
release() {
	local from package=${packages[$1]}
	from=$(cd / && go mod download -json "${modules[$1]}@$2" | jq -r .Dir)
	cp -r "$from/." "$3"
	chmod -R u+w "$3"
	rm -f "$3/$package"/*_test.go
	cp "${drivers[$1]}" "$3/$package/driver_test.go"
	# A module of a repository with several names its neighbours by their folders.
	[[ ! -e $3/go.mod ]] || sed -i '/=> \.\.\?\//d' "$3/go.mod"
}

# tidied NAME DIRECTORY gives a module what its driver needs.
tidied() {
	(
		cd "$2"
		[[ -e go.mod ]] || go mod init "${modules[$1]}"
		go mod tidy
		cd "${packages[$1]}"
		go test -vet=off -c -o /dev/null .
	) >>"$work/$side/$1.log" 2>&1 </dev/null || true
}

git_in() { git -C "$@" >>"$work/$side/log" 2>&1; }

# made NAME makes the repository of a pair.
made() {
	local to=$work/$side/$1
	[[ ! -d $to ]] || return 0
	rm -rf "$to.part" && mkdir "$to.part"
	git_in "$to.part" init -q
	release "$1" "${repaired[$1]}" "$to.part"
	[[ -z $fixed ]] || tidied "$1" "$to.part"
	git_in "$to.part" add -A -f
	git_in "$to.part" -c user.name=pairs -c user.email=pairs@localhost commit -qm 'the repaired release'
	if [[ -z $fixed ]]; then
		find "$to.part" -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
		release "$1" "${bad[$1]}" "$to.part"
		tidied "$1" "$to.part"
		git_in "$to.part" add -A -f
	fi
	mv "$to.part" "$to"
}

# first RESULT prints the schedule that shows the bug first.
first() {
	jq -rs --argjson limit "$limit" '.[] | .Runs as $runs | .State.All as $all
		| [.Endings[]? | select(.Failed and (.Early // [] | length) == 0 or (.Crash // "") != "" or .End == 2 or .End == 6)]
		| if length > 0 then "\(.[0].Run + 1)" elif $all or $runs >= $limit then "none" else "timeout \($runs)" end' "$@"
}

# measure NAME COLUMN SEED
measure() {
	local figure=$work/figures/$1.$2.$3 more=() kept=$work/kept.$1.$2.$3
	[[ ! -s $figure ]] || return 0
	[[ $2 != changed ]] || more=(-changed HEAD)
	rm -rf "$kept"
	# shellcheck disable=SC2086 # flags are a list
	"$tool" explore -C "$work/$side/$1/${packages[$1]}" -vet=off -ldflags=-w -runs "$limit" -time "$time" -stop-first \
		-seed "$3" -keep "$kept" "${more[@]}" ${flags[$1]} . >"$figure.out" 2>"$figure.err" </dev/null || true
	first "$kept"/explored.*/result.*.json >"$figure" 2>>"$figure.err" || true
	rm -rf "$kept"
}

all() {
	local seed name column
	for ((seed = 1; seed <= seeds; seed++)); do
		for name in "${names[@]}"; do
			made "$name"
			for column in changed auto; do
				while (($(jobs -rp | wc -l) >= jobs)); do wait -n || true; done
				measure "$name" "$column" "$seed" &
			done
		done
	done
	wait
}

# row NAME prints its mean and the seeds that found it, for both columns, and the number of seeds.
row() {
	local seed
	for ((seed = 1; seed <= seeds; seed++)); do
		[[ -s $work/figures/$1.changed.$seed && -s $work/figures/$1.auto.$seed ]] || continue
		paste -d' ' <(cut -d' ' -f1 "$work/figures/$1.changed.$seed") <(cut -d' ' -f1 "$work/figures/$1.auto.$seed")
	done | awk -v name="$1" -v limit="$limit" '
		{ for (i = 1; i <= 2; i++) { shown = $i ~ /^[0-9]+$/; found[i] += shown; sum[i] += shown ? $i : limit } }
		END { if (NR) printf "%s %.1f %d %.1f %d %d\n", name, sum[1] / NR, found[1], sum[2] / NR, found[2], NR }'
}

# loud prints the pairs whose repaired releases end badly as well.
loud() { grep -l '^[0-9]' "$work"/figures/*.repaired.1 2>/dev/null | sed 's|.*/||; s|[.]repaired[.]1$||' | paste -sd' ' || true; }

print() {
	local name
	for name in "${names[@]}"; do row "$name"; done | awk -v loud=" $(loud) " '
		BEGIN { print "| pair | with the change | found | without | found | of |"; print "| --- | --: | --: | --: | --: | --: |" }
		{ printf "| %s | %s | %d | %s | %d | %d |\n", $1, $2, $3, $4, $5, $6 }
		index(loud, " " $1 " ") { also = also " " $1; next }
		$3 + $5 == 0 { neither = neither " " $1; next }
		$2 == 0 && $4 == 0 { base = base " " $1; next }
		{ pairs++; with += $2; without += $4; if ($2 <= $4) notlater++; if ($3 == $6 && $5 == $6) { both++; bothwith += $2; bothwithout += $4 } logs += log(($2 + 1) / ($4 + 1)) }
		END {
			printf "\nOn %d of %d pairs it is not later with the change. Sum of the means: %.0f with it, %.0f without.\n", notlater, pairs, with, without
			printf "Sum of the %d pairs that each seed shows: %.0f with it, %.0f without.\n", both, bothwith, bothwithout
			if (pairs) printf "Geometric mean of the quotients (of schedules, the base one counted): %.2f.\n", exp(logs / pairs)
			if (also) print "Not counted, shown by the repaired release as well:" also "."
			if (neither) print "Not counted, shown by neither:" neither "."
			if (base) print "Not counted, shown by the base schedule:" base "."
		}'
}

if [[ -n $fixed ]]; then
	for name in "${names[@]}"; do
		made "$name"
		measure "$name" repaired 1
		echo "$name: $(cat "$work/figures/$name.repaired.1")"
	done
else
	[[ -n $table ]] || all
	print
fi
