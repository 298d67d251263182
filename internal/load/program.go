package load

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// An Options says which program to load. The zero value is the packages in the
// current directory, without tests.
type Options struct {
	Dir      string
	Patterns []string
	Tests    bool     // with test files, as go vet has them
	Scope    string   // module path prefixes, separated by commas, that are loaded as the main module is
	Flags    []string // of the go command
	Env      []string // os.Environ() when nil
	Lists    *Lists   // of the same program, nil when it is loaded once
	// Overlay has the text of files in place of the files on the disk. Flags have the same overlay for the go command.
	Overlay map[string][]byte
}

// files reports whether files are named, as go run main.go does. The go command
// takes no packages beside them.
func (opt Options) files() bool {
	return slices.ContainsFunc(opt.Patterns, func(p string) bool { return strings.HasSuffix(p, ".go") })
}

// Program loads packages as syntax with types: those that the patterns name, and those
// of the main module and the workspace that they import. Other packages come from
// export data. The first result has the named packages, the second all packages with
// syntax. Packages that do not type-check are among them, with their errors.
func Program(ctx context.Context, opt Options) (named, all []*packages.Package, err error) {
	l, err := opt.listing(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	if err := tooNew(l.named); err != nil {
		return nil, nil, err
	}
	wanted := opt.own(l)
	all, _, err = l.check(ctx, opt, wanted)
	if err != nil {
		return nil, nil, err
	}
	ids := map[string]bool{}
	for _, p := range l.named {
		ids[p.ID] = true
	}
	named = slices.DeleteFunc(slices.Clone(all), func(p *packages.Package) bool { return !ids[p.ID] })
	if len(named) == 0 {
		return nil, nil, errors.New("no packages match; name some, such as ./... for all of the module")
	}
	return withoutTwins(named), all, nil
}

// own are the packages that [Program] loads as syntax.
func (opt Options) own(l *listing) map[*packages.Package]extent {
	wanted := map[*packages.Package]extent{}
	for _, p := range l.named {
		if !strings.HasSuffix(p.PkgPath, ".test") {
			wanted[p] = withBodies
		}
	}
	for _, p := range l.all {
		if !opt.files() && (inMainModule(p) || p.Module != nil && InScope(p.Module.Path, opt.Scope)) && !strings.HasSuffix(p.PkgPath, ".test") && !strings.Contains(p.ID, " ") {
			wanted[p] = withBodies
		}
	}
	return wanted
}

// ErrNoModule is that of a directory where the go command has nothing to do.
var ErrNoModule = errors.New("there is no go.mod in this directory or above it; run in a module, or begin one with go mod init")

// Listed lists the packages that the patterns name, with their imports in any depth, their test variants among them
// when tests are wanted. Nothing is parsed. The packages are kept in the lists: callers must not change them.
func Listed(ctx context.Context, opt Options) ([]*packages.Package, error) { return opt.listed(ctx) }

// Syntax loads those packages of a listing as syntax with types for which want is true, in the order of go list: imports
// come first. They are one program, in which a type is one object. Packages that do not type-check are among them, with
// their errors.
func Syntax(ctx context.Context, opt Options, want func(*packages.Package) bool) ([]*packages.Package, error) {
	list, _, err := Declared(ctx, opt, want, func(*packages.Package) bool { return false })
	return list, err
}

// Declared is Syntax, and loads more packages of the listing in the same program: those for which also is true. These have
// their comments and the types of their declarations. The bodies of their functions are not checked, which takes most of the time.
func Declared(ctx context.Context, opt Options, want, also func(*packages.Package) bool) (list, declared []*packages.Package, err error) {
	l, err := opt.listing(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	wanted := map[*packages.Package]extent{}
	for _, p := range l.all {
		switch {
		case want(p):
			wanted[p] = withBodies
		case also(p):
			wanted[p] = declarations
		}
	}
	return l.check(ctx, opt, wanted)
}

// Named lists the packages that the patterns name, with the names of their files. No import is looked for, so that it takes
// little time, and needs no other module.
func Named(ctx context.Context, opt Options) ([]*packages.Package, error) {
	out, err := opt.runList(ctx, false, "-find")
	if err != nil {
		return nil, err
	}
	l, err := opt.read(out)
	if err != nil {
		return nil, err
	}
	return l.named, nil
}

// A Source is a source file and the import path of its package.
type Source struct {
	Name    string
	Package string
	Text    []byte
}

// Mentioning returns the source files, among those that [Program] loads as syntax,
// whose text matches the expression. It reads files and parses none, which takes a
// fraction of the time.
func Mentioning(ctx context.Context, opt Options, what *regexp.Regexp) ([]Source, error) {
	listed, err := opt.listed(ctx)
	if err != nil {
		return nil, err
	}
	var found []Source
	seen := map[string]bool{}
	packages.Visit(listed, nil, func(p *packages.Package) {
		if !inMainModule(p) && !slices.Contains(listed, p) {
			return
		}
		for _, name := range p.GoFiles {
			if seen[name] {
				continue // of the package without its test files
			}
			seen[name] = true
			if text, err := os.ReadFile(name); err == nil && what.Match(text) {
				found = append(found, Source{name, p.PkgPath, text})
			}
		}
	})
	slices.SortFunc(found, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// DependencyPackages loads packages of other modules that the patterns need and that may lock
// something, or end a test. These packages import sync or testing, or are between such
// a package and the main module. Where files are named, packages of the main module are
// among them. Packages for which skip is true are left out; it may be nil. The result is
// apart from that of Program: the same type is another object in it.
func DependencyPackages(ctx context.Context, opt Options, skip func(path string) bool) ([]*packages.Package, error) {
	listed, err := opt.listed(ctx)
	if err != nil {
		return nil, err
	}
	paths := locking(listed, opt.files())
	if skip != nil {
		paths = slices.DeleteFunc(paths, skip)
	}
	if len(paths) == 0 {
		return nil, nil
	}
	pkgs, err := Syntax(ctx, opt, func(p *packages.Package) bool {
		_, found := slices.BinarySearch(paths, p.ID)
		return found
	})
	if err != nil {
		return nil, err
	}
	return Checkable(pkgs, pkgs), nil
}

// locking returns the import paths that DependencyPackages loads, sorted.
func locking(listed []*packages.Package, main bool) []string {
	var paths []string
	locks := map[*packages.Package]bool{}
	packages.Visit(listed, nil, func(p *packages.Package) { // imports come first
		if p.Module == nil || inMainModule(p) && (!main || slices.Contains(listed, p)) || strings.Contains(p.ID, " ") {
			return
		}
		locks[p] = p.Imports["sync"] != nil || p.Imports["testing"] != nil
		for _, imp := range p.Imports {
			locks[p] = locks[p] || locks[imp]
		}
		if locks[p] {
			paths = append(paths, p.PkgPath)
		}
	})
	slices.Sort(paths)
	return paths
}

// tooNew looks at the go lines of the modules whose syntax would be read.
func tooNew(listed []*packages.Package) (err error) {
	packages.Visit(listed, nil, func(p *packages.Package) {
		if err == nil && inMainModule(p) {
			err = TooNew(p.Module.Path, p.Module.GoVersion, runtime.Version())
		}
	})
	return err
}

func inMainModule(p *packages.Package) bool {
	return p.Module != nil && (p.Module.Main || p.Module.Version == "" || p.Module.Replace != nil && p.Module.Replace.Version == "")
}

// withoutTwins drops a package when it was also loaded together with its test
// files: that variant says everything the plain one says.
func withoutTwins(pkgs []*packages.Package) []*packages.Package {
	tested := map[string]bool{}
	for _, p := range pkgs {
		if p.ForTest == p.PkgPath {
			tested[p.PkgPath] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(pkgs), func(p *packages.Package) bool { return p.ForTest == "" && tested[p.PkgPath] })
}

// Checkable returns the packages that type-check, and prepares all loaded packages for the
// analysis driver. It removes imports without syntax, since the driver takes only packages
// with syntax. It also removes imports that do not type-check, since the driver would stop
// there.
//
// The types of a removed import stay as far as they are known, so that its importers are
// still analysed. The effects of its functions remain unknown. Functions that need such an
// import are left out (see [Unknown]).
func Checkable(named, all []*packages.Package) []*packages.Package {
	have := map[*packages.Package]bool{}
	for _, p := range all {
		have[p] = len(p.Errors) == 0
	}
	for _, p := range all {
		for path, imp := range p.Imports {
			if !have[imp] {
				delete(p.Imports, path)
			}
		}
		leaveOut(p)
		p.IllTyped = p.IllTyped && len(p.Errors) > 0
	}
	return slices.DeleteFunc(slices.Clone(named), func(p *packages.Package) bool { return len(p.Errors) > 0 })
}

// relative is a position with its file relative to a directory, if it is in there.
func relative(pos, dir string) string {
	if rel, err := filepath.Rel(dir, pos); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return pos
}

// Problems returns what keeps a package from being checked, a line each, with
// files relative to dir. The go command reports type errors as well, all in one:
// these are left out when the type checker has said it.
func Problems(p *packages.Package, dir string) []string {
	var list []string
	for _, e := range p.Errors {
		if e.Kind == packages.ListError && strings.HasPrefix(e.Msg, "# ") && len(p.Errors) > 1 {
			continue
		}
		line, _, _ := strings.Cut(strings.TrimPrefix(e.Msg, "# "+p.PkgPath+"\n"), "\n")
		if e.Pos != "" && e.Pos != "-" {
			line = relative(e.Pos, dir) + ": " + line
		}
		if !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	return list
}
