//go:build unix || rest

package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// replayAll makes every confirmed deadlock happen again from its schedule.
func replayAll(t *testing.T, doc report.Document) {
	for _, f := range doc.Findings {
		if f.Status != report.StatusConfirmed || f.Replay == "" {
			continue
		}
		file := strings.TrimPrefix(f.Replay, "deadlocklint replay ")
		again, status, _ := invoke(t, "replay", "-json", "-tries=10", file)
		if status != report.ExitFindings || len(again.Findings) != 1 || again.Findings[0].ID != f.ID {
			t.Errorf("replay of %s: exit status %d", f.ID, status)
		}
	}
}
