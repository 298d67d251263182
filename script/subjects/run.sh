#!/usr/bin/env bash
# Counts for each subject of testdata/subjects how many native runs show its bug, and how
# many schedules "deadlocklint explore" makes until it does, by each strategy and by each
# heuristic of -changed.
#
# usage: run.sh [-repaired] [-finish] [-native RUNS] [-runs SCHEDULES] [-time TIME] [-seed SEED] [-columns "COLUMN..."] [SUBJECT...]
#
# Natively a test runs 1000 times (-native), in one process as long as this lives. A run
# counts when the test fails, panics, or hangs for 20 seconds.
#
# A strategy makes at most 2000 schedules (-runs) with seed 1 (-seed). The number of a schedule is 0
# for the base schedule; "none" is a bug that no schedule showed. A subject whose doc
# comment has a line "flags: FLAGS" is explored with these.
#
# One test binary has all subjects, since a link takes longer than 2000 schedules: in a
# temporary directory each test becomes a function that a test of one package calls.
#
# For -changed the script makes a git repository in a temporary directory: its commit has
# the repaired subjects, its files the buggy ones. The 14 heuristics are those of the
# strategy capp.
#
# Below the table are the medians, where none counts as the limit, and for each heuristic
# the median of its quotients with icb. A subject that neither finds does not count there.
#
# With -columns only these are measured: native, names of strategies, names of
# heuristics, and "changed": auto with -changed. The strategies dpor, hapset, causal and causal-fast have columns when the tool has them.
#
# A column "icb:1" is the strategy icb with -x bound=1.
#
# A subject "thrift:4" is its function Sized with 4 goroutines. It has no native column.
#
# With -time each subject has this time for each column, such as 60s. A figure "timeout" says
# that the time was over before the bug showed.
#
# With -finish the table has the schedules that a search makes of the repaired subjects until
# none is left. A figure "123+" says that there are more, "timeout 123" that the time was over.
# "found" counts the searches that came to their end.
#
# With -repaired the script applies the patches of testdata/subjects/repaired instead. A
# repaired subject has to pass natively, and to be silent under 300 schedules of auto. The
# exit status is 1 unless all are.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   KEEP           directory where the figures stay (temporary); a column that is there
#                  already is not measured again
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
subjects=$root/testdata/subjects
heuristics="CS CA COS COA MS MA MOS MOA LS LA LOS LOA FS FA"
usage="usage: run.sh [-repaired] [-finish] [-native RUNS] [-runs SCHEDULES] [-time TIME] [-seed SEED] [-columns \"COLUMN...\"] [SUBJECT...]"
repaired= finish= time= native=1000 limit=2000 seed=1 columns=
while [[ ${1:-} == -* ]]; do
	case $1 in
	-repaired) repaired=true ;;
	-finish) finish=true ;;
	-time) time=$2 && shift ;;
	-native) native=$2 && shift ;;
	-runs) limit=$2 && shift ;;
	-seed) seed=$2 && shift ;;
	-columns) columns=$2 && shift ;;
	*) echo "$usage" >&2 && exit 2 ;;
	esac
	shift
done

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
work=${KEEP:-$temporary/figures}
mkdir -p "$work"
tool=${DEADLOCKLINT:-$temporary/deadlocklint}
[[ -n ${DEADLOCKLINT:-} ]] || (cd "$root" && go build -o "$tool" ./cmd/deadlocklint)

