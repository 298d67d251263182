package run

import "github.com/deadlocklint/deadlocklint/internal/report"

// tellUnrun names what go test would run besides tests.
func (pl *pipeline) tellUnrun(stats *report.Stats) error {
	line, err := pl.Unrun()
	if line != "" {
		stats.Limits = append(stats.Limits, line)
	}
	return err
}
