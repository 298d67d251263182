package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"runtime"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// A checker brings packages of a listing into the form with syntax and types. The packages of the listing stay as they
// are: those of the checker are copies.
type checker struct {
	ctx     context.Context
	fset    *token.FileSet
	sizes   types.Sizes
	overlay map[string][]byte // text of files in place of the files on the disk
	wanted  map[*packages.Package]extent
	units   map[*packages.Package]*unit // by the package of the listing
	order   []*unit                     // imports first
	slots   chan struct{}               // as many as there are processors

	mu       sync.Mutex // of the fields below
	files    map[string]*parsedFile
	exported map[string]*types.Package // by import path
}

// An extent is how much of a package is parsed and checked.
type extent uint8

const (
	asNeeded     extent = iota // by the packages that import it
	declarations               // all of it, but for the bodies of its functions
	withBodies
)

// A unit is a package that is checked.
type unit struct {
	*packages.Package
	source  bool // it is parsed, and not read from the export data of the compiler
	typed   bool // its types are needed
	bodies  bool // those of its functions as well
	visited bool // with all its imports
	cyclic  map[string]bool
	noTypes error // why its types could not be read
	imports []*unit
	done    chan struct{}
}

type parsedFile struct {
	once sync.Once
	file *ast.File
	err  error
}

// check parses and type-checks the packages that are wanted, in the order of the listing: those with the bodies of their functions,
// and those without. A package that imports one of
// these is parsed as well, without the bodies of its functions, since both must have the same types. Types of other
// packages come from the export data of the compiler.
func (l *listing) check(ctx context.Context, opt Options, wanted map[*packages.Package]extent) (list, declared []*packages.Package, err error) {
	c := &checker{
		ctx: ctx, fset: token.NewFileSet(), sizes: opt.sizes(), overlay: opt.Overlay, wanted: wanted, units: map[*packages.Package]*unit{},
		slots: make(chan struct{}, runtime.GOMAXPROCS(0)), files: map[string]*parsedFile{}, exported: map[string]*types.Package{},
	}
	for _, p := range l.all {
		if wanted[p] != asNeeded {
			c.visit(p)
		}
	}
	var running sync.WaitGroup
	for _, u := range c.order {
		running.Go(func() {
			defer close(u.done)
			for _, imp := range u.imports {
				<-imp.done
			}
			c.load(u)
		})
	}
	running.Wait()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	c.complete()
	for _, p := range l.all {
		switch wanted[p] {
		case withBodies:
			list = append(list, c.units[p].Package)
		case declarations:
			declared = append(declared, c.units[p].Package)
		}
	}
	return list, declared, nil
}

// sizes are those of the types of the program.
func (opt Options) sizes() types.Sizes {
	arch := build.Default.GOARCH
	if opt.Lists != nil && opt.Lists.Arch != "" {
		arch = opt.Lists.Arch
	}
	return types.SizesFor("gc", arch)
}

// visit makes the unit of a package and those of its imports, and decides which are parsed.
func (c *checker) visit(from *packages.Package) *unit {
	if u := c.units[from]; u != nil {
		return u
	}
	p := *from
	p.Imports, p.Errors, p.Fset = map[string]*packages.Package{}, append([]packages.Error(nil), from.Errors...), c.fset
	u := &unit{Package: &p, bodies: c.wanted[from] == withBodies, done: make(chan struct{})}
	u.typed = c.wanted[from] != asNeeded
	u.source = p.PkgPath != "unsafe" && (u.typed || p.ExportFile == "")
	c.units[from] = u
	for path, imp := range from.Imports {
		v := c.visit(imp)
		if !v.visited {
			if u.cyclic == nil {
				u.cyclic = map[string]bool{}
			}
			u.cyclic[path] = true
			continue
		}
		p.Imports[path] = v.Package
		u.imports = append(u.imports, v)
		u.source = u.source || v.source
	}
	if u.source {
		for _, v := range u.imports {
			v.typed = true
		}
	}
	u.visited = true
	c.order = append(c.order, u)
	return u
}

// load makes the types of a unit whose imports have theirs.
func (c *checker) load(u *unit) {
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	switch {
	case c.ctx.Err() != nil:
	case u.PkgPath == "unsafe":
		u.Types, u.Syntax, u.TypesInfo, u.TypesSizes = types.Unsafe, []*ast.File{}, newInfo(), c.sizes
	case u.source:
		c.parse(u)
		c.typeCheck(u)
	case u.typed:
		if u.noTypes = c.read(u); u.noTypes != nil {
			u.IllTyped = true
			u.Errors = append(u.Errors, packages.Error{Pos: "-", Msg: u.noTypes.Error()})
		}
	}
}