names=("$@")
if ((${#names[@]} == 0)); then
	for patch in "$subjects"/repaired/*.patch; do
		names+=("$(basename "$patch" .patch)")
	done
fi

# strategies prints those that the tool has.
strategies() {
	local s
	for s in icb dfs bfs delay pct pos surw history random auto; do echo "$s"; done
	for s in dpor hapset causal causal-fast; do
		! "$tool" help explore 2>&1 | grep -A1 -- '-x strategy=name' | grep -qE -- "[ ,]$s[ ,]" || echo "$s"
	done
}
[[ -n $columns ]] || columns="native $(strategies | paste -sd' ') $heuristics"

# flags SUBJECT prints the flags that its doc comment asks for.
flags() { sed -n 's|^// flags: ||p' "$subjects/${1%:*}/${1%:*}.go"; }

# repair applies the patches to the module in a directory.
repair() {
	local name
	for name in "${names[@]}"; do
		patch -s -p1 -d "$1" <"$subjects/repaired/$name.patch"
	done
}

# shown BINARY DIRECTORY prints how many of the native runs show the bug.
shown() {
	local left=$native bugs=0 passed failed
	while ((left > 0)); do
		(cd "$2" && timeout 20 "$1" -test.count "$left" -test.timeout 0 -test.v) >"$temporary/native" 2>&1 </dev/null || true
		passed=$(grep -c '^--- PASS' "$temporary/native" || true)
		failed=$(grep -c '^--- FAIL' "$temporary/native" || true)
		left=$((left - passed - failed)) bugs=$((bugs + failed))
		if ((left > 0)); then
			left=$((left - 1)) bugs=$((bugs + 1)) # the run that ended the process
		fi
	done
	echo "$bugs"
}

# natively writes the column of native runs of the module in a directory.
natively() {
	local name
	for name in "${names[@]}"; do
		(cd "$1" && go test -c -vet=off -o "$temporary/test" "./$name")
		echo "$name $(shown "$temporary/test" "$1/$name")"
	done >"$temporary/column"
	mv "$temporary/column" "$work/native"
}

# join_tests makes the tests of the module in a directory one package, all, with a test for each subject.
join_tests() {
	local name function all=$1/all/all_test.go
	mkdir "$1/all"
	printf 'package all\n\nimport (\n\t"testing"\n\n' >"$all"
	for name in "${names[@]}"; do printf '\t"subjects/%s"\n' "${name%:*}"; done | sort -u >>"$all"
	printf ')\n' >>"$all"
	for name in "${names[@]}"; do
		if [[ $name == *:* ]]; then
			cp "$subjects/${name%:*}/sized_test.go" "$1/${name%:*}/sized_check.go"
			rm -f "$1/${name%:*}/sized_test.go"
			printf '\nfunc Test_%s(t *testing.T) { %s.Sized(t, %s) }\n' "${name/:/_}" "${name%:*}" "${name#*:}" >>"$all"
			continue
		fi
		mv "$1/$name/${name}_test.go" "$1/$name/${name}_check.go"
		function=$(sed -n 's/^func \(Test[A-Za-z]*\)(.*/\1/p' "$1/$name/${name}_check.go")
		printf '\nfunc Test_%s(t *testing.T) { %s.%s(t) }\n' "$name" "$name" "$function" >>"$all"
	done
}

# grouped prints the subjects that have the same flags in one line, after the flags and a bar.
# With a time each has a line of its own.
grouped() {
	local name
	if [[ -n $time ]]; then
		for name in "${names[@]}"; do echo "$(flags "$name") -time $time|${name/:/_}"; done
		return
	fi
	for name in "${names[@]}"; do
		echo "$(flags "$name")|${name/:/_}"
	done | awk -F'|' '{ all[$1] = all[$1] "|" $2 } END { for (f in all) print f all[f] }'
}

# figures RESULT... prints a line for each subject.
figures() {
	if [[ -n $finish ]]; then
		jq -r --argjson limit "$limit" '"\(.Test | ltrimstr("Test_")) \(
			if .State.All then .Runs elif .Runs >= $limit then "\(.Runs)+" else "timeout_\(.Runs)" end)"' "$@"
		return
	fi
	jq -r --argjson limit "$limit" '.Runs as $runs | .State.All as $all
		| "\(.Test | ltrimstr("Test_")) \([.Endings[] | select(.End != 1 or .Failed or .Crash != "")]
		| if length > 0 then .[0].Run + 1 elif $all or $runs >= $limit then "none" else "timeout" end)"' "$@"
}

# explore MODULE COLUMN FLAG... writes the schedule of the first bad run of each subject.
explore() {
	local flags tests kept=$temporary/kept group=0
	rm -rf "$kept" && mkdir "$kept"
	while IFS='|' read -r flags tests; do
		group=$((group + 1))
		# shellcheck disable=SC2086 # flags are a list
		"$tool" explore -C "$1" -q -vet=off -ldflags=-w -seed "$seed" -keep "$kept/$group" "${@:3}" $flags -run "^Test_($tests)\$" ./all \
			>"$work/$2.out" 2>"$work/$2.err" </dev/null || true
	done < <(grouped)
	figures "$kept"/*/explored.*/result.*.json >"$temporary/column"
	mv "$temporary/column" "$work/$2"
}

