// Package transcript tells a run under a schedule, step by step.
//
// A recording that repeats a run has the choices of the run and the places of its steps. [New] gives the steps the names of
// the source. [Of] makes the goroutines and steps of a report of them. Steps that are alike are folded, and names are those of
// the finding. The order of a trace program is folded by [Fold].
//
// The package makes no run and judges none.
package transcript

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// Of a long run so many steps are named: the first and the last ones.
const (
	namedFirst = 2000
	namedLast  = 4000
)

// Of is the run of a finding, step by step, nil when the recording does not have it. The log has a line for each step.
func Of(se *session.Session, f *report.Finding, t *record.Target) (x *report.Explored, log string) {
	trail, places, err := explorer.ReadChoices(se.Dir, t)
	if err != nil || len(places) == 0 {
		return nil, ""
	}
	m, err := New(se, se.Dir, t, trail.Steps, places)
	if err != nil {
		return nil, ""
	}
	x = &report.Explored{Test: t.Explored.Test, Schedule: t.Explored.Run, Length: len(m.Steps)}
	m.tell(x)
	if t.Explored.Smaller { // which counts offered turns that were not taken as well
		x.Preempted, x.Switched, x.Given = t.Explored.Preemptions, t.Explored.Switches, t.Explored.Given
	}
	m.ends(x, f)
	m.tellPanics(x)
	log = x.Log()
	x.Steps = foldSchedule(foldBehind(x.Steps, decisive(x, f.Goroutines)))
	alignSchedule(x, f.Goroutines)
	return x, log
}

// A Run is a run that is told.
type Run struct {
	Steps  []explorer.Step
	Places []explorer.Place // of the steps

	session *session.Session
	from    int // the steps from here to
	to      int // here have no names
	sights  []predict.ResolvedStep
	created map[trace.G]predict.Place
	panics  []predict.RecordedPanic
	called  map[uint32]string // atomic variables by their numbers, as the source calls them at first
}

// New is a run of a target with these steps, whose names are in the recording in dir.
func New(se *session.Session, dir string, t *record.Target, steps []explorer.Step, places []explorer.Place) (*Run, error) {
	m := &Run{session: se, Steps: steps, Places: places}
	return m, m.name(dir, t)
}

// name takes the names of the steps from the recording.
func (m *Run) name(dir string, t *record.Target) error {
	n := len(m.Places)
	m.from, m.to = n, n
	if n > namedFirst+namedLast {
		m.from, m.to = namedFirst, n-namedLast
	}
	var spots []predict.RecordedStep
	for i, at := range m.Places {
		if i < m.from || i >= m.to {
			spots = append(spots, predict.RecordedStep{Seq: at.Seq, G: trace.G(at.G), Op: m.Steps[i].Op, Stack: trace.StackID(at.Stack), Object: at.Object})
		}
	}
	run, err := predict.ResolveSteps(dir, t, spots, &m.session.Programs)
	if err != nil {
		return err
	}
	m.sights, m.created, m.panics = run.Steps, run.Created, run.Panics
	return nil
}

// sight is the place of a step; ok is false of one without a name.
func (m *Run) sight(i int) (s predict.ResolvedStep, ok bool) {
	switch {
	case i < m.from:
		return m.sights[i], true
	case i >= m.to:
		return m.sights[i-(m.to-m.from)], true
	}
	return s, false
}

// tell writes the goroutines and the steps of the run, each by itself.
func (m *Run) tell(x *report.Explored) {
	lanes, waits := m.lanes(x), map[int]bool{}
	for i, st := range m.Steps {
		lane := lanes[st.Goroutine]
		s := m.Step(i)
		s.Goroutine = lane
		s.Preempts = m.preempts(i)
		s.Resumes, s.Waits = waits[lane], m.givesUp(i) && !m.Places[i].Ended
		s.Fails, s.Guessed = m.Places[i].Failed, m.Places[i].Guess
		if s.Resumes && !s.Blocks() {
			s.Step, s.Call = report.Step{Op: report.OpWake}, "" // where it waited is not known
		}
		waits[lane] = s.Waits
		if s.Preempts {
			x.Preempted++
		}
		if st.Enabled > 1 && (!m.Places[i].Runs || m.switches(i)) {
			x.Switched++
		}
		x.Steps = append(x.Steps, s)
	}
	m.nameInstances(x)
	m.nameVariables(x)
	m.hidePrivate(x)
}

