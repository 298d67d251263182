#!/usr/bin/env bash
# Runs the static checks on released modules and prints a line for each finding.
# judged.csv says which of them are proven, and why: it is joined by the name of the
# release and the id. Ends with a row per check.
#
# usage: precision.sh [-summary] [-more] [-corpus] [-fresh] [NAME...]
#
# Without names, the modules of modules.csv, with -more those of more.csv as well,
# and with -corpus and -fresh the buggy releases of corpus.csv and fresh.csv, which are
# named ID@VERSION. For the environment, see lib.sh.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

what=-judge
sets=(clean)
while [[ ${1:-} == -* ]]; do
	case $1 in
	-summary) what=-summary ;;
	-more) sets+=(more) ;;
	-corpus) sets+=(corpus) ;;
	-fresh) sets+=(fresh) ;;
	*)
		echo "usage: precision.sh [-summary] [-more] [-corpus] [-fresh] [NAME...]" >&2
		exit 2
		;;
	esac
	shift
done

files=()
for set in "${sets[@]}"; do
	while IFS=';' read -r name module version path packages scope; do
		(($# == 0)) || [[ " $* " == *" $name "* ]] || continue
		dir=$(release "$module" "$version" "$path" </dev/null) || {
			echo "precision.sh: $module@$version cannot be downloaded" >&2
			exit 1
		}
		file=$(findings "$name" "$dir" ${scope:+-scope "$scope"} $packages </dev/null) || continue
		files+=("${set/fresh/corpus}:$name=$file")
	done < <(list "$set")
done
if ((${#files[@]} == 0)); then
	echo "precision.sh: no release of that name" >&2
	exit 2
fi
"$work/bin/tally" "$what" "$here/judged.csv" "${files[@]}"
