package ending

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Coverage says how many classes of runs a test came to, and when.
func Coverage(r *explorer.Result) report.Coverage {
	c := report.Coverage{Package: r.Package, Test: r.Test, Schedules: r.Runs, Classes: len(r.Classes.List), Seen: r.Spots.Seen(), Chosen: len(r.Spots.Chosen), More: r.Classes.More, Points: []report.Point{}}
	for i, k := range r.Classes.List {
		at := report.Point{Schedules: min(k.Runs, r.Runs), Classes: i + 1}
		if n := len(c.Points); n > 0 && c.Points[n-1].Schedules == at.Schedules {
			c.Points[n-1] = at
			continue
		}
		c.Points = append(c.Points, at)
	}
	for len(c.Points) > report.MaxPoints {
		c.Points = everySecond(c.Points)
	}
	return c
}

// everySecond leaves every second point out, but neither the first nor the last one.
func everySecond(list []report.Point) (kept []report.Point) {
	for i, p := range list {
		if i%2 == 0 || i == len(list)-1 {
			kept = append(kept, p)
		}
	}
	return kept
}
