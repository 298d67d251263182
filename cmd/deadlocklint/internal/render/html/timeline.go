package html

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A timeline is a table: goroutines are its columns, steps its rows.
type timeline struct {
	Columns []string
	Earlier []part     // closed parts, the first steps first
	Rows    []row      // always shown
	Omitted int        // steps that no recording has
	Others  []lockName // that only this timeline has
}

// A part is a run of rows that is closed at first.
type part struct {
	From, To int // the numbers of its rows, from 1
	Columns  []string
	Rows     []row
}

// maxRows is how many rows of a timeline are shown at first, and partRows how
// many each closed part has.
const (
	maxRows  = 40
	partRows = 250
)

// A row is one step of one goroutine.
type row struct {
	Number int
	Cells  []cell
}

// A cell has the locks that a goroutine holds while the row's step happens, and the step
// when it is its own.
type cell struct {
	Tracks int // how many locks its goroutine holds at most at a time
	Bars   []bar
	Act    *act
}

// A bar is a piece of the time during which a lock is held. A bar without a
// letter is free space.
type bar struct {
	Letter string
	Color  int
	State  string // "begin", "end" or ""
	Shared bool
}

// An act is a step in words.
type act struct {
	Words, Pos, Func string
	Holding          string // for readers with a screen reader, which has no bars
	Waits            bool   // for ever
	Letter           string
	Color            int
	Path             []report.Call
}

// A moment is a step of a goroutine, from either source.
type moment struct {
	goroutine int
	step      report.Step
	words     string
	takes     bool // its lock is held from now on
	waits     bool // for ever
	path      []report.Call
}

// recorded is the timeline of the recorded run, nil when there is none.
func recorded(f report.Finding, n *names) *timeline {
	if f.Timeline == nil || len(f.Timeline.Moments) == 0 {
		return nil
	}
	var list []moment
	for _, m := range f.Timeline.Moments {
		to := moment{goroutine: m.Goroutine, step: m.Step, words: did(m.Step), takes: acquires(m.Op)}
		if m.Path > 0 && m.Path <= len(f.Timeline.Paths) {
			to.path = f.Timeline.Paths[m.Path-1]
		}
		list = append(list, to)
	}
	t := newTimeline(f, list, n)
	t.Omitted, t.Others = f.Timeline.Omitted, n.list[n.own:]
	return t
}

// ending is an order of the steps in which the goroutines come to wait for each
// other: all are created, each takes what it holds, and then each waits, the
// readers last, because only a writer that waits already keeps them out. What
// does not wait at its end (a signal that comes too early) comes before.
func ending(f report.Finding, n *names) *timeline {
	var created, held, writers, readers []moment
	for i, g := range f.Goroutines {
		for j, s := range g.Steps {
			m := moment{goroutine: i, step: s, path: pathOf(f, i, s)}
			switch {
			case s.Op == "go" && j == 0:
				m.words = "is created"
				created = append(created, m)
			case j < len(g.Steps)-1:
				m.words, m.takes = strings.Join(words(s.Holds()), " "), isHold(s.Op)
				held = append(held, m)
			default:
				m.words, m.waits = strings.Join(words(s.Waits()), " "), blocks(s.Op)
				switch {
				case !m.waits:
					held = append(held, m)
				case shared(s.Op):
					readers = append(readers, m)
				default:
					writers = append(writers, m)
				}
			}
		}
	}
	list := slices.Concat(created, held, writers, readers)
	if len(list) == 0 {
		return nil
	}
	return newTimeline(f, list, n)
}

func words(a, b string) []string { return []string{a, b} }

// pathOf is the call stack of a step, taken from the recorded run.
func pathOf(f report.Finding, g int, s report.Step) []report.Call {
	if f.Timeline == nil {
		return nil
	}
	for _, m := range slices.Backward(f.Timeline.Moments) {
		if m.Goroutine == g && m.Path > 0 && m.Path <= len(f.Timeline.Paths) && sameLine(m.Pos, s.Pos) && m.Func == s.Func {
			return f.Timeline.Paths[m.Path-1]
		}
	}
	return nil
}

