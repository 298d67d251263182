package lockfacts

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Limits of the analysis of one function. Beyond maxSteps the function is
// marked as not precise: no claim about all of its paths is made.
const (
	maxStates   = 24   // kept at the start of a block
	maxSteps    = 1500 // blocks times states
	maxEvents   = 80   // in a summary
	maxOutcomes = 8
	maxVia      = 8 // calls between a function and the operation
)

// A walker runs through one function.
type walker struct {
	pkg   *analyzer
	fn    *ssa.Function
	frame *syncop.Frame
	info  *Func

	seen      map[*ssa.BasicBlock]map[string]bool
	work      []visit
	uses      map[Cond]int // how many branches test it
	events    map[string]int
	funcs     map[ssa.Value][]*FuncVal // what function values calls return
	at        map[int]ssa.Instruction  // event index -> instruction
	unlocks   map[string]int           // how many instructions release a lock
	performed map[performed]bool
	variants  map[performed]int // sets of held locks in which a call was performed
	composed  int               // events of called functions, see maxWork
	sweeping  bool              // only the operations of blocks that were not reached are looked for
	steps     int
	changed   bool // results of calls became known
}

type visit struct {
	block *ssa.BasicBlock
	state *state
}

// walk analyses a function with the summaries known so far.
func (a *analyzer) walk(fn *ssa.Function) *Func {
	w := &walker{pkg: a, fn: fn, frame: a.frame(fn), funcs: map[ssa.Value][]*FuncVal{}}
	for range 3 { // results of calls that are locks or functions give places to later operations
		w.run()
		if !w.changed {
			break
		}
		w.frame.Forget()
	}
	w.before()
	w.info.Summary = w.summary()
	return w.info
}

func (w *walker) run() {
	w.changed = false
	w.steps = 0
	w.info = &Func{Fn: w.fn, Key: syncop.Key(w.fn), Name: syncop.RuntimeName(w.fn), Released: map[string]bool{}}
	w.seen = map[*ssa.BasicBlock]map[string]bool{}
	w.performed, w.variants, w.composed = map[performed]bool{}, map[performed]int{}, 0
	w.events, w.at = map[string]int{}, map[int]ssa.Instruction{}
	w.countConds()
	w.countUnlocks()
	w.enter(w.fn.Blocks[0], &state{})
	for len(w.work) > 0 {
		v := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if w.steps++; w.steps > maxSteps {
			w.cut("maxSteps", maxSteps)
			w.sweep()
			return
		}
		w.block(v.block, v.state)
	}
}

// enter schedules a block for a state that has not been there yet.
func (w *walker) enter(b *ssa.BasicBlock, s *state) {
	if w.sweeping {
		return
	}
	seen := w.seen[b]
	if seen == nil {
		seen = map[string]bool{}
		w.seen[b] = seen
	}
	if len(seen) >= maxStates {
		w.info.Imprecise = true
		s.conds = nil
	}
	k := s.key()
	if seen[k] || len(seen) >= 2*maxStates {
		return
	}
	seen[k] = true
	w.work = append(w.work, visit{b, s})
}

// countConds counts the branches that test the same condition.
func (w *walker) countConds() {
	w.uses = map[Cond]int{}
	for _, b := range w.fn.Blocks {
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if c, _, ok := w.cond(i.Cond); ok {
				c.Val = false
				w.uses[c]++
			}
		}
	}
}

func (w *walker) countUnlocks() {
	w.unlocks = map[string]int{}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if ci, ok := in.(ssa.CallInstruction); ok {
				if sc, ok := syncop.OpOf(ci.Common()); ok && (sc.Op == trace.OpUnlock || sc.Op == trace.OpRUnlock) {
					w.unlocks[w.frame.Place(sc.Recv).String()]++
				}
			}
		}
	}
}

// block runs a state through a block and into its successors.
func (w *walker) block(b *ssa.BasicBlock, s *state) {
	states := []*state{s}
	for _, in := range b.Instrs {
		if len(states) == 0 {
			return
		}
		switch in := in.(type) {
		case *ssa.If:
			for _, s := range states {
				w.branch(b, s, in)
			}
		case *ssa.Jump:
			for _, s := range states {
				w.follow(b, b.Succs[0], s)
			}
		case *ssa.Return:
			for _, s := range states {
				w.exit(in, s)
			}
		default:
			states = w.each(states, in)
		}
	}
}

