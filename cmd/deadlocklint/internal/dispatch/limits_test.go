package dispatch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
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
		dir := moduletest.Copy(t, "next")
		moduletest.Write(t, dir, sources.AutomataFile, b.String())
		if doc, _, _ := invoke(t, "check", "-json", "-enable=typestate", "-C="+dir, "."); !slices.Equal(doc.Stats.Limits, want) {
			t.Errorf("%d states: limits %q, want %q", n, doc.Stats.Limits, want)
		}
	}
}
