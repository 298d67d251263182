package local

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// call takes in a call, also of defer and go.
func (a *analysis) call(f *function, instr ssa.CallInstruction) {
	common := instr.Common()
	a.note(f, common)
	_, starts := instr.(*ssa.Go)
	if starts {
		for _, op := range common.Operands(nil) {
			f.escape(*op)
		}
	}
	results := f.resultsOf(instr)
	callee := common.StaticCallee()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		f.builtin(b.Name(), instr, common.Args)
		return
	}
	var known []*function
	if callee != nil {
		known = a.declared(callee)
	}
	switch {
	case starts && len(known) > 0:
		for _, g := range known {
			g.dynamic = true
			a.reach(f, g)
		}
	case len(known) > 0:
		for _, g := range known {
			a.enter(f, g, common.Args, results)
		}
	case !starts && callee != nil && calm(callee):
		f.through(callee, common.Args, results)
	default: // a function value that is called gives itself to no function
		for _, arg := range common.Args {
			f.escape(arg)
		}
		if common.IsInvoke() {
			f.escape(common.Value)
		}
		for _, r := range results {
			if r != nil {
				r.find().escapes = true
			}
		}
	}
}

// note keeps the receiver of a method's call.
func (a *analysis) note(f *function, common *ssa.CallCommon) {
	recv := common.Value
	if !common.IsInvoke() {
		if common.Signature().Recv() == nil || len(common.Args) == 0 {
			return
		}
		recv = common.Args[0]
	}
	if c := f.class(recv); c != nil {
		a.receivers[common.Pos()] = append(a.receivers[common.Pos()], c)
	}
}

// resultsOf are the classes of the results of a call.
func (f *function) resultsOf(instr ssa.CallInstruction) []*class {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	tuple, ok := call.Type().(*types.Tuple)
	if !ok {
		return []*class{f.class(call)}
	}
	results := make([]*class, tuple.Len())
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok {
			if c := f.class(e); results[e.Index] == nil {
				results[e.Index] = c
			} else {
				union(results[e.Index], c)
			}
		}
	}
	return results
}

// enter takes over the effects of a known function on its arguments.
func (a *analysis) enter(f, g *function, args []ssa.Value, results []*class) {
	g.called++
	same := a.reach(f, g) || g.fn.Parent() != nil // a function literal shares variables
	copies := copying{}
	of := func(c *class) *class {
		if same || c == nil {
			return c
		}
		to := copies.of(c)
		f.classes = append(f.classes, to)
		return to
	}
	for i, arg := range args {
		if i < len(g.params) {
			union(of(g.params[i]), f.class(arg))
		}
	}
	for i, r := range results {
		if i < len(g.results) {
			union(of(g.results[i]), r)
		}
	}
	for _, c := range copies { // their contents may have escaped
		f.classes = append(f.classes, c)
	}
}

// through is a function that mixes what it is given, and gives it to no function but
// through interfaces, whose methods are not known. A lock, a buffer of bytes or a
// string cannot lead to an object of ours, and nothing is mixed with it.
func (f *function) through(callee *ssa.Function, args []ssa.Value, results []*class) {
	mix := &class{}
	mix.content = mix
	for _, arg := range args {
		c := f.class(arg)
		if c == nil || !carries(arg.Type(), nil) {
			continue
		}
		union(mix, c)
		if types.IsInterface(arg.Type()) || isOfInterfaces(arg.Type()) {
			f.escape(arg)
		}
	}
	for i, r := range results {
		if r != nil && carries(callee.Signature.Results().At(i).Type(), nil) {
			union(mix, r)
		}
	}
}

// carries reports whether a value of a type of the standard library may lead to objects
// of other types than its own say.
func carries(t types.Type, seen []types.Type) bool {
	if slices.Contains(seen, t) {
		return false
	}
	seen = append(seen, t)
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		if pkg := u.Obj().Pkg(); pkg != nil && !calmPackages[pkg.Path()] && !strings.HasPrefix(pkg.Path(), "internal/") || u.TypeArgs().Len() > 0 {
			return true
		}
		return carries(u.Underlying(), seen)
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Pointer:
		return carries(u.Elem(), seen)
	case *types.Slice:
		return carries(u.Elem(), seen)
	case *types.Array:
		return carries(u.Elem(), seen)
	case *types.Struct:
		for v := range u.Fields() {
			if carries(v.Type(), seen) {
				return true
			}
		}
		return false
	}
	return true
}

func isOfInterfaces(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.IsInterface(s.Elem())
}

// builtin is a call of a function of the language.
func (f *function) builtin(name string, instr ssa.CallInstruction, args []ssa.Value) {
	switch name {
	case "append", "copy":
		for _, arg := range args[1:] {
			union(f.inside(args[0]), f.inside(arg))
		}
	case "recover":
		if v := instr.Value(); v != nil {
			f.escape(v)
		}
		return
	case "len", "cap", "delete", "clear", "close", "print", "println", "complex", "real", "imag":
		return
	}
	if v := instr.Value(); v != nil {
		for _, arg := range args {
			if name != "append" || arg == args[0] {
				union(f.class(v), f.class(arg))
			}
		}
	}
}

// calmPackages start no goroutine, and keep what they are given in nothing but their
// receiver, other arguments and results.
var calmPackages = map[string]bool{
	"bufio": true, "bytes": true, "cmp": true, "compress/gzip": true, "container/heap": true, "container/list": true, "container/ring": true,
	"encoding/base64": true, "encoding/binary": true, "encoding/csv": true, "encoding/hex": true, "errors": true, "io": true, "maps": true,
	"math": true, "math/big": true, "math/bits": true, "math/rand": true, "os": true, "path": true, "path/filepath": true, "regexp": true,
	"slices": true, "sort": true, "strconv": true, "strings": true, "sync": true, "sync/atomic": true, "unicode": true, "unicode/utf8": true,
	"archive/zip": true, "time": true,
}

// calm reports whether a function of the standard library is known to be so.
func calm(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || !calmPackages[obj.Pkg().Path()] {
		return false
	}
	switch obj.FullName() {
	case "time.AfterFunc", "(*sync.WaitGroup).Go", "io.Pipe":
		return false // another goroutine runs it, or is on the other side
	}
	return true
}
