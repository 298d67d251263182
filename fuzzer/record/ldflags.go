package record

// Ldflags keep the symbols that "go test" and "go run" leave out: lock classes
// of global and local variables come from them. Debug information is not compressed:
// a session reads it as often as the linker writes it, and compression costs both more than the disk.
const Ldflags = "-s=false -w=false -compressdwarf=false"
