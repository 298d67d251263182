package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Of a long run so many steps are named: the first and the last ones.
const (
	namedFirst = 2000
	namedLast  = 4000
)

// scheduled is the run of a finding, step by step, nil when the recording does not have it,
// and the log of the same with a line for each step.
func (pl *pipeline) scheduled(f *report.Finding, t *record.Target) (*report.Explored, string) {
	trail, places, err := explorer.ReadChoices(pl.Dir, t)
	if err != nil || len(places) == 0 {
		return nil, ""
	}
	m := &madeRun{pl: pl, dir: pl.Dir, steps: trail.Steps, places: places}
	if err := m.name(t); err != nil {
		return nil, ""
	}
	x := &report.Explored{Test: t.Explored.Test, Schedule: t.Explored.Run, Length: len(m.steps)}
	m.tell(x)
	if t.Explored.Smaller { // which counts offered turns that were not taken as well
		x.Preempted, x.Switched = t.Explored.Preemptions, t.Explored.Switches
	}
	m.ends(x, f)
	m.tellPanics(x)
	log := x.Log()
	x.Steps = foldSchedule(foldBehind(x.Steps, decisive(x, f.Goroutines)))
	alignSchedule(x, f.Goroutines)
	return x, log
}

// A madeRun is a run that is told.
type madeRun struct {
	dir     string // of the recording
	pl      *pipeline
	steps   []explorer.Step
	places  []explorer.Place
	from    int // the steps from here to
	to      int // here have no names
	sights  []predict.ResolvedStep
	created map[trace.G]predict.Place
	panics  []predict.RecordedPanic
	called  map[uint32]string // atomic variables by their numbers, as the source calls them at first
}

// name takes the names of the steps from the recording.
func (m *madeRun) name(t *record.Target) error {
	n := len(m.places)
	m.from, m.to = n, n
	if n > namedFirst+namedLast {
		m.from, m.to = namedFirst, n-namedLast
	}
	var spots []predict.RecordedStep
	for i, at := range m.places {
		if i < m.from || i >= m.to {
			spots = append(spots, predict.RecordedStep{Seq: at.Seq, G: trace.G(at.G), Op: m.steps[i].Op, Stack: trace.StackID(at.Stack), Object: at.Object})
		}
	}
	run, err := predict.ResolveSteps(m.dir, t, spots, &m.pl.from)
	if err != nil {
		return err
	}
	m.sights, m.created, m.panics = run.Steps, run.Created, run.Panics
	return nil
}

// sight is the place of a step; ok is false of one without a name.
func (m *madeRun) sight(i int) (s predict.ResolvedStep, ok bool) {
	switch {
	case i < m.from:
		return m.sights[i], true
	case i >= m.to:
		return m.sights[i-(m.to-m.from)], true
	}
	return s, false
}

// tell writes the goroutines and the steps of the run, each by itself.
func (m *madeRun) tell(x *report.Explored) {
	lanes, waits := m.lanes(x), map[int]bool{}
	for i, st := range m.steps {
		lane := lanes[st.Goroutine]
		s := m.step(i)
		s.Goroutine = lane
		s.Preempts = m.preempts(i)
		s.Resumes, s.Waits = waits[lane], m.givesUp(i) && !m.places[i].Ended
		s.Fails, s.Guessed = m.places[i].Failed, m.places[i].Guess
		if s.Resumes && !s.Blocks() {
			s.Step, s.Call = report.Step{Op: report.OpWake}, "" // where it waited is not known
		}
		waits[lane] = s.Waits
		if s.Preempts {
			x.Preempted++
		}
		if st.Enabled > 1 && (!m.places[i].Runs || m.switches(i)) {
			x.Switched++
		}
		x.Steps = append(x.Steps, s)
	}
	m.nameInstances(x)
	m.nameVariables(x)
	m.hidePrivate(x)
}

// hidePrivate leaves the numbers out of plain memory that one goroutine uses alone.
func (m *madeRun) hidePrivate(x *report.Explored) {
	users := map[uint32]int{}
	for i, st := range m.steps {
		lane := x.Steps[i].Goroutine
		if first, known := users[st.Object]; known && first != lane {
			lane = -1
		}
		users[st.Object] = lane
	}
	for i, st := range m.steps {
		s := &x.Steps[i]
		if plain := st.Op == trace.OpRead || st.Op == trace.OpWrote; plain && s.Class == "" && users[st.Object] >= 0 {
			s.Object = ""
		}
	}
}

