package condvar

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// channelProgram makes a trace program of channels alone, with more threads than others.
func channelProgram(rng *rand.Rand) *Program {
	p := &Program{}
	for range 2 {
		p.Objects = append(p.Objects, Object{ID: uint64(len(p.Objects) + 1), Kind: trace.KindChan, Capacity: rng.IntN(4), Closed: rng.IntN(8) == 0})
	}
	for i := range p.Objects {
		if o := &p.Objects[i]; o.Capacity > 0 {
			o.Count = rng.IntN(o.Capacity + 1)
		}
	}
	for t := range 3 + rng.IntN(2) {
		th := &Thread{G: trace.G(t + 1), Parent: -1}
		for range 1 + rng.IntN(4) {
			th.Body = append(th.Body, channelStatement(rng))
		}
		p.Threads = append(p.Threads, th)
	}
	p.number()
	return p
}

func channelStatement(rng *rand.Rand) *Stmt {
	ch := rng.IntN(2)
	switch rng.IntN(12) {
	case 0, 1, 2:
		return &Stmt{Op: Send, Obj: ch}
	case 3:
		return &Stmt{Op: Send, Obj: ch, MayContinue: true}
	case 4, 5, 6, 7:
		return &Stmt{Op: Recv, Obj: ch}
	case 8:
		return &Stmt{Op: Close, Obj: ch}
	case 9:
		return &Stmt{Op: RecvClosed, Obj: ch}
	case 10:
		return &Stmt{Op: RecvClosed, Obj: ch, Cases: []Case{{ch, false}, {1 - ch, rng.IntN(2) == 0}}}
	}
	s := &Stmt{Op: Select, Cases: []Case{{ch, rng.IntN(2) == 0}, {1 - ch, rng.IntN(2) == 0}}, Source: Source{Site: uint64(1000 + rng.IntN(2))}}
	if rng.IntN(3) == 0 {
		slices.Reverse(s.Cases)
	}
	return s
}

// TestReductionKeepsDeadlocksOfChannels compares with a search that leaves nothing out.
func TestReductionKeepsDeadlocksOfChannels(t *testing.T) {
	found, states, brute := 0, 0, 0
	n := matrix.Count(400, 1500)
	for seed := range uint64(n) {
		p := channelProgram(rand.New(rand.NewPCG(seed, 9)))
		all := p.Check(t.Context(), Options{NoReduction: true, MaxStates: 5000})
		some := p.Check(t.Context(), Options{MaxStates: 5000})
		if all.Limit != "" {
			continue
		}
		if a, b := groups(all), groups(some); some.Limit != "" || !slices.Equal(a, b) {
			t.Fatalf("seed %d: %d groups without reduction %v, %d with it %v", seed, len(a), a, len(b), b)
		}
		found += len(all.Deadlocks)
		states += some.States
		brute += all.States
	}
	if found < n/3 {
		t.Errorf("only %d deadlocks in all programs: the test says little", found)
	}
	t.Logf("%d deadlocks, %d states with reduction, %d without", found, states, brute)
}
