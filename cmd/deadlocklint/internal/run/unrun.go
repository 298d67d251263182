package run

import "github.com/deadlocklint/deadlocklint/internal/report"

// tellUnrun names what go test would run besides tests. When no test was run, nothing was looked at: the command is not
// complete. A name may be mistyped.
func (pl *pipeline) tellUnrun(stats *report.Stats, none bool) error {
	line, err := pl.Unrun()
	if none && line == "" && !pl.Failed {
		line = "no test was run: -run and -skip select none, or the packages have none; deadlocklint test records other programs"
	}
	if line != "" {
		stats.Limits = append(stats.Limits, line)
	}
	stats.Incomplete = stats.Incomplete || none
	return err
}
