package explorer

import (
	"reflect"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/rt"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

var early = []record.EarlyTimer{{After: 10 * time.Millisecond, Pos: "m_test.go:7"}}

// What counts of endings behind an early timer: deadlocks and goroutines that are left, when
// no run has ended so without one.
func TestCounts(t *testing.T) {
	plain := Ending{End: rt.Left, Class: 7}
	r := &Result{Endings: []Ending{plain}}
	for _, c := range []struct {
		name string
		e    Ending
		want bool
	}{
		{"deadlock", Ending{End: rt.Deadlock, Class: 3, Early: early}, true},
		{"left elsewhere", Ending{End: rt.Left, Class: 3, Early: early}, true},
		{"left as without", Ending{End: rt.Left, Class: 7, Early: early}, false},
		{"left without", plain, true},
		{"failed", Ending{End: rt.Done, Failed: true, Early: early}, false},
		{"failed and left", Ending{End: rt.Left, Class: 3, Failed: true, Early: early}, false},
		{"failed without", Ending{End: rt.Done, Failed: true}, true},
		{"panicked", Ending{Crash: "panic: x", Early: early}, false},
		{"panicked without", Ending{Crash: "panic: x"}, true},
		{"misused", Ending{Crash: "panic: send on closed channel\n\ngoroutine 7 [running]:", Early: early}, true},
		{"misused behind a failure", Ending{Crash: "panic: send on closed channel", Failed: true, Early: early}, false},
		{"ended well", Ending{End: rt.Done, Early: early}, false},
	} {
		if got := r.Counts(&c.e); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// The lines of a process are read for the run that they are of.
func TestEarlyLines(t *testing.T) {
	p := &process{early: map[string][]record.EarlyTimer{}}
	for _, line := range []string{`early 3 10000000 "m_test.go:7"`, `early 4 1 ""`} {
		run, timer, ok := parseEarly(line)
		if !ok {
			t.Fatalf("%s is not read", line)
		}
		p.early[run] = append(p.early[run], timer)
	}
	p.line([]string{"run", "3", "3", "7", "false", "false", "20", "2", "9", "100"})
	p.line([]string{"run", "5", "1", "0", "false", "false", "20", "2", "9", "100"})
	if len(p.endings) != 2 || !reflect.DeepEqual(p.endings[0].Early, early) || p.endings[1].Early != nil {
		t.Errorf("endings %+v", p.endings)
	}
	for _, line := range []string{"early 3", "early 3 soon \"\"", "end true"} {
		if _, _, ok := parseEarly(line); ok {
			t.Errorf("%s is read", line)
		}
	}
}

// Of a run that ended its process the choices tell how long its timers were set for.
func TestFiredEarly(t *testing.T) {
	fires := Step{Goroutine: 0xffff, Op: opFires, Object: 2500}
	list := firedEarly([]Step{{Op: trace.OpLock, Object: 4}, fires, fires})
	if want := []record.EarlyTimer{{After: 2500 * time.Microsecond}}; !reflect.DeepEqual(list, want) {
		t.Errorf("got %v, want %v", list, want)
	}
}

// Positions in the module are told from its root.
func TestWithin(t *testing.T) {
	list := []record.EarlyTimer{{Pos: "/m/a/x_test.go:3"}, {Pos: "/other/y.go:4"}, {}, {Pos: "a/x.go:5"}}
	got := RelativeTo("/m", list)
	for i, want := range []string{"a/x_test.go:3", "/other/y.go:4", "", "a/x.go:5"} {
		if got[i].Pos != want {
			t.Errorf("%q became %q, want %q", list[i].Pos, got[i].Pos, want)
		}
	}
}
