package chanblock

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// isDoneOfGiven reports whether a channel tells the end of a context that comes from
// outside of the package, so that no code here decides when that is.
func (p *program) isDoneOfGiven(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || syncop.ObjectKey(call.Call.Method) != "(context.Context).Done" {
		return false
	}
	o := &origin{p.r.Facts.Funcs, map[ssa.Value]bool{}}
	return o.given(call.Call.Value)
}

// An origin is a search in a package for where a context comes from.
type origin struct {
	funcs []*lockfacts.Func
	seen  map[ssa.Value]bool
}

// given reports whether a context is a parameter, or is made of one, also where a field
// keeps it.
func (o *origin) given(v ssa.Value) bool {
	if v == nil || o.seen[v] {
		return false
	}
	o.seen[v] = true
	switch v := v.(type) {
	case *ssa.FreeVar:
		return o.given(syncop.Captured(v))
	case *ssa.Alloc:
		return o.given(syncop.OnlyStore(v))
	case *ssa.Parameter:
		return o.parameter(v)
	case *ssa.Extract:
		return v.Index == 0 && o.given(v.Tuple)
	case *ssa.Call:
		return o.result(&v.Call)
	case *ssa.FieldAddr:
		return o.field(v)
	case *ssa.UnOp:
		return v.Op == token.MUL && o.given(v.X)
	}
	return false
}

// parameter looks at the arguments where the package calls a function that no other package
// can call, or starts it.
func (o *origin) parameter(v *ssa.Parameter) bool {
	fn := v.Parent()
	if lockfacts.IsExported(fn) {
		return true
	}
	index := slices.Index(fn.Params, v)
	found, called := false, false
	o.each(func(in ssa.Instruction) {
		if call, ok := in.(ssa.CallInstruction); ok && call.Common().StaticCallee() == fn {
			called = true
			found = found || o.given(call.Common().Args[index])
		}
	})
	return found || !called && fn.Parent() == nil // it is called by another name
}

// field looks at the values that the package stores in a field.
func (o *origin) field(v *ssa.FieldAddr) bool {
	found := false
	o.each(func(in ssa.Instruction) {
		store, ok := in.(*ssa.Store)
		if !ok || found {
			return
		}
		to, ok := store.Addr.(*ssa.FieldAddr)
		found = ok && to.Field == v.Field && syncop.Elem(to.X.Type()) == syncop.Elem(v.X.Type()) && o.given(store.Val)
	})
	return found
}

// result looks at the parent of a context. That of a request is the user's.
func (o *origin) result(call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	if fn == nil {
		return call.IsInvoke() && call.Method.Name() == "Context"
	}
	switch key := syncop.Key(fn); {
	case strings.HasPrefix(key, "context.With"), key == "golang.org/x/sync/errgroup.WithContext":
		return o.given(call.Args[0])
	case key == "os/signal.NotifyContext":
		return true
	}
	return fn.Name() == "Context" && fn.Signature.Recv() != nil
}

func (o *origin) each(visit func(ssa.Instruction)) {
	for _, f := range o.funcs {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				visit(in)
			}
		}
	}
}
