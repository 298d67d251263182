package drive

import (
	"go/types"
	"testing"
)

// A type is for several goroutines where it says so, or has a lock, an atomic or a channel. An object of one goroutine does not matter.
func TestMeant(t *testing.T) {
	a, pkg := read(t, "meant")
	for name, want := range map[string]bool{"Plain": false, "Cursor": false, "Promised": true, "Locked": true, "Counter": true, "Queue": true, "Any": true, "Bare": false} {
		var of types.Type = pkg.Scope().Lookup(name).Type()
		if !types.IsInterface(of) {
			of = types.NewPointer(of)
		}
		call := []Call{{Name: name + ".Get", Recv: "x", Uses: []string{"x"}}}
		d := &Driver{Vars: []Var{{Name: "x", Type: of}}, Par: [][]Call{call, call}}
		if got := a.Meant(d); got != want {
			t.Errorf("%s: %t", name, got)
		}
		d.Par[1] = []Call{{Name: "Global"}}
		if !a.Meant(d) {
			t.Errorf("%s of one goroutine is not", name)
		}
	}
}
