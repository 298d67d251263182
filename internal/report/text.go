package report

import (
	"fmt"
	"io"
	"strings"
)

// DefaultWidth is the width of text output when the caller knows none.
const DefaultWidth = 100

// minSideBySide is the width below which goroutines go one under the other.
const minSideBySide = 80

// maxTests is how many tests a text report names; it says how many more there are.
const maxTests = 8

// maxQuiet is the number of infeasible, unseen and harmless findings that a text report
// describes, unless it is verbose. The report gives the number of the others.
const maxQuiet = 5

// TextOptions says how findings are written as text. The zero value works.
type TextOptions struct {
	Width   int  // in columns; 0 is DefaultWidth
	Color   bool // ANSI colours
	Quiet   bool // one line for each finding that is a deadlock or a default static check's, and nothing else
	Verbose bool // all infeasible findings and with their goroutines, confirmed ones with Go's own dump

	// Source returns a line of a source file named as in a position, or "".
	// Without it no source lines are shown.
	Source func(file string, line int) string
}

// NewText returns a handler that writes findings for people, each as it comes.
func NewText(w io.Writer, opt TextOptions) Handler {
	if opt.Width <= 0 {
		opt.Width = DefaultWidth
	}
	if opt.Source == nil {
		opt.Source = func(string, int) string { return "" }
	}
	return &textHandler{w: w, opt: opt, shown: map[string]bool{}}
}

type textHandler struct {
	w     io.Writer
	opt   TextOptions
	tally tally
	shown map[string]bool // ids of static findings described in full
}

func (h *textHandler) Finding(f Finding) error {
	h.tally.add(f)
	if h.opt.Quiet {
		return h.brief(f)
	}
	if f.Suppressed || h.leavesOut(f) {
		return nil
	}
	p := page{opt: h.opt}
	if h.again(f) {
		p.line(plain, "", f.Heading()+": the same, "+string(f.Check)+" "+f.ID+", at "+f.Pos)
		return h.write(p.String() + "\n")
	}
	p.header(f)
	if !f.isQuiet() || h.opt.Verbose {
		p.goroutines(f.Goroutines)
	}
	p.why(f)
	p.schedule(f)
	for _, fix := range f.Fixes {
		p.labelled("fix", fix.Message)
	}
	p.output(f)
	p.dump(f)
	p.driver(f)
	p.replay(f)
	return h.write(p.String() + "\n")
}

// brief writes what changes the exit status by default, as compilers do.
func (h *textHandler) brief(f Finding) error {
	if !f.counts() {
		return nil
	}
	p := page{opt: h.opt}
	if f.Pos != "" {
		p.WriteString(p.paint(bold, printable(f.Pos)+":") + " ")
	}
	p.WriteString(p.paint(red, f.Heading()+":") + " " + printable(f.Message) + p.paint(faint, " ("+string(f.Check)+" "+f.ID+")") + "\n")
	return h.write(p.String())
}

// again reports whether a static finding was described already,
// at another place: a reader who repairs it there wants to know, but not to read it
// again.
func (h *textHandler) again(f Finding) bool {
	if f.Status != StatusStatic || h.opt.Verbose {
		return false
	}
	shown := h.shown[f.ID]
	h.shown[f.ID] = true
	return shown
}

// leavesOut reports whether enough infeasible findings are described already:
// one goroutine that takes its locks in many orders makes dozens of them.
func (h *textHandler) leavesOut(f Finding) bool {
	return f.isQuiet() && h.tally.quiet() > maxQuiet && !h.opt.Verbose
}

