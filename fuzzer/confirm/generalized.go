package confirm

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// A Quiescence is the observation of the runtime when no goroutine of the program could continue.
// All pauses were over. Go had parked each goroutine in an operation that only another
// goroutine can end. No timer was left that wakes one of them.
type Quiescence struct {
	Goroutines []ParkedGoroutine // ID is Go's number, Index its abstraction
	Dump       string
	Live       map[uint64]uint64 // goroutines that could go on: number to execution index
	Others     uint64            // how many of them, with timers, when not all of the program is stuck
	Exiting    bool              // the program was about to end; the goroutine that ends it is not among them
	Failed     bool              // a test had failed, or the program ends with a failure
	Clock      Clock
}

// ConfirmGeneralized makes the order of a counterexample happen. It reports whether the program is then
// stuck, with the goroutines of its core blocked at the predicted operations. Runs are kept
// below dir.
func ConfirmGeneralized(ctx context.Context, dir string, s *predict.GeneralizedDeadlock, opt Options) (*Result, error) {
	plans, err := plansOf(s, &opt)
	if err != nil {
		return &Result{Reason: "not tried: " + err.Error()}, nil
	}
	if s.Target == nil {
		return &Result{Reason: "not tried: the program that was recorded is not known here; record it with deadlocklint test or run"}, nil
	}
	r, end := &Result{Plan: plans[0]}, EndOf(s)
	tries := opt.Tries
	if tries == 0 {
		tries = DefaultTries
	}
	for i := 0; i < tries && ctx.Err() == nil && !r.Confirmed; i++ {
		if r.DeadlineReached = opt.spent(); r.DeadlineReached {
			break
		}
		r.Args = opt.args(s.Target, s.Tests)
		r.Plan = plans[i%len(plans)]
		run, err := RunOnce(ctx, dir, s.Target, r.Args, r.Plan, opt, i)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil && run.Quiescence == nil {
			break
		}
		if r.DeadlineReached = opt.spent() && run.TimedOut && run.Quiescence == nil; r.DeadlineReached {
			break
		}
		if v := run.Quiescence; v != nil && v.HasBlocked(end.Core) {
			run.AfterFailure = v.left(end.Known)
			r.Confirmed = v.Reaches(end)
		}
		r.Runs = append(r.Runs, *run)
	}
	r.Reason = r.stuckReason()
	return r, nil
}

// plansOf are the plans of the runs in turn: with the steps that the order lacks, with every
// stop of it, and with few stops. The error is that of the last one, when there is none.
func plansOf(s *predict.GeneralizedDeadlock, opt *Options) (plans []*pauses.Plan, err error) {
	for way := range predict.StopSets {
		plan, fails := s.Plan(opt.abstraction(), way, opt.Stall)
		if fails == nil {
			plans = append(plans, plan)
		} else {
			err = fails
		}
	}
	if len(plans) > 0 {
		err = nil
	}
	return plans, err
}

// Assumption is the condition under which the verdict holds, or "" when no goroutine is
// left.
func (v *Quiescence) Assumption() string {
	s := v.Clock.assumption()
	if v.Others == 0 {
		return s
	}
	if s != "" {
		s = "; " + s
	}
	if v.Others == 1 {
		return "the goroutine or timer that could still go on wakes none of these: it did not use what they wait for when it was recorded" + s
	}
	return fmt.Sprintf("none of the %d goroutines and timers that could still go on wakes one of these: none used what they wait for when it was recorded", v.Others) + s
}

// HasBlocked reports whether every spot has a goroutine of its own that is parked there.
// Where no goroutine at all is left, another goroutine than the recorded one will do,
// if the same go statement started it. A program that starts goroutines as it has work
// to do starts more in one run than in another, and the deadlock is the same.
func (v *Quiescence) HasBlocked(spots []BlockedOperation) bool {
	return v.shows(spots, false) || v.Others == 0 && v.shows(spots, true)
}

func (v *Quiescence) shows(spots []BlockedOperation, anybody bool) bool {
	blocks := v.blocks()
	may := make([][]ParkedGoroutine, len(spots))
	for i, s := range spots {
		for _, g := range v.Goroutines {
			if (g.Index == s.Index || anybody && s.startedAlike(blocks[g.ID])) && s.in(blocks[g.ID]) {
				may[i] = append(may[i], g)
			}
		}
	}
	return len(spots) > 0 && assign(spots, may, nil)
}

