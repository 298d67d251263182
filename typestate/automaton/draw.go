package automaton

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"
)

// DOT draws the automaton in the language of Graphviz. The same automaton
// always gives the same text.
func (a *Automaton) DOT() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %q {\n\trankdir=LR;\n\tnode [shape=circle];\n\tstart [shape=point];\n\tstart -> n0;\n", a.Type)
	for i, s := range a.States {
		shape := ""
		if s.Final {
			shape = ", shape=doublecircle"
		}
		fmt.Fprintf(&b, "\tn%d [label=%q%s];\n", i, s.Name, shape)
	}
	for i := range a.States {
		for _, e := range a.bundles(i) {
			fmt.Fprintf(&b, "\tn%d -> n%d [label=%q];\n", i, e.to, strings.Join(e.methods, "\n"))
		}
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// A bundle is all edges between two states.
type bundle struct {
	to      int
	methods []string
}

func (a *Automaton) bundles(from int) []bundle {
	var list []bundle
	for _, e := range a.States[from].Edges {
		i := slices.IndexFunc(list, func(b bundle) bool { return b.to == e.To })
		if i < 0 {
			i = len(list)
			list = append(list, bundle{to: e.To})
		}
		list[i].methods = append(list[i].methods, e.Method)
	}
	slices.SortFunc(list, func(x, y bundle) int { return cmp.Compare(x.to, y.to) })
	return list
}

// Measures of a drawing, in units of SVG.
const (
	column = 190
	row    = 110
	radius = 24
	margin = 50
)

// A point is the middle of a state.
type point struct{ x, y int }

// SVG draws the automaton by itself: a column per distance from the start,
// edges as curves. Deterministic; good for the few states that a protocol has.
func (a *Automaton) SVG() []byte {
	at, width, height := a.layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(a.Type))
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L10,5 L0,10 z"/></marker></defs>` + "\n")
	if len(at) > 0 {
		fmt.Fprintf(&b, `<path d="M%d,%d h%d" stroke="black" marker-end="url(#arrow)"/>`+"\n", at[0].x-radius-22, at[0].y, 20)
	}
	for i := range a.States {
		for _, e := range a.bundles(i) {
			drawEdge(&b, at[i], at[e.to], i, e)
		}
	}
	for i, s := range a.States {
		fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="%d" fill="white" stroke="black"/>`+"\n", at[i].x, at[i].y, radius)
		if s.Final {
			fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="%d" fill="none" stroke="black"/>`+"\n", at[i].x, at[i].y, radius-4)
		}
		label(&b, at[i].x, at[i].y+4, []string{s.Name})
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// layout places the states: breadth first from the start, one column per distance.
func (a *Automaton) layout() (at []point, width, height int) {
	depth := make([]int, len(a.States))
	for i := range depth {
		depth[i] = -1
	}
	queue := []int{}
	push := func(s, d int) {
		if depth[s] < 0 {
			depth[s] = d
			queue = append(queue, s)
		}
	}
	used := map[int]int{}
	at = make([]point, len(a.States))
	for first := range a.States { // states that cannot be reached come after
		if depth[first] >= 0 {
			continue
		}
		push(first, 0)
		for ; len(queue) > 0; queue = queue[1:] {
			s := queue[0]
			at[s] = point{margin + 20 + depth[s]*column, margin + 60 + used[depth[s]]*row}
			used[depth[s]]++
			width, height = max(width, at[s].x), max(height, at[s].y)
			for _, e := range a.States[s].Edges {
				push(e.To, depth[s]+1)
			}
		}
	}
	return at, width + margin + radius, height + margin + radius
}

func drawEdge(b *strings.Builder, p, q point, from int, e bundle) {
	if from == e.to {
		fmt.Fprintf(b, `<path d="M%d,%d c-30,-60 54,-60 24,0" fill="none" stroke="black" marker-end="url(#arrow)"/>`+"\n", p.x-12, p.y-radius+3)
		label(b, p.x, p.y-radius-34-13*(len(e.methods)-1), e.methods)
		return
	}
	dx, dy := q.x-p.x, q.y-p.y
	length := isqrt(dx*dx + dy*dy)
	bend := 18 // to the left of the direction, so that two opposite edges differ
	if dx > column || dx < 0 {
		bend = 18 + length/6
	}
	mx, my := (p.x+q.x)/2+bend*dy/length, (p.y+q.y)/2-bend*dx/length
	sx, sy := toward(p, point{mx, my})
	tx, ty := toward(q, point{mx, my})
	fmt.Fprintf(b, `<path d="M%d,%d Q%d,%d %d,%d" fill="none" stroke="black" marker-end="url(#arrow)"/>`+"\n", sx, sy, mx, my, tx, ty)
	label(b, (mx*2+p.x+q.x)/4, (my*2+p.y+q.y)/4-4-13*(len(e.methods)-1), e.methods)
}

// toward is the point on the circle around p in the direction of q.
func toward(p, q point) (x, y int) {
	dx, dy := q.x-p.x, q.y-p.y
	length := max(1, isqrt(dx*dx+dy*dy))
	return p.x + dx*radius/length, p.y + dy*radius/length
}

func label(b *strings.Builder, x, y int, lines []string) {
	for i, line := range lines {
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", x, y+13*i, html.EscapeString(line))
	}
}

// isqrt is the whole part of the root: no rounding that differs by machine.
func isqrt(n int) int {
	r := 0
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
