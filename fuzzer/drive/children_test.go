package drive

import (
	"go/types"
	"math/rand"
	"slices"
	"testing"
)

// Children of equal parents are equal, type-check, and begin as a parent does. Those of another generation are others.
func TestChildren(t *testing.T) {
	a, pkg := read(t, "kinds")
	drivers := a.Drivers(Options{Seed: 1, Single: 60, Pairs: 60})
	var parents []Parent
	for i, d := range drivers {
		parents = append(parents, Parent{d, i % len(d.calls())})
	}
	list := a.Children(parents, Generation{Seed: 1, Number: 1, Most: 200})
	text := func(list []*Driver) string {
		files, err := a.Source("example.com", list)
		if err != nil {
			t.Fatal(err)
		}
		if err := typeCheck(pkg, files, types.Config{}); err != nil {
			t.Fatal(err)
		}
		return string(files[len(files)-1].Text)
	}
	if len(list) < 180 || text(list) != text(a.Children(parents, Generation{Seed: 1, Number: 1, Most: 200})) {
		t.Errorf("%d children, or they differ", len(list))
	}
	if text(list) == text(a.Children(parents, Generation{Seed: 1, Number: 2, Most: 200})) {
		t.Error("another generation has the same children")
	}
	if a.Children(nil, Generation{Most: 9}) != nil {
		t.Error("children without parents")
	}
}

// A prefix ends with the call that reached something. Calls of others come before it as its way says.
func TestPrefix(t *testing.T) {
	call := func(name string) []Call { return []Call{{Name: name, Closes: name == "close"}} }
	d := &Driver{Seq: append(call("a"), call("b")...), Par: [][]Call{call("c"), call("d")}, Drains: call("drain"), Probes: append(call("e"), call("f")...), Closes: append(call("close"), call("close")...)}
	for _, c := range []struct {
		step, way int
		want      []string
	}{
		{0, wayProbes, []string{"a"}}, {1, wayAlone, []string{"a", "b"}}, {3, wayAlone, []string{"a", "b", "d"}}, {3, wayPar, []string{"a", "b", "c", "d"}},
		{4, wayPar, []string{"a", "b", "c", "d"}}, {6, wayAlone, []string{"a", "b", "f"}}, {6, wayProbes, []string{"a", "b", "c", "d", "e", "f"}},
		{8, wayProbes, []string{"a", "b", "c", "d", "e", "f", "close"}},
	} {
		var got []string
		for _, call := range (Parent{d, c.step}).prefix(c.way) {
			got = append(got, call.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("step %d, way %d: %q, want %q", c.step, c.way, got, c.want)
		}
	}
}

// Names are changed where they are variables, and values where they are no length and not in a callback.
func TestEdited(t *testing.T) {
	c := Call{Expr: `x1.Do(x2.x1, p.x1, &T{x2: x1}, func() { x1.Go() })`, Recv: "x1", Uses: []string{"x1", "x2"}, Sets: []string{"_", "x3"}}
	got := c.renamed(map[string]string{"x1": "x7", "x3": "x8"})
	if got.Expr != `x7.Do(x2.x1, p.x1, &T{x2: x7}, func() { x7.Go() })` || got.Recv != "x7" || !slices.Equal(got.Uses, []string{"x7", "x2"}) || !slices.Equal(got.Sets, []string{"_", "x8"}) {
		t.Errorf("%+v", got)
	}
	a, _ := read(t, "keys")
	g := &generator{API: a, r: rand.New(rand.NewSource(1))}
	seen := map[string]bool{}
	for range 200 {
		seen[g.changed(Call{Expr: `x1.Set([2]int{}, func() bool { return true }, "a", false)`}).Expr] = true
	}
	if len(seen) != 2 || !seen[`x1.Set([2]int{}, func() bool { return true }, "b", false)`] || !seen[`x1.Set([2]int{}, func() bool { return true }, "a", true)`] {
		t.Errorf("changed to %v", seen)
	}
}
