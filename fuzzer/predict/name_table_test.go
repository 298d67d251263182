package predict

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/binary"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

func TestFunctionNames(t *testing.T) {
	n := &nameTable{main: "example.com/m"}
	for name, want := range map[string]string{
		"main.main":                              "example.com/m.main",
		"main.Swap[go.shape.int]":                "example.com/m.Swap[...]",
		"p.(*Box[go.shape.[3]int,p.K[int]]).Get": "p.(*Box[...]).Get",
		"p.(*Box[...]).Get.func1":                "p.(*Box[...]).Get.func1",
		"p.F[go.shape.int].G[go.shape.string]":   "p.F[...].G[...]",
		"p.Table.rows[].mu":                      "p.Table.rows[].mu",
		"example.com/yaml%2ev3.(*T).F":           "example.com/yaml.v3.(*T).F",
		"p.F]":                                   "p.F]",
		"p.F[":                                   "p.F[",
	} {
		if got := n.fn(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestPick compares with a look through all events for each.
func TestPick(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		tr, o := &trace.Trace{Stacks: map[trace.StackID][]trace.Frame{}}, &objects.Objects{}
		for id := range trace.StackID(8) {
			tr.Stacks[id] = []trace.Frame{{Func: "f", Line: r.IntN(3)}}
		}
		for range 40 {
			op := []trace.Op{trace.OpAlloc, trace.OpMakeChan, trace.OpExit}[r.IntN(3)]
			o.Events = append(o.Events, trace.Event{Op: op, Arg: uint64(r.IntN(8))})
		}
		n := newNaming(tr, nil, &Executables{})
		for made := range o.Events {
			if got, want := n.pick(o, tr, made), naivePick(o, tr, made); got != want {
				t.Fatalf("seed %d, event %d: %+v, want %+v", seed, made, got, want)
			}
		}
	}
}

func naivePick(o *objects.Objects, t *trace.Trace, made int) binary.Pick {
	own := o.Events[made]
	var alike []trace.StackID
	for _, e := range o.Events {
		if e.Op == own.Op && slices.Equal(t.Stacks[e.Stack()], t.Stacks[own.Stack()]) && !slices.Contains(alike, e.Stack()) {
			alike = append(alike, e.Stack())
		}
	}
	return binary.Pick{Nth: slices.Index(alike, own.Stack()), Of: len(alike)}
}
