package condvar

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// randomLoops is a program of threads that make rounds: a few statements, a loop, a few
// statements.
func randomLoops(rng *rand.Rand, plain bool) *Program {
	p := &Program{Objects: []Object{
		{Kind: trace.KindMutex}, {Kind: trace.KindMutex}, {Kind: trace.KindWaitGroup, Count: rng.IntN(2)},
		{Kind: trace.KindChan, Capacity: rng.IntN(3)}, {Kind: trace.KindChan, Capacity: rng.IntN(2)}, {Kind: trace.KindKey, Count: 1},
	}}
	for t := range 2 + rng.IntN(2) {
		g := &loopGenerator{plain: plain, rng: rng, site: uint64(100 * (t + 1))}
		th := &Thread{G: trace.G(t + 1), Parent: -1, Body: g.list(rng.IntN(3))}
		round := g.list(1 + rng.IntN(3))
		for range 5 + rng.IntN(4) {
			th.Body = append(th.Body, cloned(round)...)
		}
		th.Body = append(th.Body, g.list(rng.IntN(3))...)
		p.Threads = append(p.Threads, th)
	}
	for _, th := range p.Threads {
		for i, s := range th.Body {
			s.Source.Seq = uint64(i + 1)
		}
	}
	return p
}

// A loopGenerator gives each statement that it makes a place of its own.
type loopGenerator struct {
	rng   *rand.Rand
	site  uint64
	held  [2]bool
	plain bool
}

func (g *loopGenerator) list(n int) (list []*Stmt) {
	for range n {
		list = append(list, g.some()...)
	}
	return list
}

func (g *loopGenerator) some() []*Stmt {
	r := g.rng
	at := func(s Stmt) *Stmt {
		g.site++
		s.Source.Site, s.Lock2 = g.site, -1
		return &s
	}
	switch r.IntN(12 - 2*asInt(g.plain)) {
	case 0, 1:
		lock := r.IntN(2)
		if g.held[lock] {
			return nil
		}
		g.held[lock] = true
		list := []*Stmt{at(Stmt{Op: Lock, Obj: lock})}
		list = append(list, g.list(1+r.IntN(2))...)
		g.held[lock] = false
		return append(list, at(Stmt{Op: Unlock, Obj: lock}))
	case 2:
		return []*Stmt{at(Stmt{Op: Add, Obj: 2, Arg: -1})}
	case 3:
		return []*Stmt{at(Stmt{Op: Add, Obj: 2, Arg: 1})}
	case 4:
		return []*Stmt{at(Stmt{Op: WGWait, Obj: 2})}
	case 5, 6:
		return []*Stmt{at(Stmt{Op: Send, Obj: 3 + r.IntN(2), MayContinue: !g.plain && r.IntN(4) == 0})}
	case 7, 8:
		return []*Stmt{at(Stmt{Op: Recv, Obj: 3 + r.IntN(2)})}
	case 9:
		return []*Stmt{at(Stmt{Op: Take, Obj: 5, Arg: 1}), at(Stmt{Op: Add, Obj: 5, Arg: 1})}
	case 10:
		a := Case{3 + r.IntN(2), r.IntN(2) == 0}
		return []*Stmt{at(Stmt{Op: Select, Cases: []Case{a, {7 - a.Chan, r.IntN(2) == 0}}})}
	}
	return nil
}

