#!/usr/bin/env bash
# Runs the static checks on the modules of modules.csv and prints a line for each
# finding. judged.csv says which of them are proven, and why: it is joined by id.
# Ends with a row per check: findings, how many of them are true, unproven and not
# judged yet.
#
# usage: precision.sh [-summary] [NAME...]
#
# For the environment, see lib.sh.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

what=-judge
if [[ ${1:-} == -summary ]]; then
	what=-summary
	shift
fi
names=("$@")
if ((${#names[@]} == 0)); then
	mapfile -t names < <(sed -n '2,$s/,.*//p' "$here/modules.csv")
fi

files=()
for name in "${names[@]}"; do
	IFS=, read -r _ module version packages < <(grep "^$name," "$here/modules.csv") || {
		echo "precision.sh: no module $name in modules.csv" >&2
		exit 2
	}
	dir=$(release "$module" "$version") || {
		echo "precision.sh: $module@$version cannot be downloaded" >&2
		exit 1
	}
	file=$(findings "$name" "$dir" $packages) || continue
	files+=("$name=$file")
done
"$work/bin/tally" "$what" "$here/judged.csv" "${files[@]}"
