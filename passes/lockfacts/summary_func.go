package lockfacts

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A Func is the facts about a function of the package.
type Func struct {
	Fn                *ssa.Function
	Key, Name         string
	Summary           *Summary
	Events            []Event
	Exits             []Exit
	RepeatedLocks     []RepeatedLock
	HeldAtLoopEnds    []HeldAtLoopEnd
	UnlocksOfUnlocked []UnlockOfUnlocked
	// Released is the access paths of locks that the function holds on some path
	// and releases.
	Released map[string]bool
	// Imprecise is set when a limit was reached: the other fields do not
	// describe all paths.
	Imprecise bool
	// UnlockedFor is the names of the functions that return with a lock held
	// which this function releases.
	UnlockedFor []string
	// Contexts are the goroutines in which the function may run: see Parallel.
	Contexts []string
	// Gates are the nodes of locks that every caller holds.
	Gates []Gate
	// Guards are the conditions about flags that hold at every call.
	Guards []Condition
	// Before is the locks that every caller may have acquired before, see Event.Before.
	Before []string

	entered bool // control comes into the package here, see Reporter.Way
	calls   []callSite
	whole   *Summary // see isBrief
	starts  []start
	stored  []string        // functions that are stored
	entry   []Released      // locks that it releases without having taken them: it is entered with them
	clears  map[string]bool // fields that it makes nil, and whether only after a release: see clear
}

// An Exit is a return statement, reached in one way.
type Exit struct {
	Pos      token.Pos
	Held     []HeldLock
	Released []Released
	Conds    []Condition
	Returns  []ReturnValue
	Blind    bool // the knowledge about conditions was dropped on the way: there may be no such path

	refused string // see refuses
}

// A HeldAtLoopEnd is the end of a loop body with a lock held that the body has acquired,
// and which other paths of it release.
type HeldAtLoopEnd struct {
	Pos  token.Pos
	Held HeldLock
}

// A RepeatedLock is an acquisition of a lock that is held already.
type RepeatedLock struct {
	Held  HeldLock
	Event Event
}

// An UnlockOfUnlocked is an unlock of a lock that was unlocked before on the same path, or is held in the other mode.
type UnlockOfUnlocked struct {
	Lock syncop.AccessPath
	Read bool
	Site Site
	Held *HeldLock // in the other mode, or nil
}

// A callSite is a call of a function, with the locks that are held there. It also has the
// locks that were acquired before, see Event.Before, and those released for callers of the
// caller.
type callSite struct {
	callee   string
	held     []HeldLock
	before   []string
	released []Released
	guards   []Condition // see guardsInwards
	params   []string    // the caller's name for the object that each parameter leads to, or ""
	at       ssa.Instruction
}

// A start is a go statement or what does the same.
type start struct {
	callee string
	pos    string
	many   bool // in a loop
}

// summary is the part that callers need.
func (w *walker) summary() *Summary {
	s := &Summary{Events: w.pkg.outside}
	defer func() { // without what it has grown by
		grown := s.Events
		s.Events = slices.Clone(grown)
		clear(grown)
		w.pkg.outside = grown[:0]
	}()
	groups := map[string]int{}
	var k []byte
	for _, ev := range w.info.Events {
		if ev.Async != "" && !visible(&ev) && !blocksOrWakes(ev.Op) || w.isPrivate(&ev) || w.isTried(&ev) {
			continue
		}
		ev = forCallers(ev)
		k = ev.appendGroup(k[:0], 0)
		if i, ok := groups[string(k)]; ok {
			s.Events[i].merge(&ev)
			continue
		}
		if len(s.Events) >= maxEvents && !w.answers(&ev) {
			w.pkg.reached("maxEvents", maxEvents)
			continue
		}
		groups[string(k)] = len(s.Events)
		s.Events = append(s.Events, ev)
	}
	if len(w.info.Exits) == 0 && !w.info.Imprecise && w.fn.Recover == nil {
		s.NoReturn = true
		return s
	}
	s.Outcomes = outcomes(w.info.Exits, w.acquired(), IsLoopBody(w.fn), !w.info.Imprecise && w.fn.Recover == nil)
	return s
}

// forCallers forgets the local values of the function.
func forCallers(ev Event) Event {
	if !isOutside(ev.Obj) && blocksOrWakes(ev.Op) {
		ev.Holder = holds(&ev)
	}
	ev.Obj = outside(ev.Obj)
	if blocksOrWakes(ev.Op) && strings.Count(ev.Obj.Path, "->") > 1 {
		ev.Holder = holds(&ev)
		ev.Obj = ev.Obj.Forget() // far from the caller's objects; a caller asks for its class alone
	}
	ev.Held = movedHeld(ev.Held, outside)
	ev.Released = movedReleased(ev.Released, outside)
	ev.Conds = dropped(ev.Conds, func(c Condition) bool { return !c.outer() })
	if ev.Dynamic != nil && !ev.Dynamic.Recv.Outer() {
		d := *ev.Dynamic
		d.Recv = outside(d.Recv)
		ev.Dynamic = &d
	}
	return ev
}

