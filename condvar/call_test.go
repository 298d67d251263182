package condvar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// called marks statements as those of one call.
func called(function, line uint64, list []*Stmt) []*Stmt {
	walk(list, func(s *Stmt) { s.Source.call = callSite{function: function, at: line} })
	return list
}

// TestJoinCallReplaces: a joined program has the deadlocks of the first program with the
// statements of one call in the place of those of the other one.
func TestJoinCallReplaces(t *testing.T) {
	compared, found := 0, 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 13))
		p, q := randomProgram(rng), randomProgram(rng)
		q.Objects, q.Vars = slices.Clone(p.Objects), slices.Clone(p.Vars)
		for i := range p.Objects {
			p.Objects[i].Name = fmt.Sprint("object ", i)
			q.Objects[i].Name = p.Objects[i].Name
		}
		a, b := randomCall(rng, p, 1), randomCall(rng, q, 2)
		j, ok := JoinCall(a, b)
		if !ok {
			continue
		}
		want := p.Clone()
		th := want.Threads[a.thread]
		th.Body = slices.Concat(th.Body[:a.from], q.Clone().Threads[b.thread].Body[b.from:b.to], th.Body[a.to:])
		if got := j.Threads[a.thread]; len(got.Body) != len(th.Body) || len(j.Threads) != len(p.Threads) {
			t.Fatalf("seed %d: %d statements in %d threads, want %d in %d", seed, len(got.Body), len(j.Threads), len(th.Body), len(p.Threads))
		}
		x, y := want.Check(t.Context(), Options{MaxStates: 20_000}), j.Check(t.Context(), Options{MaxStates: 20_000})
		if x.Limit != "" || y.Limit != "" {
			continue
		}
		if x, y := blockedSites(x), blockedSites(y); !slices.Equal(x, y) {
			t.Fatalf("seed %d: deadlocks at %v, want %v", seed, y, x)
		}
		compared++
		found += len(y.Deadlocks)
	}
	if compared < 50 || found < 10 {
		t.Errorf("%d programs with %d deadlocks were compared", compared, found)
	}
	t.Logf("%d joined programs, %d deadlocks", compared, found)
}

// randomCall makes a part of a thread a call that begins with a receive from one channel, which
// may decide what follows.
func randomCall(rng *rand.Rand, p *Program, line uint64) *Call {
	g := &generator{rng: rng, program: p}
	t := rng.IntN(len(p.Threads))
	th := p.Threads[t]
	body := slices.DeleteFunc(g.list(1+rng.IntN(3)), func(s *Stmt) bool { return s.Op == Loop })
	list := append([]*Stmt{{Op: Recv, Obj: 5, Source: Source{Site: 1 << 20, Count: 1}}}, body...)
	from := rng.IntN(len(th.Body) + 1)
	th.Body = slices.Insert(th.Body, from, list...)
	p.number()
	walk(list, func(s *Stmt) { s.Source.Site += line<<30 - line<<30*uint64(asInt(s == list[0])) })
	called(7, line, list)
	return &Call{Function: 7, program: p, thread: t, from: from, to: from + len(list)}
}

// TestCalls: a call is whole where its first place comes once, it keeps no lock, it calls no code
// of a test, and the goroutine has left it.
func TestCalls(t *testing.T) {
	send := func(site uint64) *Stmt { return at(site, Stmt{Op: Send}) }
	lock := func(op Op) *Stmt { return at(uint64(op), Stmt{Op: op, Obj: 1}) }
	callback := called(7, 1, []*Stmt{send(1), send(2)})
	callback[1].Source.call.calls = true
	for _, c := range []struct {
		name string
		body []*Stmt
		end  Ending
		want int
	}{
		{"one", called(7, 1, []*Stmt{send(1), send(2), send(2)}), Ended, 1},
		{"two", append(called(7, 1, []*Stmt{send(1)}), called(7, 2, []*Stmt{send(1)})...), Ended, 2},
		{"a loop", called(7, 1, []*Stmt{send(1), send(2), send(1)}), Ended, 0},
		{"a lock", append(called(7, 1, []*Stmt{lock(Lock), send(2)}), lock(Unlock)), Ended, 1},
		{"a lock that is kept", called(7, 1, []*Stmt{lock(Lock), send(2)}), Ended, 0},
		{"code of the test", callback, Ended, 0},
		{"in its middle", called(7, 1, []*Stmt{send(1)}), Cut, 0},
		{"behind it", append(called(7, 1, []*Stmt{send(1)}), send(2)), Cut, 1},
		{"none", []*Stmt{send(1)}, Ended, 0},
	} {
		p := &Program{Objects: []Object{{Kind: trace.KindChan}, {Kind: trace.KindMutex}}, Threads: []*Thread{{Parent: -1, Body: c.body, End: c.end}}}
		if got := len(p.Calls()); got != c.want {
			t.Errorf("%s: %d calls, want %d", c.name, got, c.want)
		}
	}
}

// TestJoinCallCounts: what follows the call comes by its places as often as before, and as often
// more as the other call does.
func TestJoinCallCounts(t *testing.T) {
	count := func(n int, s *Stmt) *Stmt { s.Source.Count = n; return s }
	timed := func(list []*Stmt) []*Stmt {
		for i, s := range list {
			s.Source.Seq = uint64(10 + i)
		}
		return list
	}
	objects := []Object{{Name: "c", Kind: trace.KindChan, Capacity: 9}, {Name: "d", Kind: trace.KindChan, Capacity: 9}}
	first := slices.Concat([]*Stmt{at(5, Stmt{Op: Send})},
		called(7, 1, []*Stmt{at(4, Stmt{Op: Recv, Obj: 1}), count(2, at(5, Stmt{Op: Send}))}), []*Stmt{count(3, at(5, Stmt{Op: Send}))})
	second := called(7, 1, []*Stmt{at(4, Stmt{Op: Recv, Obj: 1}), at(5, Stmt{Op: Send}), count(2, at(5, Stmt{Op: Send})), at(6, Stmt{Op: Send})})
	p := &Program{Objects: objects, Threads: []*Thread{{Parent: -1, Body: timed(first)}}}
	q := &Program{Objects: objects, Threads: []*Thread{{Parent: -1, Body: timed(second)}}}
	j, ok := JoinCall(p.Calls()[0], q.Calls()[0])
	if !ok {
		t.Fatal("the calls are not joined")
	}
	var counts []int
	last := uint64(0)
	for _, s := range j.Threads[0].Body {
		if s.Source.Site == 5 {
			counts = append(counts, s.Source.Count)
		}
		if s.Source.Seq <= last {
			t.Errorf("a statement at %d follows one at %d", s.Source.Seq, last)
		}
		last = s.Source.Seq
	}
	if want := []int{1, 2, 3, 4}; !slices.Equal(counts, want) {
		t.Errorf("the place is counted %v, want %v", counts, want)
	}
}
