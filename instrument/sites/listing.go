package sites

import (
	"context"
	"go/version"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// A listing has the parts of a build beside the packages that were named.
type listing struct {
	named  []*packages.Package // which know what they import
	own    []string            // import paths of packages whose files an overlay can replace
	others map[string]string   // the module of each package that is compiled as it is: calls in it are not seen
}

// standard stands for the module of the standard library.
const standard = "std"

// list asks the go command for all packages of the build.
func (r *rewriter) list(ctx context.Context) error {
	named, err := load.Listed(ctx, r.program)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, p := range named {
		known[p.PkgPath] = true
	}
	l := listing{named: named, others: map[string]string{}}
	packages.Visit(named, nil, func(p *packages.Package) {
		if known[p.PkgPath] || len(p.GoFiles) == 0 {
			return
		}
		known[p.PkgPath] = true
		switch {
		case p.Module == nil:
			l.others[p.PkgPath] = standard
		case replaceable(p) && (p.Module.Main || !tooOld(p)):
			l.own = append(l.own, p.PkgPath)
		default:
			l.others[p.PkgPath] = p.Module.Path
		}
	})
	slices.Sort(l.own)
	r.table.listing = l
	return nil
}

// exposed are the packages that others import which are compiled as they are.
func (l listing) exposed() map[string]bool {
	exposed := map[string]bool{}
	packages.Visit(l.named, nil, func(p *packages.Package) {
		if l.others[p.PkgPath] == "" {
			return
		}
		for path := range p.Imports {
			exposed[path] = true
		}
	})
	return exposed
}

// replaceable reports whether an overlay may replace files of a package of a
// module: those of the module cache it must not. That leaves the main module,
// the workspace, modules replaced by a directory, and vendored packages.
func replaceable(p *packages.Package) bool {
	m := p.Module
	if m.Main || m.Version == "" || m.Replace != nil && m.Replace.Version == "" {
		return true
	}
	return strings.HasSuffix(filepath.ToSlash(filepath.Dir(p.GoFiles[0])), "/vendor/"+p.PkgPath)
}

// tooOld reports whether calls in the package cannot be rewritten. A module of
// others without a go line is as old as can be.
func tooOld(p *packages.Package) bool {
	v := p.Module.GoVersion
	return v == "" && !p.Module.Main || v != "" && version.Compare("go"+v, oldest) < 0
}
