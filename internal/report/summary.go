package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// A tally counts findings for the summary line.
type tally struct {
	confirmed, livelocks, failing, races, orders, broken, unharmed, violations, feasible, infeasible, notSeen, harmless, notReached, untried, static, possible, against int

	leaked, leftBlocked, idle int // idle are the notes of both

	// A finding that is silenced is silent in every stage, but when it was made
	// to happen the summary line still says so.
	suppressed int

	silenced map[string]int // all silenced findings, by the reason
	fixes    int            // shown findings that have some
}

func (t *tally) add(f Finding) {
	if len(f.Fixes) > 0 && !f.Suppressed {
		t.fixes++
	}
	switch {
	case f.Suppressed:
		t.silence(f)
	case f.isAgainst():
		t.against++
	case f.Status == StatusConfirmed && f.isProtocol():
		t.violations++
	case f.Status == StatusConfirmed && f.Check == CheckSchedule:
		t.failing++
	case f.isUnharmed():
		t.unharmed++
	case f.Status == StatusConfirmed && f.isRace():
		t.races++
	case f.Status == StatusConfirmed && f.isOrder():
		t.orders++
	case f.Status == StatusConfirmed && f.isAtomicity():
		t.broken++
	case f.isLivelock():
		t.livelocks++
	case f.Status == StatusConfirmed:
		t.confirmed++
	case f.IsBlocked() && f.Note:
		t.idle++
	case f.Status == StatusLeaked:
		t.leaked++
	case f.Status == StatusLeftBlocked:
		t.leftBlocked++
	case f.IsDeadlock():
		t.feasible++
	case f.Status == StatusInfeasible:
		t.infeasible++
	case f.Status == StatusNotSeen:
		t.notSeen++
	case f.Status == StatusHarmless:
		t.harmless++
	case f.IsPossible():
		t.possible++
	case f.Status == StatusStatic:
		t.static++
	case f.Status == StatusPredicted && f.tries() == 0:
		t.untried++
	default:
		t.notReached++
	}
}

// quiet counts what is infeasible, was not seen, or is harmless.
func (t *tally) quiet() int { return t.infeasible + t.notSeen + t.harmless }

func (t *tally) silence(f Finding) {
	if f.Status == StatusConfirmed {
		t.suppressed++
	}
	by, _, _ := strings.Cut(f.SuppressedBy, ":")
	if t.silenced == nil {
		t.silenced = map[string]int{}
	}
	t.silenced[by]++
}

// silent is the line that says how many findings are silenced, or "".
func (t *tally) silent() string {
	var parts []string
	n := 0
	for _, by := range slices.Sorted(maps.Keys(t.silenced)) {
		n += t.silenced[by]
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%d %s", t.silenced[by], by)))
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("silenced: %s; -json lists them", strings.Join(parts, ", "))
}

// fixable is the line that says how to apply the fixes, or "".
func (t *tally) fixable() string {
	if t.fixes == 0 {
		return ""
	}
	return fmt.Sprintf("with a fix: %d; go vet -vettool=$(command -v deadlocklint) -fix ./... applies them, with the same -enable", t.fixes)
}

const nothingFound = "nothing found"

// String returns the summary line.
func (t *tally) String() string {
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(t.confirmed, "deadlock confirmed", "deadlocks confirmed")
	add(t.livelocks, "livelock confirmed", "livelocks confirmed")
	add(t.failing, "failing schedule", "failing schedules")
	add(t.races, "harmful race confirmed", "harmful races confirmed")
	add(t.unharmed, "data race without visible effect in these runs", "data races without visible effect in these runs")
	add(t.orders, "order violation confirmed", "order violations confirmed")
	add(t.broken, "broken atomicity confirmed", "broken atomicities confirmed")
	add(t.violations, "protocol violation confirmed", "protocol violations confirmed")
	add(t.feasible, "deadlock feasible", "deadlocks feasible")
	add(t.leaked, "goroutine leaked", "goroutines leaked")
	add(t.leftBlocked, "goroutine left blocked", "goroutines left blocked")
	add(t.idle, "goroutine idle for ever (note)", "goroutines idle for ever (notes)")
	add(t.static, "static finding", "static findings")
	add(t.possible, "possible static finding", "possible static findings")
	add(t.against, "possible finding, of a use that the package may not allow", "possible findings, of uses that their packages may not allow")
	add(t.infeasible, "infeasible", "infeasible")
	add(t.notSeen, "not seen", "not seen")
	add(t.harmless, "harmless", "harmless")
	add(t.notReached, "not reached (candidate)", "not reached (candidates)")
	add(t.untried, "untried (candidate)", "untried (candidates)")
	add(t.suppressed, "confirmed but suppressed", "confirmed but suppressed")
	if parts == nil {
		return nothingFound
	}
	return strings.Join(parts, ", ")
}

// Summary returns the line that ends a text report, such as
// "2 deadlocks confirmed, 1 infeasible, 3 not reached (candidates)".
func Summary(findings []Finding) string {
	var t tally
	for _, f := range findings {
		t.add(f)
	}
	return t.String()
}

// few names the first of a list.
func few(list []string) string {
	const most = 3
	if len(list) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
	}
	return strings.Join(list, ", ")
}

