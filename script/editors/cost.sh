#!/usr/bin/env bash
# Measures what language servers cost on a large module: gopls as it is released,
# gopls with our checks, and deadlocklint lsp, each with an empty cache of its own
# and compiled dependencies. A file with a mistake for each is opened in package
# server of nats-server, then changed and saved; a step ends when what it
# has to show is shown (see cost/main.go).
#
# usage: cost.sh [-n EDITS] [SERVER...]
#
# EDITS is how often the file is changed (2). SERVER is gopls, ours or lsp
# (all three). Prints for each step seconds, CPU seconds, and the most memory so
# far of the server and of all its processes in MB. CPU seconds depend less than
# seconds on what else runs. For the environment, see ../static/lib.sh.
source "$(dirname "${BASH_SOURCE[0]}")/../static/lib.sh"
cd "$(dirname "${BASH_SOURCE[0]}")"

edits=2
if [[ ${1:-} == -n ]]; then
	edits=$2
	shift 2
fi
servers=("$@")
if ((${#servers[@]} == 0)); then servers=(gopls ours lsp); fi

GOFLAGS= go build -o "$work/bin/lspcost" ./cost
built=$(cd ../.. && GOFLAGS= DEADLOCKLINT_CACHE=$work/gopls "$tool" lsp gopls -source .)
read -r version ours < <(sed -n 's/^gopls \(.*\) with the checks of deadlocklint: /\1 /p' <<<"$built")
GOFLAGS= GOBIN=$work/bin go install -trimpath "golang.org/x/tools/gopls@$version"

dir=$(release github.com/nats-io/nats-server/v2 v2.15.2)
cd "$dir"
if [[ ! -d $work/compiled ]]; then
	GOCACHE=$work/compiled.new go list -test -export -deps ./server >"$work/out/compiled" 2>&1
	mv "$work/compiled.new" "$work/compiled"
fi
for name in "${servers[@]}"; do
	rm -rf "$work/gocache" "$work/goplscache"
	cp -al "$work/compiled" "$work/gocache"
	case $name in
	gopls) command=("$work/bin/gopls" serve) want=printf ;;
	ours) command=("$ours" serve) want=printf,lockorder ;;
	lsp) command=("$tool" lsp) want=deadlocklint ;;
	*) echo "cost.sh: no server $name" >&2 && exit 2 ;;
	esac
	GOCACHE=$work/gocache GOPLSCACHE=$work/goplscache "$work/bin/lspcost" -dir . -package server -want "$want" -edits "$edits" "${command[@]}" |
		while IFS=';' read -r step seconds cpu server all; do
			printf '%-6s %-5s %7s s %7s CPU s %6s MB %6s MB\n' "$name" "$step" "$seconds" "$cpu" "$server" "$all"
		done
done