// hidePrivate leaves the numbers out of plain memory that one goroutine uses alone.
func (m *Run) hidePrivate(x *report.Explored) {
	users := map[uint32]int{}
	for i, st := range m.Steps {
		lane := x.Steps[i].Goroutine
		if first, known := users[st.Object]; known && first != lane {
			lane = -1
		}
		users[st.Object] = lane
	}
	for i, st := range m.Steps {
		s := &x.Steps[i]
		if plain := st.Op == trace.OpRead || st.Op == trace.OpWrote; plain && s.Class == "" && users[st.Object] >= 0 {
			s.Object = ""
		}
	}
}

// Creation is the go statement of the goroutine of a step, "" where it is not known.
func (m *Run) Creation(i int) string {
	if at, ok := m.created[trace.G(m.Places[i].G)]; ok && at.Known() {
		return m.session.Step("go", at, "").Pos
	}
	return ""
}

// lanes lists the goroutines of the run, and returns the place of each by its number.
func (m *Run) lanes(x *report.Explored) map[int]int {
	first := map[int]int{}
	for i, st := range m.Steps {
		if _, known := first[st.Goroutine]; !known {
			first[st.Goroutine] = i
		}
	}
	lanes := map[int]int{}
	for _, number := range slices.Sorted(maps.Keys(first)) {
		lanes[number] = len(x.Goroutines)
		x.Goroutines = append(x.Goroutines, m.goroutine(first[number]))
	}
	return lanes
}

func (m *Run) goroutine(i int) report.ExploredGoroutine {
	if m.IsClock(i) {
		return report.ExploredGoroutine{Name: "clock"}
	}
	g := report.ExploredGoroutine{Name: fmt.Sprintf("g%d", m.Steps[i].Goroutine)}
	if at, ok := m.created[trace.G(m.Places[i].G)]; ok && at.Known() && !stdlib.Has(at.Frame.Func) {
		s := m.session.Step("go", at, "")
		g.Pos, g.Func = s.Pos, s.Func
	}
	return g
}

// IsClock reports whether a step is that of the clock, which no goroutine takes.
func (m *Run) IsClock(i int) bool {
	_, fires := m.Steps[i].Fires()
	return fires
}

// switches reports whether another goroutine takes a step than took the one before.
func (m *Run) switches(i int) bool {
	if m.IsClock(i) {
		return false
	}
	before := i - 1
	for before >= 0 && m.IsClock(before) {
		before--
	}
	return before >= 0 && m.Steps[i].Goroutine != m.Steps[before].Goroutine
}

// preempts reports whether the goroutine of the step before could have gone on, and did not
// offer its turn.
func (m *Run) preempts(i int) bool {
	return m.switches(i) && m.Places[i].Runs && !m.Places[i].Yields
}

// givesUp reports whether the goroutine of a step does not come to another one before it
// waits or ends.
func (m *Run) givesUp(i int) bool {
	return i+1 < len(m.Places) && !m.Places[i+1].Runs && !m.IsClock(i)
}