# cell SUBJECT COLUMN prints a figure.
cell() { awk -v name="${1/:/_}" '$1 == name { sub(/_/, " ", $2); print $2; found = 1 } END { if (!found) print "?" }' "$work/$2"; }

# changed prepares the repository for -changed.
changed() {
	local module=$temporary/changed
	cp -r "$subjects" "$module"
	repair "$module"
	join_tests "$module"
	git -C "$module" init -q
	git -C "$module" add .
	git -C "$module" -c user.name=subjects -c user.email=subjects@localhost commit -qm 'the repaired subjects'
	local name
	for name in "${names[@]}"; do
		cp "$subjects/$name/$name.go" "$module/$name"
	done
}

# joined prepares the module that the strategies explore.
joined() {
	cp -r "$subjects" "$temporary/joined"
	[[ -z $finish ]] || repair "$temporary/joined"
	join_tests "$temporary/joined"
}

measure() {
	local column
	for column in $columns; do
		[[ ! -s $work/$column ]] || continue
		if [[ $column == native ]]; then
			natively "$subjects"
		elif [[ " $heuristics " == *" $column "* ]]; then
			[[ -d $temporary/changed ]] || changed
			explore "$temporary/changed" "$column" -runs "$limit" -changed HEAD -x strategy=capp -x capp="$column"
		elif [[ $column == changed ]]; then
			[[ -d $temporary/changed ]] || changed
			explore "$temporary/changed" "$column" -runs "$limit" -changed HEAD
		else
			[[ -d $temporary/joined ]] || joined
			explore "$temporary/joined" "$column" -runs "$limit" -x strategy="${column%:*}" $([[ $column != *:* ]] || echo "-x bound=${column#*:}")
		fi
	done
}

# median prints that of the numbers in its input.
median() { sort -g | awk '{ n[NR] = $1 } END { if (NR) printf "%.4g\n", (n[int((NR + 1) / 2)] + n[int(NR / 2) + 1]) / 2; else print "-" }'; }

# quotient COLUMN prints the median of its quotients with icb.
quotient() {
	join <(sort "$work/$1") <(sort "$work/icb") | awk -v limit="$limit" '
		{ for (i = 2; i <= 3; i++) found[i] = $i ~ /^[0-9]+$/ }
		!found[2] && !found[3] { next }
		{ for (i = 2; i <= 3; i++) if (!found[i]) $i = limit; print $2 / $3 }' | median
}

table() {
	local name column row
	echo "| subject | ${columns// / | } |"
	echo "| --- |$(for column in $columns; do printf ' --: |'; done)"
	for name in "${names[@]}"; do
		row="| $name |"
		for column in $columns; do row+=" $(cell "$name" "$column") |"; done
		echo "$row"
	done
	row="| found |"
	for column in $columns; do row+=" $(grep -vc -e ' none$' -e ' 0$' -e timeout -e '+$' "$work/$column" || true) |"; done
	echo "$row"
	[[ -z $finish ]] || return 0
	row="| median |"
	for column in $columns; do row+=" $(awk -v limit="$limit" '{ print $2 !~ /^[0-9]+$/ ? limit : $2 }' "$work/$column" | median) |"; done
	echo "$row"
	[[ " $columns " == *" icb "* ]] || return 0
	row="| quotient |"
	for column in $columns; do
		if [[ $column == native ]]; then row+=" |"; else row+=" $(quotient "$column") |"; fi
	done
	echo "$row"
}

# silence fails unless the repaired subjects pass and are silent.
silence() {
	local module=$temporary/repaired name shown first silent=0 limit=300
	cp -r "$subjects" "$module"
	repair "$module"
	rm -f "$work/native" "$work/auto"
	natively "$module"
	join_tests "$module"
	explore "$module" auto -runs "$limit"
	echo "| repaired subject | native | auto |"
	echo "| --- | --: | --- |"
	for name in "${names[@]}"; do
		shown=$(cell "$name" native) first=$(cell "$name" auto)
		[[ $shown != 0 || $first != none ]] || ! grep -q "subjects/$name[/.]\|^$name/" "$work/auto.out" || first=reported
		[[ $shown != 0 || $first != none ]] || silent=$((silent + 1))
		echo "| $name | $shown | ${first/none/silent} |"
	done
	echo
	echo "$silent of ${#names[@]} repaired subjects are silent"
	((silent == ${#names[@]}))
}

if [[ -n $repaired ]]; then
	silence
else
	measure
	table
fi
