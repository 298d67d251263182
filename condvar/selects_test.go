package condvar

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestRoundsHaveOneStack: a loop that comes to the same select again may leave out
// a round, with the close in it that another goroutine waits for; a function with
// a select that is called twice leaves nothing out.
func TestRoundsHaveOneStack(t *testing.T) {
	for stack, want := range map[trace.StackID]int{1: 1, 2: 0} {
		p := &Program{Objects: []Object{{Kind: trace.KindChan}, {Kind: trace.KindChan, Timer: true}, {Kind: trace.KindChan}}}
		from, timer := Case{Chan: 0}, Case{Chan: 1}
		p.Threads = []*Thread{
			{Parent: -1, Body: []*Stmt{
				{Op: Select, Cases: []Case{from, timer}, Source: Source{Seq: 1, Site: 11, Stack: 1}},
				{Op: Close, Obj: 2, Source: Source{Seq: 2, Site: 12, Stack: 2}},
				{Op: Select, Cases: []Case{timer, from}, Source: Source{Seq: 3, Site: 11, Stack: stack}},
			}},
			{Parent: -1, Body: []*Stmt{{Op: RecvClosed, Obj: 2, Source: Source{Seq: 4, Site: 13, Stack: 3}}}},
		}
		if found := p.Check(t.Context(), Options{}).Deadlocks; len(found) != want {
			t.Errorf("stacks 1 and %d: %d deadlocks, want %d", stack, len(found), want)
		}
	}
}

// TestAlikeAlternatives: a select may have several alternatives on one channel, and a later round that took another one than
// this may come first.
func TestAlikeAlternatives(t *testing.T) {
	for _, c := range []struct{ first, second, want int }{{1, 2, 1}, {1, 1, 0}, {0, 2, 0}} { // 0 is not known
		p := &Program{Objects: []Object{{Kind: trace.KindChan, Capacity: 2, Count: 2}, {Kind: trace.KindChan}}}
		jobs := []Case{{Chan: 0}, {Chan: 0}}
		p.Threads = []*Thread{
			{Parent: -1, Body: []*Stmt{
				{Op: Select, Cases: jobs, Source: Source{Seq: 1, Site: 11, Stack: 1, Case: c.first}},
				{Op: Close, Obj: 1, Source: Source{Seq: 2, Site: 12, Stack: 2}},
				{Op: Select, Cases: jobs, Source: Source{Seq: 3, Site: 11, Stack: 1, Case: c.second}},
			}},
			{Parent: -1, Body: []*Stmt{{Op: RecvClosed, Obj: 1, Source: Source{Seq: 4, Site: 13, Stack: 3}}}},
		}
		if found := p.Check(t.Context(), Options{}).Deadlocks; len(found) != c.want {
			t.Errorf("alternatives %d and %d: %d deadlocks, want %d", c.first, c.second, len(found), c.want)
		}
	}
}

// TestNumberOf: the number of an alternative is known where no other one is alike.
func TestNumberOf(t *testing.T) {
	cases := []Case{{Chan: 1, Send: true}, {Chan: 1}, {Chan: 2}, {Chan: 2}}
	for taken, want := range map[Case]int{{Chan: 1, Send: true}: 1, {Chan: 1}: 2, {Chan: 2}: 0, {Chan: 3}: 0} {
		if n := numberOf(cases, taken); n != want {
			t.Errorf("%v has number %d, want %d", taken, n, want)
		}
	}
	if list := takenFirst(cases, Case{Chan: 2}); len(list) != len(cases) || list[0] != cases[2] || list[3] != cases[3] {
		t.Errorf("%v", list)
	}
}

// TestRoundsThatComeBack: a loop that takes a later round before its time would do
// what it left out in the next one; only where it ends then, that is never done.
func TestRoundsThatComeBack(t *testing.T) {
	for _, ends := range []bool{true, false} {
		p := &Program{Objects: []Object{{Kind: trace.KindChan}, {Kind: trace.KindChan, Capacity: 1, Count: 1}, {Kind: trace.KindChan}}}
		jobs, tick := Case{Chan: 0}, Case{Chan: 1}
		loop := []*Stmt{
			{Op: Select, Cases: []Case{jobs, tick}, Source: Source{Seq: 1, Site: 11, Stack: 1}},
			{Op: Close, Obj: 2, Source: Source{Seq: 2, Site: 12, Stack: 2}},
			{Op: Select, Cases: []Case{tick, jobs}, Source: Source{Seq: 3, Site: 11, Stack: 1}},
		}
		if !ends {
			loop = append(loop, &Stmt{Op: Select, Cases: []Case{jobs, tick}, Source: Source{Seq: 4, Site: 11, Stack: 1}})
		}
		p.Threads = []*Thread{
			{G: 1, Parent: -1, Body: loop},
			{G: 2, Parent: -1, Body: []*Stmt{{Op: Send, Source: Source{Seq: 5, Site: 13, Stack: 3}}, {Op: Send, Source: Source{Seq: 6, Site: 13, Stack: 4}}}},
			{G: 3, Parent: -1, Body: []*Stmt{{Op: RecvClosed, Obj: 2, Source: Source{Seq: 7, Site: 14, Stack: 5}}}},
		}
		if ends {
			p.Threads[1].Body = p.Threads[1].Body[:1]
		}
		found := p.Check(t.Context(), Options{}).Deadlocks
		if len(found) > 0 != ends {
			t.Errorf("the loop ends: %v; a deadlock was found: %v", ends, !ends)
		}
		for _, d := range found {
			if !slices.ContainsFunc(d.Order, func(e Event) bool { return strings.Contains(e.Assumption(), "another round") }) {
				t.Errorf("%s does not say that it assumes a round", d.Reason)
			}
		}
	}
}

// TestCallsAreNoRounds: a select of a function that is called twice has other channels each
// time, and its timer may come first in either call. Rounds of a loop, with one channel,
// are another matter: what follows the timer is not known there.
func TestCallsAreNoRounds(t *testing.T) {
	for _, calls := range []bool{true, false} {
		p := &Program{Objects: []Object{{Kind: trace.KindChan}, {Kind: trace.KindChan}, {Kind: trace.KindChan, Timer: true, Capacity: 1}}}
		asks := &Thread{G: 1, Parent: -1}
		p.Threads = []*Thread{asks}
		for i := range 2 {
			ch := 0
			if calls {
				ch = i
			}
			asks.Body = append(asks.Body, &Stmt{Op: Select, Cases: []Case{{Chan: ch}, {Chan: 2}}, Source: Source{Seq: uint64(2*i + 1), Site: 11, Stack: 1}})
			answers := &Stmt{Op: Send, Obj: ch, Source: Source{Seq: uint64(2*i + 2), Site: 12, Stack: 2}}
			p.Threads = append(p.Threads, &Thread{G: trace.G(i + 2), Parent: -1, Body: []*Stmt{answers}})
		}
		if found := len(p.Check(t.Context(), Options{}).Deadlocks) > 0; found != calls {
			t.Errorf("calls: %v; a goroutine is blocked in a send: %v", calls, found)
		}
	}
}
