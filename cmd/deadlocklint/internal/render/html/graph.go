package html

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A graph is the lock order: which class of lock was held when one of another
// class was taken, or wanted.
type graph struct {
	Width, Height int
	Nodes         []node
	Links         []link
	Hidden        int // classes that are not drawn
	Rows          []orderRow
	More          int // pairs that are not in the table
}

// A node is a class of locks.
type node struct {
	X, Y, W    int
	Name, Full string
	Cycle      bool // it is in a cycle of the drawn order
}

// A link is an arrow from the class that was held.
type link struct {
	Path, Title string
	Bad         bool // a cycle of the drawn order goes along it
}

// An orderRow is a link for the table.
type orderRow struct {
	Held, Wanted string
	Count        int // in the recorded runs, 0 when only a finding says so
	Bad          bool
	Findings     []string // ids
}

// How much of a large lock order is drawn and listed.
const (
	maxNodes = 40
	maxPairs = 400
)

// newGraph collects the lock order of the run and of the findings, or returns
// nil when no lock was ever taken with another one held.
func newGraph(findings []report.Finding, order []report.OrderEdge) *graph {
	rows := pairs(findings, order)
	if len(rows) == 0 {
		return nil
	}
	g := &graph{}
	drawn := g.choose(rows)
	l := newLayers(drawn, rows)
	g.draw(l, rows)
	bad := l.cyclic()
	for i := range rows {
		rows[i].Bad = bad(rows[i].Held, rows[i].Wanted)
	}
	slices.SortStableFunc(rows, func(a, b orderRow) int {
		return cmp.Or(len(b.Findings)-len(a.Findings), boolean(b.Bad)-boolean(a.Bad), cmp.Compare(a.Held, b.Held), cmp.Compare(a.Wanted, b.Wanted))
	})
	g.More = max(0, len(rows)-maxPairs)
	g.Rows = rows[:len(rows)-g.More]
	return g
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pairs joins the recorded edges with the edges of the findings.
func pairs(findings []report.Finding, order []report.OrderEdge) []orderRow {
	var rows []orderRow
	at := map[[2]string]int{}
	row := func(held, wanted string) *orderRow {
		k := [2]string{held, wanted}
		i, ok := at[k]
		if !ok {
			i = len(rows)
			at[k] = i
			rows = append(rows, orderRow{Held: held, Wanted: wanted})
		}
		return &rows[i]
	}
	for _, e := range order {
		row(e.Held, e.Wanted).Count += e.Count
	}
	for _, f := range findings {
		if f.Suppressed {
			continue
		}
		for _, p := range orderOf(f) {
			if r := row(p[0], p[1]); !slices.Contains(r.Findings, f.ID) {
				r.Findings = append(r.Findings, f.ID)
			}
		}
	}
	return rows
}

// orderOf is the lock order that a finding is about.
func orderOf(f report.Finding) (list [][2]string) {
	for _, g := range f.Goroutines {
		if len(g.Steps) == 0 {
			continue
		}
		last := g.Steps[len(g.Steps)-1]
		if !isHold(last.Op) || last.Class == "" {
			continue
		}
		for _, s := range g.Steps[:len(g.Steps)-1] {
			if isHold(s.Op) && s.Class != "" {
				list = append(list, [2]string{s.Class, last.Class})
			}
		}
	}
	return list
}

// choose picks the classes that are drawn: those of findings first, then those
// with most neighbours.
func (g *graph) choose(rows []orderRow) []string {
	weight := map[string]int{}
	for _, r := range rows {
		w := 1 + 1000*min(len(r.Findings), 1)
		weight[r.Held] += w
		weight[r.Wanted] += w
	}
	var all []string
	for c := range weight {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(weight[b]-weight[a], cmp.Compare(a, b)) })
	g.Hidden = max(0, len(all)-maxNodes)
	return all[:len(all)-g.Hidden]
}

// Sizes of the picture, in pixels.
const (
	nodeHeight = 34
	nodeStep   = 72
	layerGap   = 110
	charWidth  = 8
)

func (g *graph) draw(l *layers, rows []orderRow) {
	at := map[string]node{}
	x := margin + 50 // for arrows that bend to the left
	for _, names := range l.names {
		width := 0
		for _, c := range names {
			width = max(width, len([]rune(short(c)))*charWidth+28)
		}
		for i, c := range names {
			n := node{x, margin + 20 + i*nodeStep, width, short(c), c, l.inCycle(c)}
			at[c] = n
			g.Nodes = append(g.Nodes, n)
			g.Height = max(g.Height, n.Y+nodeHeight+margin+20)
		}
		g.Width = x + width + margin
		x += width + layerGap
	}
	g.Width += 60 // arrows between classes of one layer bend to the right
	bad := l.cyclic()
	for _, r := range rows {
		from, ok1 := at[r.Held]
		to, ok2 := at[r.Wanted]
		if ok1 && ok2 {
			g.Links = append(g.Links, link{curve(from, to), r.String(), bad(r.Held, r.Wanted)})
		}
	}
}

// String is the row in a sentence.
func (r orderRow) String() string {
	s := r.Wanted + " taken while " + r.Held + " is held"
	switch r.Count {
	case 0:
		return s
	case 1:
		return s + ", once"
	}
	return s + fmt.Sprintf(", %d times", r.Count)
}

// curve is the path of an arrow between two nodes.
func curve(from, to node) string {
	right, y1, y2 := from.X+from.W, from.Y+nodeHeight/2, to.Y+nodeHeight/2
	switch {
	case from.Full == to.Full:
		return fmt.Sprintf("M %d %d C %d %d %d %d %d %d", right, y1-8, right+55, y1-40, right+55, y1+40, right+3, y1+8)
	case from.X == to.X && y1 < y2: // down at the right
		return fmt.Sprintf("M %d %d C %d %d %d %d %d %d", right, y1+6, right+60, y1+10, right+60, y2-10, right+3, y2-6)
	case from.X == to.X: // up at the left
		return fmt.Sprintf("M %d %d C %d %d %d %d %d %d", from.X, y1-6, from.X-60, y1-10, from.X-60, y2+10, from.X-3, y2+6)
	case from.X < to.X:
		return fmt.Sprintf("M %d %d C %d %d %d %d %d %d", right, y1, right+60, y1, to.X-60, y2, to.X-3, y2)
	}
	back := to.X + to.W
	return fmt.Sprintf("M %d %d C %d %d %d %d %d %d", from.X, y1+6, from.X-60, y1+40, back+60, y2+40, back+3, y2+6)
}

// Middle is where the text of the node is centred.
func (n node) Middle() int { return n.X + n.W/2 }

// Line is the height of its text.
func (n node) Line() int { return n.Y + 22 }
