package predict

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// recorded writes a recording with these events, numbered from 10 in steps of 10, and two
// stacks below the standard library: 1 at b.go:7, 2 at a.go:9. Stack 3 is inside of it.
func recorded(t *testing.T, events ...trace.Event) (dir string, target *record.Target) {
	t.Helper()
	tr := trace.New()
	tr.Header[trace.HeaderTag] = "x"
	tr.Stacks[1] = []trace.Frame{{Func: "strings.(*Builder).WriteString", File: "/go/strings.go", Line: 1}, {Func: "example.com/p.second", File: "/p/b.go", Line: 7}}
	tr.Stacks[2] = []trace.Frame{{Func: "example.com/p.first", File: "/p/a.go", Line: 9}}
	tr.Stacks[3] = []trace.Frame{{Func: "strings.init", File: "/go/strings.go", Line: 2}}
	tr.Places[1], tr.Places[2] = [3]uint64{0xb}, [3]uint64{0xa}
	for i := range events {
		events[i].Seq = uint64(i+1) * 10
		if events[i].Op == trace.OpAccessor {
			events[i].Arg = events[i].Seq - 1
		}
	}
	tr.Events = events
	dir = t.TempDir()
	f, err := os.Create(filepath.Join(dir, "t.1.2.dltrace"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := wire.Write(f, tr); err != nil {
		t.Fatal(err)
	}
	return dir, &record.Target{ID: "x"}
}

func by(g trace.G) trace.Event { return trace.Event{G: g, Op: trace.OpAccessor, Obj: uint64(g)} }

func access(g trace.G, stack uint64, flag uint8) trace.Event {
	return trace.Event{G: g, Op: trace.OpAccess, Obj: 0x1000, Arg: stack, Aux: 1, Flag: flag}
}

// TestRacesOf: a race has its places in their order, outside of the standard library, with
// the sites by which they are forced.
func TestRacesOf(t *testing.T) {
	dir, target := recorded(t,
		trace.Event{G: 1, Op: trace.OpGo, Obj: 2}, by(2), access(2, 1, 0), by(1), access(1, 2, trace.FlagRead),
		trace.Event{Op: trace.OpLost, Aux: trace.TableWords})
	r, err := PredictRaces(t.Context(), dir, target)
	if err != nil || len(r.List) != 1 {
		t.Fatalf("%v, %+v", err, r)
	}
	race := r.List[0]
	first, second := race.Sides[0], race.Sides[1]
	if race.Kind != racegraph.Unordered || !first.Read || first.Frame.Line != 9 || second.Read || second.Frame.Func != "example.com/p.second" {
		t.Errorf("%+v", race)
	}
	if !slices.Equal(first.Sites, []uint64{0xa}) || !slices.Equal(second.Sites, []uint64{0xb}) {
		t.Errorf("sites %x and %x", first.Sites, second.Sites)
	}
	if !slices.ContainsFunc(r.Limits, func(l string) bool { return strings.HasPrefix(l, "more words of memory") }) {
		t.Errorf("limits %q", r.Limits)
	}
}

// TestRacesOrdered is its twin: the access after the go statement is told, the one before
// it races with nobody; nor does what the standard library does for itself.
func TestRacesOrdered(t *testing.T) {
	dir, target := recorded(t,
		by(1), access(1, 2, 0), trace.Event{G: 1, Op: trace.OpGo, Obj: 2}, by(2), access(2, 1, 0), by(1), access(1, 3, 0),
		trace.Event{Op: trace.OpLost})
	r, err := PredictRaces(t.Context(), dir, target)
	if err != nil || len(r.List) != 0 || len(r.Limits) != 0 || r.Pairs != 2 {
		t.Errorf("%v, %+v", err, r)
	}
}
