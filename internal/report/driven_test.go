package report

import (
	"strings"
	"testing"
)

// TestNothingDriven: the last line claims no more than what has a verdict.
func TestNothingDriven(t *testing.T) {
	for _, c := range []struct {
		driven   []Driven
		complete bool
		want     string
	}{
		{[]Driven{{Drivers: 1}}, true, "nothing found by 1 driver\n"},
		{[]Driven{{Drivers: 180}, {Drivers: 20}}, true, "nothing found by 200 drivers\n"},
		{[]Driven{{Drivers: 206, Void: 186}}, true, "nothing found by 20 of 206 drivers; the others have no verdict\n"},
		{[]Driven{{Drivers: 60, Void: 10, Ended: 9, Lost: 8, Endless: 7, Unplayed: 6}}, true, "nothing found by 20 of 60 drivers; the others have no verdict\n"},
		{[]Driven{{Drivers: 5, Unreduced: 2}}, true, "nothing found by 3 of 5 drivers; the others have no verdict\n"},
		{[]Driven{{Drivers: 10, Unplayed: 10}, {Drivers: 5}}, false, "nothing found by 5 of 15 drivers; the others have no verdict\n"},
		{[]Driven{{}}, true, "nothing found: no function or method could be called\n"},
		{[]Driven{{Drivers: 3, Lacking: []Lacking{{"p.Use", "*inner"}}}}, true, "nothing found by 3 drivers\ncalled by no driver, for want of a value: 1 function; -v names them\n"},
	} {
		var b strings.Builder
		stats := Stats{Driven: c.driven}
		for _, d := range c.driven {
			stats.Incomplete = stats.Incomplete || d.IsUnjudged()
		}
		if err := NewText(&b, TextOptions{}).Close(stats); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.HasPrefix(got, c.want) || stats.Complete() != c.complete {
			t.Errorf("%+v: %q, complete %t", c.driven, got, stats.Complete())
		}
	}
}
