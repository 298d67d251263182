package typestate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/lattice"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// Sequences returns the calls on the objects of a type. A sequence ends before the first call
// that failed, since no run has shown that the calls after it are right. The call itself belongs
// to it when its method failed wherever it was called, as a Rollback that comes too late. No
// other order of such a method is known. The function keep
// selects the methods of the protocol. A nil keep selects all methods.
func (r *Recording) Sequences(typ string, keep func(method string) bool, into *mine.Sequences) {
	went := r.wentWell(typ)
	for _, o := range r.order {
		calls := r.objects[o]
		if calls[0].Type != typ {
			continue
		}
		s := mine.Sequence{Count: 1 + r.alike[o]}
		for _, c := range calls {
			s.Cut = c.Failed()
			if (!s.Cut || !went[c.Method]) && (keep == nil || keep(c.Method)) {
				s.Methods = append(s.Methods, c.Method)
			}
			if s.Cut {
				break
			}
		}
		into.Add(typ, s)
	}
}

// wentWell are the methods of a type that did not fail everywhere.
func (r *Recording) wentWell(typ string) map[string]bool {
	went := map[string]bool{}
	for _, calls := range r.objects {
		for _, c := range calls {
			if c.Type == typ && !c.Failed() {
				went[c.Method] = true
			}
		}
	}
	return went
}

// A Violation is a call that the automaton forbids, in an order that was possible.
type Violation struct {
	Call     *Call
	State    string  // typestate in which it is made
	Path     []*Call // an order of calls of the object that leads there, the call itself last
	Observed bool    // the order is that of the run
	auto     *automaton.Automaton
	all      []*Call // of the object, in the order of the run
}

// Calls are all calls on the object that the automaton is about, in the order of the run.
func (v Violation) Calls() []*Call { return v.all }

// Forbids reports whether the automaton forbids a method right after itself, in every
// state: it ends what it is called on.
func (v Violation) Forbids(method string) bool {
	for s := range v.auto.States {
		if to := v.auto.Step(s, method); to != automaton.NoState && v.auto.Step(to, method) != automaton.NoState {
			return false
		}
	}
	return true
}

// Ends reports whether nothing but the method itself may be called after it, wherever
// the automaton allows it: it ends the use of the object.
func (v Violation) Ends(method string) bool {
	some := false
	for s := range v.auto.States {
		to := v.auto.Step(s, method)
		if to == automaton.NoState {
			continue
		}
		some = true
		for _, m := range v.auto.Alphabet() {
			if next := v.auto.Step(to, m); next != automaton.NoState && next != to {
				return false
			}
		}
	}
	return some
}

// Options of Check. The zero value is the default.
type Options struct {
	Order   Order
	Lattice lattice.Options
}

// Check runs an automaton over every order that was possible of the calls of
// each object of its types. Violations are told apart by their order; the first
// object with one stands for all.
func (r *Recording) Check(a *automaton.Automaton, opt Options) ([]Violation, lattice.Stats) {
	alphabet := a.Alphabet()
	seen := map[string]bool{}
	var found []Violation
	var sum lattice.Stats
	for _, o := range r.order {
		calls := relevant(r.objects[o], a, alphabet)
		if len(calls) == 0 {
			continue
		}
		violations, stats := check(calls, a, opt)
		sum = add(sum, stats)
		for _, v := range violations {
			if key := v.State + v.Order(); !seen[key] {
				seen[key] = true
				found = append(found, v)
			}
		}
	}
	return found, sum
}

// Order is the order of the violation's calls, by goroutine and site: the same
// for objects that are used alike.
func (v Violation) Order() string {
	var b strings.Builder
	for _, c := range v.Path {
		fmt.Fprintf(&b, " %x:%d", c.abs, c.Site)
	}
	return b.String()
}

// relevant are the calls on an object that the automaton is about. Of a mined one
// these are no more than were mined from: it forbids what came after because
// it was not looked at.
func relevant(calls []*Call, a *automaton.Automaton, alphabet []string) []*Call {
	if !a.Covers(calls[0].Type) {
		return nil
	}
	if a.Mined() {
		calls = calls[:min(len(calls), mine.MaxSequence)]
	}
	var list []*Call
	for _, c := range calls {
		if _, ok := slices.BinarySearch(alphabet, c.Method); ok {
			list = append(list, c)
		}
	}
	return list
}

// Unchecked counts the calls that Check leaves out because the automaton was mined
// from shorter sequences.
func (r *Recording) Unchecked(a *automaton.Automaton) (n int) {
	for _, calls := range r.objects {
		if a.Mined() && a.Covers(calls[0].Type) {
			n += max(len(calls)-mine.MaxSequence, 0)
		}
	}
	for typ, dropped := range r.dropped {
		if a.Mined() && a.Covers(typ) {
			n += dropped
		}
	}
	return n
}

// check builds the lattice of the calls of one object.
func check(calls []*Call, a *automaton.Automaton, opt Options) ([]Violation, lattice.Stats) {
	opt.Lattice.One = true
	checker := lattice.New(a, opt.Lattice)
	order := newOrdering(calls, opt.Order, a.Mined())
	for !checker.Settled() && !isClosed(opt.Lattice.Done) {
		e := order.next()
		if e == nil {
			break
		}
		checker.Add(e)
	}
	found, stats := checker.Finish()
	if !checker.Settled() {
		stats.Unfinished += len(calls) - order.done
	}
	var list []Violation
	for _, f := range found {
		v := Violation{Call: calls[f.Event.Tag], State: a.StateName(f.State), auto: a, all: calls}
		for _, e := range f.Path {
			v.Path = append(v.Path, calls[e.Tag])
		}
		v.Observed = slices.Equal(v.Path, calls[:len(v.Path)])
		list = append(list, v)
	}
	return list, stats
}

