package typestate

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// prefix starts a line of an automaton in the comment of a type.
const prefix = "//deadlocklint:typestate"

// FileName is the file with automata in the root of a module.
const FileName = "deadlocklint.typestate"

// declared returns the automata that people wrote: in comments on types of this
// package, which come first, of those that it imports, and in the file of the
// module. What is wrong with one is reported.
func declared(r *lockfacts.Reporter) (own, all []*automaton.Automaton) {
	for _, file := range r.Pass.Files {
		for _, d := range file.Decls {
			if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.TYPE {
				own = append(own, inComments(r, gd)...)
			}
		}
	}
	all = slices.Clone(own)
	for _, text := range protocolsBelow(r.Pass) {
		if more, err := automaton.Parse([]byte(text)); err == nil { // it was read before
			all = append(all, more...)
		}
	}
	return own, append(all, inFile(r)...)
}

// inComments reads the comments on the types of a declaration.
func inComments(r *lockfacts.Reporter, gd *ast.GenDecl) []*automaton.Automaton {
	var list []*automaton.Automaton
	for _, spec := range gd.Specs {
		ts := spec.(*ast.TypeSpec)
		doc := ts.Doc
		if doc == nil && len(gd.Specs) == 1 {
			doc = gd.Doc
		}
		obj, ok := r.Pass.TypesInfo.Defs[ts.Name].(*types.TypeName)
		if doc == nil || !ok {
			continue
		}
		lines, first := linesOf(doc)
		if len(lines) == 0 {
			continue
		}
		a, err := parseComment(obj, lines)
		if err != nil {
			report(r, first, fmt.Sprintf("the protocol of %s is not obeyed: %v", obj.Name(), err), obj.Name())
			continue
		}
		list = append(list, a)
	}
	return list
}

// linesOf returns the lines that are addressed to us.
func linesOf(doc *ast.CommentGroup) (lines []string, first token.Pos) {
	for _, c := range doc.List {
		rest, ok := strings.CutPrefix(c.Text, prefix)
		if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		if len(lines) == 0 {
			first = c.Pos()
		}
		lines = append(lines, rest)
	}
	return lines, first
}

// parseComment reads the automaton of a type, in which functions of its package
// need no path.
func parseComment(obj *types.TypeName, lines []string) (*automaton.Automaton, error) {
	pkg := syncop.PackagePath(obj.Pkg())
	list, err := automaton.Parse([]byte("type " + pkg + "." + obj.Name() + "\n" + strings.Join(lines, "\n")))
	if err != nil {
		var e *automaton.Error
		if errors.As(err, &e) {
			return nil, fmt.Errorf("line %d of it: %s", max(e.Line-1, 1), e.Text)
		}
		return nil, err
	}
	if len(list) != 1 {
		return nil, errors.New("it is about more than one type; remove the line that begins with type")
	}
	a := list[0]
	for i, m := range a.Makers {
		if !strings.Contains(m.Func, ".") {
			a.Makers[i].Func = pkg + "." + m.Func
		}
	}
	return a, hasMethods(obj, a)
}

// hasMethods reports the first method of an automaton that its type does not have.
func hasMethods(obj *types.TypeName, a *automaton.Automaton) error {
	set := types.NewMethodSet(types.NewPointer(obj.Type()))
	if types.IsInterface(obj.Type()) {
		set = types.NewMethodSet(obj.Type())
	}
	for _, m := range a.Alphabet() {
		if set.Lookup(obj.Pkg(), m) == nil {
			return fmt.Errorf("%s has no method %s; correct the name", obj.Name(), m)
		}
	}
	return nil
}

// inFile reads the file of the module, if there is one. It is looked for above
// the directory of the package, up to go.mod.
func inFile(r *lockfacts.Reporter) []*automaton.Automaton {
	dir := filepath.Dir(r.Pass.Fset.File(r.Pass.Files[0].FileStart).Name())
	for {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		if up := filepath.Dir(dir); err != nil && up != dir {
			dir = up
			continue
		}
		break
	}
	text, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		return nil
	}
	list, err := automaton.Parse(text)
	if err != nil {
		report(r, r.Pass.Files[0].Name.Pos(), fmt.Sprintf("%s in the root of the module is not obeyed: %v", FileName, err), FileName)
		return nil
	}
	for _, a := range list {
		inScope(r, a)
	}
	return list
}

// inScope reports what an automaton of the file has wrong about a type of this
// package.
func inScope(r *lockfacts.Reporter, a *automaton.Automaton) {
	name, ok := strings.CutPrefix(a.Type, syncop.PackagePath(r.Pass.Pkg)+".")
	if !ok || a.Origin != "" || strings.HasSuffix(r.Pass.Pkg.Path(), "_test") {
		return
	}
	err := fmt.Errorf("there is no type %s; correct the name", name)
	if obj, ok := r.Pass.Pkg.Scope().Lookup(name).(*types.TypeName); ok {
		err = hasMethods(obj, a)
	}
	if err != nil {
		report(r, r.Pass.Files[0].Name.Pos(), fmt.Sprintf("%s: the protocol of %s: %v", FileName, a.Type, err), a.Type)
	}
}

func report(r *lockfacts.Reporter, pos token.Pos, message, key string) {
	r.Report(lockfacts.Finding{Check: checkComment, Pos: pos, Message: message, EachPlace: true},
		[]lockgraph.EdgeKey{{Func: r.Pass.Pkg.Path(), Class: key}})
}
