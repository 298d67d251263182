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
	cfg := opt.config(ctx)
	cfg.Mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	listed, err := packages.Load(cfg, opt.Patterns...)
	if err != nil {
		return nil, notListed(err, opt.Patterns)
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