func outside(p syncop.AccessPath) syncop.AccessPath {
	if isOutside(p) {
		return p
	}
	return p.Forget()
}

// acquired returns the nodes of the locks that the function takes itself. When it
// releases some lock of such a node, we have only lost sight of which it took.
func (w *walker) acquired() map[string]bool {
	nodes := map[string]bool{}
	for i := range w.info.Events {
		if ev := &w.info.Events[i]; ev.IsAcquire() && ev.Async == "" {
			nodes[ev.Obj.Node()] = true
		}
	}
	return nodes
}

// outcomes groups the exits of a function by their effect. Those of the body of a
// loop matter even where they have none. When all exits are known, the common conditions
// of them are those under which the function returns: require.NoError returns for nil.
func outcomes(exits []Exit, acquired map[string]bool, body, all bool) []Outcome {
	var list []Outcome
	for _, e := range exits {
		o := Outcome{Returns: e.Returns, refused: e.refused}
		for _, h := range e.Held {
			h.Lock = outside(h.Lock)
			o.Net = append(o.Net, h)
		}
		for _, u := range e.Released {
			u.Lock = outside(u.Lock)
			if u.Lock.Known() || !acquired[u.Lock.Node()] {
				o.Released = append(o.Released, u)
			}
		}
		for _, c := range e.Conds {
			if c.outer() {
				o.Conds = append(o.Conds, c)
			}
		}
		list = append(list, o)
	}
	list = compactOutcomes(list, true)
	if !body && sameEffects(list) {
		return uniform(list, all)
	}
	if len(list) > maxOutcomes {
		list = compactOutcomes(list, false)
	}
	return list[:min(len(list), maxOutcomes)]
}

// compactOutcomes merges outcomes that are equal, or equal but for their conditions.
func compactOutcomes(list []Outcome, conds bool) []Outcome {
	var out []Outcome
	seen := map[string]bool{}
	for _, o := range list {
		if !conds {
			o.Conds = nil
		}
		if k := o.key(); !seen[k] {
			seen[k] = true
			out = append(out, o)
		}
	}
	return out
}

func sameEffects(list []Outcome) bool {
	return !slices.ContainsFunc(list, func(o Outcome) bool { return o.effect() != list[0].effect() })
}

// uniform is one outcome for several with the same effect: only results that
// are functions, objects or constants in all of them are kept, and the conditions
// that hold in all of them, if these are all.
func uniform(list []Outcome, all bool) []Outcome {
	if len(list) == 0 {
		return nil
	}
	o := list[0]
	o.refused = ""
	o.Conds = slices.DeleteFunc(slices.Clone(o.Conds), func(c Condition) bool {
		return !all || slices.ContainsFunc(list, func(p Outcome) bool { return !slices.Contains(p.Conds, c) })
	})
	o.Returns = slices.Clone(o.Returns)
	for _, other := range list[1:] {
		for i := range o.Returns {
			o.Returns[i] = commonRet(o.Returns[i], other.Returns[i])
		}
	}
	useful := slices.ContainsFunc(o.Returns, func(r ReturnValue) bool { return r != ReturnValue{} })
	if !useful {
		o.Returns = nil
		if len(o.Net)+len(o.Released)+len(o.Conds) == 0 {
			return nil
		}
	}
	return []Outcome{o}
}

func commonRet(a, b ReturnValue) ReturnValue {
	switch { // nil has no operations
	case a.Const == "nil" && b.Const != "nil":
		a.Path, a.Fn, a.Flags = b.Path, b.Fn, b.Flags
	case b.Const == "nil" && a.Const != "nil":
		b.Path, b.Fn, b.Flags = a.Path, a.Fn, a.Flags
	}
	if a.Const != b.Const {
		a.Const = ""
	}
	if a.Flags != b.Flags {
		a.Flags = ""
	}
	if a.Fn == nil || b.Fn == nil || a.Fn.Name != b.Fn.Name {
		a.Fn = nil
	}
	if a.Path == nil || b.Path == nil || *a.Path != *b.Path {
		a.Path = nil
	}
	return a
}

// holds is the field through which the object of an event is reached, the variable
// that it is in, unless a field may hold it as well, or what a called function knew
// about it.
func holds(ev *Event) string {
	if ev.Holder != "" {
		return ev.Holder
	}
	if sel, _ := holderOf(ev.Obj.String()); sel != "" {
		return sel
	}
	if register, ok := strings.CutPrefix(ev.Obj.Root, "L"); ok && ev.at != nil && staysIn(ev.at.Parent(), register) {
		return variableHolder(ev.at.Parent(), ev.Obj)
	}
	return ""
}

// IsLoopBody reports whether a function is the body of a loop over a function.
func IsLoopBody(fn *ssa.Function) bool { return fn.Synthetic == "range-over-func yield" }

// visible reports whether the caller sees more of an event than the function itself.
func visible(ev *Event) bool {
	if ev.Obj.Outer() || ev.Dynamic != nil && ev.Dynamic.Recv.Outer() {
		return true
	}
	return slices.ContainsFunc(ev.Held, func(h HeldLock) bool { return h.Lock.Outer() })
}
