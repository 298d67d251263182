// Package races has the findings about races, orders and blocks of memory.
//
// Package racer predicts them from runs of a test, and makes each order happen. A [Writer] takes in the results of one test
// after the other. It makes one finding of each pair of places, whose verdict is that of the gravest order. The source says
// which values can tear.
//
// The package makes no run.
package races

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/ending"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/transcript"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/racer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// A Writer makes one finding of each pair of places.
type Writer struct {
	Unkept bool // the tests are in no file of the user: their schedules are not kept

	session *session.Session
	targets map[string]*record.Target
	list    []report.Finding
	at      map[string]int      // in list, by pair of places
	pairs   map[string]string   // pair of places, by id
	limits  map[string][]string // tests, by a limit that their recordings reached
	torn    tearing

	blocks, unharmed, unreached int // blocks, those that were broken without a visible difference, and those that were not broken
	alike                       int // blocks that are told by another finding, see racer.TestResult.IsTold
}

// New is a writer of the races of a session. The source is loaded at most once, when a value may tear.
func New(se *session.Session, source func() ([]*packages.Package, error)) (*Writer, error) {
	targets, err := record.Targets(se.Dir)
	if err != nil {
		return nil, err
	}
	return &Writer{session: se, targets: targets, at: map[string]int{}, pairs: map[string]string{}, limits: map[string][]string{}, torn: tearing{load: source}}, nil
}

// Findings are those of all tests. Limits go into the statistics.
func (w *Writer) Findings(stats *report.Stats) []report.Finding {
	if w.torn.err != nil {
		stats.Limits = append(stats.Limits, "which values can tear is not known: "+w.torn.err.Error())
	}
	w.tellLimits(stats)
	return w.list
}

// Found takes in the findings of a test.
func (w *Writer) Found(f *racer.TestResult, stats *report.Stats) {
	stats.Events += uint64(f.Events)
	limits := f.Limits
	if f.Why != "" {
		limits = append(limits, "its races are not known, since "+f.Why)
		stats.Incomplete, w.session.Failed = true, true
	}
	for _, l := range limits {
		if !slices.Contains(w.limits[l], f.Test) {
			w.limits[l] = append(w.limits[l], f.Test)
		}
	}
	untried := 0
	for _, r := range f.Races {
		stats.Tries += r.Orders[0].Runs + r.Orders[1].Runs
		if r.IsVague() && !w.session.Verbose {
			continue
		}
		if !r.Tried && r.Kind != racegraph.Unguarded {
			untried++
		}
		if r.IsOrder() && (!r.IsHarmful() || f.IsOrderTold(r)) {
			continue
		}
		w.enter(w.finding(f, r))
	}
	for _, b := range f.Blocks {
		if !b.Tried {
			untried++
		}
		stats.Tries += b.Between.Runs + b.Serial[0].Runs + b.Serial[1].Runs
		w.block(f, b)
	}
	if untried > 0 {
		stats.Limits = append(stats.Limits, untriedLimit(f, untried))
	}
}

// untriedLimit tells of races, orders and blocks that were not forced: there was no time, or a
// test has too many of them.
func untriedLimit(f *racer.TestResult, n int) string {
	text := f.Test + ": not made to happen: " + wording.Counted(n, "candidate")
	if f.Late {
		return text + "; give them more -time, or select fewer tests with -run"
	}
	return fmt.Sprintf("%s: the most of a test are %d races, %d orders, and %d blocks of one object and %d of two; divide the test", text, racer.MaxRaces, racer.MaxOrders, racer.MaxBlocks, racer.MaxMixed)
}

// enter enters a finding. When several tests have it, the gravest outcome counts.
func (w *Writer) enter(told report.Finding, key string) {
	i, known := w.at[key]
	if !known {
		w.at[key] = len(w.list)
		w.list = append(w.list, told)
		return
	}
	tests := w.list[i].Tests
	if gravity(&told) < gravity(&w.list[i]) {
		told.ID = w.list[i].ID
		w.list[i] = told
	}
	for _, t := range told.Tests {
		if !slices.Contains(tests, t) {
			tests = append(tests, t)
		}
	}
	w.list[i].Tests = tests
}

