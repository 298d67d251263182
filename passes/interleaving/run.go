package interleaving

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// Bounds of the search of one function. A deadlock after one of the first three is possible at most.
const (
	maxTurns      = 2      // of a loop that nothing but the order of goroutines or an unknown condition ends
	maxCounted    = 8      // of a loop that counts constants
	maxGoroutines = 4      // that the function starts
	maxCalls      = 8      // called functions one after the other
	maxPaths      = 256    // ways in which all goroutines together can go
	maxSteps      = 50_000 // instructions, of all paths
	maxStates     = 2_000  // of all searches
)

// The names of the parts that a possible deadlock lacks.
const (
	freeBranch = "a branch whose condition is not known"
	moreTurns  = "a third turn of a loop"
	fifthGo    = "a fifth goroutine"
	failedTest = "a test that has failed, and has said so"
	outside    = "an operation on an object that other code uses"
)

// An op is a statement of a goroutine, with its object.
type op struct {
	stmt  condvar.Stmt // its numbers of objects are set later
	obj   *object
	lock  *object // of a Wait
	cell  *cell   // a variable that is written, or read
	code  int64   // of its value
	cases []choice
	pos   token.Pos
	whole token.Pos // of a case: where its select is
	fn    *ssa.Function
}

// A choice is one case of a select.
type choice struct {
	ch   *object
	send bool
}

// A mark is where a goroutine comes to something that makes a deadlock after it only possible.
type mark struct {
	at      int // of ops
	missing string
	pos     token.Pos
}

// A thread is one goroutine on one path.
type thread struct {
	parent int
	fn     closure
	args   []value
	pos    token.Pos // of the go statement
	ops    []op
	marks  []mark
	rest   bool    // the path ends where more would follow, or the process ends with it
	ends   bool    // the process ends there, or deferred calls follow, which unlock
	counts *object // a WaitGroup that is told of its end
}

// A run executes a function and the goroutines that it starts on one path.
type run struct {
	*slice
	cursor
	threads []*thread
	decided map[int]bool    // conditions by the id of an unknown value
	terms   map[string]int  // ids of values computed of unknown ones
	called  map[string]bool // functions that may have failed: see mayFail
	either  map[int]bool    // ids of conditions that come out either way, see mayFail
	ids     int
	steps   int  // instructions, of all paths so far
	again   bool // something was learnt that earlier parts of the run did not know
	over    bool // maxSteps was reached
}

// path executes one path of the whole program.
func (r *run) path() *leaf {
	r.threads = []*thread{r.root()}
	for i := 0; i < len(r.threads) && !r.again && !r.over; i++ {
		th := r.threads[i]
		f := &frame{run: r, th: th, fn: th.fn.fn}
		result, on := f.enterWith(th.fn, th.args)
		escape(result) // the caller has it; of a goroutine there is none
		if on && th.counts != nil {
			f.emit(op{stmt: condvar.Stmt{Op: condvar.Add, Arg: -1}, obj: th.counts, pos: th.pos})
		}
	}
	return &leaf{threads: r.threads}
}

// root is the goroutine that calls the function.
func (r *run) root() *thread {
	th := &thread{parent: -1, fn: closure{fn: r.slice.fn}, pos: r.slice.fn.Pos()}
	for range r.slice.fn.Params {
		th.args = append(th.args, r.fresh())
	}
	return th
}

// fresh is a value of which nothing is known.
func (r *run) fresh() value { r.ids++; return unknown{id: r.ids} }

// A frame is the execution of one call.
type frame struct {
	*run
	th     *thread
	fn     *ssa.Function
	env    map[ssa.Value]value
	defers []deferred
	turns  map[*ssa.BasicBlock]int
	above  *frame
	now    token.Pos // of the last instruction that has a place
	depth  int
}

// A deferred is a call that waits for the end of the function.
type deferred struct {
	call *ssa.CallCommon
	fn   value
	args []value
	in   ssa.Instruction
}

// enterWith executes the function with arguments. It is not on when the goroutine goes no further.
func (f *frame) enterWith(fn closure, args []value) (result value, on bool) {
	f.env, f.turns = map[ssa.Value]value{}, map[*ssa.BasicBlock]int{}
	for i, p := range f.fn.Params {
		if i < len(args) {
			f.env[p] = args[i]
		}
	}
	for i, v := range f.fn.FreeVars {
		if i < len(fn.free) {
			f.env[v] = fn.free[i]
		}
	}
	var from *ssa.BasicBlock
	for b := f.fn.Blocks[0]; ; {
		if !f.turn(b, from) {
			return nil, f.stop()
		}
		f.phis(b, from)
		next, result, on := f.block(b)
		if !on {
			return nil, false
		}
		if next == nil {
			return result, true
		}
		if from = b; next.skipped {
			from = nil
		}
		b = next.block
	}
}

// stop ends the goroutine where more would follow.
func (f *frame) stop() bool {
	f.th.rest = true
	return false
}

// end ends the goroutine, or the process: nothing waits for ever then. Deferred calls may still use everything.
func (f *frame) end() bool {
	f.th.ends = true
	return f.stop()
}

// mark notes what a deadlock after this place lacks.
func (f *frame) mark(missing string, pos token.Pos) {
	f.th.marks = append(f.th.marks, mark{len(f.th.ops), missing, pos})
}

