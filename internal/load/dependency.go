package load

import (
	"context"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Dependency is a package of another module.
type Dependency struct {
	Path  string
	Files []string        // of Go, those of cgo among them
	Uses  map[string]bool // the packages that it imports, in any depth
}

// Dependencies lists the packages of other modules that the patterns need, without
// loading them.
func Dependencies(ctx context.Context, opt Options) (list []Dependency, err error) {
	listed, err := opt.listed(ctx)
	if err != nil {
		return nil, err
	}
	packages.Visit(listed, nil, func(p *packages.Package) {
		if p.Module == nil || inMainModule(p) || strings.Contains(p.ID, " ") {
			return
		}
		uses := map[string]bool{}
		packages.Visit([]*packages.Package{p}, nil, func(q *packages.Package) { uses[q.PkgPath] = true })
		list = append(list, Dependency{p.PkgPath, p.GoFiles, uses})
	})
	return list, nil
}
