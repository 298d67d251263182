//go:build rest

package dispatch

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestReplayOfMined makes a violation of a mined automaton happen again from the file that
// check has written; in the repaired program it does not happen.
func TestReplayOfMined(t *testing.T) {
	t.Parallel()
	dir := moduletest.Unpack(t, "typestate/weblech")
	o := call(t, "typestate", "check", "-json", "-tries=5", "-types=example.com/weblech.DownloadQueue", "-C="+dir, "-keep="+filepath.Join(dir, "kept"), ".")
	o.want(t, "check", report.ExitFindings)
	i := slices.IndexFunc(o.Findings, func(f report.Finding) bool { return f.Replay != "" })
	if i < 0 {
		t.Fatalf("no file to replay: %s", o.err)
	}
	file := o.Findings[i].Replay[strings.LastIndexByte(o.Findings[i].Replay, ' ')+1:]
	call(t, "typestate", "replay", "-tries=5", "-C="+dir, file).want(t, "replay", report.ExitFindings, "made to happen again in run", "panicked")
	if o := call(t, "typestate", "replay", "-C="+moduletest.Unpack(t, "typestate/weblech_fixed"), file); o.status == report.ExitFindings {
		t.Errorf("repaired: %s", o.out)
	}
}
