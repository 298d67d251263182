package structure

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
)

// Measures of the drawing in pixels.
const (
	boxWidth  = 235
	boxHeight = 74
	boxGap    = 40  // between boxes of a floor
	floorGap  = 120 // between floors
	margin    = 70
)

// box is where a room is drawn.
type box struct {
	room *Folder
	x, y int // of its upper left corner
}

// SVG writes the floors as rows, the rooms as boxes, and the arrows between them with
// the number of imports. Imports that run upwards are red.
func (p *Overview) SVG(w io.Writer) error {
	boxes, width, height := p.layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="13">`+"\n", width, height)
	b.WriteString(svgHead)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	p.drawFloors(&b, boxes, width)
	lines := p.route(boxes)
	for _, l := range lines {
		l.draw(&b)
	}
	for _, box := range boxes {
		p.drawBox(&b, box)
	}
	for _, l := range lines {
		l.label(&b)
	}
	p.drawTotals(&b, height)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

const svgHead = `<defs>
<marker id="down" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#789"/></marker>
<marker id="up" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" fill="#d00"/></marker>
</defs>
`

// layout gives each room a place: a row per floor, centred.
func (p *Overview) layout() (boxes map[string]*box, width, height int) {
	var rows [][]*Folder
	for i, r := range p.Rooms {
		if i == 0 || r.Layer != p.Rooms[i-1].Layer {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], r)
	}
	widest := 0
	for _, row := range rows {
		widest = max(widest, rowWidth(row))
	}
	boxes = map[string]*box{}
	for i, row := range rows {
		x := margin + (widest-rowWidth(row))/2
		for _, r := range row {
			boxes[r.Name] = &box{r, x, margin + i*(boxHeight+floorGap)}
			x += boxWidth + boxGap
		}
	}
	return boxes, widest + 2*margin, margin + len(rows)*(boxHeight+floorGap) - margin/2
}

func rowWidth(row []*Folder) int { return len(row)*(boxWidth+boxGap) - boxGap }

// drawFloors draws a pale strip per floor with its number.
func (p *Overview) drawFloors(b *strings.Builder, boxes map[string]*box, width int) {
	for i, r := range p.Rooms {
		if i > 0 && r.Layer == p.Rooms[i-1].Layer {
			continue
		}
		y := boxes[r.Name].y
		fmt.Fprintf(b, `<rect x="0" y="%d" width="%d" height="%d" fill="#f3f5f7"/>`+"\n", y-10, width, boxHeight+20)
		fmt.Fprintf(b, `<text x="10" y="%d" fill="#789">%s</text>`+"\n", y+boxHeight/2, floorName(r.Layer))
	}
}

func (p *Overview) drawBox(b *strings.Builder, at *box) {
	files, lines := at.room.size()
	largest := 0
	for _, pkg := range at.room.Packages {
		largest = max(largest, len(p.circle(pkg)))
	}
	circle, colour := "no circle of files", "#555"
	if largest > 0 {
		circle = fmt.Sprintf("largest circle: %d files", largest)
	}
	if largest > wideCircle {
		colour = "#d00"
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="white" stroke="#345"/>`+"\n", at.x, at.y, boxWidth, boxHeight)
	text := func(dy int, attributes, s string) {
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle" %s>%s</text>`+"\n", at.x+boxWidth/2, at.y+dy, attributes, html.EscapeString(s))
	}
	text(22, `font-weight="bold" font-size="16"`, at.room.Name)
	text(43, `fill="#555" font-size="12"`, fmt.Sprintf("%s, %s, %s", count(len(at.room.Packages), "package"), count(files, "file"), count(lines, "line")))
	text(61, fmt.Sprintf(`fill="%s" font-size="12"`, colour), circle)
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func (p *Overview) drawTotals(b *strings.Builder, height int) {
	t := p.totals()
	fmt.Fprintf(b, `<text x="10" y="%d">%s. %s upwards among %d. Circles of more than %d files: %d. Functions that no product calls: %d.</text>`+"\n",
		height-15, count(t.packages, "package"), count(t.upArrows, "arrow"), len(p.Arrows), wideCircle, t.wide, len(p.Dead))
}

// line is an arrow between two boxes.
type line struct {
	arrow          *FolderImports
	from, to       *box
	x1, y1, x2, y2 int
	bend           int // how far its control points lie from the ends
}

// route returns the lines, those that run upwards last, so that they are drawn on top.
func (p *Overview) route(boxes map[string]*box) []*line {
	var lines []*line
	for _, a := range p.Arrows {
		if from, to := boxes[a.From], boxes[a.To]; from != nil && to != nil {
			lines = append(lines, newLine(a, from, to))
		}
	}
	spread(lines, boxes)
	slices.SortStableFunc(lines, func(a, b *line) int { return cmp.Compare(rank(a), rank(b)) })
	return lines
}

func rank(l *line) int {
	if l.arrow.Up {
		return 1
	}
	return 0
}

// newLine returns a line between the edges of the boxes that face each other. A
// line on one floor leads from below to below.
func newLine(a *FolderImports, from, to *box) *line {
	l := &line{arrow: a, from: from, to: to, y1: from.y + boxHeight, y2: to.y}
	switch {
	case from.y > to.y:
		l.y1, l.y2 = from.y, to.y+boxHeight
		l.bend = -floorGap / 2
	case from.y == to.y:
		l.y2 = to.y + boxHeight
		l.bend = floorGap / 3
	default:
		l.bend = floorGap / 2
	}
	return l
}

// spread gives the ends of lines at each edge of a box a place of their own,
// ordered by where the other end is.
func spread(lines []*line, boxes map[string]*box) {
	for _, at := range boxes {
		for _, y := range []int{at.y, at.y + boxHeight} {
			var ends []end
			for _, l := range lines {
				if l.from == at && l.y1 == y {
					ends = append(ends, end{&l.x1, l.to.x})
				}
				if l.to == at && l.y2 == y {
					ends = append(ends, end{&l.x2, l.from.x})
				}
			}
			slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.other, b.other) })
			for i, e := range ends {
				*e.x = at.x + boxWidth*(i+1)/(len(ends)+1)
			}
		}
	}
}

// end is one end of a line: where to write its x, and the x of the other box.
type end struct {
	x     *int
	other int
}

func (l *line) draw(b *strings.Builder) {
	style, marker := `stroke="#9ab" stroke-width="1.2"`, "down"
	if l.arrow.Up {
		style, marker = `stroke="#d00" stroke-width="2.2"`, "up"
	}
	last := l.y2 - l.bend
	if l.from.y == l.to.y {
		last = l.y2 + l.bend
	}
	fmt.Fprintf(b, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" %s marker-end="url(#%s)"><title>%s</title></path>`+"\n",
		l.x1, l.y1, l.x1, l.y1+l.bend, l.x2, last, l.x2, l.y2, style, marker, html.EscapeString(l.title()))
}

// title says what the line stands for when the mouse is over it.
func (l *line) title() string {
	return fmt.Sprintf("%s -> %s: %s", l.arrow.From, l.arrow.To, count(len(l.arrow.Imports), "import"))
}

// label writes the number of imports next to the start of the line.
func (l *line) label(b *strings.Builder) {
	colour, dy := "#567", 16
	if l.arrow.Up {
		colour = "#d00"
	}
	if l.y1 == l.from.y {
		dy = -8
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" font-size="11" fill="%s" stroke="white" stroke-width="3" paint-order="stroke">%d</text>`+"\n", l.x1+3, l.y1+dy, colour, len(l.arrow.Imports))
}
