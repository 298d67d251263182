package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestMet records tests that are deadlocked: they are ended long before their
// deadline, and what they ended in is reported.
func TestMet(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "deadlocked")
	o := call(t, "test", "-C="+dir, "-json", "-timeout=24h", "./...")
	o.want(t, "test", 3, "deadlocklint: this test is deadlocked")
	if len(o.Findings) != 2 {
		t.Fatalf("%d findings, want 2: %+v", len(o.Findings), o.Findings)
	}
	for _, f := range o.Findings {
		if f.Status != report.StatusConfirmed || len(f.Tests) != 1 {
			t.Errorf("%+v", f)
		}
	}
	held := o.Findings[0]
	if o.Findings[1].Tests[0] == "TestPut" {
		held = o.Findings[1]
	}
	if held.Check != "lockheld" || held.Static == nil || held.Tests[0] != "TestPut" || len(held.Goroutines) != 2 {
		t.Errorf("%+v", held)
	}
	if !strings.Contains(held.Message, "to send on example.com/m/held.box.out") || strings.Count(held.Dump, "chan send") != 1 {
		t.Errorf("%s\n%s", held.Message, held.Dump)
	}
}

// TestMetByGo records a program that Go itself finds deadlocked.
func TestMetByGo(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "deadlocked")
	o := call(t, "run", "-C="+dir, "-json", "./cmd/stuck")
	o.want(t, "run", 3, "all goroutines are asleep")
	if len(o.Findings) != 1 || o.Findings[0].Check != checks.Accident || o.Findings[0].Status != report.StatusConfirmed {
		t.Errorf("%+v", o.Findings)
	}
}