// gravity is lower for a result that says more of a race.
func gravity(f *report.Finding) int {
	if f.Dynamic.NoEffect {
		return 1
	}
	return 2 * slices.Index([]report.Status{report.StatusConfirmed, report.StatusNotReached, report.StatusPredicted}, f.Status)
}

// finding words a race, and returns a key of its pair of places. A statement such as n++ reads and
// writes: its races have one key.
func (w *Writer) finding(f *racer.TestResult, r *racer.ForcedRace) (told report.Finding, key string) {
	gs := w.goroutines(r)
	first, second := gs[0].Steps[len(gs[0].Steps)-1], gs[1].Steps[len(gs[1].Steps)-1]
	pair := first.Op + " at " + report.LineOf(first.Pos) + " and " + second.Op + " at " + report.LineOf(second.Pos)
	if r.IsOnePlace() {
		pair = "two " + first.Op + "s at " + report.LineOf(first.Pos)
	}
	variable := w.torn.variableOf(r)
	if of := cmp.Or(r.Class, variable.name); of != "" {
		pair += " of " + of
	}
	key = strings.Join([]string{accessOf(&r.Sides[0]), first.Pos, accessOf(&r.Sides[1]), second.Pos, r.Class}, "\x00")
	told = report.Finding{
		ID: w.id(r, key), Check: checkOf(r), Status: statusOf(r), Pos: first.Pos, Tests: []string{f.Test}, Goroutines: gs,
		Dynamic: &report.Dynamic{Reason: raceReason(r, first, second), Tries: r.Orders[0].Runs + r.Orders[1].Runs},
	}
	told.Dynamic.Verdict = map[report.Status]report.Verdict{report.StatusConfirmed: report.VerdictConfirmed, report.StatusNotReached: report.VerdictNotReached}[told.Status]
	told.Dynamic.NoEffect = told.Status == report.StatusConfirmed && !r.IsHarmful()
	told.Message = pair + ": " + outcome(f, r, first, second)
	if variable.kind != "" {
		told.Message += "; the " + variable.kind + " can tear"
		told.Dynamic.Reason += "; in the middle of a write its words are of two values, which no run was made to show"
	}
	if told.IsCandidate() {
		told.Decides = "whether a run comes to both accesses at once, and what it does then"
	}
	w.effect(&told, f, r)
	return told, key
}

func checkOf(r *racer.ForcedRace) checks.Name {
	if r.IsOrder() {
		return checks.Order
	}
	return checks.Race
}

func statusOf(r *racer.ForcedRace) report.Status {
	switch {
	case r.IsHarmful():
		return report.StatusConfirmed
	case r.IsMet() && !r.IsOrder():
		return report.StatusConfirmed
	case r.IsUnclear():
		return report.StatusPredicted
	case r.Tried:
		return report.StatusNotReached
	}
	return report.StatusPredicted
}

// id is made of the functions of the two sides and their accesses.
func (w *Writer) id(r *racer.ForcedRace, key string) string {
	var edges []lockgraph.EdgeKey
	for _, s := range r.Sides {
		edges = append(edges, lockgraph.EdgeKey{Func: s.Frame.Func, Class: accessOf(&s) + " " + r.Class})
	}
	return w.freeID(checkOf(r), key, edges)
}

// freeID is the id of some places. Other places in the same functions have a number after
// their classes.
func (w *Writer) freeID(check checks.Name, places string, edges []lockgraph.EdgeKey) string {
	for n := 1; ; n++ {
		numbered := slices.Clone(edges)
		for i := range numbered {
			if n > 1 {
				numbered[i].Class += fmt.Sprintf(" #%d", n)
			}
		}
		id := lockgraph.FindingID(check, numbered)
		if known, taken := w.pairs[id]; !taken || known == places {
			w.pairs[id] = places
			return id
		}
	}
}

