# Sourced by the scripts beside it.

# fetch copies a released module without its tests: MODULE@VERSION, directory.
fetch() {
	local dir
	dir=$(go mod download -json "$1" 2>/dev/null | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
	[ -n "$dir" ] || return 1
	cp -r "$dir" "$2"
	chmod -R u+w "$2"
	find "$2" -name '*_test.go' -delete
	[ -e "$2/go.mod" ] || go -C "$2" mod init "${1%@*}" 2>/dev/null
	go -C "$2" mod tidy 2>/dev/null || true
}