// isClosed reports whether the time of a check is over.
func isClosed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// RespectsSoft reports whether the order of the violation respects [Soft], which also has
// channels and atomics. A channel may exclude a violation that only [Hard] finds, so such a
// violation is less likely. Its time is linear in the calls, times those that are late at
// once.
func (v Violation) RespectsSoft() bool {
	var late []*Call // calls that the run had before one of those so far, and the order has not had
	next := 0        // of all
	for _, c := range v.Path {
		if i := slices.Index(late, c); i >= 0 {
			late = slices.Delete(late, i, i+1)
		}
		for next < len(v.all) && v.all[next].Seq < c.Seq {
			late = append(late, v.all[next])
			next++
		}
		if next < len(v.all) && v.all[next] == c {
			next++
		}
		if slices.ContainsFunc(late, func(d *Call) bool { return d.Seq < c.Seq && c.after(d, Soft) }) {
			return false
		}
	}
	return true
}

func add(a, b lattice.Stats) lattice.Stats {
	a.Events += b.Events
	a.Levels += b.Levels
	a.States += b.States
	a.Widest = max(a.Widest, b.Widest)
	a.Longest = max(a.Longest, b.Longest)
	a.CutByWidth += b.CutByWidth
	a.CutByLookahead += b.CutByLookahead
	a.Unfinished += b.Unfinished
	a.Violations += b.Violations
	return a
}

// A Step is a call that has to be made at its place in an order.
type Step struct {
	G     uint64 // abstraction of the goroutine
	Site  int
	Count uint32 // which of the calls by such goroutines at this site on the object
}

// Forbidden reports whether another automaton of the type also forbids the violation's
// call after the calls that lead to it. An automaton that forbids an earlier call of
// them does not count: that is another violation.
func (v Violation) Forbidden(a *automaton.Automaton) bool {
	alphabet := a.Alphabet()
	state := 0
	for i, c := range v.Path {
		if _, ok := slices.BinarySearch(alphabet, c.Method); !ok {
			continue
		}
		if state = a.Step(state, c.Method); state == automaton.NoState {
			return i == len(v.Path)-1
		}
	}
	return false
}

// Steps returns the part of the order of a violation that differs from the order of the run.
// The first needed steps lead to the violation. The steps after them are the other calls on
// the object, which are to be made later.
func (v Violation) Steps() (steps []Step, needed int) {
	same := 0
	for same < len(v.Path) && v.Path[same] == v.all[same] {
		same++
	}
	order := slices.Clone(v.Path[min(same, len(v.Path)-1):])
	needed = len(order)
	for _, c := range v.all {
		if !slices.Contains(v.Path, c) {
			order = append(order, c)
		}
	}
	for _, c := range order {
		steps = append(steps, Step{c.abs, c.Site, c.count})
	}
	return steps, needed
}

// Waited reports whether the calls of a run wait for calls that the order of the violation
// puts after them. In the run no goroutine could continue, so the call of step held, counted
// from 1, was released before its turn. Waited is true when on each object with that call an
// earlier step that leads to the violation was still missing.
func (r *Recording) Waited(v Violation, held int) bool {
	steps, needed := v.Steps()
	if held < 1 || held > len(steps) {
		return false
	}
	before := steps[:min(needed, held-1)]
	some := false
	for _, o := range r.order {
		calls := r.objects[o]
		i := slices.IndexFunc(calls, steps[held-1].is)
		if i < 0 || calls[0].Type != v.Call.Type {
			continue
		}
		some = true
		if !slices.ContainsFunc(before, func(s Step) bool { return !slices.ContainsFunc(calls[:i], s.is) }) {
			return false
		}
	}
	return some
}

// Broken is the first step in a run whose call began before all earlier steps of the order of a violation had
// returned. Steps count from 1, and 0 is none.
func (r *Recording) Broken(v Violation) int {
	steps, _ := v.Steps()
	step, at := 0, uint64(0)
	for _, o := range r.order {
		calls := r.objects[o]
		for _, c := range calls {
			i := slices.IndexFunc(steps, func(s Step) bool { return s.is(c) })
			early := func(s Step) bool {
				return !slices.ContainsFunc(calls, func(d *Call) bool { return s.is(d) && d.End != 0 && d.End < c.Seq })
			}
			if i >= 0 && (at == 0 || c.Seq < at) && calls[0].Type == v.Call.Type && slices.ContainsFunc(steps[:i], early) {
				step, at = i+1, c.Seq
			}
		}
	}
	return step
}

func (s Step) is(c *Call) bool { return c.abs == s.G && c.Site == s.Site && c.count == s.Count }

// Observed looks for the violation in another run of the program: a call at the same
// site in the same typestate. Of several it returns the call that ended worst, or nil
// when there is none.
func (r *Recording) Observed(v Violation) *Call {
	alphabet := v.auto.Alphabet()
	var worst *Call
	for _, o := range r.order {
		state := 0
		for _, c := range relevant(r.objects[o], v.auto, alphabet) {
			to := v.auto.Step(state, c.Method)
			if to == automaton.NoState && c.Site == v.Call.Site && v.auto.StateName(state) == v.State && (worst == nil || cmp.Compare(rank(c), rank(worst)) > 0) {
				worst = c
			}
			if state = to; state == automaton.NoState {
				break
			}
		}
	}
	return worst
}

func rank(c *Call) int {
	switch {
	case c.Outcome == Unwound:
		return 2
	case c.Failed():
		return 1
	}
	return 0
}

// Expect is a violation as Observed looks for it: a call at a site in a typestate.
func Expect(a *automaton.Automaton, site int, state string) Violation {
	return Violation{Call: &Call{Site: site}, State: state, auto: a}
}
