// Package judge makes the calls of drivers inside the program, and tells which of them are blocked for ever.
//
// Its text is compiled a second time, as part of the tests that package drive generates. There it may use only the
// standard library. Each [Trial] of a [Request] is one driver, or a part of it. The first goroutine never calls the package:
// it starts others, sleeps until all is quiet, and asks the runtime who is blocked.
//
// A bare trial is played as a plain test, and is judged by others: its process ends, or a recording shows what it does.
//
// Outside of deadlocklint explore it judges nothing.
package judge

import (
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A Step is a call.
type Step struct {
	N      int          // its number in the driver
	Func   string       // the function
	Recv   string       // the variable whose method it is
	Closes bool         // its object must not be used later
	Zero   bool         // an argument is an integer below one: a limit of zero is misuse of many
	Plain  bool         // it returns nothing by which its work could be ended
	Aside  bool         // it is of another package, for the arguments of others; its waits are not judged
	Do     func() []any // it returns results that nobody uses, and by which a lock could be given back
}

// A Script is a driver: the calls of one goroutine, those of others that follow, and all others for the end.
type Script struct {
	Seq                    []Step
	Par                    [][]Step
	Drains, Probes, Closes []Step
	Rescues                []Step           // those that are made after a verdict about a lock
	Chans                  func() []uintptr // the channels that the driver has
	Handed                 []any            // a nil channel for each element type of a channel that a method hands out
	Near                   bool             // another package makes objects of it, whose goroutines are not judged
}

// How long the first goroutine sleeps, by the virtual clock: all is quiet then.
const (
	restStage = time.Second
	restCall  = time.Millisecond
	restEnd   = 20 * time.Second
)

// shorter is the part of these times that it sleeps in a short trial. A ticker of ten microseconds goes on for ever, and uses up the steps of
// a run in less than a second. A call that waits for a longer timer seems blocked then. So a short trial tells suspects, and only the plain test
// that is made of its driver is a proof.
const shorter = 20000

// Target is the path of the module under test, and Own that of the package of the drivers.
type Target struct{ Module, Own string }

// An actor is a goroutine of the driver.
type actor struct {
	steps  []Step
	at     int
	id     int
	done   bool
	nth    int           // of the calls of its present function
	since  int           // the number of its present call in the trial
	closed bool          // its present step uses an object after a call that ended it
	hands  bool          // a step that is over has returned what may give a lock back, and nobody uses it
	over   chan struct{} // of a bare trial: closed at its end, so that later calls are ordered after it
}

// A run is one driver in one run.
type run struct {
	t        *testing.T
	target   Target
	actors   map[int]*actor // by the number of the goroutine
	closed   map[string]bool
	panicked string
	panics   int // the number of that call
	trial    int
	traces   bool
	zero     bool // a call was made with an integer below one
	short    bool // it sleeps shortly
	near     bool // as in Script
	partial  bool // calls are left out that may receive
	misses   bool // calls are left out that may give a lock back
	drained  int  // so many of the kept values are received from
	looks    bool // it is noted what the calls reach
	reached  []Reach
	hits     map[uint64]int   // how often each counter was reached
	hands    map[uintptr]bool // element types of the channels that objects hand out
	rules    map[Rule]bool    // the further rules that count
	calls    int
	made     map[string]int // how often a function was called
	latest   map[int]int    // of the equal calls that have returned, the last one to begin
	grown    map[string]int // places at which goroutines gather, with the call that starts them
	earlier  map[int]bool   // goroutines that an earlier trial of the run has left blocked
	before   map[int]string // goroutines that were blocked before the driver paid, with their places; only these count. nil for all
}

// Play makes the calls of the n-th trial and judges.
func Play(t *testing.T, target Target, s *Script, trial Trial, n int) (v Verdict) {
	r := newRun(t, target, trial, n)
	r.near = s.Near
	if trial.Bare {
		return r.bare(s, trial)
	}
	panics := exactly(append(append([]Step{}, s.Probes...), s.Closes...), trial.Panics)
	s.Probes, s.Closes = except(s.Probes, trial.Drop), except(s.Closes, trial.Drop)
	defer func() { v.Reached = r.reachedBy(v.Rule) }()
	r.earlier, holding = r.blocked(), nil
	r.reaches(-1) // by others
	r.start(only(s.Seq, trial.Only))
	r.rest(restStage)
	r.reaches(lastOf(s.Seq))
	for _, steps := range s.Par {
		r.start(only(steps, trial.Only))
	}
	r.rest(restStage)
	for _, steps := range s.Par {
		r.reaches(lastOf(steps))
	}
	r.each(exactly(append(append([]Step{}, s.Probes...), s.Closes...), trial.Tail))
	if trial.Only != nil {
		r.before = r.places()
	}
	if trial.Only != nil && r.rules[Grow] {
		r.noteGrowth(nil, 0)
	}
	for i, list := range [][]Step{s.Drains, s.Probes, s.Drains, s.Closes, s.Probes, s.Drains, s.Closes} {
		if r.panicked == "" {
			r.each(list)
			r.drainHeld()
		}
		if i == 2 && r.rules[Grow] && trial.Only == nil { // before the objects are closed
			r.grows(s.Probes)
		}
	}
	r.rest(restEnd)
	if r.panicked != "" {
		return Verdict{Rule: Void, Steps: []int{r.panics}, Panic: r.panicked}
	}
	r.hands = elements(s.Handed)
	v = r.judge(append(heldChans(), s.Chans()...))
	runtime.KeepAlive(s) // its objects can be used by later calls
	if v.Rule == Lock && r.givenBack(append(append(append([]Step{}, s.Probes...), s.Closes...), panics...)) {
		return Verdict{Rule: Quiet}
	}
	if v.Rule == Lock && len(s.Rescues) > 0 && r.rescued(v, s.Rescues) {
		return Verdict{Rule: Quiet}
	}
	return v
}

// rest sleeps.
func (r *run) rest(d time.Duration) {
	if r.short {
		d /= shorter
	}
	time.Sleep(d)
}

func newRun(t *testing.T, target Target, trial Trial, n int) *run {
	r := &run{
		t: t, target: target, trial: n, traces: trial.Trace, short: trial.Short, partial: len(trial.Drop) > 0, misses: trial.Misses,
		actors: map[int]*actor{}, closed: map[string]bool{}, rules: map[Rule]bool{}, made: map[string]int{}, latest: map[int]int{}, grown: map[string]int{},
	}
	r.looks, r.hits = request.Reaches && played[n] <= mostNoted, map[uint64]int{}
	for _, rule := range request.Rules {
		r.rules[rule] = true
	}
	return r
}

// places are those of the goroutines that are blocked in code of the module.
func (r *run) places() map[int]string {
	list := map[int]string{}
	for _, b := range blockedIn(r.t, false) {
		list[b.ID], _ = r.place(b)
	}
	return list
}

// blocked are the numbers of the goroutines that are blocked.
func (r *run) blocked() map[int]bool {
	list := map[int]bool{}
	for _, b := range blockedIn(r.t, false) {
		list[b.ID] = true
	}
	return list
}

// only leaves out what a reduction has left out; nil keeps all.
func only(steps []Step, keep []int) []Step {
	if keep == nil {
		return steps
	}
	return exactly(steps, keep)
}

// exactly are the steps with these numbers, in their order.
func exactly(steps []Step, numbers []int) (list []Step) {
	for _, n := range numbers {
		for _, s := range steps {
			if n == s.N {
				list = append(list, s)
			}
		}
	}
	return list
}

// except are the steps without those with these numbers.
func except(steps []Step, numbers []int) (list []Step) {
	for _, s := range steps {
		if len(exactly([]Step{s}, numbers)) == 0 {
			list = append(list, s)
		}
	}
	return list
}

// each makes calls in a goroutine each.
func (r *run) each(steps []Step) {
	for i := range steps {
		r.start(steps[i : i+1])
		r.rest(restCall)
		r.reaches(steps[i].N)
	}
	if len(steps) > 0 {
		r.rest(restStage)
	}
}

// start makes calls in a goroutine. A call that panics has broken a precondition: nothing that follows counts.
func (r *run) start(steps []Step) {
	if len(steps) > 0 {
		r.begin(&actor{steps: steps})
	}
}

// begin starts a goroutine of the driver.
func (r *run) begin(a *actor) {
	go func() {
		a.id = self(r.t)
		r.actors[a.id] = a
		defer func() {
			if p := recover(); p != nil {
				r.panicked, r.panics = text(p), a.steps[a.at].N
			}
			if a.done = true; a.over != nil {
				close(a.over)
			}
		}()
		for i, s := range a.steps {
			a.at, a.closed = i, s.Recv != "" && r.closed[s.Recv]
			if r.traces {
				tell(Verdict{Trial: r.trial, Rule: Begun, Steps: []int{s.N}})
			}
			r.zero = r.zero || s.Zero
			r.began(a)
			a.hands = gives(s.Do()) || a.hands
			r.returned(a)
			r.reaches(s.N)
			if s.Closes {
				r.closed[s.Recv] = true
			}
		}
	}()
}

// judge tells what is blocked and must not be. The rules come in the order of their proofs.
func (r *run) judge(chans []uintptr) Verdict {
	found := map[Rule]*Verdict{}
	var beside []string
	suspects := r.suspects()
	for _, b := range suspects {
		at, _ := r.place(b)
		a := r.actors[b.ID]
		if r.isAside(b, a) {
			continue
		}
		if b.Kind == waitsLock && r.handed(b.Holder) {
			return Verdict{Rule: Quiet} // the driver has a lock that its contract is to give back
		}
		rule := r.ruleOf(b, a, chans)
		if further := r.further(b, at, a, r.sends(suspects)); rule == Quiet && r.rules[further] && !r.short {
			rule = further
		}
		if rule == Quiet {
			beside = append(beside, at)
			continue
		}
		v := found[rule]
		if v == nil {
			v = &Verdict{Rule: rule}
			found[rule] = v
		}
		v.Places = append(v.Places, at)
		if a != nil {
			v.Steps = append(v.Steps, a.steps[a.at].N)
		} else if rule == Grow {
			v.Steps = append(v.Steps, r.grown[at])
		}
	}
	for _, rule := range []Rule{Lock, Leak, Close, Send, Lost, Wait, Grow} {
		if v := found[rule]; v != nil {
			v.Beside = beside
			for other, o := range found {
				if other != rule {
					v.Beside = append(v.Beside, o.Places...)
				}
			}
			v.settle()
			return *v
		}
	}
	return Verdict{Rule: Quiet}
}

// suspects are the blocked goroutines in code of the module. Only where one waits for something else than a lock it is asked who can be
// woken: the answer costs as much as a collection.
func (r *run) suspects() []blocked {
	list := r.theirs(false)
	for _, b := range list {
		if b.Kind != waitsLock {
			return r.theirs(true)
		}
	}
	return list
}

func (r *run) theirs(looks bool) (list []blocked) {
	for _, b := range blockedIn(r.t, looks) {
		if at, theirs := r.place(b); theirs && !r.earlier[b.ID] && (r.before == nil || r.before[b.ID] == at) {
			list = append(list, b)
		}
	}
	return list
}

// ruleOf is the rule by which a blocked goroutine counts. a is nil unless the driver has started it.
func (r *run) ruleOf(b blocked, a *actor, chans []uintptr) Rule {
	answers := b.Kind == waitsSend || b.Kind == waitsGroup // a worker may be idle in other operations
	switch {
	case b.Kind == waitsLock:
		if (a == nil || !a.closed) && r.isHeld(b) {
			return Lock
		}
	case b.Leaked:
		if a == nil && answers || a != nil && !a.closed && !r.zero && !(b.Kind == waitsSend && r.hands[b.Elem]) {
			return Leak
		}
	case a == nil && answers && !r.partial && !r.short && !has(chans, b.Object):
		return Send
	}
	return Quiet
}

// place is where a goroutine waits, in code of the module. theirs is false where the driver waits itself, or the module is not on the stack.
func (r *run) place(b blocked) (at string, theirs bool) {
	frames := runtime.CallersFrames(b.Frames)
	for more := len(b.Frames) > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case under(f.Function, r.target.Own):
			return "", false
		case under(f.Function, r.target.Module):
			return f.Function + " " + f.File[strings.LastIndexByte(f.File, '/')+1:] + ":" + strconv.Itoa(f.Line), true
		}
	}
	return "", false
}

// under reports whether a function is of a package, or of one below it.
func under(function, path string) bool {
	return strings.HasPrefix(function, path+".") || strings.HasPrefix(function, path+"/")
}

// Addresses are those of channels.
func Addresses(chans ...any) (list []uintptr) {
	for _, ch := range chans {
		list = append(list, reflect.ValueOf(ch).Pointer())
	}
	return list
}

func has(list []uintptr, p uintptr) bool {
	for _, q := range list {
		if p == q {
			return true
		}
	}
	return false
}

// text is a panic as text.
func text(p any) string {
	switch p := p.(type) {
	case error:
		return p.Error()
	case string:
		return p
	}
	return "another value"
}
