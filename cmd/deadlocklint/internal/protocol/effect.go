package protocol

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// asRecorded reports whether a run went as those do in which nothing is forced, and was
// not disturbed.
func (p *Protocols) asRecorded(ctx context.Context, run *turns) (bool, error) {
	if !run.well() || run.TimedOut || len(run.Blocked) == 0 {
		return run.well() && !run.TimedOut, nil
	}
	free, err := p.courseOf(ctx, run)
	return err == nil && len(free.effects(run)) == 0 && free.idle(run) == "", err
}

// effects are the things that went wrong in a run, in words, and not in those in which
// nothing is forced: a deadlock, a panic, failed tests, an exit status, goroutines that
// are blocked for ever.
func (c *course) effects(run *turns) []string {
	list := c.ends(run)
	for _, b := range run.Blocked {
		if !c.blocked[blockedAt(b)] && !idles(b) {
			list = append(list, "a goroutine was blocked for ever in "+blockedAt(b))
		}
	}
	return slices.Compact(list)
}

// ends are those effects that are in how the run ended.
func (c *course) ends(run *turns) []string {
	list := []string{}
	has := func(is func(confirm.Outcome) bool) bool { return slices.ContainsFunc(c.outcomes, is) }
	if run.Deadlock != "" && !has(func(o confirm.Outcome) bool { return o.Exit == run.Exit }) {
		list = append(list, "the run ended in a deadlock: "+parkedText(run.Deadlock))
	}
	if text := run.Panic; text != "" && !has(func(o confirm.Outcome) bool { return samePanic(o.Panic, text) }) {
		list = append(list, "the run ended with "+text)
	}
	if text := run.RecoveredByServer; text != "" && !has(func(o confirm.Outcome) bool { return samePanic(o.RecoveredByServer, text) }) {
		list = append(list, "a handler of net/http panicked: "+text)
	}
	for _, f := range run.Failed {
		if !has(func(o confirm.Outcome) bool {
			return slices.ContainsFunc(o.Failed, func(g confirm.FailedTest) bool { return g.Name == f.Name })
		}) {
			list = append(list, strings.TrimSuffix(f.Name+" failed: "+f.Message, ": "))
		}
	}
	if len(list) == 0 && run.Exit != 0 && !has(func(o confirm.Outcome) bool { return o.Exit == run.Exit }) {
		list = append(list, fmt.Sprintf("the run ended with exit status %d", run.Exit))
	}
	return list
}

// idles reports whether a goroutine waits as workers do that have nothing to do, for an
// object that global variables reach: that is no harm, and not as recorded.
func idles(b confirm.BlockedGoroutine) bool {
	return !b.Leaked && (b.Op == trace.OpRecv || b.Op == trace.OpSelect)
}

// idle words a goroutine that idles at the end of a run, and of none of the course, or is "".
func (c *course) idle(run *turns) string {
	for _, b := range run.Blocked {
		if idles(b) && !c.blocked[blockedAt(b)] {
			return "but a goroutine was left in " + blockedAt(b) + ", as in no run without a plan"
		}
	}
	return ""
}

// samePanic compares panics without the numbers in them.
func samePanic(a, b string) bool {
	return numbers.ReplaceAllString(a, "N") == numbers.ReplaceAllString(b, "N")
}

// A newError is that of a call at the wrong place, or of one after it, which no run
// without a plan has.
type newError struct {
	call  *typestate.Call
	text  string
	taken bool // the program looks at it
}

// failures are the calls that failed, of the call c, which is in the wrong place, and of
// the calls on watched objects after it, as far as the recorded runs have none like them.
func (p *Protocols) failures(b *breach, c *typestate.Call, rec *typestate.Recording) (list []*typestate.Call) {
	known := p.recordedErrors(b.run.target)
	for _, l := range rec.Calls {
		if l.Seq >= c.Seq && l.Failed() && !byDeadline(l) && !known[failureOf(l)] && (l.Object == c.Object || slices.Contains(p.types, l.Type)) {
			list = append(list, l)
		}
	}
	return list
}

// newErrors are the errors and panics among failures that the runs of a course do not have.
func (p *Protocols) newErrors(b *breach, c *typestate.Call, failures []*typestate.Call, free *course, run *turns) (list []newError) {
	for _, l := range failures {
		if !free.errors[failureOf(l)] && (l != c || !b.failsAnyway(c)) {
			list = append(list, newError{l, p.errorText(c, l), l.Outcome != typestate.Unwound && p.looksAt(b, l, run)})
		}
	}
	return list
}

// errorText words how a call failed.
func (p *Protocols) errorText(c, l *typestate.Call) string {
	what := "returned the error: " + l.Err
	if l.Outcome == typestate.Unwound {
		what = "panicked"
	}
	if l == c {
		return "the call " + what
	}
	return fmt.Sprintf("the later call of %s at %s %s", l.Method, p.pos(l), what)
}

