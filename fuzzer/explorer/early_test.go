package explorer

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

var early = []record.EarlyTimer{{After: 10 * time.Millisecond, Pos: "m_test.go:7"}}

// What counts of endings after an early timer: deadlocks and goroutines that are left, when
// no run has ended so without one.
func TestCounts(t *testing.T) {
	plain := Ending{End: boundary.Left, Class: 7}
	r := &Result{Endings: []Ending{plain}}
	for _, c := range []struct {
		name string
		e    Ending
		want bool
	}{
		{"deadlock", Ending{End: boundary.Deadlock, Class: 3, Early: early}, true},
		{"left elsewhere", Ending{End: boundary.Left, Class: 3, Early: early}, true},
		{"left as without", Ending{End: boundary.Left, Class: 7, Early: early}, false},
		{"left without", plain, true},
		{"failed", Ending{End: boundary.Done, Failed: true, Early: early}, false},
		{"failed and left", Ending{End: boundary.Left, Class: 3, Failed: true, Early: early}, false},
		{"failed without", Ending{End: boundary.Done, Failed: true}, true},
		{"panicked", Ending{Crash: "panic: x", Early: early}, false},
		{"panicked without", Ending{Crash: "panic: x"}, true},
		{"misused", Ending{Crash: "panic: send on closed channel\n\ngoroutine 7 [running]:", Early: early}, true},
		{"misused behind a failure", Ending{Crash: "panic: send on closed channel", Failed: true, Early: early}, false},
		{"ended well", Ending{End: boundary.Done, Early: early}, false},
	} {
		if got := r.Counts(&c.e); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// The lines of a process are read for the run that they are of.
func TestEarlyLines(t *testing.T) {
	p := &process{dir: t.TempDir()}
	var text []byte
	for _, l := range []boundary.Line{
		&boundary.EarlyTimer{Run: "3", Span: 10000000, Pos: "m_test.go:7"}, &boundary.EarlyTimer{Run: "4", Span: 1},
		&boundary.RunEnded{Run: 3, Kind: boundary.Kind{End: boundary.Left, Class: 7}, Steps: 20, Goroutines: 2, Hash: 9, After: 100},
		&boundary.RunEnded{Run: 5, Kind: boundary.Kind{End: boundary.Done}, Steps: 20, Goroutines: 2, Hash: 9, After: 100},
	} {
		text = boundary.Append(text, l)
	}
	name := filepath.Join(p.dir, "runs")
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(string(text) + "end served=5 do") // its writer goes on
	if err := p.read(name); err != nil || len(p.endings) != 2 || p.ended || !reflect.DeepEqual(p.endings[0].Early, early) || p.endings[1].Early != nil {
		t.Errorf("endings %+v, %v", p.endings, err)
	}
	write(string(text) + "end served=5 done=maybe\n")
	if err := p.read(name); err == nil || !strings.Contains(err.Error(), "runs: line 5, column 19: true or false should be here") || len(p.endings) != 2 {
		t.Errorf("endings %+v, %v", p.endings, err)
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
