package session

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// progressFile is where the process that explores a package says how far it is.
const progressFile = "progress.json"

// tellProgress replaces the file as a whole, so that no process reads a part of it.
func tellProgress(work string, g explorer.Progress) {
	b, err := json.Marshal(g)
	if err != nil {
		return // an estimate that is no number
	}
	name := filepath.Join(work, progressFile)
	if os.WriteFile(name+".part", b, 0o600) == nil {
		_ = os.Rename(name+".part", name) // the terminal shows what it has shown
	}
}

// progress is a line about the packages that are explored now, "" before the first. A
// package is shown by its last change: others are over, or wait for their turn.
func (se *Session) progress() string {
	names, _ := filepath.Glob(filepath.Join(se.Dir, "explored.*", progressFile))
	var last time.Time
	line := ""
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.ModTime().After(last) {
			continue
		}
		var g explorer.Progress
		if b, err := regular.Read(name, regular.Limit); err == nil && json.Unmarshal(b, &g) == nil {
			last, line = info.ModTime(), progressLine(g)
		}
	}
	return line
}

// progressLine is short enough for a line of a terminal.
func progressLine(g explorer.Progress) string {
	line := fmt.Sprintf("%s: %d schedules", g.Test, g.Runs)
	if s := g.Took.Seconds(); s > 0 {
		line += fmt.Sprintf(", %.0f/s", float64(g.Runs)/s)
	}
	line += fmt.Sprintf(", %d ends", g.Ends)
	if g.Mean > float64(g.Runs) {
		line += fmt.Sprintf(", left about %.1g", g.Mean-float64(g.Runs))
	}
	return line
}
