#!/usr/bin/env bash
# Runs the tests of known modules natively, recorded and under deadlocklint, and
# prints a row of a markdown table for each package.
#
#   run.sh                      every row
#   run.sh raft nats-server-aa  some of them, or the groups lru bbolt raft leaks nats-small nats
#   run.sh -list                the names of the rows
#   run.sh -findings [ROW...]   one line for each finding of what was run before
#
# Each step leaves a file below SUITES_DIR and is not made again: an interrupted
# run goes on where it stopped, and further ROUNDS are added to those made.
#
#   DEADLOCKLINT  the tool (built from this checkout)
#   SUITES_DIR    keeps what is downloaded, built, recorded and printed (a new temporary directory)
#   ROUNDS        how often CPU time is measured (3); 0 leaves it out
#   TRIES         confirming runs of a candidate (3)
#   BUDGET        time for all confirming runs of a row (10m)
#   AGAIN         if set, forget what the named rows left
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
dir=${SUITES_DIR:-$(mktemp -d)}
rounds=${ROUNDS:-3} tries=${TRIES:-3} budget=${BUDGET:-10m}
chunk=160 # server tests in a row
mkdir -p "$dir/src" "$dir/tool" "$dir/out"
dir=$(cd "$dir" && pwd)
export GOWORK=off

nats=github.com/nats-io/nats-server/v2@v2.15.2

# rows: name, source, module, package, arguments of the test binary.
rows() {
	for p in . simplelru expirable; do row lru lru github.com/hashicorp/golang-lru/v2@v2.0.7 $p; done
	for p in . internal/common internal/freelist internal/surgeon internal/tests cmd/bbolt/command; do
		row bbolt bbolt go.etcd.io/bbolt@v1.5.0 $p -test.short
	done
	row raft raft github.com/hashicorp/raft@v1.8.0 .
	row leaks pond github.com/alitto/pond/v2@v2.7.1 .
	for p in message message/router/middleware pubsub/gochannel components/cqrs; do row leaks watermill github.com/ThreeDotsLabs/watermill@v1.5.1 $p; done
	for p in actor router scheduler; do row leaks protoactor-go github.com/asynkron/protoactor-go@v0.0.0-20240822202345-3c0e61ca19c9 $p -test.short; done
	row leaks go-memdb github.com/hashicorp/go-memdb@v1.3.5 .
	row leaks memberlist github.com/hashicorp/memberlist@v0.7.0 .
	row leaks go-yamux github.com/libp2p/go-yamux/v5@v5.1.0 .
	for p in . z; do row leaks ristretto github.com/dgraph-io/ristretto/v2@v2.4.2 $p; done
	for p in conf logger internal/antithesis internal/ldap internal/ocsp internal/testhelper; do
		row nats-small nats $nats $p -test.short
	done
	split -l $chunk "$here/nats-tests.txt" "$dir/chunk."
	for c in "$dir"/chunk.??; do
		echo "nats-server-${c##*.} nats nats $nats server -test.short -test.timeout=20m -test.run=^($(paste -sd'|' "$c"))\$"
	done
}

row() {
	local group=$1 source=$2 module=$3 package=$4
	shift 4
	local name=$source
	[[ $package == . ]] || name=$name-$(tr / - <<<"$package")
	echo "$name $group $source $module $package $*"
}

tools() {
	dl=${DEADLOCKLINT:-$dir/tool/deadlocklint}
	if [[ -z ${DEADLOCKLINT:-} ]]; then
		(cd "$here/../.." && go build -o "$dl" ./cmd/deadlocklint)
	fi
	dl=$(realpath "$(command -v "$dl")")
	(cd "$here" && go build -o "$dir/tool/" ./cost ./findings)
}

# fetch source module@version: a copy that tests may write into.
fetch() {
	[[ -d $dir/src/$1 ]] && return
	local from
	from=$(cd / && GOFLAGS=-mod=mod go mod download -json "$2" | sed -n 's/^.*"Dir": "\(.*\)",*$/\1/p')
	cp -r "$from" "$dir/src/$1.part"
	chmod -R u+w "$dir/src/$1.part"
	mv "$dir/src/$1.part" "$dir/src/$1"
}

# step FILE COMMAND...: makes the file from what the command prints, once.
step() {
	local file=$1
	shift
	[[ -s $file ]] && return
	"$@" >"$file.part"
	mv "$file.part" "$file"
}

build_native() { [[ -x $out/native.test ]] || go test -c -vet=off -o "$out/native.test" .; }

# build_recorded: the program that deadlocklint test makes, conditions and gates included.
build_recorded() {
	[[ -x $out/recorded.test ]] && return
	rm -rf "$out/built"
	"$dl" test -q -static=false -tries 0 -vet=off -keep "$out/built" -run '^$' . >&2
	mv "$out"/built/bin.*.test "$out/recorded.test"
	rm -rf "$out/built"
}