// TestFewerRoundsHaveTheDeadlocks compares random programs with those that have fewer rounds. The
// number of rounds matters in less than one of a hundred: where it decides how many rounds another
// loop can make at all, or how often a default is taken.
func TestFewerRoundsHaveTheDeadlocks(t *testing.T) {
	for _, plain := range []bool{true, false} {
		n, same, more, less, found, states, short := matrix.Count(500, 6000), 0, 0, 0, 0, 0, 0
		for seed := range n {
			p := randomLoops(rand.New(rand.NewPCG(uint64(seed), 14)), plain)
			q := p.FewerRounds()
			if q == nil {
				continue
			}
			all, few := p.Check(t.Context(), Options{}), q.Check(t.Context(), Options{})
			for _, d := range few.Deadlocks {
				if err := d.replays(q); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
			states, short = states+all.States, short+few.States
			want, got := blockedPlaces(all), blockedPlaces(few)
			found += asInt(len(want) > 0)
			switch {
			case slices.Equal(got, want):
				same++
			case slices.ContainsFunc(got, func(s string) bool { return !slices.Contains(want, s) }):
				more++
			default:
				less++
			}
		}
		t.Logf("plain %t: of %d programs with long loops %d deadlock; %d have the same deadlocks with fewer rounds, %d others, %d a part; %d states, %d with fewer rounds", plain, same+more+less, found, same, more, less, states, short)
		if same < n/5 || found < n/10 || 100*(more+less) > 2*same || 3*short > 2*states {
			t.Errorf("fewer rounds have other deadlocks, or no fewer states")
		}
	}
}

// pipeline is a program of a producer, a stage and consumers that it starts. The stage sends to a
// consumer each time, unless it stops early.
func pipeline(rounds int, early bool) *Program {
	p := &Program{Objects: []Object{{Kind: trace.KindChan, Capacity: 1}, {Kind: trace.KindChan}, {Kind: trace.KindWaitGroup}}}
	at := func(op Op, obj int, arg int64, site uint64) *Stmt {
		return &Stmt{Op: op, Obj: obj, Arg: arg, Lock2: -1, Source: Source{Site: site}}
	}
	producer, stage := &Thread{G: 1, Parent: -1}, &Thread{G: 2, Parent: -1}
	p.Threads = []*Thread{producer, stage}
	for i := range rounds {
		producer.Body = append(producer.Body, at(Send, 0, 0, 1))
		stage.Body = append(stage.Body, at(Recv, 0, 0, 2), at(Add, 2, 1, 3), at(Go, 0, int64(i+2), 4), at(Send, 1, 0, 5))
		p.Threads = append(p.Threads, &Thread{G: trace.G(i + 3), Parent: 1, Body: []*Stmt{at(Recv, 1, 0, 6), at(Add, 2, -1, 7)}})
	}
	if early {
		stage.Body = append(stage.Body, at(Recv, 0, 0, 8))
	}
	stage.Body = append(stage.Body, at(WGWait, 2, 0, 9))
	seq := uint64(0)
	for _, th := range p.Threads {
		for _, s := range th.Body {
			seq++
			s.Source.Seq = seq
		}
	}
	return p
}

// TestFewerRoundsOfManyGoroutines: the goroutines of a round go with it, and the deadlock at the
// end stays.
func TestFewerRoundsOfManyGoroutines(t *testing.T) {
	for _, early := range []bool{true, false} {
		p := pipeline(200, early)
		q := p.FewerRounds()
		if q == nil {
			t.Fatal("the program has no fewer rounds")
		}
		r := q.Check(t.Context(), Options{})
		if len(q.Threads) > 8 || q.Statements() > 40 || r.Limit != "" || len(r.Deadlocks) != asInt(early) || len(p.Threads) != 202 {
			t.Errorf("early %t: %d goroutines, %d statements, limit %q, %d deadlocks", early, len(q.Threads), q.Statements(), r.Limit, len(r.Deadlocks))
		}
		if again := q.FewerRounds(); again != nil {
			t.Errorf("early %t: %d statements are %d", early, q.Statements(), again.Statements())
		}
	}
}

// TestRoundsThatStay: rounds that change something for good are not left out, and neither are
// those that a channel needs to be full.
func TestRoundsThatStay(t *testing.T) {
	for name, body := range map[string][]*Stmt{
		"an uneven count":  {{Op: Add, Obj: 0, Arg: 1}},
		"a variable":       {{Op: Inc, Obj: 0, Arg: 1}},
		"a value":          {{Op: Set, Obj: 0, Arg: 1}, {Op: Lock, Obj: 2}, {Op: Unlock, Obj: 2}},
		"a lock":           {{Op: RLock, Obj: 3}},
		"a channel's room": {{Op: Send, Obj: 1}},
	} {
		p := &Program{Objects: []Object{{Kind: trace.KindWaitGroup}, {Kind: trace.KindChan, Capacity: 30}, {Kind: trace.KindMutex}, {Kind: trace.KindRWMutex}}, Vars: []Var{{}}}
		th := &Thread{G: 1, Parent: -1}
		for range 20 {
			th.Body = append(th.Body, cloned(body)...)
		}
		other := &Thread{G: 2, Parent: -1, Body: []*Stmt{{Op: WGWait, Obj: 0}}}
		for range 20 {
			other.Body = append(other.Body, &Stmt{Op: Recv, Obj: 1})
		}
		p.Threads = []*Thread{th, other}
		if q := p.FewerRounds(); q != nil {
			t.Errorf("%s: %d of %d statements are left", name, q.Statements(), p.Statements())
		}
	}
}
