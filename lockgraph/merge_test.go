package lockgraph

import (
	"context"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func part(name, text string) MergeInput {
	r := parse(text)
	return MergeInput{name, r.relation(Options{}), r.info()}
}

const (
	ab = "2 lock a; 2 lock b; 2 unlock b; 2 unlock a\n"
	ba = "3 lock b; 3 lock a; 3 unlock a; 3 unlock b\n"
)

func TestMerge(t *testing.T) {
	one, other := part("T1", ab), part("T2", ba)
	check(t, Merge(context.Background(), Options{}, one, other),
		"undecided cross-test g2[a:lock]->b:lock g3[b:lock]->a:lock: orders seen in T1 and T2, never together")
	check(t, Merge(context.Background(), Options{}, one, one))
	check(t, Merge(context.Background(), Options{}, one, other, part("T3", ab+ba)))
	check(t, Merge(context.Background(), Options{}, one, part("T2", "3 lock b; 3 lock a try; 3 unlock a; 3 unlock b")))
	check(t, Merge(context.Background(), Options{}, part("T1", "1 lock g;"+ab+"2 lock g; 2 lock a; 2 lock b"), part("T2", "3 lock g;"+ba)),
		"undecided cross-test g2[a:lock]->b:lock g3[g:lock b:lock]->a:lock: orders seen in T1 and T2, never together")
	check(t, Merge(context.Background(), Options{}, part("T1", "2 lock g;"+ab), part("T2", "3 lock g;"+ba)))
}

// Two tests in one process that never run at the same time.
func TestCrossTestInOneRun(t *testing.T) {
	r := parse("1 go 2; " + ab + "2 exit; 1 go 3; " + ba)
	info := r.info()
	info.Test = func(g trace.G) string { return map[trace.G]string{2: "TestA", 3: "TestB"}[g] }
	res := r.relation(Options{}).Analyze(context.Background(), info)
	check(t, res, "feasible cross-test g2[a:lock]->b:lock g3[b:lock]->a:lock")
	if got := res.Candidates[0].Edges[1].Tests; !slices.Equal(got, []string{"TestB"}) {
		t.Errorf("tests %q", got)
	}
}

// fields makes a1 the field a of allocation 1.
func fields(name, text string) MergeInput {
	p := part(name, text)
	object := p.Info.Class
	p.Info.Class = func(lock uint64) string { return object(lock)[:1] }
	p.Info.Owner = func(lock uint64) uint64 {
		var n uint64
		for _, c := range object(lock)[1:] {
			n = n*10 + uint64(c-'0')
		}
		return n
	}
	return p
}

func TestMergeKnowsAllocations(t *testing.T) {
	one := fields("T1", "2 lock a1; 2 lock b1; 2 unlock b1; 2 unlock a1")
	found := "undecided cross-test g2[a:lock]->b:lock g3[b:lock]->a:lock: orders seen in T1 and T2, never together"
	// The two locks of one object in both orders.
	check(t, Merge(context.Background(), Options{}, one, fields("T2", "3 lock b2; 3 lock a2; 3 unlock a2; 3 unlock b2")), found)
	// T2 orders the locks of two objects; the orders cannot be about the same two locks.
	check(t, Merge(context.Background(), Options{}, one, fields("T2", "3 lock b2; 3 lock a3; 3 unlock a3; 3 unlock b2")))
	// It does both.
	check(t, Merge(context.Background(), Options{}, one, fields("T2", "3 lock b2; 3 lock a3; 3 unlock a3; 3 lock a2; 3 unlock a2; 3 unlock b2")), found)
	// Of a global variable no allocation is known.
	check(t, Merge(context.Background(), Options{}, one, fields("T2", "3 lock b2; 3 lock a; 3 unlock a; 3 unlock b2")), found)
	// Three members: what T1 and T2 have in one object T3 cannot have in two.
	two := fields("T2", "3 lock b1; 3 lock c1; 3 unlock c1; 3 unlock b1")
	check(t, Merge(context.Background(), Options{}, one, two, fields("T3", "4 lock c1; 4 lock a2; 4 unlock a2; 4 unlock c1")))
	check(t, Merge(context.Background(), Options{}, one, two, fields("T3", "4 lock c3; 4 lock a3; 4 unlock a3; 4 unlock c3")),
		"undecided cross-test g2[a:lock]->b:lock g3[b:lock]->c:lock g4[c:lock]->a:lock: orders seen in T1 and T2 and T3, never together")
}

// Locks of one class in different instantiations of a generic type.
func TestMergeKnowsInstantiations(t *testing.T) {
	one, other := part("T1", ab), part("T2", ba)
	instantiated := func(p MergeInput, args string) MergeInput {
		p.Info.Arguments = func(uint64) string { return args }
		return p
	}
	check(t, Merge(context.Background(), Options{}, instantiated(one, "[1]"), instantiated(other, "[2]")))
	check(t, Merge(context.Background(), Options{}, instantiated(one, "[1]"), instantiated(other, "[1]")),
		"undecided cross-test g2[a:lock]->b:lock g3[b:lock]->a:lock: orders seen in T1 and T2, never together")
}

func TestMergeReadAgain(t *testing.T) {
	reader, writer := fields("T1", "2 rlock a1; 2 rlock a1; 2 runlock a1; 2 runlock a1"), fields("T2", "3 lock a2 rw; 3 unlock a2 rw")
	res := Merge(context.Background(), Options{}, reader, writer)
	check(t, res, "undecided cross-test g2[a:rlock]->a:rlock g3[]->a:lock: orders seen in T1 and T2, never together")
	if got := res.Candidates[0].Check(); got != checks.RecursiveRLock {
		t.Errorf("check %s", got)
	}
	check(t, Merge(context.Background(), Options{}, reader))
	check(t, Merge(context.Background(), Options{}, reader, reader))
	// Another instance of the class is no recursion.
	check(t, Merge(context.Background(), Options{}, fields("T1", "2 rlock a1; 2 rlock a2; 2 runlock a2; 2 runlock a1"), writer))
	// A gate lock.
	check(t, Merge(context.Background(), Options{}, fields("T1", "2 lock g1; 2 rlock a1; 2 rlock a1"), fields("T2", "3 lock g2; 3 lock a2 rw; 3 unlock a2 rw")))
	// The test that has both was judged by itself.
	both := fields("T1", "2 rlock a1; 2 rlock a1; 2 runlock a1; 2 runlock a1; 2 lock a1 rw; 2 unlock a1 rw")
	check(t, Merge(context.Background(), Options{}, both))
}

func TestMergeHandOff(t *testing.T) {
	// Goroutine 9 releases what 3 holds.
	check(t, Merge(context.Background(), Options{}, part("T1", ab), part("T2", "3 lock b; 3 lock a; 3 unlock a; 9 unlock b foreign")))
	check(t, Merge(context.Background(), Options{}, part("T1", ab), part("T2", "3 lock b; 3 lock a; 9 unlock a foreign; 3 unlock b")))
	// The other locks of the same goroutine count.
	check(t, Merge(context.Background(), Options{}, part("T1", ab), part("T2", "3 lock h; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b; 9 unlock h foreign")),
		"undecided cross-test g2[a:lock]->b:lock g3[h:lock b:lock]->a:lock: orders seen in T1 and T2, never together")
	// What somebody else will release is a gate until then, unless both read.
	gated := part("T2", "3 lock h; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b; 9 unlock h foreign")
	check(t, Merge(context.Background(), Options{}, part("T1", "2 lock h;"+ab+"2 unlock h"), gated))
	check(t, Merge(context.Background(), Options{}, part("T1", "2 lock h;"+ab+"9 unlock h foreign"), gated))
	readers := part("T2", "3 rlock h; 3 lock b; 3 lock a; 3 unlock a; 3 unlock b; 9 runlock h foreign")
	check(t, Merge(context.Background(), Options{}, part("T1", "2 rlock h;"+ab+"2 runlock h"), readers),
		"undecided cross-test g2[h:rlock a:lock]->b:lock g3[h:rlock b:lock]->a:lock: orders seen in T1 and T2, never together")
}
