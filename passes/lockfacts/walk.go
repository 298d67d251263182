package lockfacts

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Limits of the analysis of one function. Beyond maxSteps the function is
// marked as not precise: no claim about all of its paths is made.
const (
	maxStates   = 24   // kept at the start of a block
	maxSteps    = 1500 // blocks times states
	maxRuns     = 12   // of a function, each with more results of calls known than the last one
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

	seen      [][]string // keys of states, by block
	work      []visit
	uses      map[Condition]int // how many branches test it
	events    map[string]int
	key       []byte                              // that of the last event, which makes room for the next
	stateKey  []byte                              // the same of the last state
	funcs     map[ssa.Value][]*FuncVal            // the function values that calls return
	at        map[int]ssa.Instruction             // event index -> instruction
	also      map[int][]ssa.Instruction           // of a deferred one: the other ends of the function
	asked     map[*ssa.Alloc]bool                 // see ask
	still     map[slotAt]int                      // see stillAt
	needed    map[*ssa.BasicBlock][]string        // see needs
	asksAgain map[*ssa.BasicBlock]bool            // see isRepeated
	computes  map[*ssa.BasicBlock]map[string]bool // see computedIn
	repeated  map[int][]ssa.Instruction           // of an acquisition: the other instructions at which it happens
	uncounted map[int]bool                        // whether a done may come without an add before, by event index
	unlocks   map[string]int                      // how many instructions release a lock
	early     map[string]bool                     // whether one does before the function returns
	performed map[performed][]Condition           // the known conditions of each time
	variants  map[performed]int                   // sets of held locks in which a call was performed
	ends      map[end]HeldLock                    // of loop bodies, with a lock held that the body acquired
	begins    map[end]bool                        // the locks held where loops begin
	nodes     map[string][]string                 // node -> access paths that are released
	modes     modeUses
	drained   map[*ssa.BasicBlock][]string // see drains
	alone     bool                         // the summary is not needed
	brief     bool                         // see isBrief
	room      []Event                      // where events are collected: most walks collect more than they keep
	passed    []passed                     // see passesOver
	assigns   []assignment                 // see assignments
	short     bool                         // maxSteps was reached: not every block was walked
	says      passings                     // see lockReach
	composed  int                          // events of called functions, see maxWork
	sweeping  bool                         // only the operations of blocks that were not reached are looked for
	steps     int
	changed   bool // results of calls became known
}

type visit struct {
	block *ssa.BasicBlock
	state *state
}

// walk analyses a function with the summaries known so far.
func (a *analyzer) walk(fn *ssa.Function) *Func { return a.walkAs(fn, a.isBrief(fn)) }

// walkAs does so with or without what called functions say already, see isBrief.
func (a *analyzer) walkAs(fn *ssa.Function, brief bool) *Func {
	room := a.room // no other walk may have it until this one is over
	a.room = nil
	w := &walker{pkg: a, fn: fn, frame: a.frame(fn), funcs: map[ssa.Value][]*FuncVal{}, alone: a.isOnlyTest(fn), brief: brief, room: room}
	for runs := 1; w.run(); runs++ { // results of calls that are locks or functions give access paths to later operations
		if runs == maxRuns {
			w.cut("maxRuns", maxRuns)
			break
		}
		w.frame.Forget()
		w.room = w.info.Events[:0]
	}
	w.before()
	w.info.HeldAtLoopEnds = w.laps()
	if !w.short && !w.info.Imprecise {
		w.info.UnlocksOfUnlocked = append(w.info.UnlocksOfUnlocked, w.modes.wrong()...)
	}
	w.info.entry = entryLocks(w.info.Exits)
	if w.info.Summary = new(Summary); !w.alone {
		w.info.Summary = w.summary()
	}
	if promised := w.contract(); promised != nil {
		w.info.Summary = promised
	}
	if brief {
		w.leavesOut(w.info.Summary)
	}
	room = w.info.Events
	w.forget()
	clear(room[:cap(room)])
	a.room = room[:0]
	w.frame.Forget() // few are asked for again
	return w.info
}