// lanes lists the goroutines of the run, and returns the place of each by its number.
func (m *madeRun) lanes(x *report.Explored) map[int]int {
	first := map[int]int{}
	for i, st := range m.steps {
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

func (m *madeRun) goroutine(i int) report.ScheduledGo {
	if m.isClock(i) {
		return report.ScheduledGo{Name: "clock"}
	}
	g := report.ScheduledGo{Name: fmt.Sprintf("g%d", m.steps[i].Goroutine)}
	if at, ok := m.created[trace.G(m.places[i].G)]; ok && at.Known() && !stdlib.Has(at.Frame.Func) {
		s := m.pl.Step("go", at, "")
		g.Pos, g.Func = s.Pos, s.Func
	}
	return g
}

// isClock reports whether a step is that of the clock, which no goroutine takes.
func (m *madeRun) isClock(i int) bool {
	_, fires := m.steps[i].Fires()
	return fires
}

// switches reports whether another goroutine takes a step than took the one before.
func (m *madeRun) switches(i int) bool {
	if m.isClock(i) {
		return false
	}
	before := i - 1
	for before >= 0 && m.isClock(before) {
		before--
	}
	return before >= 0 && m.steps[i].Goroutine != m.steps[before].Goroutine
}

// preempts reports whether the goroutine of the step before could have gone on, and did not
// offer its turn.
func (m *madeRun) preempts(i int) bool {
	return m.switches(i) && m.places[i].Runs && !m.places[i].Yields
}

// givesUp reports whether the goroutine of a step does not come to another one before it
// waits or ends.
func (m *madeRun) givesUp(i int) bool {
	return i+1 < len(m.places) && !m.places[i+1].Runs && !m.isClock(i)
}

// step words a step by itself: the place is the innermost one outside of the standard
// library. Of the steps inside the standard library only the call is told.
func (m *madeRun) step(i int) report.ScheduledStep {
	s := report.ScheduledStep{Number: i + 1, Count: 1, Step: report.Step{Op: explorer.OpName(m.steps[i].Op)}}
	if after, ok := m.steps[i].Fires(); ok {
		s.Op, s.Object = report.OpFires, setFor(after)
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
	if m.steps[i].Draws() {
		s.Call = callOf(sight.Calls, at)
		s.Value = drawn(s.Call, m.places[i].Object)
	} else if at != 0 && len(sight.Calls) > 0 {
		s.Op, s.Call = report.OpCall, callOf(sight.Calls, at)
	} else if s.Call = sight.Call; isInner(s.Op, s.Call) {
		s.Op = report.OpCall
	} else {
		s.Class = sight.Class
		if s.Class == "" && m.steps[i].Object > 0 {
			s.Object = fmt.Sprintf("o%d", m.steps[i].Object)
		}
	}
	if at >= 0 {
		place := predict.Place{Op: s.Op, Class: s.Class, Frame: sight.Calls[at]}
		own := m.pl.Step(s.Op, place, "")
		s.Pos, s.Func = own.Pos, own.Func
		if pos, variable := m.pl.Called(sight.Calls[at], s.Call); pos != "" && (s.Op == report.OpCall || s.Op == trace.OpLoad.String()) {
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
func (m *madeRun) nameInstances(x *report.Explored) {
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
func (m *madeRun) ends(x *report.Explored, f *report.Finding) {
	last := map[int]int{}
	for i, s := range x.Steps {
		last[s.Goroutine] = i
	}
	for lane, i := range last {
		s, g := &x.Steps[i], &x.Goroutines[lane]
		s.Last = true
		switch {
		case m.isClock(i):
			g.End = report.EndNone
		case m.places[i].Ended:
			g.End = report.EndDone
		case s.Waits:
			g.End = report.EndBlocked
		case i+1 < len(x.Steps) || m.places[i].Cut:
			g.End = report.EndCut
		case f.Check == report.CheckSchedule && f.Dump != "":
			g.End = report.EndFailed
		default:
			g.End = report.EndBlocked
		}
		s.Waits = s.Waits || g.End == report.EndBlocked
	}
}
