package drive

import (
	"fmt"
	"testing"
)

// conductOf is a driver whose calls are written as words: a method that ends with a mark ends its object.
func conductOf(seq []string, par ...[]string) *Driver {
	list := func(names []string) (calls []Call) {
		for _, n := range names {
			calls = append(calls, Call{Name: "T." + n, Recv: "x1", Expr: "x1." + n + "()", Uses: []string{"x1"}, Closes: n == "Close"})
		}
		return calls
	}
	d := &Driver{Seq: append([]Call{{Name: "New", Expr: "New()", Sets: []string{"x1"}}}, list(seq)...), Vars: []Var{{Name: "x1"}}}
	for _, names := range par {
		d.Par = append(d.Par, list(names))
	}
	return d
}

// A call after the end of its object is the fault of the driver. Both at the same time are none.
func TestEnded(t *testing.T) {
	for _, c := range []struct {
		seq     []string
		par     [][]string
		ended   bool
		lasting int // calls that are kept
	}{
		{nil, [][]string{{"Get"}, {"Close"}}, false, 3},
		{nil, [][]string{{"Close"}, {"Close"}}, false, 3},
		{[]string{"Close"}, [][]string{{"Get"}, {"Get"}}, true, 2},
		{nil, [][]string{{"Close", "Get"}, {"Get"}}, true, 3},
		{nil, [][]string{{"Get"}, {"Get"}, {"Close"}}, true, 4},
		{[]string{"Close", "Get"}, nil, true, 2},
		{[]string{"Get", "Close"}, nil, false, 3},
	} {
		d := conductOf(c.seq, c.par...)
		var keep []int
		for i := range d.Own() {
			keep = append(keep, i)
		}
		if got := d.UsesEnded(keep, nil); got != c.ended {
			t.Errorf("%v, %v: uses an ended object: %t", c.seq, c.par, got)
		}
		if got := d.Lasting(); len(got) != c.lasting {
			t.Errorf("%v, %v: keeps %v", c.seq, c.par, got)
		}
	}
}

// The calls that may hand out a lock are methods of an object that goroutines share, each once.
func TestLockCalls(t *testing.T) {
	d := conductOf(nil, []string{"Get"}, []string{"Get"})
	d.Probes = conductOf([]string{"Lock", "Get", "Unlock", "Lock"}).Seq[1:]
	if got := fmt.Sprint(d.LockCalls([]int{0, 1, 2})); got != "[3 5]" {
		t.Error(got)
	}
	if got := fmt.Sprint(d.Lists([]int{0, 2})); got != "[[0] [2]]" {
		t.Error(got)
	}
	if got := fmt.Sprint(d.Making([]int{1, 2}, 3)); got != "[0 1 2]" {
		t.Error(got)
	}
	if got := d.LockCalls([]int{0, 2}); len(got) > 0 {
		t.Errorf("%v for one goroutine", got)
	}
}
