package protocol

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/panics"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// wrappedStd are interfaces of the standard library whose calls are told: which
// type is after them is known when they are made.
var wrappedStd = []string{
	"io.Closer", "io.ReadCloser", "io.WriteCloser", "io.ReadWriteCloser", "io.Reader", "io.Writer", "io.ReadWriter",
	"net.Conn", "net.Listener", "io/fs.File",
}

// A recorded run of one process.
type recordedRun struct {
	*typestate.Recording
	target *record.Target
	test   string // that was run under a schedule, "" for all of a native run
	failed bool   // it has not ended well
}

// A testOf is a test of a target.
type testOf struct {
	target *record.Target
	test   string
}

// Protocols has the knowledge of a session about the types of its module.
type Protocols struct {
	*protocolRun
	se        *session.Session
	table     *sites.Table
	runs      []recordedRun
	native    []recordedRun       // that no schedule has chosen
	free      map[testOf][]*turns // runs under schedules without a plan, see underSchedules
	sequences *mine.Sequences
	given     []*automaton.Automaton        // in files
	above     []*automaton.Automaton        // in comments on types
	types     []string                      // that are mined or checked
	learned   int                           // sequences that were not known and that confirming runs showed
	pairs     map[[2]lockgraph.EdgeKey]bool // a call that went well, and the one of another goroutine that it came after
	written   map[string]bool               // see isWritten
	notes     []string
	byStd     map[int]bool        // sites of hooked methods that the standard library called
	callers   map[int]trace.Frame // of hooked methods that a library calls: the call of the program
	left      map[string]bool     // violations that are an affair of the standard library
	unseen    []string            // calls that were not seen: see countUnseen
	again     bool                // the run can be repeated: see settle
	late      []string            // tests for which there was no time to record them under schedules
	unended   []string            // tests that do not come to their end under the base schedule
	panicked  []*turns            // runs of a program under schedules that a panic has ended
	deadline  time.Time           // after which nothing is confirmed, zero for none

	schedules *panics.Search // that end badly, nil before the first search

	courses map[string]*course                  // see courseOf
	errors  map[*record.Target]map[failure]bool // see recordedErrors
}

// record is typestate mine and typestate check.
func (r *protocolRun) record(ctx context.Context, s command.Streams) error {
	given, err := r.Given(r.Automata)
	if err != nil {
		return err
	}
	sequences, err := r.ReadSequences()
	if err != nil {
		return err
	}
	env := goenv.Read(ctx, r.Dir)
	se, err := session.New(ctx, s, r.Values, env)
	if err != nil {
		return err
	}
	defer se.Close()
	se.Lists.Typed, r.Lists = true, se.Lists
	p := &Protocols{protocolRun: r, se: se, sequences: sequences, given: given, again: true}
	automata, err := p.learnt(ctx)
	switch {
	case ctx.Err() != nil && r.form == flags.Mine:
		return errors.New("interrupted before all calls were seen, so nothing is written; run the command again")
	case err != nil && r.form != flags.Mine:
		return se.Fail(err, nil)
	case err != nil:
		return err
	}
	for _, calls := range p.unseen {
		p.note("not seen: %s", calls)
	}
	p.noteNotTold(automata)
	if p.deadline.IsZero() {
		p.deadline = p.se.Deadline()
	}
	if r.form == flags.Mine {
		return p.writeMined(automata)
	}
	return p.check(ctx, automata)
}

// learnt records the calls, and returns the automata that are given or were mined from them.
func (p *Protocols) learnt(ctx context.Context) ([]*automaton.Automaton, error) {
	var err error
	if p.above, err = p.Commented(ctx, p.se.Work); err != nil {
		return nil, err
	}
	for _, step := range []func() error{func() error { return p.collect(ctx) }, func() error { return p.withSchedules(ctx) }, p.selectTypes, p.observe} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	automata, err := p.mine()
	if err != nil {
		return nil, err
	}
	return automata, p.countUnseen(ctx, automata)
}

// collect builds, runs and reads the calls.
func (p *Protocols) collect(ctx context.Context) error {
	if err := p.rewrite(ctx); err != nil {
		return err
	}
	if err := p.run(ctx); err != nil {
		return err
	}
	return p.read()
}

// withSchedules is underSchedules in the time that there is for that.
func (p *Protocols) withSchedules(ctx context.Context) error {
	share, cancel := p.recordingTime(ctx)
	defer cancel()
	return p.underSchedules(ctx, share)
}

// rewrite makes the call sites tell about themselves.
func (p *Protocols) rewrite(ctx context.Context) error {
	var err error
	opt := p.options()
	opt.Written = sources.Types(slices.Concat(p.above, p.given), &mine.Sequences{})
	if p.table, err = p.se.CallSites(ctx, opt); err != nil {
		return err
	}
	if len(p.table.Sites) == 0 {
		return errors.New("no call of a method on an object that goroutines could share in these packages; name others, or types with -types, or say -all")
	}
	return nil
}

