package html

import (
	"fmt"
	"math"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// An automaton is the picture of a protocol: a column for each distance from the
// start, calls as bent arrows.
type automaton struct {
	Width, Height int
	Start         string // the path of the arrow to the first state
	States        []stateBox
	Arrows        []call
}

// A stateBox is a state, or what follows a forbidden call.
type stateBox struct {
	box
	Final bool
	Here  bool // on the way of the finding
	Bad   bool
}

// A call is an arrow with the methods that go along it.
type call struct {
	Title string
	Lines []textLine
	Here  bool
	Bad   bool

	from, to, by point // the ends, and where the curve bends to
	loop         bool
}

type point struct{ x, y int }

// A textLine is one line of a label.
type textLine struct {
	X, Y int
	Text string
}

// Sizes of the picture, in pixels.
const (
	stateHeight = 36
	stateStep   = 116
	lineHeight  = 16
	callGap     = 50  // between columns, besides the widest label
	callBend    = 0.3 // of the length of an arrow
	maxLines    = 3   // methods of a label
	maxLabel    = 26  // characters of a line
)

// newAutomaton draws the states that were chosen.
func newAutomaton(p *report.Protocol, w way, drawn []int) *automaton {
	a := &automaton{}
	at := a.place(p, w, drawn)
	for _, s := range drawn {
		for _, b := range bundles(p, s) {
			if to, ok := at[b.to]; ok {
				on := w.on[[2]int{s, b.to}]
				a.draw(a.States[at[s]], a.States[to], first(b.methods, on), len(on) > 0)
			}
		}
	}
	if w.from != report.Bad {
		a.draw(a.States[at[w.from]], a.States[at[report.Bad]], []string{w.violator}, true)
	}
	a.crop()
	return a
}

// first puts the methods of the finding before the others, which may not all fit.
func first(methods, on []string) []string {
	rest := slices.DeleteFunc(slices.Clone(methods), func(m string) bool { return slices.Contains(on, m) })
	return slices.Concat(on, rest)
}

// place puts the states into columns and returns their indexes; that of the
// forbidden call's end is at [report.Bad], below where it is made and all states.
func (a *automaton) place(p *report.Protocol, w way, drawn []int) map[int]int {
	columns := columnsOf(p, drawn)
	depth := map[int]int{}
	for d, states := range columns {
		for _, s := range states {
			depth[s] = d
		}
	}
	at := map[int]int{}
	x, below := 0, longest(columns)
	for d, states := range columns {
		width := 0
		if w.from != report.Bad && d == depth[w.from] {
			states = append(states, report.Bad)
		}
		for i, s := range states {
			if s == report.Bad {
				i = below
			}
			b := stateBox{box: box{X: x, Y: i * stateStep, H: stateHeight, Name: "not allowed"}, Here: slices.Contains(w.visited, s) && len(w.calls) > 0, Bad: s == report.Bad}
			if !b.Bad {
				b.Name, b.Final = cut(p.States[s].Name), p.States[s].Final
			}
			b.W = max(60, len([]rune(b.Name))*charWidth+32)
			at[s] = len(a.States)
			a.States = append(a.States, b)
			width = max(width, b.W)
		}
		x += width + callGap + labelWidth(p, states)
	}
	return at
}

// columnsOf are the drawn states by their distance from the start; states that
// cannot be reached are in the first column.
func columnsOf(p *report.Protocol, drawn []int) [][]int {
	depth := map[int]int{}
	for _, s := range nearest(p) {
		d := depth[s]
		for _, b := range bundles(p, s) {
			if known, ok := depth[b.to]; b.to != 0 && (!ok || known > d+1) {
				depth[b.to] = d + 1
			}
		}
	}
	var columns [][]int
	for _, s := range drawn {
		for len(columns) <= depth[s] {
			columns = append(columns, nil)
		}
		columns[depth[s]] = append(columns[depth[s]], s)
	}
	return slices.DeleteFunc(columns, func(c []int) bool { return len(c) == 0 })
}

func longest(columns [][]int) (n int) {
	for _, c := range columns {
		n = max(n, len(c))
	}
	return n
}

// labelWidth is the room that the longest label after a column needs.
func labelWidth(p *report.Protocol, states []int) int {
	width := 40
	for _, s := range states {
		if s == report.Bad {
			continue
		}
		for _, e := range p.States[s].Edges {
			width = max(width, len([]rune(cut(e.Method)))*charWidth)
		}
	}
	return width
}

// cut shortens a name until it fits.
func cut(s string) string {
	if r := []rune(s); len(r) > maxLabel {
		return string(r[:maxLabel-1]) + "…"
	}
	return s
}

// draw adds an arrow.
func (a *automaton) draw(from, to stateBox, methods []string, here bool) {
	c := call{Here: here, Bad: to.Bad, Title: callTitle(from, to, methods)}
	if from.box == to.box {
		x := from.Middle()
		c.loop = true
		c.from, c.to, c.by = point{x - 12, from.Y - 1}, point{x + 12, from.Y - 3}, point{x, from.Y - 44}
		c.label(methods, point{x, from.Y - 40})
	} else {
		c.bend(from.box, to.box)
		at := point{(c.from.x + 2*c.by.x + c.to.x) / 4, (c.from.y + 2*c.by.y + c.to.y) / 4}
		if to.Bad {
			at.y += lineHeight // out of the way of edges that lead back to the state
		}
		c.label(methods, at)
	}
	a.Arrows = append(a.Arrows, c)
}

func callTitle(from, to stateBox, methods []string) string {
	s := "in state " + from.Name + ": "
	for i, m := range methods {
		if i > 0 {
			s += ", "
		}
		s += m
	}
	if to.Bad {
		return s + ", which is not allowed"
	}
	return s + ", leads to " + to.Name
}

// bend lets an arrow leave the straight line to its left, so that one back is not
// on top of it, and farther the longer it is.
func (c *call) bend(from, to box) {
	x1, y1 := from.X+from.W/2, from.Y+from.H/2
	x2, y2 := to.X+to.W/2, to.Y+to.H/2
	dx, dy := float64(x2-x1), float64(y2-y1)
	by := box{X: (x1+x2)/2 + int(callBend*dy), Y: (y1+y2)/2 - int(callBend*dx)}
	c.by = point{by.X, by.Y}
	c.from.x, c.from.y = from.edge(by)
	c.to.x, c.to.y = to.edge(by)
}

// label writes the methods, the last line at a point.
func (c *call) label(methods []string, at point) {
	var lines []string
	for i, m := range methods {
		if i == maxLines && len(methods) > maxLines+1 {
			lines = append(lines, fmt.Sprintf("and %d more", len(methods)-i))
			break
		}
		lines = append(lines, cut(m))
	}
	for i, text := range lines {
		c.Lines = append(c.Lines, textLine{at.x, at.y - (len(lines)-1-i)*lineHeight, text})
	}
}

// crop moves everything into view.
func (a *automaton) crop() {
	left, top, right, bottom := math.MaxInt, math.MaxInt, math.MinInt, math.MinInt
	see := func(x, y int) {
		left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
	}
	for _, b := range a.States {
		see(b.X-40, b.Y)
		see(b.X+b.W, b.Y+b.H)
	}
	for _, c := range a.Arrows {
		see(c.by.x, (c.from.y+2*c.by.y+c.to.y)/4)
		for _, l := range c.Lines {
			half := len([]rune(l.Text)) * charWidth / 2
			see(l.X-half, l.Y-lineHeight)
			see(l.X+half, l.Y+lineHeight/2)
		}
	}
	a.Width, a.Height = right-left+2*margin, bottom-top+2*margin
	a.move(margin-left, margin-top)
	if len(a.States) > 0 {
		b := a.States[0]
		a.Start = fmt.Sprintf("M %d %d H %d", b.X-34, b.Y+b.H/2, b.X-3)
	}
}

func (a *automaton) move(dx, dy int) {
	for i := range a.States {
		a.States[i].X += dx
		a.States[i].Y += dy
	}
	for i := range a.Arrows {
		c := &a.Arrows[i]
		for _, p := range []*point{&c.from, &c.to, &c.by} {
			p.x, p.y = p.x+dx, p.y+dy
		}
		for j := range c.Lines {
			c.Lines[j].X += dx
			c.Lines[j].Y += dy
		}
	}
}

// Least is how narrow the picture may become on a small page before it has to
// be scrolled.
func (a *automaton) Least() int { return a.Width * 7 / 10 }

// Path is the arrow as SVG writes it.
func (c call) Path() string {
	if c.loop {
		return fmt.Sprintf("M %d %d C %d %d %d %d %d %d", c.from.x, c.from.y, c.by.x-34, c.by.y, c.by.x+34, c.by.y, c.to.x, c.to.y)
	}
	return fmt.Sprintf("M %d %d Q %d %d %d %d", c.from.x, c.from.y, c.by.x, c.by.y, c.to.x, c.to.y)
}

// Inner is the second border of a state that may be the last.
func (b stateBox) Inner() box { return box{X: b.X + 4, Y: b.Y + 4, W: b.W - 8, H: b.H - 8} }

// Baseline is the height of the state's name.
func (b stateBox) Baseline() int { return b.Y + 23 }