func (h *textHandler) Close(stats Stats) error {
	if h.opt.Quiet {
		return nil
	}
	p := page{opt: h.opt}
	if more := h.tally.quiet() - maxQuiet; more > 0 && !h.opt.Verbose {
		p.line(faint, "", fmt.Sprintf("infeasible, not seen or harmless: %d more, which -v shows", more))
		p.WriteString("\n")
	}
	for _, r := range stats.Refuted {
		p.line(plain, "", fmt.Sprintf("%s: refuted by %s: %s (%s %s)", r.Pos, r.By, r.Reason, r.Check, r.ID))
		p.line(faint, "    ", r.Message)
	}
	summary := h.tally.String()
	switch {
	case summary == nothingFound && stats.Pruned != nil:
		summary = "no failure in the schedules that were run" // that nothing is there says more
	case summary == nothingFound && stats.Driven != nil && !stats.Interrupted:
		summary = nothingDriven(stats.Driven)
	case summary == nothingFound && (!stats.Complete() || len(stats.Damaged) > 0):
		summary += " in what could be looked at"
	}
	p.WriteString(p.paint(bold, summary) + "\n") // one line, so that it can be searched for
	for _, note := range append(stats.Notes(), notDriven(stats.Driven), h.tally.fixable(), h.tally.silent()) {
		if note == "" {
			continue
		}
		p.line(plain, "", note)
	}
	return h.write(p.String())
}

func (h *textHandler) write(s string) error {
	if _, err := io.WriteString(h.w, s); err != nil {
		return writeError(err)
	}
	return nil
}

// A page collects the lines of one finding.
type page struct {
	opt TextOptions
	strings.Builder
}

// line writes s under the indent, wrapped to the width.
func (p *page) line(st style, indent, s string) {
	for _, part := range wrap(printable(s), p.opt.Width-len(indent)) {
		p.WriteString(indent + p.paint(st, part) + "\n")
	}
}

// labelled writes "  label   text", and nothing when text is empty.
func (p *page) labelled(label, text string) {
	if text == "" {
		return
	}
	const indent, gutter = "  ", 9
	for i, part := range wrap(printable(text), p.opt.Width-len(indent)-gutter) {
		if i > 0 {
			label = ""
		}
		p.WriteString(indent + p.paint(faint, pad(label, gutter)) + part + "\n")
	}
}

func (p *page) header(f Finding) {
	st := yellow
	if f.IsDeadlock() {
		st = red
	}
	p.line(st, "", f.Heading()+": "+f.Message)
	where := string(f.Check) + " " + f.ID
	if f.Pos != "" {
		where += " at " + f.Pos
	}
	p.line(faint, "  ", where)
}

// Heading is the verdict in words. Only what IsDeadlock allows is called a deadlock.
func (f Finding) Heading() string {
	switch {
	case f.isAgainst() && f.IsBlocked():
		return "possible leak"
	case f.isAgainst() && f.isRace():
		return "possible data race"
	case f.isAgainst() && f.Check == CheckSchedule:
		return "possible crash"
	case f.isAgainst():
		return "possible deadlock"
	case f.Status == StatusConfirmed && f.isProtocol():
		return "protocol violation confirmed"
	case f.Status == StatusConfirmed && f.Check == CheckSchedule:
		return "failing schedule"
	case f.isUnharmed():
		return "data race confirmed"
	case f.Status == StatusConfirmed && f.isRace():
		return "harmful race confirmed"
	case f.Status == StatusConfirmed && f.isOrder():
		return "order violation confirmed"
	case f.Status == StatusConfirmed && f.isAtomicity():
		return "broken atomicity confirmed"
	case f.isLivelock():
		return "livelock confirmed"
	case f.Status == StatusConfirmed:
		return "deadlock confirmed"
	case f.Status == StatusLeaked:
		return "goroutine leaked"
	case f.Status == StatusLeftBlocked:
		return "goroutine left blocked"
	case f.IsDeadlock():
		return "deadlock feasible"
	case f.Status == StatusNotReached:
		return "candidate, not reached"
	case f.Status == StatusNotSeen:
		return "not seen"
	case f.Status == StatusPredicted && f.tries() == 0:
		return "candidate, untried"
	case f.Status == StatusPredicted:
		return "candidate, predicted"
	default:
		return string(f.Status)
	}
}

// why writes the evidence of the verdict and the next step that would decide a candidate.
func (p *page) why(f Finding) {
	if f.Static != nil {
		p.labelled("static", f.Static.Reason)
	}
	if d := f.Dynamic; d != nil {
		p.labelled("why", d.Reason)
		p.labelled("assumes", d.Assumption)
		p.labelled("tries", d.Tried())
	}
	p.labelled("decides", f.Deciding())
	p.callers(f)
	p.labelled("seen in", testList(f.Tests))
	for _, o := range f.Also {
		p.labelled("also", fmt.Sprintf("%s: %s %s at %s, for the same cause: %s", o.Status, o.Check, o.ID, o.Pos, o.Message))
	}
}

