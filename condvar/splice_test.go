package condvar

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A branch is a caller and a worker in two recordings of one test.
type branch struct {
	objects []Object
	first   [2][]*Stmt // the caller and the worker
	second  [2][]*Stmt
}

func at(site uint64, s Stmt) *Stmt {
	s.Source = Source{Site: site, Count: 1, Stack: trace.StackID(site)}
	return &s
}

// program is one recording: the caller starts the worker.
func (b *branch) program(bodies [2][]*Stmt) *Program {
	p := &Program{Objects: slices.Clone(b.objects)}
	caller := append([]*Stmt{at(1, Stmt{Op: Go, Arg: 1})}, bodies[0]...)
	p.Threads = []*Thread{{G: 1, Parent: -1, Test: true, Body: caller}, {G: 2, Parent: 0, Body: bodies[1]}}
	seq := uint64(0)
	p.EachStatement(func(s *Stmt) { seq++; s.Source.Seq = seq })
	return p
}

// deadlocks is how many of the joined programs have a deadlock.
func (b *branch) deadlocks(t *testing.T) (n int) {
	joined, more := Splice(b.program(b.first), b.program(b.second), map[int]int{0: 0})
	if len(joined) == 0 || more {
		t.Fatalf("%d joined programs, more: %v", len(joined), more)
	}
	for _, j := range joined {
		n += len(j.Check(t.Context(), Options{}).Deadlocks)
	}
	return n
}

const (
	chReply, chTimer, chQuit, chWork = 0, 1, 2, 3
)

// branches are pairs of recordings. The first one has no deadlock; a caller of the second one
// has one with a worker of the first one. Room is that of the channel that is waited for.
func branches(room int) map[string]*branch {
	objects := []Object{
		{Name: "reply", Kind: trace.KindChan, Capacity: 1}, {Name: "timer", Kind: trace.KindChan, Capacity: 1, Timer: true},
		{Name: "quit", Kind: trace.KindChan, Capacity: room}, {Name: "work", Kind: trace.KindChan, Capacity: 1, Timer: true},
	}
	reply, quit := Case{Chan: chReply}, Case{Chan: chQuit}
	answers := func(c ...Case) *Stmt { return at(5, Stmt{Op: Select, Cases: c}) }
	asks := func(c ...Case) *Stmt { return at(2, Stmt{Op: Select, Cases: c}) }
	sends := at(6, Stmt{Op: Send, Obj: chReply})
	plain := [2][]*Stmt{{asks(reply, Case{Chan: chTimer})}, {answers(Case{Chan: chWork}, quit), sends}}
	return map[string]*branch{
		"timeout": {objects, plain, [2][]*Stmt{
			{asks(Case{Chan: chTimer}, reply), at(3, Stmt{Op: Send, Obj: chQuit})},
			{answers(quit, Case{Chan: chWork})},
		}},
		// The worker returns an error where the caller sees it; else it sends its answer.
		"error": {objects, [2][]*Stmt{{asks(reply, Case{Chan: chTimer})}, {sends}}, [2][]*Stmt{
			{at(4, Stmt{Op: Send, Obj: chQuit})}, {at(7, Stmt{Op: Select, Cases: []Case{quit, {Chan: chWork}}})},
		}},
		// The reply has no room, and the way round it is a word to the worker.
		"full": {objects, [2][]*Stmt{{at(3, Stmt{Op: Send, Obj: chReply, MayContinue: true})}, {at(8, Stmt{Op: Select, Cases: []Case{reply, {Chan: chWork}}})}}, [2][]*Stmt{
			{at(4, Stmt{Op: Send, Obj: chQuit})}, {at(7, Stmt{Op: Select, Cases: []Case{quit, {Chan: chWork}}})},
		}},
	}
}

// TestJoinBranches: a timeout, an error return and a full channel are known from another
// recording. With room in the channel, that branch waits for nobody.
func TestJoinBranches(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(branches(0))) {
		if b := branches(0)[name]; b.deadlocks(t) == 0 {
			t.Errorf("%s: no deadlock of two control flows", name)
		}
		b := branches(0)[name]
		if r := b.program(b.first).Check(t.Context(), Options{}); len(r.Deadlocks) > 0 {
			t.Errorf("%s: the first recording alone has %d deadlocks", name, len(r.Deadlocks))
		}
	}
	for name, quiet := range branches(1) {
		if n := quiet.deadlocks(t); n > 0 {
			t.Errorf("%s with room: %d deadlocks", name, n)
		}
	}
}

// TestJoinOfOne: a recording says nothing new of itself.
func TestJoinOfOne(t *testing.T) {
	for seed := range uint64(50) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 5)))
		if joined, more := Splice(p, p, sameThreads(p)); len(joined) > 0 || more {
			t.Errorf("seed %d: %d programs of one recording, more: %v", seed, len(joined), more)
		}
	}
}

func sameThreads(p *Program) map[int]int {
	same := map[int]int{}
	for t := range p.Threads {
		same[t] = t
	}
	return same
}

// TestJoinReplaces: a joined program has the deadlocks of the first recording in which threads
// are replaced by those of the second one. There, objects have the same numbers.
func TestJoinReplaces(t *testing.T) {
	compared, found := 0, 0
	n := matrix.Count(60, 200)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 6))
		p, q := randomProgram(rng), randomProgram(rng)
		if len(p.Threads) != len(q.Threads) {
			continue
		}
		for i := range p.Objects {
			p.Objects[i].Name = fmt.Sprint("object ", i)
		}
		q.Objects = slices.Clone(p.Objects)
		q.Vars = slices.Clone(p.Vars)
		joined, _ := Splice(p, q, sameThreads(p))
		for _, j := range joined {
			want := &Program{Threads: slices.Clone(p.Threads), Objects: p.Objects, Vars: p.Vars}
			for _, th := range j.Spliced {
				other := *q.Threads[th]
				other.Parent = p.Threads[th].Parent
				want.Threads[th] = &other
			}
			a, b := want.Check(t.Context(), Options{MaxStates: 20000}), j.Check(t.Context(), Options{MaxStates: 20000})
			if a.Limit != "" || b.Limit != "" {
				continue
			}
			if x, y := blockedSites(a), blockedSites(b); !slices.Equal(x, y) {
				t.Fatalf("seed %d, threads %v: deadlocks at %v, want %v", seed, j.Spliced, y, x)
			}
			compared++
			found += len(b.Deadlocks)
		}
	}
	if compared < 3*n/2 || found < n/2 {
		t.Errorf("%d programs with %d deadlocks were compared", compared, found)
	}
	t.Logf("%d joined programs, %d deadlocks", compared, found)
}
