package drive

import (
	"slices"
	"testing"
)

// outcomeOf is a driver with a literal of T and calls of these functions, of which one panicked.
func outcomeOf(panicked int, names ...string) Outcome {
	d := &Driver{Seq: []Call{{Name: "T", Expr: "&T{}", Sets: []string{"x1"}}}}
	for _, name := range names {
		recv := ""
		if name[:2] == "T." {
			recv = "x1"
		}
		d.Seq = append(d.Seq, Call{Name: name, Recv: recv, Results: []Result{}})
	}
	return Outcome{d, panicked}
}

// A function is avoided that panics in most drivers, and a literal whose methods do. A driver says nothing about what it has not come to.
func TestAvoid(t *testing.T) {
	a := &API{}
	a.Avoid([]Outcome{
		outcomeOf(1, "Once"), outcomeOf(1, "Once", "Good"), outcomeOf(1, "Once"), outcomeOf(-1, "Once", "Good"),
		outcomeOf(1, "Good"), outcomeOf(-1, "Good"),
		outcomeOf(1, "Rare"), outcomeOf(1, "Rare"),
		outcomeOf(1, "T.A"), outcomeOf(1, "T.B"), outcomeOf(1, "T.C"),
	})
	for name, want := range map[string]bool{"Once": true, "Good": false, "Rare": false, "T.A": false} {
		if a.avoided[name] != want {
			t.Errorf("%s: %t", name, a.avoided[name])
		}
	}
	// Each method panicked once, and the literal three times. Five drivers without a panic made it, and called nothing of it.
	if !a.unusable["T"] {
		t.Errorf("unusable %v", a.unusable)
	}
	a = &API{}
	a.Avoid([]Outcome{outcomeOf(1, "T.A"), outcomeOf(1, "T.A"), outcomeOf(1, "T.A"), outcomeOf(-1, "T.B"), outcomeOf(-1, "T.B")})
	if a.unusable["T"] || !a.avoided["T.A"] {
		t.Errorf("unusable %v, avoided %v", a.unusable, a.avoided)
	}
	if a.Avoid(nil, "Deadly"); !a.avoided["T.A"] || !a.avoided["Deadly"] {
		t.Errorf("avoided %v", a.avoided)
	}
}

// Drivers that are made anew are those that were asked for. Their goroutines call nothing that is avoided, and have no integer below one.
// All other calls are made at their end: one may give a lock back.
func TestAgain(t *testing.T) {
	a, _ := read(t, "mirrors")
	opt := Options{Seed: 1, Single: 30, Pairs: 30}
	first := a.Drivers(opt)
	opt.Round, opt.Again = 1, []string{"Pair004", "Pair005", "Single003"}
	name := first[0].calls()[0].Name
	for _, d := range first {
		for _, c := range d.calls() {
			if c.Recv != "" {
				name = c.Name
			}
		}
	}
	a.avoided = map[string]bool{name: true}
	var names []string
	for _, d := range a.Drivers(opt) {
		names = append(names, d.First)
		if d.Name != d.First+"Round1" {
			t.Errorf("%s has the name %s", d.First, d.Name)
		}
		for _, c := range d.calls()[:d.Own()] {
			if c.Name == name || c.Zero {
				t.Errorf("%s calls %s", d.Name, c.Expr)
			}
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, opt.Again) {
		t.Errorf("made %q, want %q", names, opt.Again)
	}
}
