//go:build rest

package driven_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Other harm counts when it is asked for, and is found where it is. What the driver does against the contract of a lock is its own fault.
func TestHarm(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "driven")
	const once, apart = "these calls may be made at the same time", "these calls may be made one after the other"
	for _, c := range []struct{ rules, pkg, heading, pos, contract, dump string }{
		{"fatal", "leased", "failing schedule", "leased/leased.go:25", once, "fatal error: sync: unlock of unlocked mutex"},
		{"fatal", "leased_fixed", "", "", "", ""},
		{"fatal", "refused", "failing schedule", "refused/refused.go:", apart, "fatal error: sync: unlock of unlocked mutex"},
		{"fatal,race", "refused_fixed", "", "", "", ""},
		{"fatal", "routed", "harmful race confirmed", "routed/routed.go:", once, "fatal error: concurrent map "},
		{"fatal,race", "routed_fixed", "", "", "", ""},
		{"race", "peaked", "data race confirmed", "peaked/peaked.go:", once, ""},
		{"fatal,race", "peaked_fixed", "", "", "", ""},
		{"race", "stated", "possible data race", "stated/stated.go:", once, ""},
		{"race", "spelled", "possible data race", "spelled/spelled.go:", once, ""},
		{"fatal,race", "entered_fixed", "", "", "", ""},
	} {
		doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-memory", "-drive", "-rules="+c.rules, "./"+c.pkg)
		found := false
		for _, f := range doc.Findings {
			if f.Driver != nil && (f.Driver.Unsaid != (c.pkg == "spelled") || len(f.Driver.Against) > 0 != (c.pkg == "stated")) {
				t.Errorf("%s: words %v, unsaid: %t", c.pkg, f.Driver.Against, f.Driver.Unsaid)
			}
			if found = true; f.Driver == nil || f.Driver.Contract != c.contract || !strings.HasPrefix(f.Pos, c.pos) || !strings.Contains(f.Dump, c.dump) || f.Replay != "" {
				t.Errorf("%s: %s at %s, %s, driver %+v", c.pkg, f.Heading(), f.Pos, f.Message, f.Driver)
			} else if f.Heading() != c.heading && !f.Dynamic.NoEffect {
				t.Errorf("%s: %s", c.pkg, f.Heading())
			}
		}
		if found != (c.heading != "") {
			t.Errorf("%s: found %t\n%s", c.pkg, found, stderr)
		}
		want := report.ExitClean
		if found && !strings.HasPrefix(c.heading, "possible") {
			want = report.ExitFindings
		}
		if status != want {
			t.Errorf("%s: exit status %d\n%s", c.pkg, status, stderr)
		}
	}
}

// Without the rules none of it counts.
func TestHarmUnasked(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "driven")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./leased", "./refused", "./routed", "./peaked")
	if status != report.ExitClean || len(doc.Findings) > 0 {
		t.Errorf("exit status %d, found %v\n%s", status, doc.Findings, stderr)
	}
}