// Complete reports whether everything that was named was looked at. Otherwise an absent finding says less,
// and the exit status is not 0.
func (s Stats) Complete() bool { return !s.Incomplete && !s.Interrupted }

// failures are the lines about the end of the command, or of its program, before its time.
func (s Stats) failures() (lines []string) {
	if s.Interrupted {
		lines = append(lines, "interrupted: what was found until then is told, the rest was not looked at; run the command again")
	}
	if s.Until {
		lines = append(lines, "the program was ended by an interrupt; its recording up to then was looked at")
	}
	for _, f := range s.Failures {
		lines = append(lines, "failed: "+f)
	}
	return lines
}

// Notes are the lines below the summary: the facts that the reader needs before
// trusting it. A limit that was reached is never silent.
func (s Stats) Notes() []string {
	notes := s.failures()
	switch {
	case !s.Incomplete, s.Interrupted, len(s.Failures) > 0:
	case len(s.Damaged)+len(s.Limits) > 0:
		notes = append(notes, "the recording is not complete: finding nothing says little, and the exit status is 1")
	default:
		notes = append(notes, "not everything could be looked at; the messages on stderr say what, and why")
	}
	if s.Lost > 0 {
		notes = append(notes, fmt.Sprintf("%d events could not be recorded; record fewer tests at a time with -run", s.Lost))
	}
	if s.Unconfirmed > 0 {
		notes = append(notes, wording.Counted(s.Unconfirmed, "possible deadlock")+" of condition variables, channels and WaitGroups, unconfirmed; -v lists them")
	}
	if s.Conditions != nil {
		notes = append(notes, s.Conditions.notes()...)
	}
	for _, limit := range s.Limits {
		notes = append(notes, "limit reached: "+limit)
	}
	notes = append(notes, leftOut(s.LeftOut)...)
	if s.Pruned != nil {
		notes = append(notes, fmt.Sprintf("pairs seen before were left out: %d; -x strategy=dpor leaves out none", *s.Pruned))
	}
	for _, file := range s.Damaged {
		notes = append(notes, "incomplete: "+file)
	}
	if len(s.Unseen) > 0 {
		notes = append(notes, "not modelled: "+strings.Join(s.Unseen, ", "))
	}
	for _, calls := range s.UnseenCalls {
		notes = append(notes, "not seen: "+calls)
	}
	return notes
}

// leftOut is a line for each part and reason, with the tests.
func leftOut(list []LeftOut) (lines []string) {
	at := map[LeftOut]int{}
	for _, l := range list {
		key := LeftOut{Part: l.Part, Why: l.Why}
		i, known := at[key]
		if !known {
			at[key] = len(lines)
			lines = append(lines, fmt.Sprintf("left out: %s, since %s: %s", l.Part, l.Why, l.Test))
			continue
		}
		lines[i] += ", " + l.Test
	}
	return lines
}

// notes are the unknown parts of conditions.
func (c *Conditions) notes() (notes []string) {
	if c.Race && c.Gates > 0 {
		notes = append(notes, fmt.Sprintf("not known under -race: what %d conditions kept from channels and WaitGroups; run without it as well", c.Gates))
	}
	if len(c.Unreached) > 0 {
		notes = append(notes, fmt.Sprintf("not known under -race: writes to %s, which rewriting does not reach; memory events are not to be had under it: run without it as well", few(c.Unreached)))
	}
	if len(c.Unseen) > 0 {
		more := "; run with -memory as well, which sees more writes"
		switch {
		case c.Race:
			more = "; memory events are not to be had under -race: run without it as well"
		case c.Memory:
			more = ", not even by memory events"
		}
		notes = append(notes, fmt.Sprintf("not known: who changed what is read by %s, taken as it happened%s", few(c.Unseen), more))
	}
	if len(c.Contradicted) > 0 {
		notes = append(notes, fmt.Sprintf("not known: %s, taken as it happened, since its value was another one than what it reads gives; look for a race, or a comment that says something else", few(c.Contradicted)))
	}
	if len(c.Elsewhere) > 0 {
		notes = append(notes, fmt.Sprintf("not known: the conditions of %d places outside of the main module that wait on condition variables (%s); no signal is taken to be missed there", len(c.Elsewhere), few(c.Elsewhere)))
	}
	return notes
}