// each runs an instruction in every state and merges equal results.
func (w *walker) each(states []*state, in ssa.Instruction) []*state {
	if !w.matters(in) {
		return states
	}
	var next []*state
	seen := map[string]bool{}
	for _, s := range states {
		w.pkg.work++
		for _, n := range w.step(s, in) {
			if k := n.key(); !seen[k] && len(next) < maxStates {
				seen[k] = true
				next = append(next, n)
			}
		}
	}
	return next
}

func (w *walker) matters(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call, *ssa.Defer, *ssa.RunDefers, *ssa.Go, *ssa.Send, *ssa.Select:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Store:
		cell, local := in.Addr.(*ssa.Alloc)
		return local && (isBool(in.Val.Type()) || types.IsInterface(in.Val.Type())) && !syncop.StoredElsewhere(cell)
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func (w *walker) step(s *state, in ssa.Instruction) []*state {
	switch in := in.(type) {
	case *ssa.Call:
		return w.call(s, in, in)
	case *ssa.Defer:
		if !slices.Contains(s.defers, in) {
			s.defers = append(slices.Clone(s.defers), in)
		}
	case *ssa.RunDefers:
		return w.runDefers(s, in)
	case *ssa.Go:
		w.spawn(s, in)
	case *ssa.Send:
		w.channel(s, in, trace.OpSend, in.Chan, false)
	case *ssa.UnOp:
		w.channel(s, in, trace.OpRecv, in.X, false)
	case *ssa.Select:
		for _, c := range in.States {
			op := trace.OpRecv
			if c.Dir == types.SendOnly {
				op = trace.OpSend
			}
			w.channel(s, in, op, c.Chan, !in.Blocking || len(in.States) > 1)
		}
	case *ssa.Store:
		w.store(s, in)
	}
	return []*state{s}
}

// store follows flags such as locked := true, and errors.
func (w *walker) store(s *state, in *ssa.Store) {
	cell := w.frame.Place(in.Addr).String() + "->"
	s.forget(cell)
	switch w.constant(in.Val) {
	case "true", "false":
		s.set(Cond{CondTrue, cell, "", w.constant(in.Val) == "true"})
	case "nil", "nonnil":
		s.set(Cond{CondNil, cell, "", w.constant(in.Val) == "nil"})
	default:
		for _, kind := range []CondKind{CondTrue, CondNil} {
			if val, ok := s.know(Cond{Kind: kind, Place: w.name(in.Val)}); ok {
				s.set(Cond{kind, cell, "", val})
			}
		}
	}
}

func (w *walker) runDefers(s *state, at ssa.Instruction) []*state {
	states := []*state{s}
	defers := s.defers
	for i := len(defers) - 1; i >= 0; i-- {
		var next []*state
		for _, s := range states {
			s.defers = nil
			next = append(next, w.call(s, defers[i], at)...)
		}
		states = next
	}
	return states
}

func (w *walker) channel(s *state, in ssa.Instruction, op trace.Op, ch ssa.Value, escapes bool) {
	w.record(s, in, Event{Op: op, Obj: w.frame.Place(ch), Site: w.site(in), Escapes: escapes})
}

// branch follows the outcomes of a test that are possible in a state.
func (w *walker) branch(b *ssa.BasicBlock, s *state, in *ssa.If) {
	c, neg, ok := w.cond(in.Cond)
	for i, succ := range b.Succs {
		truth := i == 0
		n := s.clone()
		if !w.resolveTry(n, in.Cond, truth) {
			continue
		}
		if ok {
			d := c
			d.Val = truth != neg
			if val, known := n.know(d); known && val != d.Val {
				continue
			}
			if w.worthKnowing(d) {
				n.set(d)
			}
		}
		w.follow(b, succ, n)
	}
}

// resolveTry turns a TryLock whose result is tested into a held lock or nothing.
func (w *walker) resolveTry(s *state, v ssa.Value, truth bool) bool {
	for {
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.NOT {
			v, truth = u.X, !truth
			continue
		}
		break
	}
	for i, t := range s.tries {
		if t.result == v {
			s.tries = slices.Delete(slices.Clone(s.tries), i, i+1)
			if truth {
				s.acquire(t.lock)
			}
			return true
		}
	}
	return true
}

// cond renders a tested value. The condition holds when it is true and neg is
// not set, or false and neg is set.
func (w *walker) cond(v ssa.Value) (c Cond, neg, ok bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return Cond{}, false, false
	case *ssa.UnOp:
		if v.Op == token.NOT {
			c, neg, ok = w.cond(v.X)
			return c, !neg, ok
		}
	case *ssa.BinOp:
		if v.Op == token.EQL || v.Op == token.NEQ {
			return w.equality(v)
		}
	}
	return Cond{Kind: CondTrue, Place: w.name(v)}, false, true
}