// run goes along the paths of the function. It reports whether results of calls became known, which events before them do
// not say yet.
func (w *walker) run() bool {
	w.changed = false
	w.steps = 0
	w.info = &Func{Fn: w.fn, Key: syncop.Key(w.fn), Name: syncop.RuntimeName(w.fn), Released: map[string]bool{}, Events: w.room}
	w.seen = make([][]string, len(w.fn.Blocks))
	w.performed, w.variants, w.composed = map[performed][]Condition{}, map[performed]int{}, 0
	w.needed, w.still = nil, map[slotAt]int{}
	w.short, w.passed, w.assigns, w.drained = false, nil, nil, map[*ssa.BasicBlock][]string{}
	w.ends, w.begins, w.nodes = map[end]HeldLock{}, map[end]bool{}, map[string][]string{}
	w.modes = modeUses{}
	w.events, w.at, w.also = map[string]int{}, map[int]ssa.Instruction{}, map[int][]ssa.Instruction{}
	w.uncounted, w.repeated = map[int]bool{}, map[int][]ssa.Instruction{}
	w.countConds()
	w.countUnlocks()
	w.enter(w.fn.Blocks[0], &state{})
	for len(w.work) > 0 {
		v := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if w.steps++; w.steps > maxSteps {
			w.cut("maxSteps", maxSteps)
			w.short = true
			w.sweep()
			break
		}
		w.block(v.block, v.state)
	}
	return w.changed
}

func (w *walker) countUnlocks() {
	w.unlocks, w.early = map[string]int{}, map[string]bool{}
	if slices.ContainsFunc(w.fn.AnonFuncs, IsLoopBody) {
		defer func() { // the bodies may unlock as well
			for path := range w.unlocks {
				w.unlocks[path]++
			}
		}()
	}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if ci, ok := in.(ssa.CallInstruction); ok {
				if sc, ok := syncop.OpOf(ci.Common()); ok && (sc.Op == trace.OpUnlock || sc.Op == trace.OpRUnlock) {
					path := w.frame.AccessPath(sc.Recv).String()
					w.unlocks[path]++
					_, deferred := in.(*ssa.Defer)
					w.early[path] = w.early[path] || !deferred
				}
			}
		}
	}
}

// block runs a state, which is not shared, through a block and into its successors.
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
	if len(states) == 1 {
		w.pkg.work++
		return w.distinct(w.step(states[0], in))
	}
	var all []*state
	for _, s := range states {
		w.pkg.work++
		all = append(all, w.step(s, in)...)
	}
	return w.distinct(all)
}