// options say which calls are told.
func (r *protocolRun) options() sites.Options {
	return sites.Options{
		Patterns: r.Packages, Tests: !r.Program, BuildFlags: r.Flags, Types: r.types, Std: append(protocol.Types(), wrappedStd...),
		All: r.Protocol.All || r.everySite,
	}
}

// run runs the tests, or the program, natively.
func (p *Protocols) run(ctx context.Context) error {
	se := p.se
	se.HookCalls = p.hooked()
	g := se.GoFlags()
	if err := se.SetGcflags(nil, g, g.Race()); err != nil {
		return err
	}
	if p.Program {
		return p.runProgram(ctx, g)
	}
	args := append(slices.Clone(p.Flags), "-vet=off", "-overlay="+p.table.Overlay)
	if p.Protocol.Run != "" {
		args = append(args, "-run="+p.Protocol.Run)
	}
	parsed, err := testflags.Parse(flags.Test, append(args, p.Packages...))
	if err != nil {
		return command.Usage(err)
	}
	if err := se.PrepareTests(&parsed); err != nil {
		return err
	}
	return se.RecordTests(ctx, parsed)
}

// read takes the calls out of the native recordings.
func (p *Protocols) read() error {
	p.se.Progress.Say("reading the recording")
	targets, err := record.Targets(p.se.Dir)
	if err != nil {
		return err
	}
	names, err := record.Traces(p.se.Dir)
	if err != nil {
		return err
	}
	calls := 0
	for _, name := range names {
		r, t, err := p.calls(name, false, func(t *trace.Trace) *record.Target { return targets[t.Header[trace.HeaderTag]] })
		if err != nil {
			return err
		}
		if r.target != nil && r.target.Explored != nil {
			continue // it repeats a schedule of an exploration
		}
		calls += len(r.Calls)
		if r.Lost > 0 {
			p.note("%d events could not be recorded: the result rests on the others", r.Lost)
		}
		p.noteLeftOut(r.Recording)
		for _, limit := range predict.Limits(t) {
			p.note("%s; -types leaves out the calls of others", limit)
		}
		if t.Damage != nil {
			p.note("%s: %v; what came before was used", filepath.Base(name), t.Damage)
		}
		p.runs = append(p.runs, r)
	}
	p.native = p.runs
	if calls == 0 {
		return fmt.Errorf("none of %d call sites was reached, so nothing was recorded; run tests that use the types", len(p.table.Sites))
	}
	return nil
}

// noteLeftOut says which objects are not looked at.
func (p *Protocols) noteLeftOut(r *typestate.Recording) {
	left := 0
	for _, n := range r.Omitted {
		left += n
	}
	if left > 0 {
		p.note("%d calls were left out because %d of other objects are held in memory; -types leaves out those of other types", left, typestate.MaxHeld)
	}
	if r.Others > 0 && p.Verbose {
		p.note("%d objects are not looked at one by one: others were used alike, by other goroutines", r.Others)
	}
}

// calls are those of a process that ran a target, and its trace with nothing of its
// events but the last loss. The trace is read twice, so that it need not be held.
//
// Of a run under a schedule the calls of its test count.
func (p *Protocols) calls(name string, byStrategy bool, of func(*trace.Trace) *record.Target) (recordedRun, *trace.Trace, error) {
	var known typestate.Preview
	var lost []trace.Event
	t, err := wire.Each(name, func(e trace.Event) {
		known.Note(e)
		if e.Op == trace.OpLost {
			lost = append(lost[:0], e)
		}
	})
	if err != nil {
		return recordedRun{}, nil, err
	}
	target, main := of(t), ""
	if target != nil {
		main = target.Package
	}
	r := typestate.NewReader(t, &known, main, p.method, p.isWritten)
	if p.Protocol.Locks {
		r.OrderByLocks()
	}
	if byStrategy {
		r.InTests()
	}
	p.hookReader(r, t)
	_, err = wire.Each(name, r.Add)
	t.Events = lost
	return recordedRun{Recording: r.Recording(), target: target, failed: p.se.Failed}, t, err
}

// isWritten reports whether an automaton of the type was written by hand.
func (p *Protocols) isWritten(typ string) bool {
	if p.written == nil {
		p.written = map[string]bool{}
		for _, a := range slices.Concat(p.above, p.given, protocol.Shipped()) {
			for _, t := range append([]string{a.Type}, a.Also...) {
				if _, known := p.written[t]; !known {
					p.written[t] = !a.Mined()
				}
			}
		}
	}
	return p.written[typ]
}

// byUser reports whether the user wrote the automaton of a violation.
func (p *Protocols) byUser(b *breach) bool {
	return slices.Contains(p.given, b.auto) || slices.Contains(p.above, b.auto)
}

