package html

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A cycle is the picture of the waits.
type cycle struct {
	Width, Height int
	Label         string // the picture in one sentence
	Sentences     []string
	Boxes         []box
	Arrows        []arrow
}

// A box is a goroutine, or an object that no goroutine holds.
type box struct {
	X, Y, W, H int // of its left upper corner
	Name, Text string
	Object     bool
}

// An arrow leads from a goroutine to the goroutine that holds the object of its wait.
type arrow struct {
	Path   string // as SVG writes it
	X, Y   int    // of the middle of its label
	Label  string
	Color  int
	Nobody bool // the object is held by none of the goroutines
}

// Sizes of the picture, in pixels.
const (
	boxWidth  = 210
	boxHeight = 58
	margin    = 24
)

// A wait is a goroutine that waits for an object of others.
type wait struct {
	from, to int // to is -1 when no goroutine of the finding holds it
	step     report.Step
	name     lockName
}

// newCycle draws a finding, or returns nil when no goroutine in it waits.
func newCycle(f report.Finding, n *names) *cycle {
	waits := waitsOf(f, n)
	if len(waits) == 0 {
		return nil
	}
	c := &cycle{Label: "Who waits for whom: " + f.Message}
	c.place(f, n, waits)
	for _, w := range waits {
		c.Sentences = append(c.Sentences, sentence(f, w))
		c.Arrows = append(c.Arrows, c.arrow(w))
	}
	return c
}

// waitsOf finds for each goroutine who holds what it waits for: several do when
// they are readers, or when it is a channel with several places.
func waitsOf(f report.Finding, n *names) (list []wait) {
	for i, g := range f.Goroutines {
		if len(g.Steps) == 0 {
			continue
		}
		last := g.Steps[len(g.Steps)-1]
		name, ok := n.of(last)
		if !ok || !blocks(last.Op) {
			continue
		}
		for _, to := range holders(f, i, last) {
			list = append(list, wait{i, to, last, name})
		}
	}
	return list
}

// holders are the goroutines that hold the object: others if there are any, else
// the waiting one itself, or -1 for none.
func holders(f report.Finding, waiting int, s report.Step) (list []int) {
	for at, g := range f.Goroutines {
		if at != waiting && holds(g, s) {
			list = append(list, at)
		}
	}
	switch {
	case list != nil:
		return list
	case holds(f.Goroutines[waiting], s):
		return []int{waiting}
	}
	return []int{-1}
}

// holds reports whether the goroutine has taken the object of s before its last
// step.
func holds(g report.Goroutine, s report.Step) bool {
	return slices.ContainsFunc(g.Steps[:max(0, len(g.Steps)-1)], func(h report.Step) bool {
		return key(h) == key(s) && (isHold(h.Op) || isInside(h.Op))
	})
}

func sentence(f report.Finding, w wait) string {
	_, what := w.step.Waits()
	s := fmt.Sprintf("goroutine %s waits %s", f.Goroutines[w.from].Name, what)
	switch {
	case w.to == w.from && isInside(w.step.Op):
		return s + ", which is waited for inside of it"
	case w.to == w.from:
		return s + ", which it holds itself" + after(f, w)
	case w.to >= 0:
		return s + ", which goroutine " + f.Goroutines[w.to].Name + " holds" + after(f, w)
	}
	return s
}

// after names the writer without which a reader would not wait for readers.
func after(f report.Finding, w wait) string {
	if !shared(w.step.Op) {
		return ""
	}
	for i, g := range f.Goroutines {
		if last := len(g.Steps) - 1; i != w.from && last >= 0 && key(g.Steps[last]) == key(w.step) && !shared(g.Steps[last].Op) {
			return ", behind the writer goroutine " + g.Name
		}
	}
	return ""
}

// place puts the goroutines on a circle, two of them beside each other, and an
// object that no goroutine holds outside, next to the goroutine that waits for it.
func (c *cycle) place(f report.Finding, n *names, waits []wait) {
	count := len(f.Goroutines)
	for i, g := range f.Goroutines {
		c.Boxes = append(c.Boxes, box{W: boxWidth, H: boxHeight, Name: "goroutine " + g.Name, Text: holding(g, n)})
		x, y := spot(i, count)
		c.Boxes[i].X, c.Boxes[i].Y = x-boxWidth/2, y-boxHeight/2
	}
	for _, w := range waits {
		if w.to >= 0 {
			continue
		}
		at := c.Boxes[w.from]
		down := boxHeight + 70
		if count > 2 && at.Y < 0 {
			down = -down
		}
		c.Boxes = append(c.Boxes, box{at.X, at.Y + down, boxWidth, boxHeight, fitting(short(w.step.Named())), "held by none of them", true})
	}
	c.crop(count)
}

// spot is the middle of the i-th of n boxes.
func spot(i, n int) (x, y int) {
	if n <= 2 {
		return i * (boxWidth + 260), 0
	}
	radius := math.Max(170, float64(n)*60)
	angle := 2*math.Pi*float64(i)/float64(n) - math.Pi/2
	return int(1.45 * radius * math.Cos(angle)), int(radius * math.Sin(angle))
}

