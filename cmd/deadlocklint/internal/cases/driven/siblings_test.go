package driven_test

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func init() {
	lines["memory"] = "doublelock memory/memory.go:"
	lines["pooled"] = "doublelock pooled/pooled.go:24"
	lines["relay"] = "doublelock relay/relay.go:45"
}

// siblings are packages that need another package of their module: one that declares the interface of their objects, one that makes an argument, and
// one that implements an argument. Each has its twin.
var siblings = []string{"memory", "memory_fixed", "pooled", "pooled_fixed", "relay", "relay_fixed", "clerk_fixed"}

func TestSiblings(t *testing.T) {
	t.Parallel()
	drivesIn(t, "siblings", siblings)
}

// Words of another package are read where its objects are called.
func TestSiblingWords(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "siblings")
	want := report.Words{About: "concurrent use", Text: "It is not safe for concurrent use.", Pos: "book/book.go:6:1"}
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./clerk")
	if status != report.ExitClean || len(doc.Findings) != 1 || doc.Findings[0].Driver == nil || !slices.Equal(doc.Findings[0].Driver.Against, []report.Words{want}) {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
}