func (w *walker) equality(v *ssa.BinOp) (c Cond, neg, ok bool) {
	x, y := v.X, v.Y
	if _, isConst := x.(*ssa.Const); isConst {
		x, y = y, x
	}
	k, isConst := y.(*ssa.Const)
	neg = v.Op == token.NEQ
	switch {
	case !isConst:
		return Cond{Kind: CondTrue, Place: "L" + v.Name()}, false, true
	case k.IsNil():
		return Cond{Kind: CondNil, Place: w.name(x)}, neg, true
	default:
		return Cond{Kind: CondEqual, Place: w.name(x), Const: k.Name()}, neg, true
	}
}

// name is the place of a value, or its register.
func (w *walker) name(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if stored := justStored(load); stored != nil {
			return w.name(stored)
		}
		if cell, ok := load.X.(*ssa.Alloc); ok && syncop.OnlyStore(cell) == nil && !syncop.StoredElsewhere(cell) {
			return w.frame.Place(cell).String() + "->"
		}
	}
	if p := w.frame.Place(v); p.Known() {
		if p.Root[0] != 'G' || p.Path != "" {
			return p.String()
		}
	}
	return "L" + v.Name()
}

// follow goes along an edge: phis take their values, and what a loop repeats
// becomes old.
func (w *walker) follow(from, to *ssa.BasicBlock, s *state) {
	n := s.clone()
	if to.Dominates(from) {
		w.nextIteration(from, to, n)
	}
	pred := slices.Index(to.Preds, from)
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		w.assign(n, phi, phi.Edges[pred], s)
	}
	w.enter(to, n)
}

// assign gives a phi what is known about one of its edges.
func (w *walker) assign(s *state, phi *ssa.Phi, v ssa.Value, before *state) {
	place := w.name(phi)
	s.forget(place)
	if k, ok := v.(*ssa.Const); ok {
		switch {
		case k.IsNil():
			s.set(Cond{CondNil, place, "", true})
		case isBool(k.Type()) && k.Value != nil:
			s.set(Cond{CondTrue, place, "", k.Value.String() == "true"})
		}
		return
	}
	if c := w.constant(v); c == "nonnil" {
		s.set(Cond{CondNil, place, "", false})
	}
	for _, kind := range []CondKind{CondTrue, CondNil} {
		if val, ok := before.know(Cond{Kind: kind, Place: w.name(v)}); ok {
			s.set(Cond{kind, place, "", val})
		}
	}
	for i, t := range s.tries {
		if t.result == v {
			s.tries = slices.Clone(s.tries)
			s.tries[i].result = phi
		}
	}
}

// nextIteration renames what is held at the end of a loop body: a lock of the
// value that becomes the loop variable keeps its name, any other lock of this
// iteration becomes some lock of its class.
func (w *walker) nextIteration(from, header *ssa.BasicBlock, s *state) {
	pred := slices.Index(header.Preds, from)
	rename := func(p syncop.Place) syncop.Place {
		for _, in := range header.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			v := w.frame.Place(phi.Edges[pred])
			self := w.frame.Place(phi)
			if v.Known() && v.Root == p.Root && strings.HasPrefix(p.Path, v.Path) && v != self {
				p.Root, p.Path = self.Root, self.Path+p.Path[len(v.Path):]
				return p
			}
		}
		if w.repeats(p, header) {
			return p.Forget()
		}
		return p
	}
	for i := range s.held {
		s.held[i].Lock = rename(s.held[i].Lock)
	}
	for i := range s.freed {
		s.freed[i].Lock = rename(s.freed[i].Lock)
	}
	s.conds = slices.DeleteFunc(s.conds, func(c Cond) bool { return !c.outer() && c.Place[0] != 'G' && !w.isCell(c.Place) })
	s.done = nil
}

