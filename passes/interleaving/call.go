package interleaving

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// callee is the value that a call calls, or nil for a method of an interface.
func (f *frame) callee(c *ssa.CallCommon) value {
	if c.IsInvoke() {
		return nil
	}
	return f.value(c.Value)
}

// arguments are those of a call; the receiver of an interface method comes first.
func (f *frame) arguments(c *ssa.CallCommon) (args []value) {
	if c.IsInvoke() {
		args = append(args, f.value(c.Value))
	}
	for _, a := range c.Args {
		args = append(args, f.value(a))
	}
	return args
}

// call executes a call.
func (f *frame) call(c *ssa.CallCommon, fn value, args []value, in ssa.Instruction) (result value, on bool) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return f.builtin(b.Name(), args, in), true
	}
	if s, ok := syncop.OpOf(c); ok {
		return f.operation(s, args, in)
	}
	if ends(c) {
		return nil, f.end()
	}
	if v, ok := f.library(c, args, in); ok {
		return v, true
	}
	if f.ended(c) {
		return timer{}, true
	}
	if syncop.FailsTest(c) {
		f.mark(failedTest, in.Pos())
	}
	target, ok := fn.(closure)
	if ok && f.follows(target, args) {
		inner := &frame{run: f.run, th: f.th, fn: target.fn, above: f, depth: f.depth + 1}
		return inner.enterWith(target, args)
	}
	escape(fn)
	for _, a := range args {
		escape(a)
	}
	result = f.unknownResult(c)
	f.mayFail(c, result)
	return result, true
}

// unknownResult is the result of a function that is not followed.
func (f *frame) unknownResult(c *ssa.CallCommon) value {
	n := c.Signature().Results().Len()
	if n < 2 {
		return f.fresh()
	}
	var t tuple
	for range n {
		t = append(t, f.fresh())
	}
	return t
}

// follows reports whether a call is executed: a function of the package with something to do with objects.
func (f *frame) follows(fn closure, args []value) bool {
	if len(fn.fn.Blocks) == 0 || fn.fn.Pkg != nil && fn.fn.Pkg != f.slice.fn.Pkg || f.depth >= maxCalls {
		return false
	}
	for up := f; up != nil; up = up.above {
		if up.fn == fn.fn {
			return false
		}
	}
	return tracked(tuple(fn.free)) || tracked(tuple(args)) || f.allocates(fn.fn) || f.mayExit(fn.fn, 0)
}

// allocates reports whether a function of the package, or a callee, makes objects and may return them.
func (s *slice) allocates(fn *ssa.Function) bool {
	if fn.Signature.Results().Len() == 0 || fn.Pkg != s.fn.Pkg {
		return false
	}
	for v := range fn.Signature.Results().Variables() {
		if synchronises(v.Type(), 0) && s.makes(fn, 0) {
			return true
		}
	}
	return false
}

// makes reports whether a function or a callee makes objects.
func (s *slice) makes(fn *ssa.Function, depth int) bool {
	if m, ok := s.makers[fn]; ok || depth > maxCalls {
		return m
	}
	s.makers[fn] = false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if s.makesAt(in, depth) {
				s.makers[fn] = true
				return true
			}
		}
	}
	return false
}

func (s *slice) makesAt(in ssa.Instruction, depth int) bool {
	switch in := in.(type) {
	case *ssa.MakeChan:
		return true
	case *ssa.Alloc:
		return holds(in.Type().Underlying().(*types.Pointer).Elem(), 0)
	case *ssa.Call:
		fn := in.Call.StaticCallee()
		return fn != nil && (syncop.Key(fn) == "sync.NewCond" || fn.Pkg == s.fn.Pkg && fn.Pkg != nil && s.makes(fn, depth+1))
	}
	return false
}

