package lockfacts

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A result that a deferred literal asks for is assigned to, and tested in the same statement:
//
//	defer func() {
//		if err != nil {
//			tx.Rollback()
//		}
//	}()
//	if err = f(tx); err != nil {
//		return err
//	}
//
// The test is one of the value that was assigned, and one of the variable. Only what is assigned to variables of
// interface types is followed (see store).

// cellTested is the access path of the captured variable that a condition compares with nil right after an assignment, or "".
func (w *walker) cellTested(cond ssa.Value) string {
	test, ok := cond.(*ssa.BinOp)
	if !ok || test.Op != token.EQL && test.Op != token.NEQ || !syncop.IsNil(test.Y) {
		return ""
	}
	load, ok := test.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return ""
	}
	if cell, ok := load.X.(*ssa.Alloc); ok && cell.Heap && types.IsInterface(load.Type()) && justStored(load) != nil && !syncop.StoredElsewhere(cell) {
		return w.contentOf(cell)
	}
	return ""
}

// contentOf names the content of a captured variable as the literal does: a variable that is assigned once has the name of its object.
func (w *walker) contentOf(cell *ssa.Alloc) string {
	if only := syncop.OnlyObject(cell); only != nil {
		return w.frame.AccessPath(only).String()
	}
	return w.frame.AccessPath(cell).String() + "->"
}

// A function may tell by an error how it has left a lock:
//
//	if err := s.start(); err == errBusy { s.mu.Lock(); … }
//
// Such a sentinel error is a global variable. Two of them are taken for two values, and to be what errors.Is asks for.

// isSentinel reports whether a value asks by errors.Is for a sentinel error, of which value and for which.
func (w *walker) isSentinel(v ssa.Value) (of ssa.Value, name string) {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || len(call.Call.Args) != 2 || syncop.Key(call.Call.StaticCallee()) != "errors.Is" {
		return nil, ""
	}
	return call.Call.Args[0], w.sentinelOf(call.Call.Args[1])
}

// sentinelOf names the sentinel error that a value is, as a constant.
func (w *walker) sentinelOf(v ssa.Value) string {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !types.IsInterface(v.Type()) || w.constant(v) != "nonnil" || !w.isOwnError(v) {
		return ""
	}
	p := w.frame.AccessPath(v)
	return ReturnValue{Const: "nonnil", Path: &p}.sentinel()
}

// sentinel is the same for a result.
func (r ReturnValue) sentinel() string {
	if r.Const != "nonnil" || r.Path == nil || r.Path.Root != "G" || strings.Count(r.Path.Path, "->") > 1 {
		return ""
	}
	return "G:" + r.Path.String()
}

// asksForSentinel reports whether the function compares a value with sentinel errors.
func (w *walker) asksForSentinel(name string) bool {
	for c := range w.uses {
		if c.Kind == CondEqual && c.Path == name && strings.HasPrefix(c.Const, "G:") {
			return true
		}
	}
	return false
}

// isOwnError reports whether a value is a global variable of the package that begins with errors.New and is never assigned to: no
// other variable has that error, and it wraps none.
func (w *walker) isOwnError(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && w.pkg.ownErrors()[g]
}

// ownErrors are the global variables of the package with one store, of a call of errors.New.
func (a *analyzer) ownErrors() map[*ssa.Global]bool {
	if a.errors != nil {
		return a.errors
	}
	a.errors = map[*ssa.Global]bool{}
	list := a.ssa.Funcs
	if init := a.ssa.SSA.Func("init"); init != nil && !slices.Contains(list, init) {
		list = append(slices.Clip(list), init)
	}
	for _, fn := range list {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				a.noteError(in)
			}
		}
	}
	return a.errors
}

// noteError notes a store to a global variable: the first one counts when it has a new error.
func (a *analyzer) noteError(in ssa.Instruction) {
	st, ok := in.(*ssa.Store)
	if !ok {
		return
	}
	if g, ok := st.Addr.(*ssa.Global); ok {
		_, again := a.errors[g]
		a.errors[g] = !again && isNewError(st.Val)
	}
}

func isNewError(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.StaticCallee() != nil && syncop.Key(call.Call.StaticCallee()) == "errors.New"
}
