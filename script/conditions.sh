#!/usr/bin/env bash
# Lists the waits for condition variables in the standard library and in modules of
# the module cache, with the condition that was found for each. A condition is right
# or unknown: script/conditions/README.md says what was read.
#
# usage: conditions.sh [-source N] [MODULE@VERSION...]
set -euo pipefail

cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
go build -o "$work/conditions" ./script/conditions

flags=()
if [ "${1-}" = -source ]; then
	flags=(-source "$2")
	shift 2
fi
modules=("$@")
if [ ${#modules[@]} = 0 ]; then
	modules=(std golang.org/x/net@v0.61.0 golang.org/x/crypto@v0.59.0 google.golang.org/grpc@v1.85.0
		github.com/nats-io/nats-server/v2@v2.15.2 github.com/nats-io/nats.go@v1.31.0 go.etcd.io/etcd/client/v3@v3.7.3
		github.com/syndtr/goleveldb@v1.0.1-0.20220721030215-126854af5e6d github.com/panjf2000/ants/v2@v2.11.0
		github.com/pion/sctp@v1.9.2 k8s.io/client-go@v0.37.2 github.com/twmb/franz-go@v1.21.4)
fi
for m in "${modules[@]}"; do
	echo "# $m"
	if [ "$m" = std ]; then
		(cd "$(go env GOROOT)/src" && "$work/conditions" "${flags[@]}" .)
		continue
	fi
	escaped=$(echo "$m" | sed 's/[A-Z]/!\L&/g')
	dir=$(go env GOMODCACHE)/$escaped
	if [ ! -d "$dir" ]; then
		echo "# is not in the module cache; run: go mod download $m"
		continue
	fi
	cp -r "$dir" "$work/module"
	chmod -R u+w "$work/module"
	(cd "$work/module" && GOWORK=off GOFLAGS=-mod=mod "$work/conditions" "${flags[@]}" .) || echo "# could not be loaded"
	rm -rf "$work/module"
done
