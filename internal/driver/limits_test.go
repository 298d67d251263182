package driver

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// An automaton with more states than can be followed is left out and named; the
// largest that can be is not.
func TestLimitOfStates(t *testing.T) {
	for n, want := range map[int][]string{65: {"maxStates=64 in example.com/m"}, 64: {}} {
		var b strings.Builder
		b.WriteString("type example.com/m.T\n")
		for i := range n {
			fmt.Fprintf(&b, "state s%d\n  Next -> s%d\n", i, (i+1)%n)
		}
		dir := module(t, "", "m.go", "package m\n\ntype T struct{}\n\nfunc (*T) Next() {}\n", automataFile, b.String())
		if doc, _, _ := invoke(t, "check", "-json", "-enable=typestate", "-C="+dir, "."); !slices.Equal(doc.Stats.Limits, want) {
			t.Errorf("%d states: limits %q, want %q", n, doc.Stats.Limits, want)
		}
	}
}
