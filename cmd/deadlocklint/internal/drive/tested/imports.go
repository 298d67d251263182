package tested

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// imports are the imports of a package, and sync.
type imports struct{ of, sync *packages.Package }

// Import returns the types of a package.
func (i imports) Import(path string) (*types.Package, error) {
	p := i.of.Imports[path]
	if path == "sync" {
		p = i.sync
	}
	if p == nil || p.Types == nil {
		return nil, fmt.Errorf("%s does not import %s; report the package", i.of.PkgPath, path)
	}
	return p.Types, nil
}
