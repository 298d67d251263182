#!/usr/bin/env bash
# Prints every finding of all checks, a sorted line each: release, check, id, place. So the
# difference that a change to the static half makes is that of two snapshots:
#
#	STATIC_DIR=~/static ./snapshot.sh >before
#	(change something)
#	STATIC_DIR=~/static ./snapshot.sh >after; diff before after
#
# usage: snapshot.sh [-every N] [NAME...]
#
# The releases are those of modules.csv, both of each bug of corpus.csv, and every Nth row of
# fresh.csv and of more.csv (4; 1 takes all), beside the kernels of script/goker and the textbook packages. With names,
# only these, of all rows; goker and textbook are the kernels and those packages. Unlike the other scripts it runs the checks again each time: $STATIC_DIR keeps the sources alone.
# A release that cannot be had or not be run is named in standard error, and has one line that says so.
#
#   GOCOVERDIR     with a tool that was built with -cover: each release gets a directory of its own in it
#   TIMES          a file for the seconds that each release took
# For the rest of the environment, see lib.sh.
export CHECKS=all
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

every=4
if [[ ${1:-} == -every ]]; then
	every=$2
	shift 2
fi
(($# == 0)) || every=1
cover=${GOCOVERDIR:-}

# wanted NAME NAMES... reports whether a release is to be run: all are without names.
wanted() { (($# == 1)) || [[ " ${*:2} " == *" $1 "* ]]; }

# some SET prints the rows of a set that belong to the snapshot.
some() {
	case $1 in
	fresh | more) list "$1" | awk -v n="$every" 'NR % n == 0' ;;
	*) list "$1" ;;
	esac
}

# run NAME DIR [FLAG...] PACKAGE... prints what the checks find in a directory.
run() {
	local name=$1 dir=$2 status=0 begun=$SECONDS out
	shift 2
	out=$work/out/snapshot-$$.json
	if [[ -n $cover ]]; then
		export GOCOVERDIR=$cover/$name
		mkdir -p "$GOCOVERDIR"
	fi
	(cd "$dir" && timeout "$limit" "$tool" check -json -test="$tests" -enable "$CHECKS" "$@") 2>"$work/out/$name.err" </dev/null | tail -n 1 >"$out" || status=$?
	[[ -z ${TIMES:-} ]] || echo "$((SECONDS - begun)) $name" >>"$TIMES"
	if [[ $status == 0 || $status == 3 ]]; then
		jq -r --arg name "$name" '.findings[]? | "\($name) \(.check) \(.id) \(.pos)"' "$out"
	else
		echo "snapshot.sh: $name: exit status $status, see $work/out/$name.err" >&2
		echo "$name was not run"
	fi
	rm -f "$out"
}

# releases runs those of the lists.
releases() {
	local set name module version path packages scope dir
	for set in clean corpus fixed fresh more; do
		while IFS=';' read -r name module version path packages scope; do
			wanted "$name" "$@" || continue
			dir=$(release "$module" "$version" "$path" </dev/null) || {
				echo "snapshot.sh: $module@$version cannot be downloaded" >&2
				echo "$name was not run"
				continue
			}
			prepare "$name" "$dir" "$packages"
			# shellcheck disable=SC2086 # a list
			run "$name" "$dir" ${scope:+-scope "$scope"} $packages
		done < <(some "$set")
	done
}

# kernels makes a module of the kernels, as script/goker does, and one of the textbook packages, and runs both.
kernels() {
	local dir=$work/src/goker goroot
	goroot=$(go env GOROOT)
	if [[ ! -d $dir ]]; then
		mkdir -p "$dir"
		printf 'module example.com/goker\n\ngo 1.26\n' >"$dir/go.mod"
		for file in "$goroot"/src/runtime/testdata/testgoroutineleakprofile/goker/*.go; do
			name=$(basename "$file" .go)
			[[ $name != main ]] || continue
			mkdir "$dir/$name"
			cp "$(dirname "$file")/main.go" "$dir/$name"
			sed 's/"goroutineleak"/"threadcreate"/' "$file" >"$dir/$name/$name.go"
		done
	fi
	! wanted goker "$@" || run goker "$dir" ./...
	! wanted textbook "$@" || GOFLAGS= run textbook "$here/../../passes/suite/testdata/textbook" ./...
}

{
	kernels "$@"
	releases "$@"
} | LC_ALL=C sort
