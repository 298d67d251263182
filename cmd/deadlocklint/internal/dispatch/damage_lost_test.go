package dispatch

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestLostTrace: of two test binaries one has left no trace, as on a full disk or without
// the recorder. The twin has both.
func TestLostTrace(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "losttrace")
	kept := filepath.Join(t.TempDir(), "rec")
	call(t, "test", "-C="+dir, "-keep="+kept, "-static=false", "./...").want(t, "test", report.ExitClean)
	call(t, "confirm", "-tries=0", "-json", kept).want(t, "the twin", report.ExitClean)
	names, err := record.Traces(kept)
	if err != nil || len(names) != 2 {
		t.Fatal(names, err)
	}
	if err := os.Remove(names[0]); err != nil {
		t.Fatal(err)
	}
	o := call(t, "confirm", "-tries=0", "-json", kept)
	o.want(t, "predict", report.ExitFailed, "left no recording", "record again")
	if !o.Stats.Incomplete {
		t.Errorf("complete: %s", o.out)
	}
}
