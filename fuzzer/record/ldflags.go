package record

// Ldflags keep the symbols that "go test" and "go run" leave out: lock classes
// of global and local variables come from them.
const Ldflags = "-s=false -w=false"
