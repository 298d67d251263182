package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestFormerBaseline: an earlier release has written the baseline of a module, by check and by test. Once it is migrated by both
// commands, each finding of the module is silent in both.
func TestFormerBaseline(t *testing.T) {
	dir := moduletest.Copy(t, "shop")
	base := filepath.Join(dir, "former.baseline")
	call(t, "-C="+dir, "./...").want(t, "without it", report.ExitFindings, "3 static findings")
	call(t, "-C="+dir, "-baseline="+base, "./...").want(t, "not migrated", report.ExitUsage, "-migrate-baseline")
	call(t, "-C="+dir, "-migrate-baseline="+base, "./...").want(t, "migrated by check", report.ExitClean, "silenced: 3 baseline", "2 ids have no finding of this command")
	call(t, "test", "-C="+dir, "-migrate-baseline="+base, "./...").want(t, "migrated by test", report.ExitClean, "silenced: 5 baseline")
	call(t, "-C="+dir, "-baseline="+base, "./...").want(t, "check", report.ExitClean, "nothing found", "silenced: 3 baseline")
	call(t, "test", "-C="+dir, "-baseline="+base, "./...").want(t, "test", report.ExitClean, "1 confirmed but suppressed", "silenced: 5 baseline")
	text, err := os.ReadFile(base)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "# former") || !strings.Contains(string(text), " accident shop.go") {
		t.Errorf("migrated: %s", text)
	}
}
