#!/usr/bin/env bash
# The steps of action.yml, run as GitHub's runner does (see action/main.go): install
# from the checkout, or from a release that is made of it, the self-test, and the
# command, on a deadlock, on its repaired twin, and where something is wrong.
# What GitHub does besides (the marketplace, the upload of SARIF) is not tried.
#
# usage: action.sh
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/lib.sh"

(cd "$here/action" && go build -o "$work/" . ./publish)
"$work/publish" "$root" v0.99.0 "$work/proxy"

# The release has a module cache of its own; what it requires comes from the usual one.
modules=$(go env GOMODCACHE)
export GOPROXY="file://$work/proxy,file://$modules/cache/download,$(go env GOPROXY)" GONOSUMDB=github.com/deadlocklint/deadlocklint
export GOMODCACHE=$work/modules GOFLAGS=-modcacherw RUNNER_TEMP=$work/runner
mkdir "$RUNNER_TEMP"

# act STATUS [INPUT=VALUE...]: runs the action in the directory of the cell.
act() {
	local want=$1
	shift
	export GITHUB_WORKSPACE=${GITHUB_WORKSPACE:-$PWD}
	rm -f "$RUNNER_TEMP"/deadlocklint/report.*
	status "$want" "$work/action" "$root/action.yml" "$work/outputs" "$@" >"$work/said" 2>&1 || { cat "$work/said"; return 1; }
	cat "$work/outputs"
}

# output NAME prints an output of the action.
output() { sed -n "s/^$1=//p" "$work/outputs"; }

# files WORD: the three documents are there, and say what was found.
files() {
	for name in sarif html junit; do
		[[ -s $(output "$name") ]] || { echo "no file for the output $name"; return 1; }
		grep -q "$1" "$(output "$name")" || { echo "$name says nothing of $1"; return 1; }
	done
	[[ $(output status) == "$2" ]]
}

repaired() {
	abba
	sed -i '/back() {/,/^}/{s/p\.b/p.X/; s/p\.a/p.b/; s/p\.X/p.a/}' locks.go
}

found() {
	abba
	TOKEN=not-for-artifacts act 3 flags="-time=2m -count=1"
	files pair 3
	grep -q '^::error file=locks.go' "$work/said" || { cat "$work/said"; return 1; }
	grep -q '^ok' "$work/said" || { cat "$work/said"; return 1; } # of the self-test
	replayed
}

# replayed: each schedule of the action makes its deadlock happen again, and has nothing of
# the environment.
replayed() {
	local schedules=("$(output schedules)"/*)
	[[ -s ${schedules[0]} ]] || { echo "no file in the output schedules"; return 1; }
	status 1 grep -q not-for-artifacts "${schedules[@]}"
	for schedule in "${schedules[@]}"; do
		status 3 "$RUNNER_TEMP/deadlocklint/deadlocklint" replay -tries=10 "$schedule"
	done
}

# released installs a version from the module proxy instead of the action's checkout.
released() {
	abba
	act 3 version=v0.99.0 selftest=false command=check
	"$RUNNER_TEMP/deadlocklint/deadlocklint" version | grep -q v0.99.0
}

silent() {
	repaired
	act 0
	files deadlocklint 0
	status 1 grep -q '^::error' "$work/said"
}

static() {
	abba
	act 3 command=check selftest=false
	files pair 3
	grep -q '^::warning file=locks.go' "$work/said" || { cat "$work/said"; return 1; }
}

# What it shows of testdata/hosts: two packages, both sides, a fix, links, and
# nothing of what a comment silences.
shown() {
	cp -r "$root"/testdata/hosts/. .
	act 3 command=check selftest=false
	grep -q '^::warning file=drain.go,line=18.*store.Mu.*%0Agoroutine 1 waits.*%0Agoroutine 2 waits.*/doc/checks/lockorder.md$' "$work/said" || { cat "$work/said"; return 1; }
	grep -q '^::warning file=get.go,line=15.*%0Afix: Defer the unlock' "$work/said" || { cat "$work/said"; return 1; }
	status 1 grep -q '^::.*take.go' "$work/said"
	grep -q '"artifactChanges"' "$(output sarif)"
	grep -q '"kind": "inSource"' "$(output sarif)"
	mv drain.fixed drain.go
	rm get.go take.go
	act 0 command=check selftest=false
	status 1 grep -q '^::warning' "$work/said"
}

below() {
	mkdir -p deep/good deep/bad
	(cd deep/good && repaired)
	(cd deep/bad && abba)
	act 0 working-directory=deep/good selftest=false packages=". ./..."
	act 3 working-directory=deep/bad selftest=false
}

broken() {
	abba
	echo 'package' >locks.go
	act 1 selftest=false
	[[ $(output status) == 1 ]]
}

unknown() {
	abba
	act 1 version=v0.98.0
	[[ -z $(output status) ]]
}

cell "a deadlock" found
cell "the same repaired" silent
cell "static checks alone" static
cell "a released version" released
cell "both sides, fix, link, suppression, packages" shown
cell "a directory below" below
cell "a module that does not build" broken
cell "a version that there is not" unknown
finish
