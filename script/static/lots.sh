#!/usr/bin/env bash
# Runs the static checks on the modules of lot-modules.csv and prints a row for each finding with the verdict of a
# reader of the source (lot-judged.csv), and the sums. The bugs of lot-bugs.csv are those of corpus.sh -lot.
#
# usage: lots.sh [-possible] [NAME...]
#
# By default it has the checks that are on by default. -possible prints the findings of -enable interleaving -show-possible that are only
# possible, in their place. Names are those of lot-modules.csv, lot-reserve.csv and
# lot-thermometer.csv; without names, the whole lot.
# A module that cannot be run is named. For the environment, see lib.sh.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

flags=() suffix='' select='.static.default != false'
if [[ ${1:-} == -possible ]]; then
	flags=(-enable interleaving -show-possible) suffix=-possible select='.static.default == false'
	shift
fi
sets=(lot)
(($# == 0)) || sets+=(reserve thermometer)

rows=$work/out/lots.tsv
: >"$rows"
for set in "${sets[@]}"; do
	while IFS=';' read -r name module version path packages _; do
		(($# == 0)) || [[ " $* " == *" $name "* ]] || continue
		dir=$(release "$module" "$version" "$path" </dev/null) || dir=
		file=
		# shellcheck disable=SC2086 # a list
		[[ -z $dir ]] || file=$(findings "$name$suffix" "$dir" "${flags[@]}" $packages </dev/null) || file=
		if [[ -z $file ]]; then
			printf '%s\tnot run\n' "$name" >>"$rows"
			continue
		fi
		printf '%s\trun\n' "$name" >>"$rows"
		jq -r --arg name "$name" ".findings[]? | select((.suppressed | not) and ($select)) | [\$name, .check, .id, (.pos | split(\":\")[0:2] | join(\":\"))] | @tsv" "$file" >>"$rows"
	done < <(list "$set")
done

echo '| module | finding | id | place | verdict | why |'
echo '| --- | --- | --- | --- | --- | --- |'
jq -Rrn '[inputs] | .[1:][] | capture("^(?<m>[^,]*),(?<id>[^,]*),(?<v>[^,]*),(?<why>.*)$") | [.m + " " + .id, .v, (.why | ltrimstr("\"") | rtrimstr("\"") | gsub("\"\""; "\""))] | @tsv' "$here/lot-judged.csv" |
	awk -F'\t' '
		FNR == NR { verdict[$1] = $2; why[$1] = $3; next }
		$2 == "run" || $2 == "not run" { modules[$2]++; if ($2 == "not run") missing = missing " " $1; next }
		{
			if (seen[$1 " " $3]++) next # one id, several places
			v = ($1 " " $3 in verdict) ? verdict[$1 " " $3] : "not judged"
			print "| " $1 " | " $2 " | " $3 " | " $4 " | " v " | " why[$1 " " $3] " |"
			all++; count[v]++; if (!($1 in with)) { with[$1] = 1; noisy++ }
		}
		END {
			printf "\n%d modules run, %d with findings; not run:%s\n", modules["run"], noisy, missing ? missing : " none"
			judged = count["true"] + count["false"] + count["unclear"]
			printf "%d findings: %d true, %d false, %d unclear, %d not judged", all, count["true"], count["false"], count["unclear"], count["not judged"]
			if (judged) printf "; %.0f %% of the judged ones are true", 100 * count["true"] / judged
			print ""
		}' - "$rows"
