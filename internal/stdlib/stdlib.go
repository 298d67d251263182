// Package stdlib tells the standard library's packages from others, by their paths.
//
// A path without a dot is not enough: a module may be called foo. The go command
// knows, but the name is often one in a trace, in a fact of another package or in a
// report. So packages.txt lists the paths of all releases in which programs are
// recorded. A test compares it with the toolchain.
//
// A package that a later release adds is taken for one of the user's until it is listed.
package stdlib

import (
	_ "embed" // the list
	"strings"
	"sync"
)

//go:embed packages.txt
var packages string

var set = sync.OnceValue(func() map[string]bool {
	paths := map[string]bool{}
	for path := range strings.FieldsSeq(packages) {
		paths[path] = true
	}
	return paths
})

// Is reports whether a path is that of a package of the standard library.
func Is(path string) bool { return set()[path] }

// Has reports whether a name belongs to the standard library. The name is a function in the form of the runtime, or a
// type, field or lock class. The whole path of the package comes first.
func Has(name string) bool { return Is(Package(name)) }

// Package is the path of the package in such a name, or "". A name in brackets, which stands for type
// arguments, does not count, nor do the parentheses and the star of a receiver.
func Package(name string) string {
	name = strings.TrimLeft(name, "(*")
	name, _, _ = strings.Cut(name, "[")
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return ""
	}
	return name[:slash+dot]
}
