package html

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A growth is how many classes of runs a test came to, by the number of schedules.
type growth struct {
	Test, Words        string
	Path               string // "" when there is nothing to draw
	Width, Height      int
	Left, Right        int // of the axes
	Top, Bottom        int
	Schedules, Classes string // at the ends of the axes
}

// maxCurves is how many tests have a curve; of the others the page says how many they are.
const maxCurves = 60

// The size of a picture, and the space at its left side and below for the numbers.
const (
	curveWidth, curveHeight = 320, 130
	curveLeft, curveBelow   = 44, 22
	curveGap                = 12 // at the other sides
)

// growths draws the curves of the tests that were explored.
func growths(list []report.Coverage) (all []growth, more int) {
	for _, c := range list[:min(len(list), maxCurves)] {
		all = append(all, newGrowth(c))
	}
	return all, len(list) - len(all)
}

func newGrowth(c report.Coverage) growth {
	v := growth{
		Test: c.Test, Words: covers(c), Width: curveWidth, Height: curveHeight,
		Left: curveLeft, Right: curveWidth - curveGap, Top: curveGap, Bottom: curveHeight - curveBelow,
		Schedules: plural(c.Schedules, "schedule"), Classes: grouped(uint64(max(c.Classes, 0))),
	}
	if c.Schedules < 1 || c.Classes < 1 || len(c.Points) == 0 {
		return v
	}
	x := func(n int) float64 { return float64(v.Left) + float64((v.Right-v.Left)*n)/float64(c.Schedules) }
	y := func(n int) float64 { return float64(v.Bottom) - float64((v.Bottom-v.Top)*n)/float64(c.Classes) }
	var b strings.Builder
	fmt.Fprintf(&b, "M %.1f %.1f", x(0), y(0))
	for _, p := range c.Points {
		fmt.Fprintf(&b, " L %.1f %.1f", x(p.Schedules), y(p.Classes))
	}
	if !c.More {
		fmt.Fprintf(&b, " L %.1f %.1f", x(c.Schedules), y(c.Points[len(c.Points)-1].Classes))
	}
	v.Path = b.String()
	return v
}

// covers says what the curve shows.
func covers(c report.Coverage) string {
	words := fmt.Sprintf("%s, %s", plural(c.Schedules, "schedule"), plural(c.Classes, "class"))
	n := len(c.Points)
	switch {
	case n == 0:
		return words
	case c.More:
		return words + " and more: classes were counted up to schedule " + grouped(uint64(max(c.Points[n-1].Schedules, 0)))
	case c.Points[n-1].Schedules == 0:
		return words + "; the base schedule came to it"
	}
	return words + "; the last new one came with schedule " + grouped(uint64(max(c.Points[n-1].Schedules, 0)))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return grouped(uint64(max(n, 0))) + " " + noun + "s"
}
