package typestate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/comments"
)

// FileName is the file with automata in the root of a module.
const FileName = "deadlocklint.typestate"

// maxFile is the size of the largest such file, in bytes.
const maxFile = 16 << 20

// declared returns the automata that people wrote: in comments on types of this
// package, which come first, of those that it imports, and in the file of the
// module. An error in a comment is reported.
func declared(r *lockfacts.Reporter) (own, all []*automaton.Automaton) {
	for _, file := range r.Pass.Files {
		own = append(own, inComments(r, file)...)
	}
	all = slices.Clone(own)
	for _, text := range protocolsBelow(r.Pass) {
		if more, err := automaton.Parse([]byte(text)); err == nil { // it was read before
			all = append(all, more...)
		}
	}
	return own, append(all, inFile(r)...)
}

// inComments reads the comments on the types of a file.
func inComments(r *lockfacts.Reporter, file *ast.File) []*automaton.Automaton {
	var list []*automaton.Automaton
	for _, c := range comments.Directives(file) {
		obj, ok := r.Pass.TypesInfo.Defs[c.Name].(*types.TypeName)
		if !ok {
			continue
		}
		a, err := c.Automaton(syncop.PackagePath(obj.Pkg()))
		if err == nil {
			err = hasMethods(obj, a)
		}
		if err != nil {
			report(r, c.Pos, fmt.Sprintf("the protocol of %s is not obeyed: %v", obj.Name(), err), obj.Name())
			continue
		}
		list = append(list, a)
	}
	return list
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
	text, err := regular.Read(filepath.Join(dir, FileName), maxFile)
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
	r.Report(lockfacts.Finding{Check: checkComment, Pos: pos, Message: message, EachPosition: true},
		[]lockgraph.EdgeKey{{Func: r.Pass.Pkg.Path(), Class: key}})
}
