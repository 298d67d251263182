package static

import (
	"context"
	"fmt"
	"maps"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/factcache"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// The dependencies are packages of other modules: their locks and callbacks count, and they have no
// findings. Their facts are kept between runs, because they take more time than the rest and seldom change.
type dependencies struct {
	load     load.Options
	facts    lockfacts.Options
	scope    string
	contents []load.Content
	cache    *factcache.Cache
	layers   lockfacts.Layers
}

// known returns the facts of the packages that are wanted, by import path. The facts of a package tell about
// packages below it as well. So only those of wanted packages count. A wanted package without facts is replaced by its imports.
func (d *dependencies) known(ctx context.Context, wanted map[string]bool) (map[string]*lockfacts.Fact, error) {
	if len(d.contents) == 0 {
		return nil, nil
	}
	kept := d.read()
	if len(kept) < len(d.contents) {
		if err := d.analyze(ctx, kept); err != nil {
			return nil, err
		}
		d.cache.Clear()
	}
	known := map[string]*lockfacts.Fact{}
	for path := range d.top(wanted) {
		if f, _ := d.layers.Fact(path); f != nil {
			known[path] = f
		}
	}
	return known, nil
}

// read returns the facts of earlier runs, nil for a package that has none.
func (d *dependencies) read() map[string]*lockfacts.Fact {
	for _, c := range d.contents {
		if data, ok := d.cache.Read(c.Key); ok {
			_ = d.layers.Read(c.Path, data) // it is analysed again
		}
	}
	kept := map[string]*lockfacts.Fact{}
	for _, c := range d.contents {
		if f, ok := d.layers.Fact(c.Path); ok {
			kept[c.Path] = f
		}
	}
	return kept
}

// analyze makes the facts of the other packages, and keeps them.
func (d *dependencies) analyze(ctx context.Context, kept map[string]*lockfacts.Fact) error {
	pkgs, err := load.DependencyPackages(ctx, d.load, func(path string) bool {
		_, ok := kept[path]
		return ok
	})
	if err != nil {
		return err
	}
	facts := d.facts
	facts.Sole, facts.Refuted, facts.Possible = true, false, false // these two are about findings
	facts.Known = maps.Clone(kept)
	maps.DeleteFunc(facts.Known, func(_ string, f *lockfacts.Fact) bool { return f == nil })
	analyzer := lockfacts.With(facts)
	if err := analyzer.Flags.Set("scope", d.scope); err != nil {
		return err
	}
	graph, err := checker.Analyze(guarded([]*analysis.Analyzer{analyzer}), pkgs, nil)
	if err != nil {
		return fmt.Errorf("other modules could not be looked at: %w; report this as a bug", err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			continue
		}
		if err := d.keep(ctx, act); err != nil {
			return err
		}
	}
	return nil
}

// keep adds the facts of a package. Those of a run that was stopped are not those of another run.
func (d *dependencies) keep(ctx context.Context, act *checker.Action) error {
	f := new(lockfacts.Fact)
	if !act.PackageFact(act.Package.Types, f) {
		f = nil
	}
	data, err := d.layers.Add(act.Package.PkgPath, f)
	if err != nil || ctx.Err() != nil {
		return err
	}
	for _, c := range d.contents {
		if c.Path == act.Package.PkgPath {
			d.cache.Write(c.Key, data)
		}
	}
	return nil
}

// top returns the packages that are wanted. A package without facts is replaced by the packages that it imports.
func (d *dependencies) top(wanted map[string]bool) map[string]bool {
	imports := map[string][]string{}
	for _, c := range d.contents {
		imports[c.Path] = c.Imports
	}
	list, seen := map[string]bool{}, map[string]bool{}
	var visit func(path string)
	visit = func(path string) {
		if seen[path] {
			return
		}
		seen[path] = true
		if f, _ := d.layers.Fact(path); f != nil {
			list[path] = true
			return
		}
		for _, imp := range imports[path] {
			visit(imp)
		}
	}
	for path := range wanted {
		visit(path)
	}
	return list
}

// imported returns the import paths of all packages that one of these imports.
func imported(pkgs []*packages.Package) map[string]bool {
	paths := map[string]bool{}
	for _, p := range pkgs {
		for _, imp := range p.Imports {
			paths[imp.PkgPath] = true
		}
	}
	return paths
}