// sameLine reports whether two positions are on one line: only some have a column.
func sameLine(a, b string) bool {
	aFile, aLine, _ := report.SplitPos(a)
	bFile, bLine, _ := report.SplitPos(b)
	return aFile == bFile && aLine == bLine
}

func newTimeline(f report.Finding, list []moment, n *names) *timeline {
	t := &timeline{}
	for _, g := range f.Goroutines {
		t.Columns = append(t.Columns, "goroutine "+g.Name)
	}
	tracks := newTracks(len(f.Goroutines))
	var rows []row
	for i, m := range list {
		if m.goroutine < 0 || m.goroutine >= len(t.Columns) {
			continue // a damaged file
		}
		rows = append(rows, row{Number: i + 1, Cells: tracks.cells(m, n)})
	}
	for _, r := range rows {
		for g := range r.Cells {
			r.Cells[g].Tracks = len(tracks.of[g])
		}
	}
	for len(rows) > maxRows {
		k := min(partRows, len(rows)-maxRows)
		t.Earlier = append(t.Earlier, part{rows[0].Number, rows[k-1].Number, t.Columns, rows[:k]})
		rows = rows[k:]
	}
	t.Rows = rows
	return t
}

// tracks follows who holds what. A track is the place of a lock's bar in a
// goroutine's column, from its acquire to its release; a free one is used again.
type tracks struct {
	of [][]*hold // by goroutine and track
}

// A hold is a lock that is held.
type hold struct {
	key    string
	depth  int // of recursive read locks
	name   lockName
	shared bool
}

func newTracks(goroutines int) *tracks { return &tracks{of: make([][]*hold, goroutines)} }

// hold enters the acquire of a lock and reports whether its bar begins.
func (t *tracks) hold(g int, k string, name lockName, shared bool) (begins bool) {
	free := -1
	for i, h := range t.of[g] {
		if h != nil && h.key == k {
			h.depth++
			return false
		}
		if h == nil && free < 0 {
			free = i
		}
	}
	h := &hold{key: k, depth: 1, name: name, shared: shared}
	if free < 0 {
		t.of[g] = append(t.of[g], h)
	} else {
		t.of[g][free] = h
	}
	return true
}

// release enters a release.
func (t *tracks) release(g int, k string) {
	for i, h := range t.of[g] {
		if h == nil || h.key != k {
			continue
		}
		if h.depth--; h.depth == 0 {
			t.of[g][i] = nil
		}
	}
}

// cells is one row: the state of all goroutines, and the step of one goroutine.
func (t *tracks) cells(m moment, n *names) []cell {
	k, begins := key(m.step), false
	if name, ok := n.of(m.step); ok && m.takes {
		begins = t.hold(m.goroutine, k, name, shared(m.step.Op))
	}
	var cells []cell
	for g := range t.of {
		own := ""
		if g == m.goroutine {
			own = k
		}
		cells = append(cells, cell{Bars: t.bars(g, own, begins, releases(m.step.Op))})
	}
	cells[m.goroutine].Act = t.act(m, n)
	if releases(m.step.Op) {
		t.release(m.goroutine, k)
	}
	return cells
}

// bars draws what a goroutine holds; own is the lock that the row's step is
// about, if it is this goroutine's.
func (t *tracks) bars(g int, own string, begins, ends bool) []bar {
	var bars []bar
	for _, h := range t.of[g] {
		var b bar
		if h != nil {
			b = bar{Letter: h.name.Letter, Color: h.name.Color, Shared: h.shared}
			switch {
			case h.key == own && begins:
				b.State = "begin"
			case h.key == own && ends && h.depth == 1:
				b.State = "end"
			}
		}
		bars = append(bars, b)
	}
	return bars
}

func (t *tracks) act(m moment, n *names) *act {
	a := &act{Words: short(m.words), Pos: m.step.Pos, Func: short(m.step.Func), Waits: m.waits, Path: m.path}
	if name, ok := n.of(m.step); ok && m.step.Op != "go" {
		a.Letter, a.Color = name.Letter, name.Color
	}
	var holding []string
	for _, h := range t.of[m.goroutine] {
		if h != nil {
			holding = append(holding, h.name.Letter)
		}
	}
	slices.Sort(holding)
	a.Holding = strings.Join(holding, ", ")
	return a
}