// looksAt reports whether the program is prepared for an error: it takes it from the
// call, and a program does not just write it. The error of a method that ends the
// object, as a second Close, is not looked at.
func (p *Protocols) looksAt(b *breach, l *typestate.Call, run *turns) bool {
	site, known := p.table.Site(l.Site)
	switch {
	case !known:
		return true
	case site.Drops:
		return !b.auto.Covers(l.Type) || b.Ends(l.Method) // a schedule does not name the type of its call
	case p.Program:
		return !strings.Contains(run.Output, l.Err)
	}
	return true
}

// maxEffects is how many effects a reason names.
const maxEffects = 3

// effectsText words what a call in the wrong place came to.
func effectsText(c *typestate.Call, effects []string, errs []newError, itself int) string {
	list := []string{"the call returned without an error"}
	switch {
	case len(errs) > 0 && errs[0].call == c:
		list, errs = []string{errs[0].text}, errs[1:]
	case c.Failed():
		list[0] = "the call failed as in the recorded run"
	case c.Outcome == typestate.Running:
		list[0] = "the call had not returned at the end"
	}
	list = append(list, effects...)
	for _, e := range errs {
		list = append(list, e.text)
	}
	more := ""
	if n := len(list) - 1 - maxEffects; n > 0 {
		list, more = list[:1+maxEffects], fmt.Sprintf("; %d more", n)
	}
	s := list[0]
	if len(list) > 1 {
		s += ", and " + strings.Join(list[1:], "; ")
	}
	s += more + ", as in no run without a plan"
	if itself > 0 {
		s += fmt.Sprintf(" but %d, in which the same order came by itself", itself)
	}
	return s
}

// well reports whether the run ended well, no test failed in it, and no handler panicked.
func (r *turns) well() bool { return r.Exit == 0 && len(r.Failed) == 0 && r.RecoveredByServer == "" }

// disturbed says why a run that seems to have gone well, or wrong, says nothing about
// that: pauses take time, and the run was not given all it needed. It is "" for a run
// that counts.
func (r *turns) disturbed() string {
	spoke := func(f confirm.FailedTest) bool {
		return speaksOfTime(f.Name) || speaksOfTime(place.ReplaceAllString(f.Message, ""))
	}
	switch {
	case r.TimedOut:
		return "but the run did not end and was stopped " + r.TimeLimit.String()
	case len(r.EndedBy) > 0:
		return "but a timer ended the run"
	case r.Stats.Late > 0:
		return fmt.Sprintf("but %d pauses ended because they were too long", r.Stats.Late)
	case !r.well() && (speaksOfTime(r.Panic) || slices.ContainsFunc(r.Failed, spoke)):
		return "but a deadline of the program ended something, as a pause may bring about"
	}
	return ""
}

// place is where a test logged a line; the name of its file says nothing.
var place = regexp.MustCompile(`^[^ ]+\.go:[0-9]+: `)

// speaksOfTime reports whether a message is about a time that was over.
func speaksOfTime(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc([]string{"deadline exceeded", "timeout", "timed out", "took too long", "too slow"}, func(words string) bool { return strings.Contains(s, words) })
}

// blockedAt is where a goroutine is blocked and in which operation.
func blockedAt(b confirm.BlockedGoroutine) string {
	return wording.A(b.Op.String()) + " at " + placeOf(b.Stack)
}

// placeOf is the innermost place of the program on a stack as Go writes it, as FILE:LINE. The go statement is the
// outermost one. A place of the standard library stands for it where a stack has no other.
func placeOf(stack string) string {
	lines, library := strings.Split(stack, "\n"), ""
	for i := 1; i+1 < len(lines); i += 2 {
		if slices.ContainsFunc([]string{"runtime.", "sync.", "internal/sync."}, func(pkg string) bool { return strings.HasPrefix(lines[i], pkg) }) {
			continue
		}
		file, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
		if name, _, _ := strings.Cut(file, ".go:"); sites.IsWrapper(name + ".go") {
			continue
		}
		at := file[strings.LastIndexByte(file, '/')+1:]
		if !stdlib.Has(strings.TrimPrefix(lines[i], "created by ")) && !strings.HasPrefix(at, "_testmain.go:") {
			return at
		}
		library = cmp.Or(library, at)
	}
	return cmp.Or(library, "a place that is not known")
}

// parkedText names where the first goroutines of a dump are parked.
func parkedText(dump string) string {
	var list []string
	for _, b := range strings.Split(strings.TrimSpace(dump), "\n\n") {
		at := placeOf(strings.Trim(b, "\n"))
		if !strings.HasPrefix(at, "testing.go:") && !slices.Contains(list, at) && len(list) < maxEffects {
			list = append(list, at)
		}
	}
	return "blocked at " + strings.Join(list, ", ")
}