// isError reports whether a call in the forbidden state is an error by itself, even when it
// returns well: the user wrote so, or the documentation of a type of the standard library
// says so. A second Close that only returns an error does no harm, and neither does the
// use of a connection that another goroutine has closed: so a connection is ended,
// and the error says it.
func (p *Protocols) isError(b *breach, c *typestate.Call) bool {
	switch {
	case b.auto.Mined():
		return false
	case p.byUser(b):
		return true
	case c.Outcome == typestate.Failed:
		return !b.Ends(c.Method) && !strings.HasPrefix(c.Type, "net.")
	case c.Outcome == typestate.Returned: // of two that end it at one time, the other has the error
		return !b.Ends(c.Method)
	}
	return true
}

// selectTypes chooses the types whose methods are events: those the user named,
// or those with calls that were concurrent.
func (p *Protocols) selectTypes() error {
	found := map[string]bool{}
	for _, r := range p.runs {
		for _, race := range r.Races(p.order()) {
			found[race.Type] = true
			if p.Verbose {
				p.note("%s: %s at %s and %s at %s are concurrent", race.Type, race.First.Method, p.pos(race.First), race.Second.Method, p.pos(race.Second))
			}
		}
		for _, t := range r.Types() {
			if p.Protocol.All || slices.Contains(p.protocolRun.types, t) {
				found[t] = true
			}
		}
	}
	shipped := protocol.Types()
	for t := range found {
		if stdlib.Has(t) && !slices.Contains(shipped, t) && !slices.Contains(p.protocolRun.types, t) {
			continue
		}
		p.types = append(p.types, t)
	}
	slices.Sort(p.types)
	p.noteUnknown(found)
	return nil
}

// noteUnknown names the types that were asked for and never called.
func (p *Protocols) noteUnknown(called map[string]bool) {
	for _, a := range p.given {
		if types := append([]string{a.Type}, a.Also...); !slices.ContainsFunc(types, p.wasCalled) {
			p.note("the automaton of %s is of no use: none of its methods was called in the runs; correct the type, or run more", a.Type)
		}
	}
	for _, t := range p.protocolRun.types {
		if !called[t] && !slices.ContainsFunc(p.given, func(a *automaton.Automaton) bool { return a.Covers(t) }) {
			p.note("%s: none of its methods was called in the runs", t)
		}
	}
}

func (p *Protocols) wasCalled(typ string) bool {
	return slices.ContainsFunc(p.runs, func(r recordedRun) bool { return r.Objects(typ) > 0 })
}

// observe adds the sequences of this run to those before.
func (p *Protocols) observe() error {
	for _, r := range p.runs {
		for _, t := range p.types {
			r.Sequences(t, p.keeps(t), p.sequences)
		}
	}
	return p.saveSequences()
}

// mine returns the automata of the types: written above them, given, shipped, or
// learned from the sequences. typestate mine learns those of types that the user names in any case.
func (p *Protocols) mine() ([]*automaton.Automaton, error) {
	known := slices.Concat(p.above, p.given, protocol.Shipped())
	var automata []*automaton.Automaton
	for _, t := range p.types {
		named := p.form == flags.Mine && slices.Contains(p.protocolRun.types, t)
		if i := slices.IndexFunc(known, func(a *automaton.Automaton) bool { return a.Covers(t) }); i >= 0 && !named {
			if !slices.Contains(automata, known[i]) {
				automata = append(automata, known[i])
			}
			continue
		}
		a, err := p.mineOne(t)
		if err != nil {
			return nil, command.Usage(err)
		}
		if a != nil {
			automata = append(automata, a)
		}
	}
	return automata, nil
}

// saveSequences writes the observed sequences to the file of -sequences, if one is named.
func (p *Protocols) saveSequences() error {
	if p.protocolRun.Sequences == "" {
		return nil
	}
	return writeFile(p.Path(p.protocolRun.Sequences), p.sequences.Format())
}

// writeMined writes the automata that were learned.
func (p *Protocols) writeMined(automata []*automaton.Automaton) error {
	p.se.Progress.Done()
	mined := slices.DeleteFunc(automata, func(a *automaton.Automaton) bool { return !a.Mined() })
	p.writeNotes()
	var stats report.Stats
	p.drawnAll(mined, &stats)
	if p.se.Out.WriteFiles(nil, &stats); !stats.Complete() {
		return command.Exit(report.ExitFailed)
	}
	if len(mined) == 0 {
		fmt.Fprintln(p.se.Streams.Err, "deadlocklint: "+p.nothingMined())
		return nil
	}
	if p.Protocol.Into == "" {
		_, err := p.se.Streams.Out.Write(automaton.Format(mined...))
		return err
	}
	return writeFile(p.Path(p.Protocol.Into), automaton.Format(mined...))
}

// nothingMined says why no automaton was learned, and the next thing to do.
func (p *Protocols) nothingMined() string {
	var written []string
	for _, t := range p.types {
		if !stdlib.Has(t) && p.isWritten(t) {
			written = append(written, t)
		}
	}
	if len(written) == 0 {
		return "no type of its own has concurrent calls; name types with -types, or say -all"
	}
	list := strings.Join(written, ",")
	return fmt.Sprintf("nothing to mine: an automaton is written for %s; say -types %s to mine one all the same, or deadlocklint typestate check", strings.ReplaceAll(list, ",", ", "), list)
}
