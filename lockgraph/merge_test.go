package lockgraph

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func part(name, text string) Part {
	r := parse(text)
	return Part{name, r.relation(Options{}), r.info()}
}

const (
	ab = "2 lock a; 2 lock b; 2 unlock b; 2 unlock a\n"
	ba = "3 lock b; 3 lock a; 3 unlock a; 3 unlock b\n"
)

func TestMerge(t *testing.T) {
	one, other := part("T1", ab), part("T2", ba)
	check(t, Merge(Options{}, one, other),
		"undecided cross-test g2[a:lock]->b:lock g3[b:lock]->a:lock: orders seen in T1 and T2, never together")
	check(t, Merge(Options{}, one, one))
	check(t, Merge(Options{}, one, other, part("T3", ab+ba)))
	check(t, Merge(Options{}, one, part("T2", "3 lock b; 3 lock a try; 3 unlock a; 3 unlock b")))
	check(t, Merge(Options{}, part("T1", "1 lock g;"+ab+"2 lock g; 2 lock a; 2 lock b"), part("T2", "3 lock g;"+ba)),
		"undecided cross-test g2[a:lock]->b:lock g3[g:lock b:lock]->a:lock: orders seen in T1 and T2, never together")
	check(t, Merge(Options{}, part("T1", "2 lock g;"+ab), part("T2", "3 lock g;"+ba)))
}

// Two tests in one process that never run at the same time.
func TestCrossTestInOneRun(t *testing.T) {
	r := parse("1 go 2; " + ab + "2 exit; 1 go 3; " + ba)
	info := r.info()
	info.Test = func(g trace.G) string { return map[trace.G]string{2: "TestA", 3: "TestB"}[g] }
	res := r.relation(Options{}).Analyze(info)
	check(t, res, "feasible cross-test g2[a:lock]->b:lock g3[b:lock]->a:lock")
	if got := res.Candidates[0].Edges[1].Tests; !slices.Equal(got, []string{"TestB"}) {
		t.Errorf("tests %q", got)
	}
}

func TestGroup(t *testing.T) {
	r := parse("1 go 2; 1 go 3; 1 go 4;" + ab + ba + "4 lock b; 4 lock a; 4 unlock a; 4 unlock b")
	found := Group(r.analyze(Options{}).Candidates)
	if len(found) != 1 || len(found[0].Candidates) != 2 || found[0].Status != Feasible {
		t.Fatalf("got %+v", found)
	}
	swapped := FindingID("cycle", []EdgeKey{{"lock a", "a", Exclusive}, {"lock b", "b", Exclusive}})
	if found[0].ID != swapped || len(swapped) != 16 {
		t.Errorf("id %s, want %s", found[0].ID, swapped)
	}
	if reader := FindingID("cycle", []EdgeKey{{"lock a", "a", Exclusive}, {"lock b", "b", Shared}}); reader == swapped {
		t.Error("the mode does not count")
	}
}
