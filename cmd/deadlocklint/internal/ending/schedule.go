package ending

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/transcript"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// EndedIn begins the message of a deadlock that a recorded run met.
const EndedIn = "the recorded run ended in a deadlock"

// A Keeper keeps the schedules of findings in recordings that repeat runs of an exploration.
type Keeper struct {
	Session   *session.Session
	Replayed  *report.Finding // whose schedule is followed, nil for no replay
	Unkept    bool            // the tests are in no file of the user: their schedules are not kept
	Own       bool            // the failure of a test under each schedule is a finding, too: the tests are made for it
	Confirmed map[string]bool // ids of findings that were confirmed before: their further schedules are not kept

	happens map[string]bool // ids of findings that were confirmed here: only schedules of such ones replace theirs
}

// Again is the id of the finding whose schedule is followed, "" for no replay.
func (k *Keeper) Again() string {
	if k.Replayed == nil {
		return ""
	}
	return k.Replayed.ID
}

// Under says of a finding in a recording that repeats a run which run that is, and
// how it is made again. Findings of other recordings stay as they are.
func (k *Keeper) Under(f *report.Finding, t *record.Target) { k.under(f, t, nil) }

// under does so of a run that fails at a place which the crash of its process may tell.
func (k *Keeper) under(f *report.Finding, t *record.Target, fails *explorer.Ending) {
	if t == nil || t.Explored == nil || f.Dynamic == nil {
		return
	}
	schedule := ScheduleName(t.Explored.Run) + " of " + t.Explored.Test
	again := " (repeated with the recorder on)"
	if x := t.Explored; x.Smaller {
		again = fmt.Sprintf(" (made smaller, %sto %s and %s, and repeated with the recorder on)", from(x), wording.Counted(x.Preemptions, "preemption"), wording.Counted(x.Switches, "switch"))
	}
	which := "some schedules"
	if t.Explored.Run == boundary.Base {
		which = "the base schedule"
	}
	f.Message = strings.Replace(f.Message, EndedIn, "the test is deadlocked under "+which, 1)
	f.Dynamic.Reason = strings.Replace(f.Dynamic.Reason, "the recorded run", schedule+again, 1)
	if f.Status == report.StatusConfirmed && f.Dynamic.Assumption == "" {
		f.Dynamic.Assumption = assumes(t.Explored)
	}
	transcript.AfterEarly(k.Session.Root(), f, t.Explored.Early)
	var log string
	f.Explored, log = transcript.Of(k.Session, f, t)
	if fails != nil {
		k.place(f, fails)
	}
	if k.Replayed != nil || k.Unkept {
		return // the schedule is there, and this run may be of another build; or nothing could replay it
	}
	if f.Replay == "" && !k.Confirmed[f.ID] && k.isGravest(f) {
		f.Replay = k.Session.KeepChoices(t, f)
		k.Session.KeepLog(f.ID, log)
	}
}

// from says how many preemptions a schedule had before it was made smaller, if it has fewer now.
func from(x *record.Explored) string {
	if x.Given <= x.Preemptions {
		return ""
	}
	return "from " + wording.Counted(x.Given, "preemption") + " "
}

// isGravest reports whether the schedule of a finding may be the one of its id. A deadlock and a goroutine that is
// left have one id when their cause is one: the schedule is then that of the deadlock.
func (k *Keeper) isGravest(f *report.Finding) bool {
	if f.Status != report.StatusConfirmed {
		return !k.happens[f.ID]
	}
	if k.happens == nil {
		k.happens = map[string]bool{}
	}
	k.happens[f.ID] = true
	return true
}

// assumes is the condition under which the verdict about a run that was made again holds, "" without one.
func assumes(x *record.Explored) string {
	var list []string
	if x.Beside {
		list = append(list, "none of the goroutines that went on when the run was ended releases a lock of the cycle for its owner")
	}
	if x.Behind {
		list = append(list, "the test has run before in the process, as with a -count above 1: no run that was tried as the first of its process ended so")
	}
	return strings.Join(list, "; ")
}
