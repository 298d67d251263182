package wire

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestMergeAgreesWithSorting compares the streaming merge with the obvious
// way: take all records, sort.
func TestMergeAgreesWithSorting(t *testing.T) {
	for seed := range uint64(50) {
		chunks := randomChunks(rand.New(rand.NewPCG(seed, 1)))
		want := sorted(chunks)
		b := file(chunks...)
		got := read(t, b)
		if got.Damage != nil || !slices.Equal(got.Events, want) {
			t.Fatalf("seed %d: damage %v, %d events, want %d", seed, got.Damage, len(got.Events), len(want))
		}
	}
}

func randomChunks(rng *rand.Rand) []chunk {
	var chunks []chunk
	seq := uint64(0)
	ps := 1 + rng.IntN(9)
	open := make([]chunk, ps)
	for p := range open {
		open[p].p = uint32(p)
	}
	for range rng.IntN(3 * blockRecords) {
		seq += rng.Uint64N(3)
		c := &open[rng.IntN(ps)]
		c.records = append(c.records, trace.Event{Seq: seq, G: trace.G(rng.Uint32()), Op: trace.OpLock, Obj: rng.Uint64()})
		if rng.IntN(blockRecords) < 3 || len(c.records) == blockRecords {
			chunks = append(chunks, *c)
			c.records = nil
		}
	}
	return append(chunks, open...)
}

func sorted(chunks []chunk) []trace.Event {
	type at struct {
		p uint32
		e trace.Event
	}
	var all []at
	for _, c := range chunks {
		for _, e := range c.records {
			all = append(all, at{c.p, e})
		}
	}
	slices.SortStableFunc(all, func(a, b at) int { return cmp.Or(cmp.Compare(a.e.Seq, b.e.Seq), cmp.Compare(a.p, b.p)) })
	var events []trace.Event
	for _, a := range all {
		events = append(events, a.e)
	}
	return events
}

func TestReaderDeliversWhatReadCollects(t *testing.T) {
	b := file(randomChunks(rand.New(rand.NewPCG(3, 4)))...)
	r, err := NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var events []trace.Event
	for r.Next() {
		events = append(events, r.Event())
	}
	if r.Next() || r.Err() != nil {
		t.Errorf("after the end: error %v", r.Err())
	}
	got := r.Tables()
	got.Events = events
	if !reflect.DeepEqual(got, read(t, b)) {
		t.Error("Reader and Read differ")
	}
}