native() { "$dir/tool/cost" "$out/native.$1.log" "$out/native.test" -test.v "${args[@]}"; }
recorded() {
	local rec=$out/traces
	rm -rf "$rec" && mkdir -p "$rec"
	DEADLOCKLINT_MODE=1 DEADLOCKLINT_CONDITIONS=8192 DEADLOCKLINT_DIR=$rec "$dir/tool/cost" "$out/recorded.$1.log" "$out/recorded.test" -test.v "${args[@]}"
	cat "$rec"/*.dltrace | wc -c >"$out/size"
	rm -rf "$rec"
}

# lint prints the JSON document; the exit status says what was found or failed.
lint() {
	local status=0
	rm -rf "$out/keep"
	"$dl" test -v -json -vet=off -tries "$tries" -time "$budget" -keep "$out/keep" "${args[@]/#-test./-}" . 2>"$out/lint.log" | tail -n 1 || status=$?
	echo "$status" >"$out/status"
}

failures() { cat "$@" 2>/dev/null | sed -n 's/^--- FAIL: \([^ ]*\).*/\1/p' | sort -u; }
only() { comm -13 <(failures "$out"/native.*.log) <(failures "$out"/recorded.*.log "$out/lint.log"); }

# again prints how often of 5 runs, alone and recorded, each test passed that
# failed only under deadlocklint: some depend on time, and the machine was busy.
again() {
	local t i passed rec=$out/traces
	for t in $(only); do
		build_recorded
		passed=0
		for i in 1 2 3 4 5; do
			rm -rf "$rec" && mkdir -p "$rec"
			DEADLOCKLINT_MODE=1 DEADLOCKLINT_CONDITIONS=8192 DEADLOCKLINT_DIR=$rec timeout 120 "$out/recorded.test" "${args[@]}" "-test.run=^$t\$" >"$out/again.log" 2>&1 && passed=$((passed + 1))
		done
		printf '%s (alone %s of 5 passed) ' "$t" "$passed"
	done
	rm -rf "$rec"
	echo
}

# over FIELD FILE...: the least of a column of what cost printed, "-" of nothing.
over() { local field=$1; shift; cat "$@" 2>/dev/null | awk -v f="$field" 'NR==1||$f<m{m=$f} END{print NR?m:"-"}'; }

# run: the steps of one row, in its package.
run() {
	build_native
	step "$out/native.1" native 1
	local i
	for ((i = 1; i <= rounds; i++)); do
		build_recorded
		step "$out/native.$i" native "$i"
		step "$out/recorded.$i" recorded "$i"
	done
	step "$out/report.json" lint
	step "$out/again" again
	step "$out/predict" "$dir/tool/cost" "$out/predict.log" "$dl" confirm -tries 0 "$out/keep"
}

show() {
	local n r size only
	only=$(cat "$out/again")
	n=$(over 1 "$out"/native.?) r=$(over 1 "$out"/recorded.?) size=$(cat "$out/size" 2>/dev/null || echo 0)
	printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$name" \
		"$(grep -c '^--- PASS' "$out/native.1.log") / $(grep -c '^--- PASS' "$out/lint.log")" "$(over 3 "$out"/native.?)" "$n" \
		"$(awk -v n="$n" -v r="$r" 'BEGIN{if(r=="-"||n<=0)print "-"; else printf "%.2f", r/n}')" \
		"$((size / 1000000))" "$(over 1 "$out/predict")" "$(over 2 "$out/predict")" \
		"$("$dir/tool/findings" -count "$out/report.json")" "${only:-none}"
}

wanted() {
	((${#names[@]} == 0)) && return
	local w
	for w in "${names[@]}"; do [[ $w == "$name" || $w == "$group" ]] && return; done
	return 1
}

mode=run
case ${1:-} in
-list) rows | awk '{print $1}'; exit ;;
-findings) mode=findings; shift ;;
esac
names=("$@")
tools
if [[ $mode == run ]]; then
	echo "# $("$dl" version | head -1), $(go version), $(nproc) processors, in $dir"
	echo "| package | tests passed natively / under deadlocklint | native s | native CPU s | recorded / native CPU | trace MB | predict CPU s | predict MB | findings | failed only under deadlocklint |"
	echo "|---|---|---|---|---|---|---|---|---|---|"
fi
rows >"$dir/rows"
found=
while read -r name group source module package args; do
	wanted || continue
	found=yes
	out=$dir/out/$name
	read -ra args <<<"$args"
	if [[ $mode == findings ]]; then
		[[ ! -s $out/report.json ]] || "$dir/tool/findings" "$out/report.json"
		continue
	fi
	if [[ -n ${AGAIN:-} ]]; then rm -rf "$out"; fi
	mkdir -p "$out"
	fetch "$source" "$module"
	cd "$dir/src/$source/$package"
	if [[ -z $(go list -f '{{range .TestGoFiles}}{{.}}{{end}}{{range .XTestGoFiles}}{{.}}{{end}}' .) ]]; then
		continue # some packages have no tests
	fi
	run </dev/null
	show
done <"$dir/rows"
if [[ -z $found ]]; then
	echo "run.sh: no row is called ${names[*]}; run.sh -list names them" >&2
	exit 2
fi
