package html

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A schedule is the run under which a finding happened: a table with a lane for each
// goroutine and a row for each step. A line in a lane shows whether its goroutine runs, could
// run, or waits; the words stand beside the lanes.
type schedule struct {
	Title  string
	Lanes  []scheduleLane // that are drawn
	Groups []scheduleLane // all, those together that are alike
	Rows   []scheduleRow
}

// A scheduleLane is a goroutine.
type scheduleLane struct {
	Name, Title string
	Pos, End    string
}

// A scheduleRow is a step, or several that are folded.
type scheduleRow struct {
	Number   string
	Name     string // of the goroutine
	Cells    []scheduleCell
	Switches bool   // another goroutine has its turn now
	Preempts string // the goroutine that lost its turn
	Words    string
	Outcome  string
	Bad      bool // the outcome is wrong
	Folded   bool
	Pos      string
	Source   string
	Letter   string
	Color    int // of the letter
}

// A scheduleCell is the cell in the lane of a goroutine beside a step: empty before its
// first step and after its end, else "ready", "waits" or "runs".
type scheduleCell struct{ State string }

// maxLanes is how many goroutines have lanes; the others are named in their rows.
const maxLanes = 24

// newSchedule is the view of a run, nil when there is none.
func newSchedule(x *report.Explored, n *names, src *source) *schedule {
	if x == nil || len(x.Steps) == 0 || !x.Valid() {
		return nil
	}
	v := &schedule{Title: x.Title()}
	for _, g := range x.Goroutines {
		v.Lanes = append(v.Lanes, scheduleLane{Name: g.Name, Title: g.Title(), Pos: g.Pos, End: endWords[g.End]})
	}
	v.Groups = alikeLanes(v.Lanes)
	states := newLaneStates(x)
	before := -1
	for i, s := range x.Steps {
		r := scheduleRow{Cells: states.next(i), Words: short(s.Words()), Outcome: s.Outcome(x), Folded: s.Folded, Pos: s.Pos, Source: src.text(s.Pos), Number: numbered(s)}
		switch {
		case s.Round > 0: // the words say so
		case s.Goroutine < 0:
			r.Words += " of several goroutines"
		default:
			r.Name = v.Lanes[s.Goroutine].Name
			r.Bad = s.Fails || s.Turn || s.Last && (x.Goroutines[s.Goroutine].End == report.EndBlocked || x.Goroutines[s.Goroutine].End == report.EndFailed)
		}
		if r.Switches = s.Goroutine != before; r.Switches && s.Preempts && before >= 0 {
			r.Preempts = v.Lanes[before].Name
		}
		if name, ok := n.of(s.Step); ok {
			r.Letter, r.Color = name.Letter, name.Color
		}
		before = s.Goroutine
		v.Rows = append(v.Rows, r)
	}
	v.Lanes = v.Lanes[:min(len(v.Lanes), maxLanes)]
	return v
}

// alikeLanes puts goroutines in a row together that were started at one place and came as far.
func alikeLanes(list []scheduleLane) (groups []scheduleLane) {
	first := 0
	for i, l := range list {
		n := len(groups)
		if i == 0 || l.Pos == "" || l.Title != l.Name || list[first].Title != list[first].Name || l.Pos != groups[n-1].Pos || l.End != groups[n-1].End {
			groups, first = append(groups, l), i
			continue
		}
		groups[n-1].Title = list[first].Name + " to " + l.Name
	}
	return groups
}

// endWords say how far a goroutine came.
var endWords = map[report.End]string{
	report.EndDone: "ended", report.EndBlocked: "blocked", report.EndFailed: "ends the process", report.EndCut: "could have gone on",
}

// numbered is the number of a step, or of the first and the last one of several.
func numbered(s report.ExploredStep) string {
	if s.Count > 1 {
		return fmt.Sprintf("%d–%d", s.Number, s.Number+s.Count-1)
	}
	return fmt.Sprint(s.Number)
}

// laneStates follows which goroutines live and wait.
type laneStates struct {
	x       *report.Explored
	state   []string
	started []bool
}

func newLaneStates(x *report.Explored) *laneStates {
	n := len(x.Goroutines)
	return &laneStates{x: x, state: make([]string, n), started: make([]bool, n)}
}

// start begins the lane of the next goroutine that a go statement starts.
func (l *laneStates) start(pos string) {
	for g, to := range l.x.Goroutines {
		if !l.started[g] && to.Pos == pos {
			l.started[g], l.state[g] = true, "ready"
			return
		}
	}
}

// next is the cells beside a step. They come in the order of the steps.
func (l *laneStates) next(i int) []scheduleCell {
	s := l.x.Steps[i]
	var cells []scheduleCell
	for g, state := range l.state {
		if g == s.Goroutine {
			state, l.started[g] = "runs", true
		}
		if g < maxLanes {
			cells = append(cells, scheduleCell{state})
		}
	}
	if s.Goroutine < 0 {
		return cells
	}
	if s.Op == "go" && !s.Folded {
		l.start(s.Pos)
	}
	switch end := l.x.Goroutines[s.Goroutine].End; {
	case s.Last && end == report.EndDone, s.Last && end == report.EndFailed:
		l.state[s.Goroutine] = ""
	case s.Waits:
		l.state[s.Goroutine] = "waits"
	default:
		l.state[s.Goroutine] = "ready"
	}
	return cells
}

// text is the source line at a position, or "".
func (s *source) text(pos string) string {
	file, line, _ := report.SplitPos(pos)
	if line == 0 {
		return ""
	}
	lines := s.lines(file)
	if line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[line-1])
}
