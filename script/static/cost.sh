#!/usr/bin/env bash
# Measures what the static checks cost: CPU seconds and the most memory of one
# process, against a vettool that does nothing (cost/nothing), one that brings packages
# into SSA form (cost/ssa), plain go vet and the
# SA2 checks of staticcheck. Each tool runs with a copy of one build cache in which
# everything is compiled and nothing is vetted, and then once more. Ends with the
# whole program, and how much of that is loading and SSA form.
#
# usage: cost.sh [-n RUNS] [-whole] [NAME...]
#
# -whole measures only the whole program, with the build cache of the user.
# RUNS is how often the tools are run in turn (3); the lowest CPU time and
# the highest memory are printed. NAME is
# one of modules.csv or cost.csv (nats-server and etcd-server). Needs the machine for itself:
# CPU time, too, grows when processors and memory are shared. For the environment,
# see lib.sh; CHECKS has no effect.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

runs=3 whole=
while [[ ${1:-} == -* ]]; do
	case $1 in
	-n) runs=$2 && shift ;;
	-whole) whole=yes ;;
	*) echo "usage: cost.sh [-n RUNS] [-whole] [NAME...]" >&2 && exit 2 ;;
	esac
	shift
done
names=("$@")
if ((${#names[@]} == 0)); then names=(nats-server etcd-server); fi

(cd "$here/../suites" && go build -o "$work/bin/cost" ./cost)
(cd "$here/cost" && go build -o "$work/bin/" ./loading)
if [[ -z $whole ]]; then
	(cd "$here/cost" && go build -o "$work/bin/" ./nothing ./ssa honnef.co/go/tools/cmd/staticcheck)
	(cd "$here/cost" && go build -ldflags=-s -o "$work/bin/other" ./nothing) # another vettool
fi

# command_of TOOL prints the command that a tool of the table is.
command_of() {
	case $1 in
	"go vet") echo "go vet ./..." ;;
	nothing) echo "go vet -vettool=$work/bin/nothing ./..." ;;
	"SSA form") echo "go vet -vettool=$work/bin/ssa ./..." ;;
	deadlocklint) echo "go vet -vettool=$tool ./..." ;;
	"staticcheck SA2") echo "$work/bin/staticcheck -checks SA2* ./..." ;;
	esac
}
tools=("go vet" nothing "SSA form" deadlocklint "staticcheck SA2")
caches=(GOCACHE="$work/gocache" STATICCHECK_CACHE="$work/sccache")
[[ -z $whole ]] || tools=() caches=()

# fresh makes a copy of the warm cache: files that are the same are shared.
fresh() {
	[[ -z $whole ]] || return 0
	rm -rf "$work/gocache" "$work/sccache"
	cp -al "$work/warm-$1" "$work/gocache"
	mkdir "$work/sccache"
}

measure() { # FILE COMMAND...: CPU seconds and megabytes
	env "${caches[@]}" "$work/bin/cost" "$@" | cut -d' ' -f1,2
}

for name in "${names[@]}"; do
	IFS=, read -r _ module version _ < <(grep "^$name," <(cat "$here/modules.csv" "$here/cost.csv")) || {
		echo "cost.sh: no module $name in modules.csv and cost.csv" >&2
		exit 2
	}
	dir=$(release "$module" "$version")
	cd "$dir"
	if [[ -n $whole ]]; then
		go build ./... >"$work/out/$name.warm" 2>&1 || true
	elif [[ ! -d $work/warm-$name ]]; then # another vettool compiles all that go vet needs
		GOCACHE=$work/warm-$name.new go vet -vettool="$work/bin/other" ./... >"$work/out/$name.warm" 2>&1 || true
		GOCACHE=$work/warm-$name.new go vet -c=0 fmt >>"$work/out/$name.warm" 2>&1 || true # compiles cmd/vet
		GOCACHE=$work/warm-$name.new go list -test -export -deps ./... >>"$work/out/$name.warm" 2>&1 || true
		mv "$work/warm-$name.new" "$work/warm-$name"
	fi
	results=$work/out/$name.cost
	: >"$results"
	for ((i = 0; i < runs; i++)); do
		for t in "${tools[@]}"; do
			fresh "$name"
			for round in first second; do
				echo "$t;$round;$(measure "$work/out/$name.log" $(command_of "$t"))" >>"$results"
			done
		done
		fresh "$name"
		echo "loading and SSA form;whole;$(measure "$work/out/$name.log" "$work/bin/loading" -test=false ./...)" >>"$results"
		echo "whole program;whole;$(measure "$work/out/$name.log" "$tool" check -test=false ./...)" >>"$results"
	done
	echo
	echo "| $name $version | first run, CPU s | MB | second run, CPU s |"
	echo "| --- | --- | --- | --- |"
	awk -F'[; ]' -v OFS= '
		function low(key, value) { if (!(key in min) || value < min[key]) min[key] = value }
		function high(key, value) { if (value > max[key]) max[key] = value }
		{ n = NF; name = $1; for (i = 2; i < n - 2; i++) name = name " " $i; round = $(n - 2) }
		!(name in seen) { seen[name] = 1; order[++count] = name }
		{ low(name ":" round, $(n - 1)); high(name, $n) }
		END {
			for (i = 1; i <= count; i++) {
				name = order[i]
				first = (name ":first" in min) ? min[name ":first"] : min[name ":whole"]
				second = (name ":second" in min) ? min[name ":second"] : ""
				print "| ", name, " | ", first, " | ", max[name], " | ", second, " |"
			}
		}' "$results"
done