// holds reports whether a variable of a type is an object, or has one as a part.
func holds(t types.Type, depth int) bool {
	if _, ok := syncKind(t); ok {
		return true
	}
	if u, ok := t.Underlying().(*types.Struct); ok && depth < maxTypeDepth {
		for f := range u.Fields() {
			if holds(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// builtin executes a call of a function of the language.
func (f *frame) builtin(name string, args []value, in ssa.Instruction) value {
	switch name {
	case "close":
		if o, ok := args[0].(*object); ok && o.kind == trace.KindChan {
			f.learn(f.learnt.closed, allocation{site: o.site})
			f.emit(op{stmt: condvar.Stmt{Op: condvar.Close}, obj: o, pos: in.Pos()})
		}
	case "len", "cap":
		if w, ok := args[0].(window); ok && !w.array.escaped {
			return konst{v: constant.MakeInt64(w.array.typ.Underlying().(*types.Array).Len())}
		}
	default:
		for _, a := range args {
			escape(a)
		}
	}
	return f.fresh()
}

// waits reports whether a call waits for an object, whichever it is.
func (f *frame) waits(c *ssa.CallCommon) bool {
	s, ok := syncop.OpOf(c)
	return ok && (s.Op == trace.OpWGWait || s.Op == trace.OpWait)
}

// operation executes an operation of package sync.
func (f *frame) operation(s syncop.SyncCall, args []value, in ssa.Instruction) (value, bool) {
	o := objectAt(args[0])
	if o == nil {
		if s.Op == trace.OpWGWait || s.Op == trace.OpWait {
			f.mark(outside, in.Pos())
		}
		return f.fresh(), true
	}
	if s.Try && f.choose(2, false) == 1 {
		f.mark(outside, in.Pos())
		return konst{v: constant.MakeBool(false)}, true
	}
	st := op{obj: o, pos: in.Pos()}
	switch s.Op {
	case trace.OpLock:
		st.stmt.Op = condvar.Lock
	case trace.OpRLock:
		st.stmt.Op = condvar.RLock
	case trace.OpUnlock:
		st.stmt.Op = condvar.Unlock
	case trace.OpRUnlock:
		st.stmt.Op = condvar.RUnlock
	case trace.OpWGWait:
		st.stmt.Op = condvar.WGWait
	case trace.OpWGDone:
		st.stmt.Op, st.stmt.Arg = condvar.Add, -1
	case trace.OpWGAdd:
		k, ok := args[1].(konst)
		if !ok {
			o.escaped = true // how far it counts is not known
			return f.fresh(), true
		}
		st.stmt.Op = condvar.Add
		st.stmt.Arg, _ = constant.Int64Val(k.v)
	default:
		return f.condition(s.Op, st, args[0].(*cell))
	}
	if s.Try {
		st.stmt.Op = map[condvar.Op]condvar.Op{condvar.Lock: condvar.TryLock, condvar.RLock: condvar.TryRLock}[st.stmt.Op]
	}
	f.emit(st)
	return konst{v: constant.MakeBool(true)}, true
}

// condition executes an operation of a Cond.
func (f *frame) condition(operation trace.Op, st op, cond *cell) (value, bool) {
	switch operation {
	case trace.OpSignal:
		st.stmt.Op = condvar.Signal
	case trace.OpBroadcast:
		st.stmt.Op = condvar.Broadcast
	case trace.OpWait:
		st.stmt.Op = condvar.Wait
		if st.lock = objectAt(f.load(cond.part(lockOf(cond.typ)))); st.lock == nil || st.lock.kind != trace.KindMutex {
			st.obj.escaped = true // its lock is not known
		}
	default:
		return f.fresh(), true
	}
	f.emit(st)
	return f.fresh(), true
}

// lockOf is the number of the field L of a Cond.
func lockOf(t types.Type) int {
	u := t.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		if u.Field(i).Name() == "L" {
			return i
		}
	}
	return 0
}

// library executes functions of the standard library that make objects, start goroutines or return channels.
func (f *frame) library(c *ssa.CallCommon, args []value, in ssa.Instruction) (value, bool) {
	fn := c.StaticCallee()
	if fn == nil {
		return nil, false
	}
	switch syncop.Key(fn) {
	case "sync.NewCond":
		p, ok := c.Signature().Results().At(0).Type().(*types.Pointer)
		if !ok {
			return nil, false
		}
		cond := &cell{typ: p.Elem(), site: in.(ssa.Value)}
		cond.part(lockOf(cond.typ)).val = args[0]
		return cond, true
	case "time.After", "time.Tick":
		return timer{}, true
	case "(*sync.WaitGroup).Go":
		return f.fresh(), f.counted(args, in)
	}
	return nil, false
}

// counted starts a goroutine of a WaitGroup.
func (f *frame) counted(args []value, in ssa.Instruction) bool {
	wg, fn := objectAt(args[0]), args[1]
	target, ok := fn.(closure)
	if wg == nil || !ok || !f.follows(target, []value{args[0]}) {
		return false
	}
	f.emit(op{stmt: condvar.Stmt{Op: condvar.Add, Arg: 1}, obj: wg, pos: in.Pos()})
	f.spawn(target, nil, wg, in.Pos())
	return true
}

// start executes a go statement.
func (f *frame) start(in *ssa.Go) {
	fn, args := f.callee(&in.Call), f.arguments(&in.Call)
	target, ok := fn.(closure)
	if !tracked(fn) && !tracked(tuple(args)) && !(ok && f.mayExit(target.fn, 0)) {
		escape(fn)
		escape(tuple(args))
		return
	}
	if !ok || !f.follows(target, args) {
		escape(fn)
		escape(tuple(args))
		return
	}
	f.spawn(target, args, nil, in.Pos())
}

// spawn adds a goroutine to the program.
func (f *frame) spawn(fn closure, args []value, counts *object, pos token.Pos) {
	if len(f.threads) > maxGoroutines {
		f.mark(fifthGo, pos)
		return
	}
	share(fn)
	share(tuple(args))
	f.emit(op{stmt: condvar.Stmt{Op: condvar.Go, Arg: int64(len(f.threads))}, pos: pos})
	parent := 0
	for i, th := range f.threads {
		if th == f.th {
			parent = i
		}
	}
	f.threads = append(f.threads, &thread{parent: parent, fn: fn, args: args, counts: counts, pos: pos})
}

// runDefers executes the deferred calls, the last one first.
func (f *frame) runDefers() bool {
	for len(f.defers) > 0 {
		d := f.defers[len(f.defers)-1]
		f.defers = f.defers[:len(f.defers)-1]
		if _, on := f.call(d.call, d.fn, d.args, d.in); !on {
			return false
		}
	}
	return true
}
