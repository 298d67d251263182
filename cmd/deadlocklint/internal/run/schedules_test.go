package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// happened are the tests of findings that another schedule has confirmed.
func happened(doc report.Document) (tests []string) {
	for _, f := range doc.Findings {
		if f.Status == report.StatusConfirmed && f.Dynamic != nil && strings.Contains(f.Dynamic.Reason, "repeated with the recorder on)") {
			tests = append(tests, f.Tests...)
		}
	}
	return tests
}

// Test runs concurrent tests under other schedules, unless it is told not to.
func TestSchedulesOfTest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "lostsignal")
	args := []string{"test", "-C=" + dir, "-json", "-static=false", "-condvar=false", "-v"}
	doc, status, errs := runtest.Invoke(t, append(args, ".")...)
	if got := strings.Join(happened(doc), " "); got != "TestLost" || status != report.ExitFindings {
		t.Errorf("other schedules confirmed findings in %q, exit status %d\n%s", got, status, errs)
	}
	if !strings.Contains(errs, "m TestKeptWell: ") || strings.Contains(errs, "m TestAloneWell: ") {
		t.Errorf("the concurrent tests are explored, and no others:\n%s", errs)
	}
	for _, off := range []string{"-explore=false", "-tries=0"} {
		doc, _, errs := runtest.Invoke(t, append(args, off, ".")...)
		if got := happened(doc); len(got) > 0 || strings.Contains(errs, "explored m ") {
			t.Errorf("%s: other schedules confirmed findings in %q\n%s", off, got, errs)
		}
	}
}
