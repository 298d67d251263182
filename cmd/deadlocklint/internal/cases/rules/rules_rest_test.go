//go:build rest

package rules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// TestMain lets the test binary be the program that the go command calls.
func TestMain(m *testing.M) { os.Exit(runtest.Main(m)) }

// Each rule counts when it is asked for. Package calm has idle workers and calls that wait, and does not hang by any.
func TestRules(t *testing.T) {
	dir := moduletest.Source(t, "rules")
	for _, c := range []struct{ rules, pkg, pos, assumes string }{
		{"grow", "grow", "grow/grow.go:21:", "a goroutine ends with the call that has started it"},
		{"lost", "lost", "lost/lost.go:27:", "of equal calls the one that began first returns first"},
		{"wait", "wait", "wait/wait.go:17:", "other calls of the package end the wait"},
		{"close", "closing", "closing/closing.go:34:", "the end of an object waits for nobody"},
		{"close,lost,wait,grow", "calm", "", ""},
	} {
		doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "-rules="+c.rules, "./"+c.pkg)
		found := false
		for _, f := range doc.Findings {
			if found = true; !strings.HasPrefix(f.Pos, c.pos) || !strings.HasSuffix(f.Driver.Contract, ", and "+c.assumes) || f.Note {
				t.Errorf("%s: %s assumes %q, and a note is %t", c.pkg, f.Pos, f.Driver.Contract, f.Note)
			}
		}
		if found != (c.pos != "") {
			t.Errorf("%s: found %t\n%s", c.pkg, found, stderr)
		}
	}
}

// Without the rules only those findings count that are proofs of a kind: none of these.
func TestWithoutRules(t *testing.T) {
	dir := moduletest.Source(t, "rules")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./grow", "./lost", "./wait", "./calm")
	if len(doc.Findings) > 0 {
		t.Errorf("found %v\n%s", doc.Findings, stderr)
	}
}

// A rule that there is not is an error, and so is a rule without drivers.
func TestNoRule(t *testing.T) {
	for _, args := range [][]string{{"-drive", "-rules=sleep"}, {"-rules=wait"}} {
		if err := runtest.Refused(t, append([]string{"explore"}, args...)...); !strings.Contains(err, "-rules") {
			t.Errorf("%v: %s", args, err)
		}
	}
}
