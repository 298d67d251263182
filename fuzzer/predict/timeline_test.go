package predict

import (
	"context"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/tracetest"
)

// moments analyses a trace as of a file named "f" and retells its only
// candidate.
func moments(t *testing.T, lines string) (*Candidate, *Timeline) {
	t.Helper()
	p := newProcess(t.Context(), tracetest.New(t, lines).Trace, nil, &Executables{})
	p.file = "f"
	p.analyze(new(Stats))
	if len(p.candidates) != 1 {
		t.Fatalf("%d candidates", len(p.candidates))
	}
	out := map[*Candidate]*Timeline{}
	p.retell("f", p.candidates[0], out)
	return p.candidates[0], out[p.candidates[0]]
}

// words are the steps that were told, in a line.
func (m *Timeline) words() string {
	var list []string
	for _, at := range m.Steps {
		list = append(list, string(rune('0'+at.Edge))+" "+at.Op)
	}
	return strings.Join(list, ", ")
}

// TestMoments: everything that the goroutines of a short run did, in its order.
func TestMoments(t *testing.T) {
	c, m := moments(t, `t1 go t2 @main:1; t1 go t3 @main:2
		t2 lock a @ab:1; t2 lock b @ab:2; t2 unlock b; t2 unlock a; t2 exit
		t3 lock b @ba:1<main.func:2; t3 lock a @ba:2; t3 unlock a; t3 unlock b; t3 exit
		t1 lock a @main:3; t1 unlock a`)
	const want = "0 go, 1 go, 0 lock, 0 lock, 0 unlock, 0 unlock, 0 exit, 1 lock, 1 lock, 1 unlock, 1 unlock, 1 exit"
	swapped := strings.NewReplacer("0", "1", "1", "0").Replace(want) // the edges may come in either order
	if got := m.words(); got != want && got != swapped || m.Omitted != 0 {
		t.Errorf("got %s, %d omitted", got, m.Omitted)
	}
	for _, at := range m.Steps {
		if (at.Lock != 0) != (at.Op != "go" && at.Op != "exit") {
			t.Errorf("%s is about the object %d", at.Op, at.Lock)
		}
	}
	if calls := m.Steps[7].Calls; len(calls) != 2 || calls[0].Func != "ba" || calls[1].Func != "main.func" {
		t.Errorf("calls: %v", calls)
	}
	if again := recordingsOf([]*Candidate{c}); len(again) != 1 || again[0] != "f" {
		t.Errorf("files: %v", again)
	}
}

// TestManyMoments: of a goroutine that does much, the steps around the candidate
// are told, and its creation and the acquire of what it holds from long before.
func TestManyMoments(t *testing.T) {
	const other = "t2 lock c @x:1; t2 unlock c\n"
	const after = 200
	_, m := moments(t, "t1 go t2 @main:1; t1 go t3 @main:2\nt2 lock a @ab:1\n"+strings.Repeat(other, 600)+
		"t2 lock b @ab:2; t2 unlock b; t2 unlock a\n"+strings.Repeat(other, after)+
		"t3 lock b @ba:1; t3 lock a @ba:2; t3 unlock a; t3 unlock b")
	seen, first := 0, true
	for _, at := range m.Steps {
		if at.Frame.Func == "ab" {
			seen++
			first = first && at.Op == "lock"
		}
	}
	const all = 1 + 1 + 2*600 + 3 + 2*after
	if seen != 2 || !first {
		t.Errorf("%d of the acquires of the candidate are told", seen)
	}
	if want := all - (2 + momentsBefore + 1 + momentsAfter); m.Omitted != want {
		t.Errorf("%d omitted, want %d", m.Omitted, want)
	}
	if len(m.Steps)+m.Omitted != all+5 {
		t.Errorf("%d told and %d omitted of %d", len(m.Steps), m.Omitted, all+5)
	}
}

// TestOrder: lock order by class is counted.
func TestOrder(t *testing.T) {
	p := newProcess(t.Context(), tracetest.New(t, `class a p.S.mu; class b p.H.mu
		t1 lock a @f:1; t1 lock b @f:2; t1 unlock b; t1 lock b @f:2; t1 unlock b; t1 unlock a`).Trace, nil, &Executables{})
	p.analyze(new(Stats))
	o := LockOrder{}
	p.order(o)
	if len(o) != 1 || o[[2]string{"p.S.mu", "p.H.mu"}] != 2 {
		t.Errorf("%v", o)
	}
}

// TestOrderIsCut: the end of the context ends the count, which is told as every cut is. A process without nested locks has nothing to cut.
func TestOrderIsCut(t *testing.T) {
	const nested = "t1 lock a @f:1; t1 lock b @f:2; t1 unlock b; t1 unlock a"
	for lines, want := range map[string]string{
		nested: "counting the order of locks (0 of 1 lock dependencies)", "t1 lock a @f:1; t1 unlock a": "",
	} {
		p := newProcess(t.Context(), tracetest.New(t, lines).Trace, nil, &Executables{})
		p.analyze(new(Stats))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		p.ctx = ctx
		o := LockOrder{}
		if p.order(o); len(o) > 0 || strings.Join(p.cuts, ", ") != want {
			t.Errorf("%s: %v, cut %q", lines, o, p.cuts)
		}
	}
}

// TestOnlyObjects: the number of a goroutine or a key in an event is none of an object,
// though an object has the same number.
func TestOnlyObjects(t *testing.T) {
	p := newProcess(t.Context(), tracetest.New(t, "t1 lock a @main:1; t1 unlock a").Trace, nil, &Executables{})
	if len(p.objects.Instances) != 1 {
		t.Fatalf("%d objects", len(p.objects.Instances))
	}
	for op, want := range map[trace.Op]bool{
		trace.OpLock: true, trace.OpUnlock: true,
		trace.OpGo: false, trace.OpLoad: false, trace.OpRead: false, trace.OpWriter: false, // a goroutine
		trace.OpAcquire: false, trace.OpRelease: false, // a key
		trace.OpExit: false, trace.OpPanic: false, trace.OpSelect: false,
	} {
		if got := p.isObject(trace.Event{Op: op, Obj: 1}); got != want {
			t.Errorf("%s: %v", op, got)
		}
	}
}
