package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestInlinedIsReached: a literal that ran under the name of the caller was reached; one that did not run was not.
func TestInlinedIsReached(t *testing.T) {
	t.Parallel()
	for test, want := range map[string]string{"TestOne": "c.go:18 in example.com/c.(*T).ba.func1 was never reached", "TestBoth": "every place was reached"} {
		doc, _, _ := invoke(t, "test", "-C", moduletest.Source(t, "inlined"), "-run", test, "-json", "-tries=0", ".")
		if len(doc.Findings) != 1 || doc.Findings[0].Dynamic == nil {
			t.Errorf("%s: %+v", test, doc.Findings)
			continue
		}
		reason := doc.Findings[0].Dynamic.Reason
		if !strings.Contains(reason, want) || strings.Contains(reason, "ab.func1") {
			t.Errorf("%s: %s", test, reason)
		}
	}
}
