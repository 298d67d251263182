#!/usr/bin/env bash
# Prints the tables of the papers behind the strategies, one after the other:
#
#	luo        tables 4.2 and 4.3 of Luo's thesis (2015)
#	hapset     tables 1 to 5 of the HaPSet paper (2011), by hapset.sh
#	capp       the 14 heuristics of CAPP (2011) and icb
#	cooperari  table 1 of the Cooperari paper (2014), by cooperari.sh
#	proxy      shares of erroneous executions, as in the evaluation of dBug (2011), by proxy.sh
#	strategies all strategies on all subjects
#
# usage: all.sh [-seed SEED] [TABLE...]
#
# The seed is 1 (-seed). Without a table all are printed, which takes an hour of an idle machine. The bounds
# are those of script/subjects/README.md, which has what this printed.
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   KEEP           directory where the figures of luo stay; what is there already is not
#                  measured again
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
usage="usage: all.sh [-seed SEED] [TABLE...]"
nine="airline account allocation bubblesort lang pool log4j1 log4j2 logger"
seed=1
if [[ ${1:-} == -seed ]]; then
	seed=${2:?$usage}
	shift 2
fi
tables=("$@")
((${#tables[@]} > 0)) || tables=(luo hapset capp cooperari proxy strategies)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
keep=${KEEP:-$temporary}
unset KEEP
if [[ -z ${DEADLOCKLINT:-} ]]; then
	export DEADLOCKLINT=$temporary/deadlocklint
	(cd "$root" && go build -o "$DEADLOCKLINT" ./cmd/deadlocklint)
fi

# luo prints how soon a bug shows, and how many schedules the repaired subjects have.
luo() {
	echo "Table 4.2, at most 20000 schedules and 30s:"
	echo
	# shellcheck disable=SC2086 # names are a list
	KEEP=$keep/found "$here/run.sh" -seed "$seed" -runs 20000 -time 30s -columns "dfs icb dpor causal causal-fast" $nine
	echo
	echo "Table 4.3, schedules of the repaired subjects until none is left, with the same bounds:"
	echo
	# shellcheck disable=SC2086
	KEEP=$keep/finished "$here/run.sh" -seed "$seed" -runs 20000 -time 30s -finish -columns "dfs icb dpor causal causal-fast" $nine
	echo
	echo "The same, causal-fast without the part in which it goes on as causal does:"
	echo
	fast_alone
	# shellcheck disable=SC2086
	DEADLOCKLINT=$temporary/fast KEEP=$keep/fast "$here/run.sh" -seed "$seed" -runs 20000 -time 100s -finish -columns causal-fast $nine
}

# fast_alone builds a tool whose causal-fast ends where the algorithm of the thesis does.
fast_alone() {
	local file=$root/fuzzer/explore/causal.go
	sed 's/s\.done && s\.fast {/s.done \&\& s.fast \&\& s.runs < 0 {/' "$file" >"$temporary/causal.go"
	! cmp -s "$file" "$temporary/causal.go" || { echo "all.sh: the end of causal-fast has moved; change fast_alone" >&2 && exit 1; }
	printf '{"Replace": {"%s": "%s"}}\n' "$file" "$temporary/causal.go" >"$temporary/overlay.json"
	(cd "$root" && go build -overlay "$temporary/overlay.json" -o "$temporary/fast" ./cmd/deadlocklint)
}

hapset() { "$here/hapset.sh" -seed "$seed"; }

capp() { "$here/run.sh" -seed "$seed" -columns "icb CS CA COS COA MS MA MOS MOA LS LA LOS LOA FS FA"; }

cooperari() { "$here/cooperari.sh" -seed "$seed"; }

proxy() { "$here/proxy.sh" -seed "$seed"; }

strategies() { "$here/run.sh" -seed "$seed" -columns "icb dfs bfs delay pct pos surw history random auto dpor hapset causal-fast"; }

for table in "${tables[@]}"; do
	case $table in
	luo | hapset | capp | cooperari | proxy | strategies)
		printf '\n## %s, seed %s\n\n' "$table" "$seed"
		"$table"
		;;
	*) echo "$usage" >&2 && exit 2 ;;
	esac
done
