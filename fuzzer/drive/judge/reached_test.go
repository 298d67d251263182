package judge

import (
	"reflect"
	"testing"
)

// A trial tells once what it reaches, and how often, by the call that made it so. Of what all trials reach only the first ones tell.
func TestReaches(t *testing.T) {
	told, noticed = map[often]int{}, map[int]map[often]bool{}
	begin := func(trial int) *run { return &run{trial: trial, hits: map[uint64]int{}} }
	r := begin(0)
	r.note(4, []uint64{7, 8}, []uint32{1, 3})
	r.note(5, []uint64{7}, []uint32{1})
	again := begin(0)
	again.note(4, []uint64{7, 8}, []uint32{2, 5})
	want := []Reach{{4, 1, []Counter{7, 8}}, {4, 2, []Counter{8}}, {4, 3, []Counter{8}}, {5, 2, []Counter{7}}}
	if !reflect.DeepEqual(r.reached, want) {
		t.Errorf("reached %v, want %v", r.reached, want)
	}
	if want := []Reach{{4, 5, []Counter{8}}}; !reflect.DeepEqual(again.reached, want) {
		t.Errorf("another run of the trial reached %v, want %v", again.reached, want)
	}
	tellers := 0
	for trial := range 2 * mostTold {
		r := begin(1 + trial)
		if r.note(1, []uint64{9}, []uint32{1}); len(r.reached) > 0 {
			tellers++
		}
	}
	if tellers != mostTold {
		t.Errorf("%d trials told, want %d", tellers, mostTold)
	}
	if r.reachedBy(Void) != nil {
		t.Error("a trial with a panic told")
	}
	if c := Counter(3<<52 | 5<<32 | 6<<16 | 2); c.Of() != 6 || c.Function() != 3<<20|5 {
		t.Errorf("%x is of function %x with %d counters", c, c.Function(), c.Of())
	}
}
