//go:build rest

package run_test

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// Locks of the standard library that one call into it takes in both orders are its own
// matter: a fork takes two. Those that functions of the program bring together are not.
func TestLibraryCycle(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", outsideTests)
	doc, _, stderr := invoke(t, "test", "-C="+dir, "-json", "-explore=false", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestLoggers" {
		t.Errorf("findings %v\n%s", doc.Findings, stderr)
	}
}