// isCell reports whether a condition is about a variable, which keeps its value.
func (w *walker) isCell(place string) bool { return strings.HasSuffix(place, "->") }

// repeats reports whether the place depends on a value that the loop with that
// header computes anew.
func (w *walker) repeats(p syncop.Place, header *ssa.BasicBlock) bool {
	if p.Root[0] != 'L' && !strings.Contains(p.Path, "[t") {
		return false
	}
	for _, b := range w.fn.Blocks {
		if !header.Dominates(b) {
			continue
		}
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && v.Name() != "" && p.Uses(v.Name()) {
				return true
			}
		}
	}
	return false
}

// exit records a return.
func (w *walker) exit(in *ssa.Return, s *state) {
	if w.sweeping {
		return
	}
	e := Exit{Pos: in.Pos(), Held: s.held, Freed: s.freed, Conds: s.conds}
	for _, r := range in.Results {
		e.Rets = append(e.Rets, w.ret(r, s))
	}
	w.info.Exits = append(w.info.Exits, e)
}

// ret says what is known about a returned value.
func (w *walker) ret(v ssa.Value, s *state) Ret {
	v = lastStored(v)
	r := Ret{Const: w.constant(v)}
	if fns := w.funcValues(v); len(fns) == 1 {
		r.Fn = fns[0]
	}
	if r.Const == "" {
		if val, ok := s.know(Cond{Kind: CondTrue, Place: w.name(v)}); ok && isBool(v.Type()) {
			r.Const = map[bool]string{true: "true", false: "false"}[val]
		} else if val, ok := s.know(Cond{Kind: CondNil, Place: w.name(v)}); ok {
			r.Const = map[bool]string{true: "nil", false: "nonnil"}[val]
		}
	}
	if p := w.frame.Place(v); (p.Outer() || p.Root == "G") && isReference(v.Type()) {
		r.Place = &p
	}
	return r
}

// lastStored looks through the variable in which a function with defers keeps a
// result while they run.
func lastStored(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	stored := v
	for _, in := range load.Block().Instrs {
		if in == ssa.Instruction(load) {
			break
		}
		if s, ok := in.(*ssa.Store); ok && s.Addr == cell {
			stored = s.Val
		}
	}
	return stored
}

// justStored returns the value that was stored into a variable before a load in
// the same block, when no call comes in between that could store another.
func justStored(load *ssa.UnOp) ssa.Value {
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var stored ssa.Value
	for _, in := range load.Block().Instrs {
		switch in := in.(type) {
		case *ssa.Store:
			if in.Addr == cell {
				stored = in.Val
			}
		case *ssa.UnOp:
			if in == load {
				return stored
			}
		case ssa.CallInstruction, *ssa.RunDefers:
			stored = nil
		}
	}
	return nil
}

func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Chan:
		return true
	}
	return false
}

// constant renders a constant, or "nonnil" for what cannot be nil.
func (w *walker) constant(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Const:
		switch {
		case v.IsNil():
			return "nil"
		case v.Value != nil && isBool(v.Type()):
			return v.Value.String()
		}
		return v.Name()
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function, *ssa.MakeChan, *ssa.MakeMap:
		return "nonnil"
	case *ssa.ChangeInterface:
		return w.constant(v.X)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil {
			switch syncop.Key(fn) {
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

// site is where an instruction stands.
func (w *walker) site(in ssa.Instruction) Site {
	pos := in.Pos()
	if !pos.IsValid() {
		for _, other := range in.Block().Instrs {
			if other.Pos().IsValid() {
				pos = other.Pos()
				break
			}
		}
	}
	return Site{Func: w.info.Name, Pos: w.pkg.position(pos), tok: pos}
}
