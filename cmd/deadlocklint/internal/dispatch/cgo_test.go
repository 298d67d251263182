//go:build external && rest

package dispatch

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// This case needs a C compiler: script/ci/external.sh runs it.
func init() {
	badInputs = append(badInputs, badInput{
		name:  "cgo",
		files: []string{"c/c.go", "package c\n\n// static int one() { return 1; }\nimport \"C\"\n\nimport \"sync\"\n\ntype T struct{ mu sync.Mutex }\n\nfunc (t *T) F() int {\n\tt.mu.Lock()\n\tt.mu.Lock()\n\treturn int(C.one())\n}\n"},
		found: []string{"c"},
	})
}

// TestMemoryEventsOfCgo: what a file of cgo writes is told of by memory events, since it
// is not rewritten. What C writes is unseen, and that is said.
func TestMemoryEventsOfCgo(t *testing.T) {
	for _, c := range []struct {
		tag    string // of the file that sets the flag
		told   int
		unseen bool
	}{{"incgo", 1, false}, {"byc", 0, true}} {
		o := call(t, "run", "-json", "-static=false", "-tries=0", "-tags="+c.tag, "-C="+moduletest.Source(t, "sets"), ".")
		o.want(t, "run", report.ExitClean)
		k := o.Stats.Conditions
		if k == nil || k.MemoryEvents != c.told || (len(k.Unseen) > 0) != c.unseen || !slices.Equal(k.Packages, []string{"example.com/setsup"}) {
			t.Errorf("%s: %+v", c.tag, k)
		}
		if found := o.Stats.Unconfirmed+len(o.Findings) > 0; found == c.unseen {
			t.Errorf("%s: something is predicted: %v", c.tag, found)
		}
	}
}
