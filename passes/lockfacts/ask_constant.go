package lockfacts

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A caller that passes a constant decides branches of the called function (package guard).
// What is known of an argument goes along with calls of functions of the package. A lock is not
// acquired when no operation and no call is left that may acquire one of its name. An event
// stands for all the ways to it, so that it is not enough that its own way is closed.

// maxConstantDepth bounds how many calls constants are followed along.
const maxConstantDepth = 4

// A lockReach asks whether a lock of a name may be acquired.
type lockReach struct {
	summary func(*ssa.Function) *Summary
	path    func(*ssa.Function, ssa.Value) syncop.AccessPath
	node    string
	on      map[*ssa.Function]bool // the functions on the way
}

// excludes reports whether the constant arguments of a call say that the called function does
// not acquire the lock of an event.
func (q lockReach) excludes(call ssa.CallInstruction, ev *Event) bool {
	fn := call.Common().StaticCallee()
	if !acquires(ev) || ev.Obj.Node() == "" || fn == nil || len(fn.Blocks) == 0 {
		return false
	}
	q.node, q.on = ev.Obj.Node(), map[*ssa.Function]bool{}
	env := guard.Environment{}.At(call.Block()).Call(call.Common(), fn)
	return len(env) > 0 && !q.reached(fn, env)
}

// acquires is IsAcquire, without a call into the files of the walk: this one stays outside of
// their circle.
func acquires(ev *Event) bool { return ev.Op == trace.OpLock || ev.Op == trace.OpRLock }

// reached reports whether a function of whose parameters something is known may acquire the lock.
func (q *lockReach) reached(fn *ssa.Function, env guard.Environment) bool {
	if q.on[fn] || len(q.on) == maxConstantDepth {
		return true
	}
	q.on[fn] = true
	defer delete(q.on, fn)
	reached := env.Reached(fn)
	for _, b := range fn.Blocks {
		if !reached[b] {
			continue
		}
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok && q.acquires(call, env) {
				return true
			}
		}
	}
	return false
}

// acquires reports whether a call may acquire the lock. Calls whose target is not known may.
func (q *lockReach) acquires(call ssa.CallInstruction, env guard.Environment) bool {
	common := call.Common()
	if op, ok := syncop.OpOf(common); ok {
		return op.Op != trace.OpUnlock && op.Op != trace.OpRUnlock && q.isLock(q.path(call.Parent(), op.Recv))
	}
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return false
	}
	fn := common.StaticCallee()
	if fn == nil || slices.ContainsFunc(common.Args, isFunction) {
		return true
	}
	sum := q.summary(fn)
	switch {
	case sum == nil:
		return len(fn.Blocks) > 0 // it is of a package of which nothing matters, or calls itself
	case !q.in(sum):
		return false
	}
	return len(fn.Blocks) == 0 || q.reached(fn, env.At(call.Block()).Call(common, fn))
}

// in reports whether a summary acquires the lock, or what may be it.
func (q *lockReach) in(sum *Summary) bool {
	for i := range sum.Events {
		ev := &sum.Events[i]
		if ev.Dynamic != nil || acquires(ev) && q.isLock(ev.Obj) {
			return true
		}
	}
	return false
}

// isLock reports whether an access path may be the lock: it has its name, or is what a caller passes.
func (q *lockReach) isLock(p syncop.AccessPath) bool {
	node := p.Node()
	return node == q.node || node == "" || !p.Known() || p.Path == "" && p.Outer()
}

// guarded is what is known of an argument, and of the fields of a struct that is passed by value.
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

// isFunction reports whether a value is a function, which the one that it is passed to may call.
func isFunction(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}
