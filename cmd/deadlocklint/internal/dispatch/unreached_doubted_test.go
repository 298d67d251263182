package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestDoubtedConditions: a comment that says something else than the condition, and
// one over what cannot be read there, are said when the program has run.
func TestDoubtedConditions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag                  string // of the file with the comment
		contradicted, unread int
	}{{"same", 0, 0}, {"other", 1, 0}, {"far", 0, 1}} {
		o := call(t, "run", "-json", "-v", "-static=false", "-tries=0", "-tags="+c.tag, "-C="+moduletest.Source(t, "sets"), ".")
		o.want(t, "run", report.ExitClean)
		k := o.Stats.Conditions
		if k == nil || k.Annotated != 1 || len(k.Contradicted) != c.contradicted || len(k.Unread) != c.unread || len(k.Unseen) > 0 {
			t.Errorf("%s: %+v", c.tag, k)
		}
		notes := strings.Join(o.Stats.Notes(), "\n")
		if strings.Contains(notes, "use_other.go:8:6") != (c.contradicted > 0) || strings.Contains(o.err, "could not be read") != (c.unread > 0) {
			t.Errorf("%s: the report says\n%s\nand stderr\n%s", c.tag, notes, o.err)
		}
	}
}

// TestUnseenWrites: where nobody saw a write, the report names the condition and what
// would see it; the deadlock that needs the write is not predicted, and not ruled out.
func TestUnseenWrites(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag    string // of the file that sets the flag
		unseen bool
	}{{"plainly", false}, {"reflecting", true}} {
		o := call(t, "run", "-json", "-static=false", "-tries=0", "-tags="+c.tag, "-C="+moduletest.Source(t, "sets"), ".")
		o.want(t, "run", report.ExitClean)
		k := o.Stats.Conditions
		if k == nil || (len(k.Unseen) > 0) != c.unseen || k.MemoryEvents != 0 || len(k.Packages) > 0 {
			t.Fatalf("unseen: %v; %+v", c.unseen, k)
		}
		notes := strings.Join(o.Stats.Notes(), "\n")
		if strings.Contains(notes, "!l.Up at use.go:7:6") != c.unseen || strings.Contains(notes, "-memory") != c.unseen {
			t.Errorf("unseen: %v; the report says\n%s", c.unseen, notes)
		}
		if found := o.Stats.Unconfirmed+len(o.Findings) > 0; found == c.unseen {
			t.Errorf("unseen: %v; something is predicted: %v", c.unseen, found)
		}
	}
}

// TestSitesTellOnce: what the sites of the overlay tell of, memory events do not tell
// again, and nothing is unseen: with them and without.
func TestSitesTellOnce(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "several")
	for _, memory := range []string{"-memory=false", "-memory"} {
		o := call(t, "run", "-json", "-static=false", "-tries=0", memory, "-C="+dir, ".")
		o.want(t, "run", report.ExitClean)
		if k := o.Stats.Conditions; k == nil || k.Inferred != 2 || k.MemoryEvents != 0 || len(k.Unseen) > 0 {
			t.Errorf("%s: %+v", memory, k)
		}
	}
}
