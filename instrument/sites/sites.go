// Package sites makes the calls of methods in the user's module tell the
// recorder about themselves, without touching the user's files.
//
// [Rewrite] loads the packages, finds the call sites whose receivers are objects
// with an identity, and numbers them. It writes changed copies of the files and an
// overlay for the go command into a directory of ours. A call x.M(a) becomes wrap(7,
// x, x.M)(a): arguments are evaluated and converted as before, results are the same,
// and no line moves. The form of wrap depends on the numbers of parameters and
// results; a generated file per package holds the forms that it needs. They call
// into package sync of the instrumented standard library.
//
// It refuses to change calls whose receiver is more than a variable, a field or an
// element, since the receiver would be evaluated twice. It refuses values without an
// identity, and calls of a method on its own receiver, which are the inside of a
// seen call. It also refuses deferred methods that recover, files with cgo, and
// modules written for a Go before type parameters. These are counted by reason.
//
// Beside the named packages it rewrites all packages that they import and that an
// overlay can replace. These are packages of the main module and the workspace, of
// modules replaced by a directory, and vendored packages. Calls in other modules are
// not seen; [Table.Unseen] counts them.
package sites

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// MaxSites is the largest number of call sites of a build, which an event can hold.
const MaxSites = 1<<16 - 1

// A Site is a call site.
type Site struct {
	ID     int // from 1
	File   string
	Line   int
	Column int
	Func   string // that contains it
	Type   string // static type of the receiver, path-qualified, without pointer and type arguments
	Method string
	Drops  bool // the error is not looked at that the call returns
}

// Pos is the site as people write it. A site from a stack has no column.
func (s Site) Pos() string {
	if s.Column == 0 {
		return fmt.Sprintf("%s:%d", s.File, s.Line)
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column)
}

// Options say what is rewritten.
type Options struct {
	Dir        string   // working directory of the go command
	Patterns   []string // packages, "." when empty
	Tests      bool     // test files too
	Env        []string
	BuildFlags []string    // as for go build: -tags and the like
	User       string      // the user's own file of -overlay, "" for none
	Lists      *load.Lists // of the same program, nil for lists of its own
	Out        string      // an empty directory for the results

	// Types are the only ones whose calls are told, path-qualified. When there
	// are none: all types of modules, and those of the standard library in Std.
	Types []string
	Std   []string

	// Without Types, calls on a type are left out when no other goroutine can reach an object
	// of it. Then no call is concurrent with another. Two kinds of types are recorded all the
	// same: those of the standard library, and those in Written. The latter have an automaton
	// that one goroutine alone may violate. With All, every type is recorded.
	Written []string
	All     bool
}

// A Table is the result: the call sites of a build, by ID from 1.
type Table struct {
	Overlay string // file for -overlay
	Sites   []Site
	Skipped map[string]int // call sites that are not told, by reason
	NotTold []Site         // those of them of which an order may be missed, without a number
	silent  map[string]map[string]bool
	opt     Options
	listing listing
	hooks   map[int]Site
}

// AddHook adds a site that was found in a run, see trace.HookSite.
func (t *Table) AddHook(s Site) {
	if t.hooks == nil {
		t.hooks = map[int]Site{}
	}
	t.hooks[s.ID] = s
}

// Site returns a call site by its number.
func (t *Table) Site(id int) (Site, bool) {
	if s, ok := t.hooks[id]; ok {
		return s, true
	}
	if id < 1 || id > len(t.Sites) {
		return Site{}, false
	}
	return t.Sites[id-1], true
}

// Rewrite writes the overlay.
func Rewrite(ctx context.Context, opt Options) (*Table, error) {
	user, err := readOverlay(opt.User)
	if err != nil {
		return nil, err
	}
	opt.Lists = cmp.Or(opt.Lists, &load.Lists{Typed: true})
	r := &rewriter{
		opt:      opt,
		program:  opt.program(user.text),
		table:    &Table{Skipped: map[string]int{}, opt: opt},
		files:    user.files,
		text:     user.text,
		done:     map[string]bool{},
		recovers: map[string]bool{},
	}
	if err := r.list(ctx); err != nil {
		return nil, err
	}
	pkgs, more, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.leaveOut(pkgs, more); err != nil {
		return nil, err
	}
	pkgs = append(pkgs, more...)
	r.table.silent = silentMethods(pkgs)
	if err := r.packages(pkgs); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(pkgs, func(p *packages.Package) bool { return len(p.Syntax) > 0 }) {
		return nil, errors.New("the go command found no Go files in these packages, or could not load them; see what go vet says about them")
	}
	return r.table, r.writeOverlay()
}

// program has the packages to load, with the text of the user's overlay.
func (opt Options) program(text map[string][]byte) load.Options {
	p := load.Options{Dir: opt.Dir, Patterns: opt.Patterns, Tests: opt.Tests, Env: opt.Env, Flags: opt.BuildFlags, Overlay: text, Lists: opt.Lists}
	if opt.User != "" {
		p.Flags = append(slices.Clone(p.Flags), "-overlay="+opt.User)
	}
	return p
}

