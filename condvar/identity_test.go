package condvar

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestIdentityIsOfNames: programs whose threads, objects and variables are shuffled have one
// identity nearly always, and programs with one identity have the same deadlocks.
func TestIdentityIsOfNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 5))
	found := map[Identity]string{}
	same, deadlocks := 0, 0
	for i := range 400 {
		p := randomProgram(rng)
		q := shuffled(rng, p)
		id := q.Identity()
		if p.Identity() == id {
			same++
		}
		for _, x := range []*Program{p, q} {
			text := placesOfDeadlocks(x)
			deadlocks += len(text)
			if before, ok := found[x.Identity()]; ok && before != text {
				t.Fatalf("program %d: one identity, and deadlocks at\n%s and at\n%s", i, before, text)
			}
			found[x.Identity()] = text
		}
		if p.change(rng); p.Identity() == id {
			t.Fatalf("program %d has the identity of one with another statement", i)
		}
	}
	if same < 390 || deadlocks == 0 {
		t.Fatalf("of 400 shuffled programs %d have the identity of the original", same)
	}
}

// placesOfDeadlocks are the statements at which goroutines are blocked.
func placesOfDeadlocks(p *Program) string {
	var all []string
	for _, d := range p.Check(context.Background(), Options{MaxStates: 20_000}).Deadlocks {
		var sites []string
		for _, b := range d.Core {
			sites = append(sites, fmt.Sprint(b.Stmt.Op, b.Stmt.Source.Site))
		}
		slices.Sort(sites)
		all = append(all, strings.Join(sites, " "))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// shuffled is a program with other names of its threads, objects and variables.
func shuffled(rng *rand.Rand, p *Program) *Program {
	q := p.Clone()
	threads, objects, vars := rng.Perm(len(p.Threads)), rng.Perm(len(p.Objects)), rng.Perm(len(p.Vars))
	for of, is := range threads {
		q.Threads[is] = p.Clone().Threads[of]
		if th := q.Threads[is]; th.Parent >= 0 {
			th.Parent = threads[th.Parent]
		}
	}
	for of, is := range objects {
		q.Objects[is] = p.Objects[of]
	}
	for of, is := range vars {
		q.Vars[is] = p.Vars[of]
	}
	rows := map[int]int{}
	for of, is := range objects {
		rows[of] = is
	}
	q.EachStatement(func(s *Stmt) {
		if s.Cases = slices.Clone(s.Cases); s.Op == Go {
			s.Arg = int64(threads[s.Arg])
		}
		for v, is := range vars {
			rows[len(p.Objects)+v] = is
		}
		s.renumber(len(p.Objects), rows, vars)
	})
	return q
}

// change gives one statement another place.
func (p *Program) change(rng *rand.Rand) {
	n := rng.IntN(p.Statements())
	p.EachStatement(func(s *Stmt) {
		if n--; n == -1 {
			s.Source.Site += 1 << 20
		}
	})
}

// TestIdentityOfOrders: an order is told by the statement that it names, and not by its time.
func TestIdentityOfOrders(t *testing.T) {
	with := func(begin, at uint64) *Program {
		p := &Program{Objects: []Object{{ID: 1, Kind: trace.KindChan, Capacity: 2}}}
		var body []*Stmt
		for i := range uint64(2) {
			body = append(body, &Stmt{Op: Send, Obj: 0, Source: Source{Site: 7, Seq: begin + 10*i}})
		}
		order := &Stmt{Op: Order, Obj: 0, Arg: int64(at), Source: Source{Seq: begin + 30}}
		p.Threads = []*Thread{{Parent: -1, Body: body}, {Parent: -1, Body: []*Stmt{order}}}
		return p
	}
	if with(1, 5).Identity() != with(100, 103).Identity() {
		t.Error("the time of the statements counts")
	}
	if with(1, 5).Identity() == with(1, 11).Identity() {
		t.Error("the statement of the order does not count")
	}
}
