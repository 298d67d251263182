# Sourced by released.sh and processes.sh, which have $dir.

# fetch NAME MODULE: a copy that tests may write into, with a go.mod and its sums.
fetch() {
	[[ -d $dir/src/$1 ]] && return
	local from
	from=$(cd / && GOFLAGS=-mod=mod go mod download -json "$2" | sed -n 's/^.*"Dir": "\(.*\)",*$/\1/p')
	cp -r "$from" "$dir/src/$1.part"
	chmod -R u+w "$dir/src/$1.part"
	(
		cd "$dir/src/$1.part"
		[[ -f go.mod ]] || go mod init "${2%@*}" 2>/dev/null
		go mod tidy 2>/dev/null
	)
	mv "$dir/src/$1.part" "$dir/src/$1"
}