// goroutines are the two sides: where each was started, and its access.
func (w *Writer) goroutines(r *racer.ForcedRace) (list []report.Goroutine) {
	for i := range r.Sides {
		s := &r.Sides[i]
		g := report.Goroutine{Name: fmt.Sprint(i + 1)}
		if s.Created.Known() {
			g.Steps = append(g.Steps, w.session.Step("go", s.Created, ""))
		}
		at := s.Place
		at.Class = r.Class
		list = append(list, report.Goroutine{Name: g.Name, Steps: append(g.Steps, w.session.Step(raceOp(s), at, ""))})
	}
	return list
}

// raceOp is the access of a side, in words.
func raceOp(s *predict.RaceSide) string {
	if s.Map {
		return "map " + s.Op
	}
	return s.Op
}

// accessOf is the kind of access of a side, the same for a read and a write.
func accessOf(s *predict.RaceSide) string {
	if op := raceOp(s); !isMemory(op) {
		return op
	}
	return "access"
}

// outcome is the effect of the race, for the message.
func outcome(f *racer.TestResult, r *racer.ForcedRace, first, second report.Step) string {
	switch {
	case r.IsHarmful():
		var parts []string
		both := [][]string{effects(&r.Orders[0]), effects(&r.Orders[1])}
		if r.IsOnePlace() && slices.Equal(both[0], both[1]) {
			return f.Test + ": " + strings.Join(both[0], ", or ") + " in both orders"
		}
		for side, words := range both {
			if len(words) > 0 {
				parts = append(parts, strings.Join(words, ", or ")+" when "+orderOf(r, side, first, second))
			}
		}
		return f.Test + ": " + strings.Join(parts, "; ")
	case r.IsUnclear():
		return f.Test + " ends otherwise in some runs of an order, and " + unclearOrder(r)
	case statusOf(r) == report.StatusConfirmed:
		text := "no visible effect in these runs of " + f.Test
		if r.LeavesIdle() {
			text += ", but for goroutines that are idle for ever"
		}
		return text
	case statusOf(r) == report.StatusNotReached:
		return "no run of " + f.Test + " has come to both at once"
	}
	return "they were not made to happen in " + f.Test
}

// unclearOrder says why an effect may not be that of the order.
func unclearOrder(r *racer.ForcedRace) string {
	if isBehindTimers(r.Orders[0].Unclear) || isBehindTimers(r.Orders[1].Unclear) {
		return "may do so since a timer fired early"
	}
	if isNotAgain(r.Orders[0].Unclear) || isNotAgain(r.Orders[1].Unclear) {
		return "did not when the same choices were made in a new process"
	}
	return "also in runs without it"
}

// isNotAgain reports whether one of some endings did not happen again.
func isNotAgain(list []explorer.Ending) bool {
	return slices.ContainsFunc(list, func(e explorer.Ending) bool { return e.Seen != nil && !e.Seen.Again })
}

// whyUnclear says of an order why its effects are unclear.
func whyUnclear(o *racer.ForcedOrder) string {
	switch {
	case isBehindTimers(o.Unclear):
		return "after a timer that fired early"
	case isNotAgain(o.Unclear):
		return "and not again in a new process"
	}
	return "as in runs without the order"
}

// isBehindTimers reports whether one of some endings came after an early timer.
func isBehindTimers(list []explorer.Ending) bool {
	return slices.ContainsFunc(list, func(e explorer.Ending) bool { return len(e.Early) > 0 })
}

// orderOf words an order: the first access, by its place when both do the same, and by its
// goroutine when both are at one place.
func orderOf(r *racer.ForcedRace, side int, first, second report.Step) string {
	at := first
	if side == 1 {
		at = second
	}
	switch {
	case r.IsOnePlace() && side == 0:
		return "the older goroutine goes first"
	case r.IsOnePlace():
		return "the younger goroutine goes first"
	case first.Op != second.Op:
		return "the " + at.Op + " comes first"
	}
	return "the one at " + report.LineOf(at.Pos) + " comes first"
}

