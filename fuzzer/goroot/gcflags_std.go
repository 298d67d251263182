package goroot

import (
	"go/version"
	"os"
	"path/filepath"
)

// standard returns what matches the packages of the standard library in -gcflags: "std", and
// in go1.27 its trees too. There the go command applies the flags to packages that only tests
// import before it knows which of them are standard; a path matches then, and "std" does not.
func (s *Shadow) standard() []string {
	list := []string{"std"}
	if version.Compare(s.Toolchain.Version, "go1.27") < 0 {
		return list
	}
	entries, _ := os.ReadDir(filepath.Join(s.Toolchain.Root, "src")) // without them "std" has to do
	for _, e := range entries {
		if e.IsDir() && e.Name() != "cmd" && e.Name() != "testdata" {
			list = append(list, e.Name()+"/...")
		}
	}
	return list
}
