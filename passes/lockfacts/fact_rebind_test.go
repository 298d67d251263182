package lockfacts

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestUnresolved resolves, on random packages, all unresolved calls of all packages in each of them: what is found after those that
// an import is said to know all about is known already, and these are not few.
func TestUnresolved(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	skipped, found := 0, 0
	for range 400 {
		pkgs := randomPackages(random)
		facts := map[string]*Fact{}
		for i := range slices.Backward(pkgs) {
			k := newKnown()
			for _, imp := range pkgs[i].Imports() {
				k.imports.note(k.of(facts[imp.Path()]))
			}
			if err := k.unite(); err != nil {
				t.Fatal(err)
			}
			owners := newContent()
			a := &analyzer{known: k, reachable: map[string][]target{}, leads: map[string][]Event{}, owners: &owners}
			own := randomLayer(random, pkgs[i].Path())
			k.addOwn(own)
			bind := a.unresolved()
			before := len(k.Edges)
			a.resolve(bind)
			own.Edges = append(own.Edges, k.Edges[before:]...)
			found += len(k.Edges) - before
			left := slices.DeleteFunc(slices.Clone(k.PendingCalls), func(p *PendingCall) bool { return slices.Contains(bind, p) })
			skipped += len(left)
			before = len(k.Edges)
			a.resolve(left)
			for _, e := range k.Edges[before:] {
				t.Errorf("%s: nobody below has found %s", pkgs[i].Path(), e.key())
			}
			facts[pkgs[i].Path()] = k.fact()
		}
	}
	if skipped < 1000 || found < 300 {
		t.Errorf("%d calls were not resolved again, %d edges were found", skipped, found)
	}
}

// randomLayer has types with a method each, some of which other interfaces' methods are called in, functions in
// variables, and calls of both with a lock held. Interfaces and variables are numbered, and lead on to such with higher numbers.
func randomLayer(random *rand.Rand, pkg string) *layer {
	const kinds = 6
	l := newLayer(pkg)
	open := func(least int) *DynamicCall {
		n := least + random.IntN(kinds-least)
		if random.IntN(2) == 0 {
			return &DynamicCall{Key: fmt.Sprintf("F:base.hook%d", n)}
		}
		return &DynamicCall{Key: fmt.Sprintf("I:base.I%d.M%d", n, n), Recv: syncop.AccessPath{Root: "P0"}}
	}
	for n := range kinds {
		l.Ifaces[fmt.Sprintf("I:base.I%d", n)] = []string{fmt.Sprintf("M%d()", n)}
	}
	for i := range random.IntN(4) {
		n := random.IntN(kinds)
		key := fmt.Sprintf("(%s.T%d).M%d", pkg, i, n)
		l.Implementations[fmt.Sprintf("%s.T%d", pkg, i)] = Implementation{Methods: []Method{{Signature: fmt.Sprintf("M%d()", n), Key: key}}}
		if random.IntN(3) == 0 {
			key = fmt.Sprintf("%s.f%d", pkg, i)
			l.store(fmt.Sprintf("F:base.hook%d", n), StoredFunc{Func: key})
		}
		sum := &Summary{Events: []Event{{Op: trace.OpLock, Obj: global(pkg, i), Site: Site{Func: key}}}}
		if n+1 < kinds {
			sum.Events = append(sum.Events, Event{Dynamic: open(n + 1)})
		}
		l.funcs.sums[key] = sum
	}
	for i := range random.IntN(3) {
		name := fmt.Sprintf("%s.caller%d", pkg, i)
		l.PendingCalls = append(l.PendingCalls, &PendingCall{Func: name, Event: Event{Dynamic: open(0), Held: []HeldLock{{Lock: global(pkg, 9)}}, Site: Site{Func: name}}})
	}
	l.identify()
	return l
}

// global is a lock in a variable of a package.
func global(pkg string, n int) syncop.AccessPath {
	name := fmt.Sprintf("%s.mu%d", pkg, n)
	return syncop.AccessPath{Root: "G", Path: name, Types: "sync.Mutex", Var: name}
}

// TestRandomLayer keeps the random layers honest: they have what the test is about.
func TestRandomLayer(t *testing.T) {
	random, kinds := rand.New(rand.NewPCG(1, 1)), map[string]bool{}
	for range 100 {
		l := randomLayer(random, "p")
		for _, p := range l.PendingCalls {
			kinds[p.Event.Dynamic.Key[:2]] = true
		}
		kinds["stores"] = kinds["stores"] || len(l.Stores) > 0
	}
	if len(kinds) != 3 {
		t.Error(slices.Collect(maps.Keys(kinds)))
	}
}