// distinct returns one of all equal states.
func (w *walker) distinct(all []*state) []*state {
	if len(all) < 2 {
		return all
	}
	next := all[:0:0]
	seen := map[string]bool{}
	for _, n := range all {
		w.stateKey = n.appendKey(w.stateKey[:0])
		if !seen[string(w.stateKey)] && len(next) < maxStates {
			seen[string(w.stateKey)] = true
			next = append(next, n)
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
	case *ssa.Alloc:
		return in.Heap && isBool(syncop.Elem(in.Type())) && !syncop.StoredElsewhere(in)
	case *ssa.Store:
		if jump := jumpOf(in.Parent()); jump != nil && in.Addr == jump {
			return true
		}
		if _, ok := isClear(in); ok || overwrites(in) || storesLiteral(in) || givesLock(in) != nil || lodges(in) || flagSetAt(in) != nil {
			return true
		}
		cell, local := in.Addr.(*ssa.Alloc)
		return local && (isBool(in.Val.Type()) || types.IsInterface(in.Val.Type())) && !syncop.StoredElsewhere(cell)
	}
	return false
}

func (w *walker) step(s *state, in ssa.Instruction) []*state {
	switch in := in.(type) {
	case *ssa.Call:
		if syncop.IsNoReturnCall(in) {
			return nil
		}
		if fa := flagSetAt(in); fa != nil {
			w.setFlag(s, fa)
		}
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
		w.record(s, in, w.channelEvent(in, trace.OpSend, in.Chan))
		w.handOver(s, []Arg{w.arg(in.X)})
	case *ssa.UnOp:
		w.record(s, in, w.channelEvent(in, trace.OpRecv, in.X))
	case *ssa.Select:
		w.selects(s, in)
	case *ssa.Alloc: // a variable of type bool that literals capture
		cell := w.frame.AccessPath(in).String() + "->"
		s.forget(cell)
		s.set(Condition{CondTrue, cell, "", false})
	case *ssa.Store:
		if overwrites(in) {
			s.overwrite(w.frame.AccessPath(in.Addr))
			break
		}
		if field, ok := isClear(in); ok {
			w.clear(s, field)
			break
		}
		if fa := flagSetAt(in); fa != nil {
			w.setFlag(s, fa)
			break
		}
		if storesLiteral(in) {
			w.handOver(s, []Arg{w.arg(in.Val)})
			break
		}
		if lock := givesLock(in); lock != nil {
			w.give(s, lock)
			break
		}
		if lodges(in) {
			w.lodge(s, in.Val)
			break
		}
		w.jumps(s, in)
		return w.store(s, in)
	}
	return []*state{s}
}

// selects records the alternatives of a select.
func (w *walker) selects(s *state, in *ssa.Select) {
	if isForEver(in) {
		w.record(s, in, Event{Op: trace.OpRecv, Obj: nobody, Site: w.site(in)})
	}
	for i, c := range in.States {
		op := trace.OpRecv
		if c.Dir == types.SendOnly {
			op = trace.OpSend
		}
		ev := w.channelEvent(in, op, c.Chan)
		ev.Escapes = !in.Blocking || len(in.States) > 1
		ev.Patient = ev.Escapes && in.Blocking && onlyContexts(in, i)
		if in.Blocking {
			ev.arm = i + 1
		}
		w.record(s, in, ev)
	}
}

// store follows flags such as locked := true, and errors. A flag that says what literals ask later
// (needLock := batch == nil) has either value, and tells two states apart.
func (w *walker) store(s *state, in *ssa.Store) []*state {
	cell := w.frame.AccessPath(in.Addr).String() + "->"
	if w.name(in.Val) == cell {
		return []*state{s} // a result that is returned
	}
	s.forget(cell)
	if captured, ok := in.Addr.(*ssa.Alloc); ok {
		s.forget(w.contentOf(captured))
	}
	switch w.constant(in.Val) {
	case "true", "false":
		s.set(Condition{CondTrue, cell, "", w.constant(in.Val) == "true"})
	case "nil", "nonnil":
		s.set(Condition{CondNil, cell, "", w.constant(in.Val) == "nil"})
	default:
		w.copied(s, cell, in.Val, s)
		if known := testedNil(in.Val, in.Block()); known != "" {
			s.set(Condition{CondNil, cell, "", known == "nil"})
		}
		if _, known := s.know(Condition{Kind: CondTrue, Path: cell}); !known && isBool(in.Val.Type()) {
			return w.either(s, cell, in.Val)
		}
	}
	return []*state{s}
}

// either is the two states in which a variable of type bool, and the value that it gets, is true, and in which it is false.
func (w *walker) either(s *state, cell string, v ssa.Value) []*state {
	states := []*state{s.clone(), s}
	c, neg, _ := w.cond(v)
	for i, n := range states {
		c.Val = (i == 0) != neg
		n.set(Condition{CondTrue, cell, "", i == 0})
		n.set(Condition{CondTrue, w.name(v), "", i == 0}) // by which literals know it
		n.set(c)
	}
	return states
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

func (w *walker) channelEvent(in ssa.Instruction, op trace.Op, ch ssa.Value) Event {
	return Event{Op: op, Obj: w.frame.AccessPath(ch), Site: w.site(in), Once: isNew(ch) && !syncop.InLoop(in.Block())}
}

// isNew reports whether a channel was made by the function, or is part of an
// object that was.
func isNew(ch ssa.Value) bool {
	switch v := ch.(type) {
	case *ssa.MakeChan:
		return true
	case *ssa.ChangeType:
		return isNew(v.X)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return isMadeHere(fa.X)
		}
	}
	return false
}

// sweep looks for the operations of the blocks that were not reached before
// the limit, as if nothing were held: the existence of such an operation
// keeps other checks silent.
func (w *walker) sweep() {
	w.work, w.sweeping = nil, true
	for _, b := range w.fn.Blocks {
		if w.seen[b.Index] == nil {
			w.block(b, &state{})
		}
	}
	w.sweeping = false
}