// assign reports whether each spot can have a goroutine of its own. Goroutines that wait for one object in the order that
// was predicted wait for one here, and those that wait for two objects for two.
func assign(spots []BlockedOperation, may [][]ParkedGoroutine, taken []ParkedGoroutine) bool {
	i := len(taken)
	if i == len(spots) {
		return true
	}
	for _, g := range may[i] {
		fits := true
		for j, o := range taken {
			fits = fits && o.ID != g.ID && (g.Want == 0 || o.Want == 0 || spots[i].agrees(spots[j], g.Want == o.Want))
		}
		if fits && assign(spots, may, append(taken, g)) {
			return true
		}
	}
	return false
}

// agrees reports whether two goroutines may be at two spots that wait for one object, or for two. A select waits for
// several, a Wait of a Cond for its lock after the signal, and locks are made of other objects: nothing is compared there.
func (s BlockedOperation) agrees(o BlockedOperation, same bool) bool {
	switch s.Op {
	case "send", "recv", "wgwait":
		return s.Op != o.Op || s.Object == 0 || o.Object == 0 || same == (s.Object == o.Object)
	}
	return true
}

// startedAlike reports whether a goroutine was started where that of the spot
// was. Package sync starts goroutines for others: which, the dump does not say.
func (s BlockedOperation) startedAlike(stack string) bool {
	_, by, ok := strings.Cut(stack, "\ncreated by ")
	if !ok || s.Created == "" {
		return s.Created == ""
	}
	return strings.HasPrefix(by, "sync.") || strings.Contains(by+" ", "/"+s.Created+" ")
}

// in reports whether a goroutine's stack goes through the spot, and waits as the operation there does: a line may
// have a receive beside a send.
func (s BlockedOperation) in(stack string) bool {
	if header, _, _ := strings.Cut(strings.TrimSpace(stack), "\n"); !s.waitsAs(header) {
		return false
	}
	line := fmt.Sprintf("/%s:%d", filepath.Base(s.File), s.Line)
	for _, l := range strings.Split(stack, "\n") {
		if i := strings.Index(l, line); i >= 0 {
			rest := l[i+len(line):]
			if rest == "" || rest[0] == ' ' {
				return true
			}
		}
	}
	return s.deferred(stack)
}

// waitsAs reports whether the first line of a goroutine's stack has a reason to wait that the operation has. Nobody was
// predicted on a nil channel.
func (s BlockedOperation) waitsAs(header string) bool {
	if strings.Contains(header, "(nil chan)") || strings.Contains(header, "(no cases)") {
		return false
	}
	reasons, known := waitReasons[s.Op]
	return !known || slices.ContainsFunc(reasons, func(why string) bool { return strings.Contains(header, "["+why) })
}

// waitReasons has the reasons to wait that an operation may have. A case of a select has the operation of its channel, and
// a select of one channel is that operation. Locks and semaphores may be made of channels, and a singleflight group is one
// that waits for a WaitGroup. A Wait of a Cond takes its lock again after the signal.
var waitReasons = map[string][]string{
	"send": {"chan send", "select"}, "recv": {"chan receive", "select"}, "select": {"select", "chan send", "chan receive"},
	"wait": {"sync.Cond.Wait", "sync.Mutex.Lock", "sync.RWMutex"}, "wgwait": {"sync.WaitGroup.Wait", "semacquire"},
	"lock": lockReasons, "rlock": lockReasons, "request": lockReasons, "rrequest": lockReasons,
}

var lockReasons = []string{"sync.Mutex.Lock", "sync.RWMutex", "sync.WaitGroup.Wait", "semacquire", "chan send", "chan receive", "select"}

// deferred reports whether a goroutine is parked by a deferred operation in its
// function, on any line: that is the return that was taken, and not that of
// the wrapper that was recorded. Other operations are known by their line.
func (s BlockedOperation) deferred(stack string) bool {
	i := strings.LastIndex(s.Func, ".deferwrap")
	if i <= 0 || s.Op == "" {
		return false
	}
	s.Func = s.Func[:i]
	lines := strings.Split(stack, "\n")
	if !slices.ContainsFunc(parkedBy[s.Op], func(why string) bool { return strings.Contains(lines[0], why) }) {
		return false
	}
	for _, l := range lines[1:] {
		if strings.HasPrefix(l, "\t") || strings.HasPrefix(l, "sync.") || strings.HasPrefix(l, "internal/sync.") || strings.HasPrefix(l, "runtime.") {
			continue
		}
		fn, _, _ := strings.Cut(l, "(0x")
		return strings.TrimSuffix(strings.TrimSuffix(fn, "(...)"), "()") == s.Func
	}
	return false
}

