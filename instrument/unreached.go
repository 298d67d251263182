package instrument

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// Rewriting reaches the files of the user's own packages. Another package that may write a
// variable of a condition is seen when it is compiled so that it calls
// the recorder at each write. That costs, so it is done for those packages only in
// whose source such a write is: an assignment to a field or variable of that name,
// or its address. C, assembly and writes through reflection stay unseen.

// An outsider is a package of which some files are not rewritten.
type outsider struct {
	load.Dependency
	text map[string][]byte
}

// addUnreached notes the files of an own package that are not rewritten: those that
// use cgo, and those that the user's overlay replaces.
func (f *finder) addUnreached(p *packages.Package, replaced map[string]string) {
	o := &outsider{Dependency: load.Dependency{Path: p.PkgPath}}
	for _, name := range p.GoFiles {
		switch to := replaced[name]; {
		case to != "":
			o.Files = append(o.Files, to)
		case !slices.Contains(p.CompiledGoFiles, name):
			o.Files = append(o.Files, name)
		}
	}
	if len(o.Files) > 0 {
		o.Uses = imported(p.Types)
		f.outside = append(f.outside, o)
	}
}

// imported are the paths of the imports of a package, and its own.
func imported(p *types.Package) map[string]bool {
	uses := map[string]bool{p.Path(): true}
	for _, q := range p.Imports() {
		uses[q.Path()] = true
	}
	return uses
}

// writtenBy returns the packages that may write a variable where rewriting does not
// reach. They are found once for each variable.
func (f *finder) writtenBy(r read) []string {
	if r.elem != "" {
		return nil // it has no address
	}
	if list, ok := f.writers[r.target.key]; ok {
		return list
	}
	var list []string
	if r.of.Exported() {
		f.loadOthers()
	}
	for _, o := range f.outside {
		if at := r.of.Pkg().Path(); (o.Path == at || r.of.Exported() && o.Uses[at]) && o.writes(r.of) && !slices.Contains(list, o.Path) {
			list = append(list, o.Path)
		}
	}
	f.writers[r.target.key] = list
	return list
}

// loadOthers lists the packages of other modules, once. Without it there are no
// memory events there, and their writes are found as unseen changes.
func (f *finder) loadOthers() {
	if f.others == nil {
		return
	}
	list, err := f.others()
	if f.others = nil; err != nil {
		return
	}
	for _, p := range list {
		f.outside = append(f.outside, &outsider{Dependency: p})
	}
}

// writes reports whether the source of the package has a write to a variable of
// that name.
func (o *outsider) writes(v *types.Var) bool {
	if o.text == nil {
		o.text = map[string][]byte{}
		for _, name := range o.Files {
			o.text[name], _ = os.ReadFile(name) // a file that cannot be read is not compiled either
		}
	}
	for name, text := range o.text {
		if !bytes.Contains(text, []byte(v.Name())) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err == nil && writesName(file, v.Name(), !v.IsField() && o.Path == v.Pkg().Path()) {
			return true
		}
	}
	return false
}

// writesName reports whether a file may write a field or variable of another
// package of that name or, with bare set, a variable of its own.
func writesName(file *ast.File, name string, bare bool) (yes bool) {
	named := func(e ast.Expr) {
		switch e := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			yes = yes || e.Sel.Name == name
		case *ast.Ident:
			yes = yes || bare && e.Name == name
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				named(lhs)
			}
		case *ast.IncDecStmt:
			named(n.X)
		case *ast.RangeStmt:
			if n.Key != nil {
				named(n.Key)
			}
			if n.Value != nil {
				named(n.Value)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				named(n.X)
			}
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && atomicWrites[sel.Sel.Name] {
				named(sel.X)
			}
		}
		return !yes
	})
	return yes
}

// follow notes which packages are to be compiled so that the writes to a condition's
// variables are seen. Under the race detector that cannot be, and the report says so.
func (f *finder) follow(r read) {
	list := f.writtenBy(r)
	switch {
	case len(list) == 0 || f.memory:
	case f.race:
		if text := r.name() + " by " + strings.Join(list, ", "); !slices.Contains(f.table.Unreached, text) {
			f.table.Unreached = append(f.table.Unreached, text)
		}
	case r.target.as >= asAtomicBool: // atomic operations are recorded everywhere
	default:
		for _, path := range list {
			if !slices.Contains(f.table.Packages, path) {
				f.table.Packages = append(f.table.Packages, path)
			}
		}
	}
}

// unfollowed is why the writes to a variable cannot all be seen, or "".
func (f *finder) unfollowed(r read) string {
	for _, key := range []string{r.target.key, strings.TrimSuffix(r.target.key, "[]")} {
		why := f.taken[key]
		if _, isMap := r.of.Type().Underlying().(*types.Map); why == "" || f.memory && r.elem == "" && !(isMap && r.target.as == asLen) {
			continue
		}
		return why
	}
	return ""
}
