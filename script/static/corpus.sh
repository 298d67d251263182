#!/usr/bin/env bash
# Runs the static checks on both releases of each bug of corpus.csv and prints a
# row for each: the id of the finding that is about the known bug, whether it is
# gone in the fixed release, and how many other findings there are.
#
# usage: corpus.sh [-fresh|-lot] [-possible] [-rest] [ID...]
#
# -fresh takes the bugs of fresh.csv, which were written down before the checks saw
# them, and -lot those of lot-bugs.csv. -rest prints the other findings instead, a line each. -possible counts what
# -enable interleaving -show-possible adds as well. For the environment, see lib.sh.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

what=-row list=$here/corpus.csv possible=
while [[ ${1:-} == -* ]]; do
	case $1 in
	-fresh) list=$here/fresh.csv ;;
	-lot) list=$here/lot-bugs.csv ;;
	-rest) what=-rest ;;
	-possible) possible=-possible ;;
	*)
		echo "usage: corpus.sh [-fresh|-lot] [-possible] [-rest] [ID...]" >&2
		exit 2
		;;
	esac
	shift
done
ids=("$@")
if ((${#ids[@]} == 0)); then
	mapfile -t ids < <(sed -n '2,$s/,.*//p' "$list")
fi

if [[ $what == -row ]]; then
	echo "| bug | class | found as | gone in the fixed release | other findings |"
	echo "| --- | --- | --- | --- | --- |"
fi
for id in "${ids[@]}"; do
	IFS=, read -r _ module path buggy fixed packages _ < <(grep "^$id," "$list") || {
		echo "corpus.sh: no bug $id in $list" >&2
		exit 2
	}
	IFS=, read -r scope enable < <(grep "^$id," "$list" | sed -E 's/.*,([^,]*,[^,]*)$/\1/')
	flags=()
	[[ -z $possible ]] || enable=${enable:+$enable,}interleaving flags=(-show-possible)
	files=()
	for version in "$buggy" "$fixed"; do
		dir=$(release "$module" "$version" "$path") || {
			echo "corpus.sh: $module@$version cannot be downloaded" >&2
			exit 1
		}
		file=$(findings "$id@$version$possible" "$dir" "${flags[@]}" ${scope:+-scope "$scope"} ${enable:+-enable "$enable"} $packages) || true
		files+=("${file:-/dev/null}")
	done
	if [[ -s ${files[0]} && -s ${files[1]} ]]; then
		"$work/bin/tally" "$what" "$id" "$list" "${files[@]}"
	else
		[[ $what == -rest ]] || echo "| $id | | the checks could not be run | | |"
	fi
done
