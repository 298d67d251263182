package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// An expectation is the "expect" section of a case.
type expectation struct {
	cycles     int // -1: not stated
	cross      int
	classes    []string // per cycle, sorted
	verdict    string   // "confirmed" or "none"
	silent     bool
	ordered    bool     // nothing is feasible
	args       []string // of run or test
	infeasible []string // in no run, by what proof
	notSeen    []string // in the recorded run, for what reason
	unseen     []string // words of Stats.Unseen
	allSeen    bool     // Stats.Unseen is empty
	reasons    []string // words of some finding's reason
	static     int      // candidates of the static checks that no run decided
	checks     []string // of findings, each of them
	says       []string // words on stderr
	counted    int      // possible deadlocks of trace programs that are only counted, -1: not stated
}

func parseExpectation(t *testing.T, text string) expectation {
	e := expectation{cycles: -1, counted: -1}
	for _, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		var err error
		switch word {
		case "cycles":
			e.cycles, err = strconv.Atoi(rest)
		case "cross-tests":
			e.cross, err = strconv.Atoi(rest)
		case "cycle":
			e.classes = append(e.classes, rest)
		case "static":
			e.static, err = strconv.Atoi(rest)
		case "says":
			e.says = append(e.says, rest)
		case "unconfirmed":
			e.counted, err = strconv.Atoi(rest)
		case "verdict":
			e.verdict = rest
		case "ordered":
			e.ordered = true
		case "args":
			e.args = strings.Fields(rest)
		case "silent":
			e.silent = true
		case "unseen":
			e.unseen = append(e.unseen, rest)
		case "allseen":
			e.allSeen = true
		case "reason":
			e.reasons = append(e.reasons, rest)
		case "check":
			e.checks = append(e.checks, rest)
		case "not-seen":
			e.notSeen = append(e.notSeen, rest)
		case "infeasible":
			e.infeasible = append(e.infeasible, rest)
		default:
			err = fmt.Errorf("unknown line %q", line)
		}
		if err != nil {
			t.Fatalf("expect: %v", err)
		}
	}
	slices.Sort(e.classes)
	return e
}

// proofWords are what the proofs of "infeasible" contain.
var proofWords = map[string]string{
	"gate":      " locked, ",
	"goroutine": "one goroutine does both",
	"order":     " does one",
}

// againstWords are what the reasons for "not seen" contain.
var againstWords = map[string]string{
	"gate":      "gate",
	"goroutine": "alone uses both orders",
	"order":     "always",
	"mode":      "readers",
}

func checkCase(t *testing.T, want expectation, doc report.Document, status int) {
	confirmed, cross, static, reported := 0, 0, 0, false
	var classes []string
	for _, f := range doc.Findings {
		reported = reported || f.Status == report.StatusStatic
		if f.Dynamic == nil {
			continue // of a check about which no run decides
		}
		if f.Static != nil && f.Dynamic.Verdict == report.VerdictNotReached && f.Dynamic.Tries == 0 {
			static++ // had its id been predicted, it were one finding
			continue
		}
		if f.Check == "cross-test" {
			cross++
		}
		switch f.Dynamic.Verdict { // the status of a static finding stays static
		case report.VerdictConfirmed:
			confirmed++
		case report.VerdictNotSeen:
			for i, why := range want.notSeen {
				if strings.Contains(f.Dynamic.Reason, againstWords[why]) {
					want.notSeen = slices.Delete(want.notSeen, i, i+1)
					break
				}
			}
			continue
		case report.VerdictInfeasible:
			for i, why := range want.infeasible {
				if strings.Contains(f.Dynamic.Reason, proofWords[why]) {
					want.infeasible = slices.Delete(want.infeasible, i, i+1)
					break
				}
			}
			continue
		}
		classes = append(classes, waits(f))
	}
	slices.Sort(classes)
	if want.cycles >= 0 && len(classes)-cross != want.cycles {
		t.Errorf("%d cycles predicted, want %d", len(classes)-cross, want.cycles)
	}
	if static != want.static {
		t.Errorf("%d static candidates that no run has predicted, want %d", static, want.static)
	}
	if want.counted >= 0 && doc.Stats.Unconfirmed != want.counted {
		t.Errorf("%d possible deadlocks are only counted, want %d", doc.Stats.Unconfirmed, want.counted)
	}
	if cross != want.cross {
		t.Errorf("%d cycles across tests, want %d", cross, want.cross)
	}
	if want.verdict == "confirmed" && confirmed != want.cycles {
		t.Errorf("%d deadlocks confirmed, want %d", confirmed, want.cycles)
	}
	if (want.verdict == "none" || want.silent) && (confirmed > 0 || status == report.ExitFindings && !reported) {
		t.Errorf("%d deadlocks reported (exit status %d), want none", confirmed, status)
	}
	if len(want.classes) > 0 && !slices.Equal(classes, want.classes) {
		t.Errorf("classes\n\t%s\nwant\n\t%s", strings.Join(classes, "\n\t"), strings.Join(want.classes, "\n\t"))
	}
	if i := slices.IndexFunc(doc.Findings, func(f report.Finding) bool { return f.Dynamic != nil && f.Dynamic.Assumption != "" }); want.ordered && i >= 0 {
		t.Errorf("feasible, assuming %s", doc.Findings[i].Dynamic.Assumption)
	}
	for _, words := range want.reasons {
		if !slices.ContainsFunc(doc.Findings, func(f report.Finding) bool { return f.Dynamic != nil && strings.Contains(f.Dynamic.Reason, words) }) {
			t.Errorf("%q is in no reason", words)
		}
	}
	for _, check := range want.checks {
		if !slices.ContainsFunc(doc.Findings, func(f report.Finding) bool { return f.Check == check }) {
			t.Errorf("no finding of %s", check)
		}
	}
	for _, words := range want.unseen {
		if !slices.ContainsFunc(doc.Stats.Unseen, func(u string) bool { return strings.Contains(u, words) }) {
			t.Errorf("%q is not among what was not modelled: %q", words, doc.Stats.Unseen)
		}
	}
	if want.allSeen && len(doc.Stats.Unseen) > 0 {
		t.Errorf("not modelled: %q, want nothing", doc.Stats.Unseen)
	}
	if len(want.notSeen) > 0 {
		t.Errorf("nothing not seen by %v", want.notSeen)
	}
	if len(want.infeasible) > 0 {
		t.Errorf("nothing infeasible by %v", want.infeasible)
	}
}

// waits lists the classes that the goroutines of a finding wait for, sorted.
func waits(f report.Finding) string {
	var classes []string
	for _, g := range f.Goroutines {
		classes = append(classes, g.Steps[len(g.Steps)-1].Class)
	}
	slices.Sort(classes)
	return strings.Join(classes, " ")
}
