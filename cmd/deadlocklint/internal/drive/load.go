package drive

import (
	"context"
	"fmt"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/nearby"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// Loaded are the packages that a command line names, and those beside them that their drivers may import.
type Loaded struct {
	Packages []*packages.Package
	Broken   []error // about packages that do not type-check

	all    map[string]*packages.Package // by path, with those beside them
	beside map[string][]string          // paths of packages, by the path of the package whose drivers import them
}

// Load loads the packages that a command line names. Their types tell what their drivers need from the rest of the module, and that is loaded with
// them as one program. The types come from a first look, at declarations alone.
func Load(ctx context.Context, se *session.Session, p *testflags.CommandLine) (*Loaded, error) {
	opt := load.Options{Dir: se.Work, Patterns: p.Packages, Flags: p.List(), Lists: se.Lists}
	listed, err := load.Listed(ctx, opt)
	if err != nil {
		return nil, err
	}
	named, known := map[string]bool{}, map[string]bool{}
	for _, p := range listed {
		named[p.ID] = p.Name != "main"
	}
	packages.Visit(listed, nil, func(p *packages.Package) { known[p.PkgPath] = true })
	isNamed := func(p *packages.Package) bool { return named[p.ID] }
	none := func(*packages.Package) bool { return false }
	_, first, err := load.Declared(ctx, opt, none, isNamed)
	if err != nil {
		return nil, err
	}
	l := &Loaded{all: map[string]*packages.Package{}, beside: map[string][]string{}}
	paths := l.look(ctx, opt, first)
	for _, path := range paths {
		if !known[path] {
			opt.Patterns = append(slices.Clip(opt.Patterns), path)
		}
	}
	list, others, err := load.Declared(ctx, opt, isNamed, func(p *packages.Package) bool { return slices.Contains(paths, p.PkgPath) })
	if err != nil {
		return nil, err
	}
	return l, l.take(list, others)
}

// look finds the packages beside those of the command line which their drivers may import.
func (l *Loaded) look(ctx context.Context, opt load.Options, list []*packages.Package) (paths []string) {
	sources := map[string][]*nearby.Source{}
	for _, p := range list {
		if p.Module == nil || p.Types == nil || len(p.Errors) > 0 {
			continue
		}
		module := p.Module.Path
		if _, known := sources[module]; !known {
			sources[module] = sourcesOf(ctx, opt, module)
		}
		near := nearby.Of(p.Types, module).Near(sources[module])
		l.beside[p.PkgPath] = near
		paths = append(paths, near...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// sourcesOf are the packages of a module that can be imported. A module that cannot be listed has none: its packages are driven by themselves.
func sourcesOf(ctx context.Context, opt load.Options, module string) (list []*nearby.Source) {
	opt.Patterns = []string{module + "/..."}
	all, _ := load.Named(ctx, opt)
	for _, p := range all {
		if p.Name == "main" || len(p.GoFiles) == 0 || p.Module == nil || p.Module.Path != module {
			continue
		}
		s := &nearby.Source{Path: p.PkgPath}
		for _, name := range p.GoFiles {
			if text, err := os.ReadFile(name); err == nil {
				s.Texts = append(s.Texts, text)
			}
		}
		list = append(list, s)
	}
	return list
}

// take takes the packages that type-check.
func (l *Loaded) take(list, others []*packages.Package) error {
	for _, p := range list {
		if len(p.Errors) > 0 {
			l.Broken = append(l.Broken, fmt.Errorf("%s cannot be driven: %v; mend it", p.PkgPath, p.Errors[0]))
			continue
		}
		l.Packages = append(l.Packages, p)
	}
	for _, p := range slices.Concat(l.Packages, others) {
		if len(p.Errors) == 0 && !p.IllTyped {
			l.all[p.PkgPath] = p
		}
	}
	if len(l.Packages) == 0 && len(l.Broken) > 0 {
		return command.Usage(l.Broken[0])
	}
	return nil
}

// near are the packages that drivers of one may import.
func (l *Loaded) near(p *packages.Package) (list []drive.Near) {
	for _, path := range l.beside[p.PkgPath] {
		if q := l.all[path]; q != nil {
			list = append(list, drive.Near{Types: q.Types, Files: q.Syntax})
		}
	}
	return list
}