// load loads the packages that were named, with their tests, and apart from these the others
// that can be rewritten: a package comes before its variant for tests, so that its
// files are read with the types they have without tests.
func (r *rewriter) load(ctx context.Context) (named, more []*packages.Package, err error) {
	own, asked := map[string]bool{}, map[string]bool{}
	for _, path := range r.table.listing.own {
		own[path] = true
	}
	for _, p := range r.table.listing.named {
		asked[p.ID] = true
	}
	pkgs, err := load.Syntax(ctx, r.program, func(p *packages.Package) bool { return asked[p.ID] || own[p.ID] })
	if err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(pkgs, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) })
	for _, p := range pkgs {
		if asked[p.ID] {
			named = append(named, p)
		} else {
			more = append(more, p)
		}
	}
	return named, more, nil
}

// oldest is the first version of the language in which calls can be rewritten.
const oldest = "go1.18"

// A rewriter is the state of one Rewrite.
type rewriter struct {
	opt      Options
	program  load.Options
	table    *Table
	files    map[string]string // overlay: file to its changed copy
	text     map[string][]byte // of files in the user's overlay
	done     map[string]bool   // files
	written  int
	left     map[string]bool // types: see leaveOut
	recovers map[string]bool // names of methods that call recover themselves
}

func (r *rewriter) packages(pkgs []*packages.Package) error {
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			r.noteRecovers(f)
		}
	}
	for _, p := range pkgs {
		if p.Module == nil && len(p.Errors) > 0 {
			return fmt.Errorf("cannot load %s: %w; repair it first", p.ID, p.Errors[0])
		}
		if !rewritten(p) {
			continue
		}
		if len(p.Errors) > 0 {
			return fmt.Errorf("%s does not compile: %w; repair it first", p.PkgPath, p.Errors[0])
		}
		if tooOld(p) {
			return fmt.Errorf("%s is written for go %s, and calls are told by functions with type parameters, which %s has first; raise the go line of a copy", p.Module.Path, p.Module.GoVersion, oldest)
		}
		if err := r.pkg(p); err != nil {
			return err
		}
	}
	return nil
}

// rewritten reports whether calls in a package are looked for.
func rewritten(p *packages.Package) bool {
	return p.Module != nil && !strings.HasSuffix(p.ID, ".test") && len(p.GoFiles) > 0 && replaceable(p)
}

// pkg rewrites the files of a package that no other package had.
func (r *rewriter) pkg(p *packages.Package) error {
	w := &wrappers{used: map[shape]bool{}}
	for i, f := range p.Syntax {
		if i >= len(p.CompiledGoFiles) {
			break
		}
		name := p.CompiledGoFiles[i]
		if r.done[name] || !slices.Contains(p.GoFiles, name) || usesC(f) {
			continue
		}
		r.done[name] = true
		if err := r.file(p, f, name, w); err != nil {
			return err
		}
	}
	if len(w.used) == 0 {
		return nil
	}
	return r.helper(p, w)
}

func usesC(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
}

// helper adds the file with the wrappers of a package.
func (r *rewriter) helper(p *packages.Package, w *wrappers) error {
	inTests := !slices.ContainsFunc(p.GoFiles, func(f string) bool { return !strings.HasSuffix(f, "_test.go") })
	name := "zz_deadlocklint_calls.go"
	switch {
	case strings.HasSuffix(p.Name, "_test"):
		name = "zz_deadlocklint_calls_x_test.go"
	case inTests:
		name = "zz_deadlocklint_calls_test.go"
	}
	dir := filepath.Dir(p.GoFiles[0])
	if old := filepath.Join(dir, name); r.files[old] != "" { // the package itself has one: its variant for tests needs more
		text, err := os.ReadFile(r.files[old])
		if err != nil {
			return err
		}
		return os.WriteFile(r.files[old], append(text, w.functions(string(text))...), 0o600)
	}
	return r.add(filepath.Join(dir, name), w.file(p.Name))
}

// add puts a file into the overlay.
func (r *rewriter) add(name string, text []byte) error {
	r.written++
	to := filepath.Join(r.opt.Out, fmt.Sprintf("%d_%s", r.written, filepath.Base(name)))
	if err := os.WriteFile(to, text, 0o600); err != nil {
		return fmt.Errorf("cannot write a changed copy of %s: %w; free some space in %s", name, err, r.opt.Out)
	}
	r.files[name] = to
	return nil
}

func (r *rewriter) writeOverlay() error {
	b, err := json.MarshalIndent(struct{ Replace map[string]string }{r.files}, "", "\t")
	if err != nil {
		return err
	}
	r.table.Overlay = filepath.Join(r.opt.Out, "overlay.json")
	if err := os.WriteFile(r.table.Overlay, b, 0o600); err != nil {
		return fmt.Errorf("cannot write the overlay: %w; free some space in %s", err, r.opt.Out)
	}
	return nil
}

// noteRecovers notes methods that recover: deferred by a wrapper they could not.
func (r *rewriter) noteRecovers(f *ast.File) {
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Recv == nil || fd.Body == nil {
			continue
		}
		ast.Inspect(fd.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "recover" {
					r.recovers[fd.Name.Name] = true
				}
			}
			return true
		})
	}
}

// tracked reports whether calls on a type are told.
func (r *rewriter) tracked(named *types.Named) bool {
	name := TypeName(named)
	if len(r.opt.Types) > 0 {
		return slices.Contains(r.opt.Types, name) || types.IsInterface(named) && named.Obj().Pkg() != nil
	}
	pkg := named.Obj().Pkg()
	if pkg == nil { // error
		return false
	}
	if stdlib.Is(pkg.Path()) {
		return slices.Contains(r.opt.Std, name)
	}
	return true
}

// TypeName is the name of a type as automata write it.
func TypeName(n *types.Named) string {
	obj := n.Origin().Obj()
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}
