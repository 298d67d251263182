package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// An expectation is the "expect" section of a case.
type expectation struct {
	cycles     int // -1: not stated
	cross      int
	classes    []string // per cycle, sorted
	verdict    string   // "confirmed" or "none"
	silent     bool
	ordered    bool          // nothing is feasible
	args       []string      // of run or test
	infeasible []string      // deadlocks that no run has, with the words of the proof
	notSeen    []string      // candidates that the recorded run excludes, with the words of the reason
	unseen     []string      // words of Stats.Unseen
	allSeen    bool          // Stats.Unseen is empty
	assumes    []string      // words of some finding's assumption
	reasons    []string      // words of some finding's reason
	messages   []string      // words of some finding's message
	unsaid     []string      // words of no finding's message
	told       []string      // words of some step of a goroutine or an order: its operation, object and position
	untold     []string      // words of no such step
	places     []string      // FILE:LINE of the position of some finding
	static     int           // candidates of the static checks that no run decided
	checks     []checks.Name // of findings, each of them
	turns      []string      // "op line" of a step that repairs the run when it comes later
	says       []string      // words on stderr
	counted    int           // possible deadlocks of trace programs that are only counted, -1: not stated
	callers    int           // groups of callers that a finding lists, -1: not stated
	entries    int           // findings of all kinds, -1: not stated
	blocked    int           // findings of goroutines that were blocked for ever and fail the run
	idle       int           // notes of such goroutines, -1: not stated
	status     int           // of the process, -1: not stated
}

func parseExpectation(lines []string) (expectation, error) {
	e := expectation{cycles: -1, counted: -1, idle: -1, entries: -1, status: -1, callers: -1}
	for _, line := range lines {
		if err := e.read(line); err != nil {
			return e, fmt.Errorf("expect: %w", err)
		}
	}
	slices.Sort(e.classes)
	return e, nil
}

// read adds a line of the section.
func (e *expectation) read(line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	if n := e.number(word); n != nil {
		*n, err = strconv.Atoi(rest)
		return err
	}
	if list := e.list(word); list != nil {
		*list = append(*list, rest)
		return nil
	}
	switch word {
	case "verdict":
		e.verdict = rest
	case "ordered":
		e.ordered = true
	case "args":
		e.args = strings.Fields(rest)
	case "silent":
		e.silent = true
	case "allseen":
		e.allSeen = true
	case "check":
		e.checks = append(e.checks, checks.Name(rest))
		if !checks.Name(rest).Known() {
			err = fmt.Errorf("there is no check %q", rest)
		}
	default:
		err = fmt.Errorf("unknown line %q", line)
	}
	return err
}

// number is the field of a word that a number follows, nil for another word.
func (e *expectation) number(word string) *int {
	return map[string]*int{
		"cycles": &e.cycles, "cross-tests": &e.cross, "static": &e.static, "unconfirmed": &e.counted,
		"entries": &e.entries, "blocked": &e.blocked, "status": &e.status, "idle": &e.idle, "callers": &e.callers,
	}[word]
}

// list is the field of a word that may stand in several lines, nil for another word.
func (e *expectation) list(word string) *[]string {
	return map[string]*[]string{
		"cycle": &e.classes, "says": &e.says, "turn": &e.turns, "unseen": &e.unseen, "reason": &e.reasons,
		"assumes": &e.assumes, "message": &e.messages, "unsaid": &e.unsaid, "told": &e.told, "untold": &e.untold, "at": &e.places, "not-seen": &e.notSeen, "infeasible": &e.infeasible,
	}[word]
}

// whole reports whether the expectation speaks of the session: of its statistics, exit status or
// output, or of a proof about the whole program.
func (e expectation) whole() bool {
	return len(e.says)+len(e.unseen)+len(e.infeasible) > 0 || e.allSeen || e.counted >= 0 || e.status >= 0
}
