#!/usr/bin/env bash
# The static checks build and their tests pass with the oldest and with the
# newest golang.org/x/tools they support: gopls and golangci-lint bring their own.
# It works on a copy of the repository, whose go.mod is not touched.
#
#   script/ci/xtools.sh [-quick] [VERSION...]    default: v0.47.0 latest
#
#   -quick   without the tests of passes/suite, which run go vet for minutes
set -euo pipefail
cd "$(dirname "$0")/../.."

without='^$'
if [[ ${1:-} == -quick ]]; then without='/passes/suite$' && shift; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$work/tree"
cd "$work/tree"
versions=("$@")
[[ ${#versions[@]} -gt 0 ]] || versions=(v0.47.0 latest)

for version in "${versions[@]}"; do
	if [[ $version == latest ]]; then
		version=$(go list -m -f '{{.Version}}' golang.org/x/tools@latest)
	fi
	# A replacement, since another requirement may ask for a newer one than the oldest.
	go mod edit -replace "golang.org/x/tools=golang.org/x/tools@$version"
	go mod tidy
	got=$(go list -m -f '{{with .Replace}}{{.Version}}{{end}}' golang.org/x/tools)
	[[ $got == "$version" ]] || { echo "golang.org/x/tools is $got, want $version"; exit 1; }
	go build -o "$work/deadlocklint" ./cmd/deadlocklint
	mapfile -t packages < <(go list ./passes/... ./internal/load ./internal/syncop ./pointer | grep -v "$without")
	go test "${packages[@]}"
	found=0
	(cd passes/suite/testdata/textbook && go vet -vettool="$work/deadlocklint" ./...) >/dev/null 2>&1 || found=$?
	[[ $found != 0 ]] || { echo "built with $version, the tool finds none of the textbook bugs"; exit 1; }
	echo "ok golang.org/x/tools $version"
done
