package drive

import (
	"strings"
	"testing"
)

// Drivers whose callbacks panic are made for functions that take one, and one call of theirs panics. There are none of a package without
// callbacks, and no callback of another driver panics.
func TestPanics(t *testing.T) {
	a, _ := read(t, "kinds")
	found := false
	for _, d := range a.Drivers(Options{Seed: 1, Single: 60, Panics: 20}) {
		text := false
		for _, c := range d.calls() {
			text = text || strings.Contains(c.Expr, callbackPanics)
		}
		if text != d.CallsBackPanics() {
			t.Errorf("%s: a panic in its text %t, as it says %t", d.Name, text, d.CallsBackPanics())
		}
		if text && !strings.HasPrefix(d.Name, "Callback") {
			t.Errorf("%s has a callback that panics", d.Name)
		}
		found = found || text
	}
	if !found {
		t.Error("no driver has a callback that panics")
	}
	if a, _ = read(t, "mirrors"); len(a.Drivers(Options{Seed: 1, Panics: 20})) > 0 {
		t.Error("a package without callbacks has drivers for them")
	}
}