// effects are the ways in which an order ended otherwise than the recorded run.
func effects(o *racer.ForcedOrder) []string { return endWords(o.Effects) }

// endWords are the words of endings, each once. A test that fails says more than the goroutines
// that it has left.
func endWords(endings []explorer.Ending) (list []string) {
	for _, e := range endings {
		e.Early = nil // the reason has the timers
		word := ending.Word(&e)
		if e.Failed && e.Crash == "" && e.End == boundary.Left {
			word = "fails, with " + word
		}
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// raceReason is the ground of the race, and the effect of each order.
func raceReason(r *racer.ForcedRace, first, second report.Step) string {
	text := "nothing that is recorded ordered the two accesses in the run"
	switch r.Kind {
	case racegraph.Reordered:
		text = "only critical sections ordered the two accesses in the recorded run, and another run may come to both at once"
	case racegraph.Initial:
		text = "in the recorded run the first write of a variable came before the other step, and nothing keeps that order"
	case racegraph.Final:
		text = "in the recorded run the last write of a variable came after the other step, and nothing keeps that order"
	case racegraph.Awaited:
		text = "nothing keeps the order of this Add and this Wait of one WaitGroup, and a Wait in front of the Add does not wait for it"
	case racegraph.Unguarded:
		text = "no lock is common to the two accesses, and only values or the order of critical sections kept them apart in the recorded run"
	}
	if !r.Tried {
		return text
	}
	for side := range r.Orders {
		o := &r.Orders[side]
		word := "no visible effect in " + wording.Counted(max(o.Meets, 1), "run")
		if words := effects(o); len(words) > 0 {
			word = strings.Join(words, ", or ")
		} else if words := endWords(o.Unclear); len(words) > 0 {
			word = strings.Join(words, ", or ") + " in some runs, " + whyUnclear(o)
		} else if !o.Met {
			word = "not reached in " + wording.Counted(o.Runs, "run")
		} else if o.Idle > 0 {
			word += ", but for goroutines that wait for ever in a receive or a select (note)"
		}
		text += fmt.Sprintf("; when %s: %s", orderOf(r, side, first, second), word)
	}
	if r.IsOrder() && len(r.Orders[0].Effects) > 0 && len(r.Orders[1].Effects) > 0 {
		text += "; since both orders have an effect, what the goroutines do around these steps may be the cause"
	}
	return text
}

// effect adds the run in which the first effect happened.
func (w *Writer) effect(told *report.Finding, f *racer.TestResult, r *racer.ForcedRace) {
	w.effectOf(told, f, slices.Concat(r.Orders[0].Effects, r.Orders[1].Effects))
}

// effectOf adds the run of the first of some effects.
func (w *Writer) effectOf(told *report.Finding, f *racer.TestResult, effects []explorer.Ending) {
	if len(effects) == 0 {
		return
	}
	e := &effects[0]
	transcript.SaysEarly(w.session.Root(), told, e.Early, "; the effect came ")
	told.Dump = e.Crash
	if e.Crash != "" {
		told.Output = ending.BeforeReason(e)
	} else if e.Failed {
		told.Output = ending.Failure(f.Test, e.Seen.Output)
	}
	if t := w.targets[e.Seen.Target]; t != nil {
		var log string
		told.Explored, log = transcript.Of(w.session, told, t)
		if w.Unkept {
			return
		}
		told.Replay = w.session.KeepChoices(t, told)
		w.session.KeepLog(told.ID, log)
	}
}

// tellLimits names each limit once, with tests that reached it.
func (w *Writer) tellLimits(stats *report.Stats) {
	for _, l := range slices.Sorted(maps.Keys(w.limits)) {
		tests := w.limits[l]
		names := tests[0]
		if len(tests) > 1 {
			names += fmt.Sprintf(" and %d more", len(tests)-1)
		}
		stats.Limits = append(stats.Limits, names+": "+l)
	}
}