// emit adds a statement to the goroutine.
func (f *frame) emit(o op) {
	o.fn = f.fn
	if !o.pos.IsValid() {
		o.pos = f.now
	}
	f.th.ops = append(f.th.ops, o)
}

// A step leads to another block.
type step struct {
	block   *ssa.BasicBlock
	skipped bool // the code between has no effect, and was not executed
}

// block executes a block. Without a next one the function returns.
func (f *frame) block(b *ssa.BasicBlock) (next *step, result value, on bool) {
	for _, in := range b.Instrs {
		if f.steps++; f.steps > maxSteps {
			f.over = true
		}
		if f.over || f.again {
			return nil, nil, false
		}
		if p := in.Pos(); p.IsValid() {
			f.now = p
		}
		switch in := in.(type) {
		case *ssa.Phi, *ssa.DebugRef:
		case *ssa.Jump:
			return &step{block: b.Succs[0]}, nil, true
		case *ssa.If:
			next, on := f.branch(in)
			return next, nil, on
		case *ssa.Return:
			return nil, f.results(in), true
		case *ssa.Panic:
			return nil, nil, f.end()
		default:
			if !f.instr(in) {
				return nil, nil, false
			}
		}
	}
	return nil, nil, f.stop()
}

func (f *frame) results(in *ssa.Return) value {
	if len(in.Results) == 1 {
		return f.value(in.Results[0])
	}
	var list tuple
	for _, r := range in.Results {
		list = append(list, f.value(r))
	}
	return list
}

// phis sets the values that depend on where control comes from.
func (f *frame) phis(b, from *ssa.BasicBlock) {
	var values []value
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		var v value = f.fresh()
		for i, p := range b.Preds {
			if p == from {
				v = f.value(phi.Edges[i])
			}
		}
		values = append(values, v)
	}
	for i, v := range values {
		f.env[b.Instrs[i].(*ssa.Phi)] = v
	}
}

// value is the knowledge about a value.
func (f *frame) value(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil {
			return konst{v: v.Value}
		}
		if c := (&cell{typ: v.Type()}); c.hasParts() {
			return &record{c}
		}
		if z := zero(v.Type()); z != value(unknown{}) {
			return z
		}
		return f.fresh()
	case *ssa.Function:
		return closure{fn: v}
	case *ssa.Global, *ssa.Builtin:
		return f.fresh()
	}
	if x, ok := f.env[v]; ok {
		return x
	}
	x := f.fresh()
	f.env[v] = x
	return x
}

// turn counts the turns of loops. It reports false at the first turn that is not looked at.
func (f *frame) turn(b, from *ssa.BasicBlock) bool {
	l := f.loops(f.fn)[b]
	if l == nil {
		return true
	}
	if from == nil || !l.body[from] {
		f.turns[b] = 0
	}
	f.turns[b]++
	if l.tested {
		return f.turns[b] <= maxCounted+1
	}
	return f.turns[b] <= maxTurns
}

// branch decides which way control goes.
func (f *frame) branch(in *ssa.If) (*step, bool) {
	b := in.Block()
	exit, done := f.exit(b)
	switch c := f.value(in.Cond).(type) {
	case konst:
		if c.read {
			return f.decide(b, constant.BoolVal(c.v), exit, done)
		}
		way := 1
		if constant.BoolVal(c.v) {
			way = 0
		}
		if exit >= 0 && way != exit && done >= maxCounted {
			f.mark(moreTurns, tested(in))
			way = exit
		}
		return &step{block: b.Succs[way]}, true
	case outcome:
		return f.decide(b, c.ok, exit, done)
	case unknown:
		return f.free(in, c, exit, done), true
	}
	return f.free(in, unknown{}, exit, done), true
}

// decide goes on after a condition that the path has chosen: other paths have the other turns of a loop.
func (f *frame) decide(b *ssa.BasicBlock, holds bool, exit, done int) (*step, bool) {
	way := 1
	if holds {
		way = 0
	}
	if exit >= 0 && way != exit && done >= maxTurns {
		return nil, f.stop()
	}
	return &step{block: b.Succs[way]}, true
}

// free goes on after a condition of which nothing is known.
func (f *frame) free(in *ssa.If, c unknown, exit, done int) *step {
	b := in.Block()
	if to := f.skip(b); to != nil {
		return &step{to, true}
	}
	if exit >= 0 && done >= maxTurns {
		f.mark(moreTurns, tested(in))
		return &step{block: b.Succs[exit]}
	}
	holds, known := f.decided[c.id]
	if holds = holds != c.neg; !known || c.id == 0 {
		holds = f.choose(2, !f.either[c.id]) == 0
		f.mark(freeBranch, tested(in))
		if c.id != 0 {
			f.decided[c.id] = holds != c.neg
		}
	}
	if holds {
		return &step{block: b.Succs[0]}
	}
	return &step{block: b.Succs[1]}
}

// tested is a place of a branch: of its condition, or of the code after it.
func tested(in *ssa.If) token.Pos {
	if c, ok := in.Cond.(ssa.Instruction); ok && c.Pos().IsValid() {
		return c.Pos()
	}
	for _, b := range append(in.Block().Succs[:2:2], in.Block()) {
		for _, near := range b.Instrs {
			if p := near.Pos(); p.IsValid() {
				return p
			}
		}
	}
	return in.Parent().Pos()
}