// parkedBy has the functions and wait reasons by which Go's dump shows that an
// operation has parked a goroutine.
var parkedBy = map[string][]string{
	"lock": {"sync.Mutex.Lock", "sync.RWMutex.Lock"}, "request": {"sync.Mutex.Lock", "sync.RWMutex.Lock"}, "rlock": {"sync.RWMutex.RLock"},
	"wgwait": {"sync.WaitGroup.Wait", "semacquire"}, "wait": {"sync.Cond.Wait"},
	"send": {"chan send"}, "recv": {"chan receive"}, "select": {"select"},
}

// Stacks is the stacks of the goroutines at the spots, for the report. The dump has
// some of them twice.
func (v *Quiescence) Stacks(spots []BlockedOperation) string {
	var list []string
	for _, b := range strings.Split(strings.TrimRight(v.Dump, "\n"), "\n\n") {
		b = strings.Trim(b, "\n")
		at := slices.ContainsFunc(spots, func(s BlockedOperation) bool { return s.in(b) })
		if at && !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	return strings.Join(list, "\n\n")
}

func (r *Result) stuckReason() string {
	n := len(r.Runs)
	switch {
	case r.Confirmed && r.Runs[n-1].Quiescence.Exiting:
		return fmt.Sprintf("made to happen in run %d: it was blocked for ever when the program ended; no other goroutine could go on", n) + r.clock()
	case r.Confirmed && r.Runs[n-1].Quiescence.Others > 0:
		return fmt.Sprintf("made to happen in run %d: with all pauses over, each of these goroutines is parked by Go's runtime, and no goroutine that used what they wait for can go on", n) + r.clock()
	case r.Confirmed:
		return fmt.Sprintf("made to happen in run %d: with all pauses over, every goroutine of the program is parked by Go's runtime and no goroutine is left to wake another", n) + r.clock()
	case n == 0 && r.DeadlineReached:
		return "not tried: the time was spent before a run had ended; raise -time"
	case n == 0:
		return "not tried: interrupted"
	}
	other, ended, stopped, cycle, left := 0, 0, 0, 0, 0
	var last TimeLimit // of the last run that was stopped
	for _, run := range r.Runs {
		switch {
		case run.AfterFailure:
			left++
		case run.Quiescence != nil:
			other++
		case run.Verdict != nil:
			cycle++
		case run.TimedOut:
			stopped++
			last = run.TimeLimit
		case run.RescuedBy == nil && run.EndedBy == nil:
			ended++
		}
	}
	s := "not seen in " + wording.Counted(n, "run")
	for _, note := range []struct {
		n    int
		text string
	}{
		{ended, "ended as ever"}, {other, "were stuck in another place"}, {cycle, "ended in a cycle of locks"},
		{left, "were stuck there after a failure, for which the pauses may be the reason"},
		{stopped, "did not end, while something could still go on, and had to be stopped " + last.String()},
	} {
		if note.n > 0 {
			s += fmt.Sprintf("; %d %s", note.n, note.text)
		}
	}
	return s + r.timers("stood still there")
}

// ReadQuiescence reads the dump of a recorded process that ended because no goroutine could
// go on. It returns nil when the process left none that can be read.
func ReadQuiescence(dir, process string) *Quiescence {
	names, _ := filepath.Glob(filepath.Join(dir, string(boundary.VerdictFile)+"."+process+".*")) // the pattern is well-formed
	for _, name := range names {
		r := &Run{}
		if b, err := regular.Read(name, regular.Limit); err == nil {
			r.take(string(b), &pauses.Plan{})
		}
		if r.Quiescence != nil {
			return r.Quiescence
		}
	}
	return nil
}

// takeStill takes in the file of a process in which no goroutine could go on.
func (r *Run) takeStill(p *processReport) {
	v := &Quiescence{
		Dump: p.dump.Text, Goroutines: p.goroutines, Live: p.live, Clock: r.takeClock(p), Exiting: p.ending.Exiting, Failed: p.ending.Failed,
	}
	if p.others != nil {
		v.Others = max(p.others.Live, 1)
	}
	if len(v.Goroutines) > 0 {
		r.Quiescence = v
	}
}
