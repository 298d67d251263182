#!/usr/bin/env bash
# Prints tables 1 to 5 of the HaPSet paper (Wang, Said, Gupta 2011) for the subjects in Go:
# the schedules until the bug shows. PCB n of the paper is the strategy icb with -x bound=n.
#
# usage: hapset.sh [-runs SCHEDULES] [-time TIME] [-seed SEED]
#
# A strategy makes at most 20000 schedules (-runs), for at most 30s (-time), with seed 1
# (-seed). "none" is a bug that no schedule showed, "timeout" that the time was over before.
# The digits of the paper are lost, so no figure of it is beside ours. After table 5 is the mean of the strategy
# auto, with 300 schedules and seeds 1 to 20 (SEEDS).
#
#   DEADLOCKLINT   the tool (built from this checkout)
#   SEEDS          how many seeds auto has (20)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
usage="usage: hapset.sh [-runs SCHEDULES] [-time TIME] [-seed SEED]"
limit=20000 time=30s seed=1
while (($# > 0)); do
	case $1 in
	-runs) limit=$2 ;;
	-time) time=$2 ;;
	-seed) seed=$2 ;;
	*) echo "$usage" >&2 && exit 2 ;;
	esac
	shift 2
done
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
if [[ -z ${DEADLOCKLINT:-} ]]; then
	export DEADLOCKLINT=$temporary/deadlocklint
	(cd "$root" && go build -o "$DEADLOCKLINT" ./cmd/deadlocklint)
fi

# print TITLE COLUMNS SUBJECT... prints a table.
print() {
	printf '\n%s\n\n' "$1"
	KEEP='' "$here/run.sh" -runs "$limit" -time "$time" -seed "$seed" -columns "$2" "${@:3}" | grep -v -e '^| median' -e '^| quotient'
}

bounds="icb:0 icb:1 icb:2 icb:3 icb:4"
echo "At most $limit schedules and $time, with seed $seed."
print "Table 1, Thrift with 2 to 5 workers and 5 tasks:" "hapset dpor $bounds" thrift:2 thrift:3 thrift:4 thrift:5
print "Table 2, programs:" "hapset dpor icb:2" aget pbzip2 pbz2f pfscan
print "Table 3, bounds of preemptions:" "$bounds" aget
print "Table 4, aget with 2 to 10 workers:" "hapset" aget:{2..10}
bugs=(mysqllog nodestate loadscript seektoitem updatetimer filetransport createthread readwriteproc openinputstr httpconnect timerthread)
print "Table 5, bugs of Mozilla and MySQL:" "hapset dpor icb:2" "${bugs[@]}"

# means prints the mean of auto for each bug of table 5. A bug that no schedule showed counts as 300.
means() {
	local s
	for ((s = 1; s <= ${SEEDS:-20}; s++)); do
		KEEP=$temporary/$s "$here/run.sh" -runs 300 -seed "$s" -columns auto "${bugs[@]}" >/dev/null
	done
	cat "$temporary"/*/auto | awk '{ n[$1]++; sum[$1] += $2 ~ /^[0-9]+$/ ? $2 : 300 }
		END { for (s in n) printf "| %s | %.1f |\n", s, sum[s] / n[s] }' | sort
}
printf '\nauto, the mean of %d seeds:\n\n| subject | auto |\n| --- | --: |\n' "${SEEDS:-20}"
means