// maxCallers is the number of groups of callers that a text report names, unless it is verbose.
const maxCallers = 12

// callers writes the groups of functions that can meet, a line for each.
func (p *page) callers(f Finding) {
	for i, group := range f.Callers {
		if i == maxCallers && !p.opt.Verbose {
			p.labelled("", fmt.Sprintf("and %d more, which -v shows", len(f.Callers)-i))
			return
		}
		label := ""
		if i == 0 {
			label = "callers"
		}
		p.labelled(label, strings.Join(group, " and "))
	}
}

// Tried describes the tries. It says what they may have missed only if none of them succeeded.
func (d *Dynamic) Tried() string {
	switch {
	case d.Tries == 0:
		return ""
	case d.Bound == "" || d.Verdict == VerdictConfirmed:
		return fmt.Sprint(d.Tries)
	case d.Bound == "no bound":
		return fmt.Sprintf("%d, no bound on the chance of a miss", d.Tries)
	default:
		return fmt.Sprintf("%d, chance of a miss %s", d.Tries, d.Bound)
	}
}

// Deciding names the evidence that would make a candidate a deadlock or dismiss it, or
// "" for a decided candidate.
func (f Finding) Deciding() string {
	switch {
	case !f.IsCandidate():
		return ""
	case f.isFeasible():
		return "a deadlock if its assumption is true"
	case f.Decides != "":
		return f.Decides
	case f.tries() == 0:
		return "confirming runs; give it time with a larger -time"
	default:
		return "more confirming runs with -tries, or another -x pausing"
	}
}

func testList(tests []string) string {
	if len(tests) <= maxTests {
		return strings.Join(tests, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(tests[:maxTests], ", "), len(tests)-maxTests)
}

// maxOutput is the number of lines of a test's output that a text report shows, unless
// it is verbose. The report gives the number of the others.
const maxOutput = 10

// output writes what the test wrote.
func (p *page) output(f Finding) {
	if f.Output == "" {
		return
	}
	p.WriteString("  its output:\n")
	lines := strings.Split(strings.TrimSpace(f.Output), "\n")
	more := 0
	if !p.opt.Verbose && len(lines) > maxOutput {
		more, lines = len(lines)-maxOutput, lines[:maxOutput]
	}
	for _, line := range lines {
		p.WriteString("    " + p.paint(faint, printable(line)) + "\n")
	}
	if more > 0 {
		p.WriteString(fmt.Sprintf("    and %d more lines, which -v shows\n", more))
	}
}

// dump writes what Go itself says about the goroutines.
func (p *page) dump(f Finding) {
	if f.Dump == "" || !p.opt.Verbose {
		return
	}
	p.WriteString("  Go's own dump:\n")
	for _, line := range strings.Split(strings.TrimSpace(f.Dump), "\n") {
		p.WriteString("    " + p.paint(faint, printable(line)) + "\n")
	}
}

// driver writes the source of a generated test, unwrapped so that it can be pasted, or the file that has it.
func (p *page) driver(f Finding) {
	if f.Driver == nil {
		return
	}
	for _, w := range f.Driver.Against {
		p.labelled("against", "\""+w.Text+"\" ("+w.Pos+", about "+w.About+")")
	}
	p.labelled("unsaid", f.Driver.Why())
	if f.Driver.File != "" {
		p.line(faint, "  ", "a generated test, "+strings.Join(f.Tests, ", ")+" of "+f.Driver.File+"; it assumes that "+f.Driver.Contract)
		return
	}
	p.line(faint, "  ", "a generated test; it assumes that "+f.Driver.Contract+":")
	for line := range strings.Lines(strings.TrimSpace(f.Driver.Test)) {
		p.WriteString(strings.TrimRight("    "+printable(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    ")), " ") + "\n")
	}
}

// replay writes the command as the last line, unwrapped so that it can be pasted.
func (p *page) replay(f Finding) {
	if f.Replay == "" {
		return
	}
	again := "to try it again:"
	if f.Status == StatusConfirmed {
		again = "to see it again:"
	}
	p.line(faint, "  ", again)
	p.WriteString("    " + p.paint(bold, printable(f.Replay)) + "\n")
}