// read takes the types from the export data of the compiler. A package there refers to others, which are made as they are
// met and become complete when they are read themselves.
func (c *checker) read(u *unit) error {
	file, err := os.Open(u.ExportFile)
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := exportData(file)
	if err != nil {
		return fmt.Errorf("reading %s: %w", u.ExportFile, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	u.Types, err = gcexportdata.Read(bytes.NewReader(data), c.fset, c.exported, u.PkgPath)
	if err != nil {
		return fmt.Errorf("reading %s: %w", u.ExportFile, err)
	}
	return nil
}

// complete gives the packages whose types nobody needed those that others refer to.
func (c *checker) complete() {
	for _, u := range c.order {
		if u.Types == nil {
			u.Types = c.exported[u.PkgPath]
		}
		if u.Types == nil {
			u.Types = types.NewPackage(u.PkgPath, u.Name)
		}
	}
}

// parse reads the files of a unit. Packages that have a file in common have its syntax in common.
func (c *checker) parse(u *unit) {
	for _, name := range u.CompiledGoFiles {
		file, err := c.file(name)
		if err != nil {
			u.add(err)
		}
		if file != nil {
			u.Syntax = append(u.Syntax, file)
		}
	}
}

func (c *checker) file(name string) (*ast.File, error) {
	c.mu.Lock()
	f := c.files[name]
	if f == nil {
		f = new(parsedFile)
		c.files[name] = f
	}
	c.mu.Unlock()
	f.once.Do(func() {
		text, ok := c.overlay[name]
		if !ok {
			if text, f.err = os.ReadFile(name); f.err != nil {
				return
			}
		}
		f.file, f.err = parser.ParseFile(c.fset, name, text, parser.AllErrors|parser.ParseComments)
	})
	return f.file, f.err
}

func (c *checker) typeCheck(u *unit) {
	u.Types, u.TypesInfo, u.TypesSizes = types.NewPackage(u.PkgPath, u.Name), newInfo(), c.sizes
	conf := &types.Config{Importer: u, IgnoreFuncBodies: !u.bodies, Error: u.add, Sizes: c.sizes}
	if u.Module != nil && u.Module.GoVersion != "" {
		conf.GoVersion = "go" + u.Module.GoVersion
	}
	err := types.NewChecker(conf, c.fset, u.Types, u.TypesInfo).Files(u.Syntax)
	if err != nil && len(u.Errors) == 0 {
		u.add(err)
	}
	u.IllTyped = len(u.Errors) > 0
	for _, imp := range u.imports {
		u.IllTyped = u.IllTyped || imp.IllTyped
	}
}

func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
}

// Import is that of types.Importer.
func (u *unit) Import(path string) (*types.Package, error) {
	imp := u.Imports[path]
	switch {
	case path == "unsafe":
		return types.Unsafe, nil
	case u.cyclic[path]:
		return nil, fmt.Errorf("import cycle: %s imports %s", u.PkgPath, path)
	case imp == nil:
		return nil, fmt.Errorf("no metadata for %s", path)
	case imp.Types == nil || !imp.Types.Complete():
		return nil, fmt.Errorf("the types of %s are not known", path)
	}
	return imp.Types, nil
}

// add appends an error of the parser or the type checker.
func (u *unit) add(err error) {
	var (
		syntax scanner.ErrorList
		typed  types.Error
		path   *fs.PathError
	)
	switch {
	case errors.As(err, &syntax):
		for _, e := range syntax {
			u.Errors = append(u.Errors, packages.Error{Pos: e.Pos.String(), Msg: e.Msg, Kind: packages.ParseError})
		}
	case errors.As(err, &typed):
		u.TypeErrors = append(u.TypeErrors, typed)
		u.Errors = append(u.Errors, packages.Error{Pos: typed.Fset.Position(typed.Pos).String(), Msg: typed.Msg, Kind: packages.TypeError})
	case errors.As(err, &path):
		u.Errors = append(u.Errors, packages.Error{Pos: path.Path + ":1", Msg: path.Err.Error(), Kind: packages.ParseError})
	default:
		u.Errors = append(u.Errors, packages.Error{Pos: "-", Msg: err.Error()})
	}
}
