package confirm

import (
	"reflect"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// abba is the plan of two goroutines that request at 2 and 4.
func abba() *pauses.Plan {
	p := &pauses.Plan{N: 2, Abstraction: uint8(trace.AbsIndex), UseContext: true, Yield: true}
	p.Edges[0] = pauses.Edge{N: 2, Context: [pauses.MaxContext]uint64{1, 2}}
	p.Edges[1] = pauses.Edge{N: 2, Context: [pauses.MaxContext]uint64{3, 4}}
	return p
}

// What the runtime writes when the two are parked, and in another deadlock.
var (
	verdictText = reportOf(boundary.AboutCycle,
		&boundary.Goroutine{ID: 5, Site: 0xaa, Index: 0xbb, Op: 1, Want: 0xc000, At: 2},
		&boundary.Held{Object: 0xd000},
		&boundary.Goroutine{ID: 0x12, Site: 0xaa, Index: 0xcc, Op: 1, Want: 0xd000, At: 4},
		&boundary.Held{Object: 0xb000},
		&boundary.Held{Object: 0xc000},
		&boundary.Stats{Paused: 2, Gates: 1, Idle: 3, Late: 4, Thrash: 5},
		&boundary.EdgeStats{Reached: 1, Started: 2, Near: 3},
		&boundary.EdgeStats{Reached: 16},
		&boundary.FullTable{Objects: 0x4000},
		&boundary.Others{Live: 26},
		&boundary.Dump{},
	) + "goroutine 5 [sync.Mutex.Lock]:\ng id=77 is no line of the head\n"
	otherText = reportOf(boundary.AboutCycle, &boundary.Goroutine{ID: 1, Want: 1, At: 8}, &boundary.Stats{Paused: 1}, &boundary.Dump{})
	statsText = reportOf(boundary.AboutStats,
		&boundary.Stats{Paused: 1, Gates: 1, Idle: 1, Late: 1, Thrash: 1},
		&boundary.EdgeStats{Reached: 1, Started: 1, Near: 1},
	)
)

func taken(texts ...string) *Run {
	r := &Run{}
	for _, text := range texts {
		_ = r.take(text, abba()) // all before a damage counts
	}
	return r
}

func TestVerdict(t *testing.T) {
	r := taken(verdictText)
	want := &Verdict{
		Goroutines: []ParkedGoroutine{
			{ID: 5, Index: 0xbb, Site: 2, Want: 0xc000, Held: []uint64{0xd000}},
			{ID: 0x12, Index: 0xcc, Site: 4, Want: 0xd000, Held: []uint64{0xb000, 0xc000}},
		},
		Dump: "goroutine 5 [sync.Mutex.Lock]:\ng id=77 is no line of the head\n",
		Live: 26,
	}
	if !reflect.DeepEqual(r.Verdict, want) {
		t.Errorf("got %+v, want %+v", r.Verdict, want)
	}
	if got := r.Verdict.Assumption(); !strings.Contains(got, "none of the 26 goroutines and timers") {
		t.Errorf("assumes %q", got)
	}
	if got := (&Verdict{}).Assumption(); got != "" {
		t.Errorf("nobody is left, and still it assumes %q", got)
	}
	stats := Stats{
		Stats: boundary.Stats{Paused: 2, Gates: 1, Idle: 3, Late: 4, Thrash: 5},
		Full:  0x4000, Edges: []boundary.EdgeStats{{Reached: 1, Started: 2, Near: 3}, {Reached: 16}},
	}
	if !reflect.DeepEqual(r.Stats, stats) {
		t.Errorf("got %+v, want %+v", r.Stats, stats)
	}
	if !r.Verdict.matches(abba()) {
		t.Error("it is not the plan's deadlock")
	}
}

// TestSeveralProcesses: a child process counts like its parent, in any order.
func TestSeveralProcesses(t *testing.T) {
	for _, r := range []*Run{taken(statsText, verdictText), taken(verdictText, statsText)} {
		if r.Verdict == nil || len(r.Verdict.Goroutines) != 2 {
			t.Errorf("verdict %+v", r.Verdict)
		}
		if e := r.Stats.Edges; len(e) != 2 || e[0] != (boundary.EdgeStats{Reached: 2, Started: 3, Near: 4}) || e[1] != (boundary.EdgeStats{Reached: 16}) || r.Stats.Paused != 3 {
			t.Errorf("stats %+v", r.Stats)
		}
	}
	for _, r := range []*Run{taken(otherText, verdictText), taken(verdictText, otherText)} {
		if !r.Verdict.matches(abba()) {
			t.Errorf("another deadlock hides the one that was looked for: %+v", r.Verdict)
		}
	}
}

// TestCutOff: a verdict of which the end is missing proves nothing.
func TestCutOff(t *testing.T) {
	end := strings.Index(verdictText, "dump\n") + len("dump\n")
	for i := range end {
		if r := taken(verdictText[:i]); r.Verdict != nil {
			t.Errorf("a verdict from %q", verdictText[:i])
		}
	}
	if r := taken(verdictText[:end]); r.Verdict == nil {
		t.Error("no verdict although only the dump is missing")
	}
	if r := taken(reportOf(boundary.AboutCycle, &boundary.Stats{Paused: 1}, &boundary.Dump{})); r.Verdict != nil {
		t.Error("a deadlock of nobody")
	}
	if r := taken("something else\n" + verdictText); r.Verdict != nil || r.Stats.Edges != nil {
		t.Error("a foreign file was read")
	}
}

func TestMatches(t *testing.T) {
	if taken(otherText).Verdict.matches(abba()) {
		t.Error("another deadlock is taken for the plan's")
	}
	if (&Verdict{}).matches(abba()) {
		t.Error("nobody is taken for the plan's goroutines")
	}
}

// TestIsOf: the deadlock of two goroutines at two of three places is not that of the three, nor
// is one goroutine two. A third party, such as a writer, need not be in the cycle.
func TestIsOf(t *testing.T) {
	v := taken(verdictText).Verdict
	member, writer := lockgraph.Edge{}, lockgraph.Edge{Role: lockgraph.RoleWriter}
	for _, c := range []struct {
		roles []lockgraph.Edge
		sites []uint64
		want  bool
	}{
		{[]lockgraph.Edge{member, member}, []uint64{2, 4}, true},
		{[]lockgraph.Edge{member, member}, []uint64{4, 2}, true},
		{[]lockgraph.Edge{member, member, writer}, []uint64{2, 4, 6}, true},
		{[]lockgraph.Edge{member, member, member}, []uint64{2, 4, 6}, false},
		{[]lockgraph.Edge{member, member, member}, []uint64{2, 4, 4}, false},
		{[]lockgraph.Edge{member, member}, []uint64{2, 6}, false},
	} {
		cand, plan := &predict.Candidate{}, &pauses.Plan{N: len(c.sites)}
		for i, site := range c.sites {
			cand.Edges = append(cand.Edges, predict.Edge{Edge: c.roles[i]})
			plan.Edges[i] = pauses.Edge{N: 1, Context: [pauses.MaxContext]uint64{site}}
		}
		if got := v.isOf(cand, plan); got != c.want {
			t.Errorf("%v %v: %t", c.roles, c.sites, got)
		}
	}
}

// FuzzTake reads files that a dying process wrote.
func FuzzTake(f *testing.F) {
	f.Add(verdictText, statsText)
	f.Add(otherText, "deadlocklint stats 1\nedge\nedge =\nedge reached=fffffffffffffffff\nheld\nstats")
	f.Fuzz(func(t *testing.T, a, b string) {
		r := taken(a, b)
		if r.Verdict != nil && len(r.Verdict.Goroutines) == 0 {
			t.Errorf("%q, %q: a deadlock of nobody", a, b)
		}
		result := &Result{Runs: []Run{*r}}
		if s := result.reason(candidate()); s == "" || strings.Contains(s, "\n") {
			t.Errorf("%q, %q: reason %q", a, b, s)
		}
	})
}

func candidate() *predict.Candidate {
	edge := func(line int) predict.Edge {
		return predict.Edge{Wants: predict.Place{Frame: trace.Frame{File: "dir/a.go", Line: line}}}
	}
	return &predict.Candidate{Edges: []predict.Edge{edge(10), edge(20)}}
}

func TestReasons(t *testing.T) {
	stats := func(first, second boundary.EdgeStats) Stats { return Stats{Edges: []boundary.EdgeStats{first, second}} }
	for _, c := range []struct {
		want string
		r    Result
	}{
		{"not tried: interrupted", Result{}},
		{"made to happen in run 2: every goroutine", Result{Confirmed: true, Runs: make([]Run, 2)}},
		{"not seen in 1 run (a.go:10 never reached, a.go:20 never reached)", Result{Runs: []Run{{}}}},
		{"not seen in 2 runs (a.go:10 reached 3 times, a.go:20 reached only with another lock or context)",
			Result{Runs: []Run{{Stats: stats(boundary.EdgeStats{Reached: 1}, boundary.EdgeStats{Near: 1})}, {Stats: stats(boundary.EdgeStats{Reached: 2}, boundary.EdgeStats{Started: 1})}}}},
		{"(a.go:10 never reached, a.go:20 never reached after its first lock); 2 pauses ended because no other goroutine could run; 3 pauses ended for lasting too long",
			Result{Runs: []Run{{Stats: Stats{Stats: boundary.Stats{Thrash: 2, Late: 3}, Edges: []boundary.EdgeStats{{}, {Started: 4}}}}}}},
		{"; 1 run failed, perhaps because of the pauses; 1 run did not end and had to be stopped",
			Result{Runs: []Run{{Exit: 1}, {TimedOut: true, Exit: 130}, {}}}},
		{"; a run ended in another deadlock", Result{Runs: []Run{{Exit: 66, Verdict: &Verdict{}}}, OtherDeadlock: &Run{}}},
	} {
		got := c.r.reason(candidate())
		if !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q in it", got, c.want)
		}
		if c.r.OtherDeadlock != nil && strings.Contains(got, "failed") {
			t.Errorf("a deadlock counts as a failure: %q", got)
		}
	}
}
