package protocol

import (
	"fmt"
	"io"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/panics"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// decided reports whether it is known what a violation is, or it was withdrawn.
func (b *breach) decided() bool {
	return b.harmless() || b.withdrawn() || b.status == report.StatusConfirmed
}

func (b *breach) harmless() bool { return b.status == report.StatusHarmless }

// withdrawn reports whether the violation was given up without a run that made it happen.
func (b *breach) withdrawn() bool { return b.status == report.StatusNotSeen }

func (p *Protocols) message(b *breach) string {
	s := fmt.Sprintf("%s.%s may be called in state %s", b.Call.Type, b.Call.Method, b.State)
	if c := b.Cause(); c != nil {
		s += fmt.Sprintf(", after %s at %s", c.Method, p.place(c))
	}
	if b.harm.late != "" {
		s += ", before " + b.harm.late
	}
	return s
}

// id is the identity of a violation: the call and the cause that made it wrong.
func (p *Protocols) id(b *breach) string {
	edges := []lockgraph.EdgeKey{p.edge(b.Call)}
	if c := b.Cause(); c != nil {
		edges = append(edges, p.edge(c))
	}
	return lockgraph.FindingID(checks.Typestate, edges)
}

// finding is the violation for a report.
func (p *Protocols) finding(b *breach) report.Finding {
	verdicts := map[report.Status]report.Verdict{
		report.StatusConfirmed: report.VerdictConfirmed, report.StatusNotReached: report.VerdictNotReached,
		report.StatusHarmless: report.VerdictHarmless, report.StatusNotSeen: report.VerdictNotSeen,
	}
	f := report.Finding{
		ID: p.id(b), Check: checks.Typestate, Status: b.status, Message: p.message(b), Pos: p.pos(b.Call), Replay: b.replay,
		Dynamic: &report.Dynamic{Verdict: verdicts[b.status], Reason: b.reason, Tries: b.tries, Bound: "no bound"},
		Tests:   []string{},
		Decides: "more confirming runs with -tries, or an automaton that a person wrote",
	}
	if b.Call.Test != "" && !p.Program {
		f.Tests = append(f.Tests, b.Call.Test)
	}
	var names []string
	f.Goroutines, names = p.goroutines(b.Path)
	f.Protocol = p.violated(b, names)
	return f
}

// goroutines are those of some calls, with the calls of each, and the name of the goroutine of each call.
func (p *Protocols) goroutines(path []*typestate.Call) (list []report.Goroutine, names []string) {
	at := map[uint64]int{}
	for _, c := range path {
		i, ok := at[uint64(c.G)]
		if !ok {
			i = len(list)
			at[uint64(c.G)] = i
			list = append(list, report.Goroutine{Name: fmt.Sprint(i + 1)})
		}
		g := &list[i]
		names = append(names, g.Name)
		g.Steps = append(g.Steps, report.Step{Op: "call", Class: c.Type + "." + c.Method, Pos: p.pos(c), Func: p.fn(c)})
	}
	return list, names
}

// report writes the findings.
func (p *Protocols) report(breaches []*breach, panicked []*panics.Failure, states int, automata []*automaton.Automaton) error {
	p.se.Progress.Done()
	var findings []report.Finding
	count, tries := map[report.Status]int{report.StatusConfirmed: len(panicked)}, 0
	for _, f := range panicked {
		told := p.failureFinding(f)
		findings = append(findings, told)
		if !p.JSON {
			p.writeFailure(p.se.Streams.Out, f, told)
		}
	}
	for _, b := range breaches {
		tries += b.tries
		count[b.status]++
		if !p.Verbose && p.isQuiet(b) {
			continue
		}
		f := p.finding(b)
		findings = append(findings, f)
		if !p.JSON {
			p.writeBreach(p.se.Streams.Out, b, f)
		}
	}
	p.writeNotes()
	stats := p.se.Ended(report.Stats{Processes: len(p.native), Tries: tries, UnseenCalls: p.unseen})
	p.drawnAll(automata, &stats)
	p.se.Out.WriteFiles(findings, &stats)
	if p.JSON {
		if err := writeDocument(p.se.Streams.Out, findings, stats); err != nil {
			return err
		}
	} else {
		confirmed, harmless, given := count[report.StatusConfirmed], count[report.StatusHarmless], count[report.StatusNotSeen]
		all := len(breaches) + len(panicked)
		fmt.Fprintf(p.se.Streams.Out, "%s: %d confirmed, %d not decided, %d harmless, %d not seen; %s, %d states of lattices, %s to confirm\n",
			wording.Counted(all, "violation"), confirmed, all-confirmed-harmless-given, harmless, given, wording.Counted(len(automata), "automaton"), states, wording.Counted(tries, "run"))
	}
	if status := report.ExitStatus(findings, p.se.Failed || !stats.Complete()); status != 0 {
		return command.Exit(status)
	}
	return nil
}

// isQuiet reports whether the violation is shown only with -v: no run has confirmed it,
// though runs were asked for.
func (p *Protocols) isQuiet(b *breach) bool {
	return b.status != report.StatusConfirmed && (p.Tries > 0 || b.harmless() || b.withdrawn())
}

// writeDocument writes findings for programs.
func writeDocument(w io.Writer, findings []report.Finding, stats report.Stats) error {
	h := report.NewJSON(w)
	for _, f := range findings {
		if err := h.Finding(f); err != nil {
			return err
		}
	}
	stats.Limits, stats.Damaged, stats.Unseen = []string{}, []string{}, []string{}
	return h.Close(stats)
}

// writeBreach writes one violation for people.
func (p *Protocols) writeBreach(w io.Writer, b *breach, f report.Finding) {
	fmt.Fprintf(w, "%s: %s: %s [%s %s]\n", f.Pos, f.Status, f.Message, f.Check, f.ID)
	p.writePath(w, b.Path)
	if f.Dynamic.Reason != "" {
		fmt.Fprintf(w, "  %s\n", f.Dynamic.Reason)
	}
	from := "written by hand"
	if b.auto.Origin != "" {
		from = b.auto.Origin
	}
	fmt.Fprintf(w, "  the automaton of %s: %s\n", b.auto.Type, from)
	for _, line := range b.auto.Lines(b.State, b.Call.Method) {
		fmt.Fprintf(w, "    %s\n", line)
	}
	if f.Replay != "" {
		fmt.Fprintf(w, "  to see it again: %s\n", f.Replay)
	}
	fmt.Fprintln(w)
}

// maxShown is how many calls of an order are written for people, the last ones.
// The document has them all.
const maxShown = 30

func (p *Protocols) writePath(w io.Writer, path []*typestate.Call) {
	if more := len(path) - maxShown; more > 0 {
		fmt.Fprintf(w, "  after %d calls that are not shown here; -json has them\n", more)
	}
	who := map[uint64]int{}
	for i, c := range path {
		n, ok := who[uint64(c.G)]
		if !ok {
			n = len(who) + 1
			who[uint64(c.G)] = n
		}
		if i >= len(path)-maxShown {
			fmt.Fprintf(w, "  goroutine %d  %-20s %s in %s\n", n, c.Method, p.place(c), p.fn(c))
		}
	}
}

// drawnAll adds the automata to the page of -html.
func (p *Protocols) drawnAll(automata []*automaton.Automaton, stats *report.Stats) {
	if p.HTML == "" {
		return
	}
	for _, a := range automata {
		stats.Protocols = append(stats.Protocols, sources.ReportAutomaton(a))
	}
}

// violated is the automaton of a violation with the calls that lead there, each
// with the name that its goroutine has in the finding.
func (p *Protocols) violated(b *breach, names []string) *report.Protocol {
	if p.HTML == "" {
		return nil
	}
	to := sources.ReportAutomaton(b.auto)
	for i, c := range b.Path {
		to.Calls = append(to.Calls, report.ProtocolCall{Goroutine: names[i], Method: c.Method, Pos: p.pos(c), Func: p.fn(c)})
	}
	return &to
}
