#!/usr/bin/env bash
# Shows what deadlocklint says of 150 pairs of test programs that differ by one bug.
# A file of this folder is a group, a section of it a pair. A line with the last word
# "// wrong" is in the wrong program only, one with "// right" in the right one only.
# The groups of the folder programs have a package for each pair. The word programs names all.
#
# usage: script/pairs/run.sh native|shown|tool|explore|replay|table [GROUP...]
#
#   native  runs each program COUNT times (20) as it is, built with FLAGS, on the sides
#           SIDES (wrong right), and prints how often it passes
#   shown   runs each wrong program with sleeps, until it hangs, panics or fails within
#           two seconds; each right program with all sleeps and with five draws of them
#   tool    runs deadlocklint test over each group, wrong and right, and keeps the JSON
#   explore runs deadlocklint explore on each program with the options OPTIONS
#   replay  replays the schedule of each finding of explore COUNT times (20)
#   table   prints the figures and the misses from what tool or explore has kept
#
# WORK keeps programs and results (default: a folder in the temporary directory).
# DEADLOCKLINT names the binary; without it, one is built.
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
work=${WORK:-${TMPDIR:-/tmp}/deadlocklint-pairs}
what=${1:?usage: run.sh native|shown|tool|explore|replay|table [GROUP...]}
shift
[[ $# != 0 ]] || set -- .
groups=()
for group in "$@"; do
	if [[ -d $group ]]; then
		mapfile -t -O "${#groups[@]}" groups < <(find "$group" -maxdepth 1 -name '*.txt' | sed 's|^\./||; s|\.txt$||' | sort)
	else
		groups+=("$group")
	fi
done

# home prints the package of a pair: a group of the folder programs has one for each.
home() {
	if [[ $1 == */* ]]; then echo "$1/$2"; else echo "$1"; fi
}

# homes prints the packages of a group.
homes() {
	pairs "$1" | while read -r name _; do home "$1" "$name"; done | sort -u
}

# binary prints the test binary of a package, side and build.
binary() {
	echo "$work/bin/${1//\//.}.$2$3"
}

# build compiles the packages of a group and side with flags.
build() {
	local group=$1 side=$2 suffix=$3 home
	shift 3
	homes "$group" | while read -r home; do
		(cd "$work/module" && go test "$@" -c -o "$(binary "$home" "$side" "$suffix")" "./$side/$home")
	done
}

# unpack writes the programs of a group: a package for each side, a file for each pair.
unpack() {
	local group=$1 side home dir only
	mkdir -p "$work/module"
	cp -r go.mod hook "$work/module/"
	for side in wrong right; do
		rm -rf "$work/module/$side/$group"
		for home in $(homes "$group"); do
			dir=$work/module/$side/$home
			mkdir -p "$dir"
			only=${home#"$group"}
			home=${home##*/}
			awk -v side=$side -v group="${home//_/}" -v only="${only#/}" -v dir="$dir" -f split.awk "$group.txt"
			gofmt -w "$dir"
		done
	done
}

# pairs prints the name and the test of each pair of a group.
pairs() {
	awk '/^-- / { name = $2 } match($0, /^func (Test|Fuzz)[A-Za-z]*\((t|f) /) { print name, substr($0, 6, RLENGTH - 8) }' "$1.txt"
}

# native_pair tells how often a program passes as it is.
native_pair() {
	local passes=0
	for ((i = 0; i < ${COUNT:-20}; i++)); do
		timeout 12 "$(binary "$(home "$1" "$3")" "$2" '')" -test.run "^$4\$" -test.timeout 5s >/dev/null 2>&1 && passes=$((passes + 1))
	done
	echo "$1 $3 $2 passes $passes of ${COUNT:-20}"
}

native() {
	local side
	local -a flags
	read -ra flags <<<"${FLAGS:-}"
	export work
	export -f native_pair home binary
	for side in ${SIDES:-wrong right}; do
		(cd "$work/module" && go vet "./$side/$1/...")
		build "$1" "$side" '' "${flags[@]}"
		pairs "$1" | sed "s|^|$1 $side |" | xargs -P "${JOBS:-8}" -L 1 bash -c 'native_pair "$@"' _
	done
}

# hooks prints the names of the sleeps of a pair.
hooks() {
	awk -v pair="$2" '/^-- / { name = $2 } name == pair' "$1.txt" | grep -o 'Pause("[a-z]*")' | cut -d'"' -f2 | sort -u
}

# shown_file names the output of a test of a group and side that sleeps.
shown_file() {
	echo "$work/shown/${1//\//.}.$3.$2.txt"
}

# sleeping runs a test of a group, side and pair with these sleeps, for two seconds or ten.
sleeping() {
	PAUSE=$5 timeout 12 "$(binary "$(home "$1" "$3")" "$2" .pause)" -test.run "^$4\$" -test.timeout "$6" >"$(shown_file "$1" "$2" "$4")" 2>&1
}

# shown_pair tells how a pair ends when it sleeps.
shown_pair() {
	local group=$1 name=$2 test=$3 tries='' word=no right=yes set
	local -a all
	mapfile -t all < <(hooks "$group" "$name")
	for _ in 1 2 3; do
		for set in all "${all[@]}"; do
			sleeping "$group" wrong "$name" "$test" "$set" 2s && continue
			word=$(grep -oE -m 1 'test timed out|all goroutines are asleep|panic: .*|fatal error: .*|leak: .*' "$(shown_file "$group" wrong "$test")" | head -1)
			word="${word:-fails} [$set]"
			break 2
		done
	done
	for set in all "${all[@]}" "$(printf '%s\n' "${all[@]}" | shuf -n 1)" "$(printf '%s\n' "${all[@]}" | shuf -n 2 | paste -sd,)" all; do
		sleeping "$group" right "$name" "$test" "$set" 10s || right="no [$set]"
	done
	echo "$group $name wrong shown: $word; right ends: $right"
}

shown() {
	local side
	mkdir -p "$work/shown"
	for side in wrong right; do
		build "$1" "$side" .pause -tags pause
	done
	export work
	export -f shown_pair sleeping shown_file hooks home binary
	pairs "$1" | sed "s|^|$1 |" | xargs -P "${JOBS:-8}" -L 1 bash -c 'shown_pair "$@"' _
}

tool() {
	local side status
	mkdir -p "$work/tool"
	for side in wrong right; do
		status=0
		/usr/bin/env time -f '%U %S' -o "$work/tool/$1.$side.cpu" \
			"$DEADLOCKLINT" test -C "$work/module" -json "./$side/$1" >"$work/tool/$1.$side.json" 2>"$work/tool/$1.$side.err" || status=$?
		echo "$side $1: exit status $status, CPU seconds (user, system) $(tail -1 "$work/tool/$1.$side.cpu")"
	done
}

# explored names the results of a pair and side.
explored() {
	echo "$work/explored/${1//\//.}.$2.$3"
}

# explore_pair explores a side of a pair, and keeps the JSON and the CPU time.
explore_pair() {
	local to
	to=$(explored "$1" "$2" "$3")
	/usr/bin/env time -f '%U %S' -o "$to.cpu" \
		"$DEADLOCKLINT" explore -C "$work/module" ${OPTIONS:-} -json "./$3/$(home "$1" "$2")" >"$to.json" 2>"$to.err" || true
}

explore() {
	mkdir -p "$work/explored"
	export work DEADLOCKLINT
	export -f explore_pair explored home
	pairs "$1" | while read -r name _; do
		for side in ${SIDES:-wrong right}; do echo "$1 $name $side"; done
	done | xargs -P "${JOBS:-2}" -L 1 bash -c 'explore_pair "$@"' _
}

# counted prints the findings of a pair and side that count, an object each.
counted() {
	tail -n 1 "$(explored "$1" "$2" "$3").json" | jq -c '.findings[]?
		| select(.status == "confirmed" or ((.status == "leaked" or .status == "left-blocked") and (.note | not)))'
}

# replay_pair replays the schedule of the first finding of a wrong program.
replay_pair() {
	local file follows=0
	file=$(counted "$1" "$2" wrong | jq -r '.replay // empty' | head -1)
	[[ -n $file ]] || return 0
	for ((i = 0; i < ${COUNT:-20}; i++)); do
		status=0
		"$DEADLOCKLINT" replay -q -tries 1 "${file#deadlocklint replay }" >/dev/null 2>&1 || status=$?
		[[ $status != 3 ]] || follows=$((follows + 1))
	done
	echo "$1 $2 follows $follows of ${COUNT:-20}"
}

replay() {
	export work DEADLOCKLINT
	export -f replay_pair counted explored
	pairs "$1" | while read -r name _; do echo "$1 $name"; done | xargs -P "${JOBS:-2}" -L 1 bash -c 'replay_pair "$@"' _
}

# programs_table prints a line for each pair: findings of both sides, CPU seconds, and of the
# first finding the number of its schedule, its steps, preemptions before and after shrinking, and switches.
programs_table() {
	local group name
	printf '%-34s %5s %5s %7s %7s %9s %6s %7s %12s %9s\n' pair found false CPU twin schedule steps before preemptions switches
	for group in "${groups[@]}"; do
		pairs "$group" | while read -r name _; do
			printf '%-34s %5s %5s %7.1f %7.1f %9s %6s %7s %12s %9s\n' "${group#programs/}/$name" \
				"$(counted "$group" "$name" wrong | grep -c '' || true)" \
				"$(counted "$group" "$name" right | grep -c '' || true)" \
				"$(awk '{ s = $1 + $2 } END { print s }' "$(explored "$group" "$name" wrong).cpu")" \
				"$(awk '{ s = $1 + $2 } END { print s }' "$(explored "$group" "$name" right).cpu")" \
				$(counted "$group" "$name" wrong | head -1 | jq -r '.explored | "\(.schedule) \(.length) \(.given // .preempted) \(.preempted) \(.switched)"')
		done
	done
}

# found prints the pairs of a group and side in whose test a finding counts.
found() {
	tail -n 1 "$work/tool/$1.$2.json" | jq -r '.findings[]?
		| select(.status == "confirmed" or ((.status == "leaked" or .status == "left-blocked") and (.note | not)))
		| .tests[]' | sort -u >"$work/tests"
	pairs "$1" | awk 'NR == FNR { test[$1]; next } $2 in test { print $1 }' "$work/tests" - | sort
}

# table prints a line for each group and the misses of the wrong side.
table() {
	local group all=0 hit=0 false=0 name cpu
	printf '%-12s %6s %6s %6s %9s\n' group pairs found false 'CPU (s)'
	for group in "${groups[@]}"; do
		[[ -s $work/tool/$group.right.cpu ]] || continue
		pairs "$group" | cut -d' ' -f1 | sort >"$work/names"
		found "$group" wrong >"$work/hits"
		found "$group" right >"$work/falses"
		comm -23 "$work/names" "$work/hits" | sed "s/^/missed: $group /" >>"$work/missed"
		sed "s/^/false: $group /" "$work/falses" >>"$work/missed"
		cpu=$(cat "$work/tool/$group".{wrong,right}.cpu | awk '/^[0-9.]+ [0-9.]+$/ { s += $1 + $2 } END { printf "%.0f", s }')
		printf '%-12s %6d %6d %6d %9s\n' "$group" "$(wc -l <"$work/names")" "$(wc -l <"$work/hits")" "$(wc -l <"$work/falses")" "$cpu"
		all=$((all + $(wc -l <"$work/names"))) hit=$((hit + $(wc -l <"$work/hits"))) false=$((false + $(wc -l <"$work/falses")))
	done
	printf '%-12s %6d %6d %6d\n' all "$all" "$hit" "$false"
	cat "$work/missed"
}

mkdir -p "$work/bin"
if [[ $what != native && $what != shown && -z ${DEADLOCKLINT:-} ]]; then
	(cd ../.. && go build -o "$work/deadlocklint" ./cmd/deadlocklint)
	DEADLOCKLINT=$work/deadlocklint
fi
if [[ $what == table && ${groups[0]} == */* ]]; then
	programs_table
	exit
fi
if [[ $what == table ]]; then
	: >"$work/missed"
	table
	exit
fi
for group in "${groups[@]}"; do
	unpack "$group"
	case $what in
	native | shown | tool | explore | replay) "$what" "$group" ;;
	esac
done
