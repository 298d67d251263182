package lockfacts

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A caller that passes a constant, or an object of a known type, decides branches of the called function (package guard).
// The known value of an argument goes along with calls of functions of the package. A lock is not
// acquired when no operation and no call is left that may acquire one of its name. So it is with calls of methods. An event
// stands for all the ways to it, so that it is not enough that its own way is closed.

// maxConstantDepth bounds how many calls constants are followed along.
const maxConstantDepth = 4

// A lockReach asks whether a lock of a name may be acquired, or an open call be made.
type lockReach struct {
	summary func(*ssa.Function) *Summary
	path    func(*ssa.Function, ssa.Value) syncop.AccessPath
	formats func(*ssa.CallCommon) bool // whether a call finds methods by reflection
	node    string
	open    *DynamicCall           // if that is asked for
	on      map[*ssa.Function]bool // the functions on the way
	passed  passings               // the knowledge of the arguments of its calls, once asked
}

// A passing is the knowledge that a call gives of the arguments of a function. It is the same for all events, so each way of calls has
// one.
type passing struct {
	env     guard.Environment
	reached map[*ssa.BasicBlock]bool // nil until it is asked for
	inner   passings                 // of the calls that the function makes with that knowledge
}

type passings map[ssa.CallInstruction]*passing

// of returns the knowledge that a call gives a function when that of the caller is known.
func (p passings) of(call ssa.CallInstruction, fn *ssa.Function, env guard.Environment) *passing {
	known := p[call]
	if known == nil {
		known = &passing{env: env.At(call.Block()).Call(call, fn), inner: passings{}}
		p[call] = known
	}
	return known
}

// reaches returns the blocks of the function to which control may come.
func (p *passing) reaches(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	if p.reached == nil {
		p.reached = p.env.Reached(fn)
	}
	return p.reached
}

// excludes reports whether the arguments of a call say that the called function does not acquire the lock of an event, or does
// not come to the open call that the event is.
func (q lockReach) excludes(call ssa.CallInstruction, ev *Event) bool {
	fn := call.Common().StaticCallee()
	q.node, q.open, q.on = ev.Obj.Node(), ev.Dynamic, map[*ssa.Function]bool{}
	if fn == nil || len(fn.Blocks) == 0 || q.open == nil && (!acquires(ev) || q.node == "") {
		return false
	}
	known := q.passed.of(call, fn, guard.Environment{})
	return len(known.env) > 0 && !q.reached(fn, known)
}

// acquires is IsAcquire, without a call into the files of the walk: this one stays outside of
// their circle.
func acquires(ev *Event) bool { return ev.Op == trace.OpLock || ev.Op == trace.OpRLock }

// reached reports whether a function of whose parameters something is known may acquire the lock.
func (q *lockReach) reached(fn *ssa.Function, known *passing) bool {
	if q.on[fn] || len(q.on) == maxConstantDepth {
		return true
	}
	q.on[fn] = true
	defer delete(q.on, fn)
	reached := known.reaches(fn)
	for _, b := range fn.Blocks {
		if !reached[b] {
			continue
		}
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok && q.acquires(call, known) {
				return true
			}
		}
	}
	return false
}

// acquires reports whether a call may acquire the lock.
func (q *lockReach) acquires(call ssa.CallInstruction, known *passing) bool {
	common := call.Common()
	if op, ok := syncop.OpOf(common); ok {
		return q.open == nil && op.Op != trace.OpUnlock && op.Op != trace.OpRUnlock && q.isLock(q.path(call.Parent(), op.Recv))
	}
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return false
	}
	fn := common.StaticCallee()
	switch {
	case q.formats(common):
		return true
	case fn == nil && q.open != nil:
		return !common.IsInvoke() || common.Method.Name() == q.open.Method
	case fn == nil:
		return !staysOpen(common)
	}
	if slices.ContainsFunc(common.Args, isFunction) {
		return true
	}
	sum := q.summary(fn)
	switch {
	case sum == nil:
		return len(fn.Blocks) > 0 // it is of a package of which nothing matters, or calls itself
	case !q.in(sum, common):
		return false
	}
	return len(fn.Blocks) == 0 || q.reached(fn, known.inner.of(call, fn, known.env))
}

// staysOpen reports whether the function that makes a call does not know its target. Such a call is an event of its own: the event
// of a lock does not stand for it.
func staysOpen(common *ssa.CallCommon) bool {
	if common.IsInvoke() {
		return syncop.ConcreteType(common.Value) == nil
	}
	return isOpen(common.Value)
}

// isOpen reports whether a function or an interface is an argument of the caller, or the value of a variable that others know.
func isOpen(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.Lookup:
		return true
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
			return true
		}
	}
	return false
}

// in reports whether a call acquires the lock by its summary, or a lock that may be it.
func (q *lockReach) in(sum *Summary, call *ssa.CallCommon) bool {
	for i := range sum.Events {
		ev := &sum.Events[i]
		if q.open != nil {
			if ev.Dynamic != nil && ev.Dynamic.Method == q.open.Method {
				return true
			}
			continue
		}
		if ev.Dynamic != nil && tellsTarget(ev.Dynamic, call) || acquires(ev) && q.isLock(ev.Obj) {
			return true
		}
	}
	return false
}

// tellsTarget reports whether a call may tell the target of an open call of the called function. A field is no argument.
func tellsTarget(d *DynamicCall, call *ssa.CallCommon) bool {
	if !d.Recv.Outer() || d.Recv.Path != "" && d.Recv.Path != "->" {
		return false
	}
	i := d.Recv.Index()
	return d.Recv.Root[0] != 'P' || i < 0 || i >= len(call.Args) || !isOpen(call.Args[i]) && mayHoldFunction(call.Args[i])
}

// mayHoldFunction reports whether a value is a function, or an interface or a variable with one perhaps.
func mayHoldFunction(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.MakeInterface:
		return mayHoldFunction(v.X)
	}
	switch v.Type().Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	}
	return false
}

// isLock reports whether an access path may be the lock: it has its name, or is an argument of a caller.
func (q *lockReach) isLock(p syncop.AccessPath) bool {
	node := p.Node()
	return node == q.node || node == "" || !p.Known() || p.Path == "" && p.Outer()
}

// guarded is the known value of an argument, and of the fields of a struct that is passed by value.
func guarded(v ssa.Value) (k guard.Value, fields map[string]guard.Value) {
	k = guard.Environment{}.Of(v)
	st, ok := v.Type().Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		if field := k.Field(i); field.Known() {
			if fields == nil {
				fields = map[string]guard.Value{}
			}
			fields[syncop.FieldOf(syncop.AccessPath{}, v.Type(), i).Path+"->"] = field
		}
	}
	return k, fields
}

// isFunction reports whether a value is a function, which the called function may call.
func isFunction(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

// constant renders a constant, or "nonnil" for a value that cannot be nil.
func (w *walker) constant(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Const:
		switch {
		case v.IsNil():
			return "nil"
		case v.Value != nil && isBool(v.Type()):
			return v.Value.String()
		}
		return syncop.ConstName(v)
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function, *ssa.MakeChan, *ssa.MakeMap:
		return "nonnil"
	case *ssa.ChangeInterface:
		return w.constant(v.X)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && fn.Parent() == nil {
			switch w.pkg.key(fn) {
			case "errors.New", "fmt.Errorf":
				return "nonnil"
			}
		}
	case *ssa.UnOp: // a sentinel error
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL && types.IsInterface(v.Type()) && strings.HasPrefix(strings.ToLower(g.Name()), "err") {
			return "nonnil"
		}
	}
	return ""
}