// Step words a step by itself: the place is the innermost one outside of the standard
// library. Of the steps inside the standard library only the call is told.
func (m *Run) Step(i int) report.ExploredStep {
	s := report.ExploredStep{Number: i + 1, Count: 1, Step: report.Step{Op: explorer.OpName(m.Steps[i].Op)}}
	if after, ok := m.Steps[i].Fires(); ok {
		s.Op, s.Object = report.OpFires, wording.Span(after)
		return s
	}
	sight, ok := m.sight(i)
	if !ok {
		s.Folded = true
		return s
	}
	at := slices.IndexFunc(sight.Calls, func(f trace.Frame) bool { return !stdlib.Has(f.Func) })
	if sight.Tried != "" {
		s.Op = sight.Tried
	}
	if m.Steps[i].Draws() {
		s.Call = callOf(sight.Calls, at)
		s.Value = drawn(s.Call, m.Places[i].Object)
	} else if at != 0 && len(sight.Calls) > 0 {
		s.Op, s.Call = report.OpCall, callOf(sight.Calls, at)
	} else if s.Call = sight.Call; isInner(s.Op, s.Call) {
		s.Op = report.OpCall
	} else {
		s.Class = sight.Class
		if s.Class == "" && m.Steps[i].Object > 0 {
			s.Object = fmt.Sprintf("o%d", m.Steps[i].Object)
		}
	}
	if at >= 0 {
		place := predict.Place{Op: s.Op, Class: s.Class, Frame: sight.Calls[at]}
		own := m.session.Step(s.Op, place, "")
		s.Pos, s.Func = own.Pos, own.Func
		if pos, variable := m.session.Called(sight.Calls[at], s.Call); pos != "" && (s.Op == report.OpCall || s.Op == trace.OpLoad.String()) {
			s.Pos = pos
			m.variable(i, s.Step, variable)
		}
	}
	return s
}

// isInner reports whether an operation is an access of memory that package sync makes for
// itself.
func isInner(op, call string) bool {
	pkg := stdlib.Package(call)
	return op == trace.OpLoad.String() && (pkg == "sync" || pkg == "internal/sync")
}

// callOf is the function of the standard library that a frame has called, or "panic"; the
// package when no such frame is known.
func callOf(calls []trace.Frame, at int) string {
	if at < 0 {
		pkg := ""
		for _, f := range calls {
			if p := stdlib.Package(f.Func); p != "runtime" && !strings.HasPrefix(p, "internal/") {
				pkg = p
			}
		}
		return pkg
	}
	if slices.ContainsFunc(calls[:at], func(f trace.Frame) bool { return f.Func == "runtime.gopanic" }) {
		return "panic"
	}
	return calls[at-1].Func
}

// nameInstances tells objects of one class from each other, as they come.
func (m *Run) nameInstances(x *report.Explored) {
	number, of := map[uint64]int{}, map[string]int{}
	for i := range x.Steps {
		sight, ok := m.sight(i)
		if ok && sight.Instance != 0 && number[sight.Instance] == 0 && x.Steps[i].Class != "" {
			of[sight.Class]++
			number[sight.Instance] = of[sight.Class]
		}
	}
	for i := range x.Steps {
		if sight, ok := m.sight(i); ok && x.Steps[i].Class != "" && of[sight.Class] > 1 && number[sight.Instance] > 0 {
			x.Steps[i].Object = fmt.Sprintf("#%d", number[sight.Instance])
		}
	}
}

// ends says how far each goroutine came, at its last step.
func (m *Run) ends(x *report.Explored, f *report.Finding) {
	last := map[int]int{}
	for i, s := range x.Steps {
		last[s.Goroutine] = i
	}
	for lane, i := range last {
		s, g := &x.Steps[i], &x.Goroutines[lane]
		s.Last = true
		switch {
		case m.IsClock(i):
			g.End = report.EndNone
		case m.Places[i].Ended:
			g.End = report.EndDone
		case s.Waits:
			g.End = report.EndBlocked
		case i+1 < len(x.Steps) || m.Places[i].Cut:
			g.End = report.EndCut
		case f.Check == report.CheckSchedule && f.Dump != "":
			g.End = report.EndFailed
		default:
			g.End = report.EndBlocked
		}
		s.Waits = s.Waits || g.End == report.EndBlocked
	}
}
