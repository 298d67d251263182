#!/usr/bin/env bash
# Runs the static checks on both releases of each bug of corpus.csv and prints a
# row for each: the id of the finding that is about the known bug, whether it is
# gone in the fixed release, and how many other findings there are.
#
# usage: corpus.sh [-fresh|-lot] [-rest] [ID...]
#
# -fresh takes the bugs of fresh.csv, which were written down before the checks saw
# them, and -lot those of lot-bugs.csv. -rest prints the other findings instead, a line each. For the environment,
# see lib.sh.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

what=-row list=$here/corpus.csv
while [[ ${1:-} == -* ]]; do
	case $1 in
	-fresh) list=$here/fresh.csv ;;
	-lot) list=$here/lot-bugs.csv ;;
	-rest) what=-rest ;;
	*)
		echo "usage: corpus.sh [-fresh|-lot] [-rest] [ID...]" >&2
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
	files=()
	for version in "$buggy" "$fixed"; do
		dir=$(release "$module" "$version" "$path") || {
			echo "corpus.sh: $module@$version cannot be downloaded" >&2
			exit 1
		}
		file=$(findings "$id@$version" "$dir" ${scope:+-scope "$scope"} ${enable:+-enable "$enable"} $packages) || true
		files+=("${file:-/dev/null}")
	done
	if [[ -s ${files[0]} && -s ${files[1]} ]]; then
		"$work/bin/tally" "$what" "$id" "$list" "${files[@]}"
	else
		[[ $what == -rest ]] || echo "| $id | | the checks could not be run | | |"
	fi
done