// crop moves everything into view. Arrows between two goroutines bend above and
// below, an arrow to itself beside.
func (c *cycle) crop(count int) {
	left, top, right, bottom := c.Boxes[0].X, c.Boxes[0].Y, 0, 0
	for _, b := range c.Boxes {
		left, top = min(left, b.X), min(top, b.Y)
		right, bottom = max(right, b.X+b.W), max(bottom, b.Y+b.H)
	}
	switch {
	case count == 1:
		right += 190
	case count == 2:
		top, bottom = top-42, bottom+42
	}
	for i := range c.Boxes {
		c.Boxes[i].X += margin - left
		c.Boxes[i].Y += margin - top
	}
	c.Width, c.Height = right-left+2*margin, bottom-top+2*margin
}

// holding lists the letters of the locks that a goroutine holds.
func holding(g report.Goroutine, n *names) string {
	var list []string
	for _, s := range g.Steps[:max(0, len(g.Steps)-1)] {
		name, ok := n.of(s)
		switch {
		case ok && isInside(s.Op):
			return "is inside " + name.Letter
		case ok && isHold(s.Op):
			list = append(list, name.Letter)
		}
	}
	if len(list) == 0 {
		return "holds no lock"
	}
	return "holds " + strings.Join(list, ", ")
}

func (c *cycle) arrow(w wait) arrow {
	a := arrow{Label: "waits for " + w.name.Letter, Color: w.name.Color, Nobody: w.to < 0}
	from := c.Boxes[w.from]
	switch {
	case w.to < 0:
		a.straight(from, c.object(w))
	case w.to == w.from:
		a.loop(from)
	case from.Y == c.Boxes[w.to].Y:
		a.bend(from, c.Boxes[w.to])
	default:
		a.straight(from, c.Boxes[w.to])
	}
	return a
}

// object is the box of an object that no goroutine holds.
func (c *cycle) object(w wait) box {
	for _, b := range c.Boxes {
		if b.Object && b.X == c.Boxes[w.from].X && b.Name == fitting(short(w.step.Named())) {
			return b
		}
	}
	return c.Boxes[w.from]
}

// loop is an arrow from a box to itself.
func (a *arrow) loop(b box) {
	x, y := b.X+b.W, b.Y+b.H/2
	a.Path = fmt.Sprintf("M %d %d C %d %d %d %d %d %d", x, y-14, x+90, y-50, x+90, y+50, x+4, y+14)
	a.X, a.Y = x+120, y
}

// bend is an arrow between boxes of one height: to the right above, to the left
// below.
func (a *arrow) bend(from, to box) {
	side, y := -1, from.Y
	if from.X > to.X {
		side, y = 1, from.Y+from.H
	}
	x1, x2 := from.X+from.W*3/4, to.X+to.W/4
	if side > 0 {
		x1, x2 = from.X+from.W/4, to.X+to.W*3/4
	}
	c := y + side*46
	a.Path = fmt.Sprintf("M %d %d C %d %d %d %d %d %d", x1, y, x1+(x2-x1)/4, c, x2-(x2-x1)/4, c, x2, y+side*4)
	a.X, a.Y = (x1+x2)/2, y+side*48
}

// bulge is twice how far an arrow between two boxes leaves the straight line.
const bulge = 40.0

// straight is an arrow from the edge of one box to that of another.
func (a *arrow) straight(from, to box) {
	x1, y1 := from.edge(to)
	x2, y2 := to.edge(from)
	// Bent a little, so that an arrow back is not on top of it.
	length := math.Max(math.Hypot(float64(x2-x1), float64(y2-y1)), 1)
	cx := (x1+x2)/2 + int(bulge*float64(y2-y1)/length)
	cy := (y1+y2)/2 - int(bulge*float64(x2-x1)/length)
	a.Path = fmt.Sprintf("M %d %d Q %d %d %d %d", x1, y1, cx, cy, x2, y2)
	a.X, a.Y = (x1+x2+2*cx)/4, (y1+y2+2*cy)/4
}

// edge is where the line to the middle of another box leaves b.
func (b box) edge(to box) (x, y int) {
	cx, cy := float64(b.X+b.W/2), float64(b.Y+b.H/2)
	dx, dy := float64(to.X+to.W/2)-cx, float64(to.Y+to.H/2)-cy
	if dx == 0 && dy == 0 {
		return int(cx), int(cy)
	}
	scale := math.Min(float64(b.W/2+4)/math.Max(math.Abs(dx), 1), float64(b.H/2+4)/math.Max(math.Abs(dy), 1))
	return int(cx + dx*scale), int(cy + dy*scale)
}

// fitting is the end of a name that is too long for a box; the list of objects has all
// of it.
func fitting(name string) string {
	const most = 24
	if r := []rune(name); len(r) > most {
		return "…" + string(r[len(r)-most+1:])
	}
	return name
}

// Middle is where text in the box is centred.
func (b box) Middle() int { return b.X + b.W/2 }

// Line is the height of the i-th line of text.
func (b box) Line(i int) int { return b.Y + 24 + 20*i }
