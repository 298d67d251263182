package explorer

import (
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/crash"
)

// An Ending is the first run of a test that ended as it did.
type Ending struct {
	Run        int // number of the run; boundary.Base is the base schedule
	Seed       uint64
	Fresh      bool  // it was the first run of its process
	Own        bool  `json:",omitempty"` // the random numbers of its goroutines did not depend on the order of steps
	Now        int64 // when the run began, by its own clock, in seconds since 1970; 0 for the time of day that it was
	End        boundary.End
	Class      uint64 // a hash of the blocked goroutines and their places, within the process
	Failed     bool   // the test failed
	Crash      string // output of the process, when the run ended it
	Exit       int    // and its exit status
	Steps      int
	Goroutines int                 // that the run had
	After      time.Duration       // since the exploration of the test began; 0 for a crash
	Trail      string              // file with the choices
	Shrunk     *ScheduleSize       // nil when the schedule is as the strategy chose it
	Early      []record.EarlyTimer `json:",omitempty"`     // those that fired early, each place once
	ForcedStep int                 `json:"Met,omitempty"`  // 1 + the step at which two goroutines stood at the accesses that were forced, or 0
	HeldBack   bool                `json:"Held,omitempty"` // of a crash: a goroutine was held back at the second of these, and another one ran
	Behind     bool                `json:",omitempty"`     // no first run of a process has ended so, where first runs were tried
	Worn       bool                `json:",omitempty"`     // the base schedule ends so as well, after as many runs
	Seen       *Repetition         // nil when the run was not repeated
}

// Bad reports whether an ending is more than an end of the test.
func (e *Ending) Bad() bool { return e.End != boundary.Done || e.Failed || e.Crash != "" }

// Lasts reports whether the goroutines that could run spin for ever, as the runtime has found.
func (e *Ending) Lasts() bool { return e.End == boundary.Over && e.Class&boundary.Lasts != 0 }

// Follows reports whether other runs had preceded the run in its process.
func (e *Ending) Follows() bool { return !e.Fresh && e.Run != boundary.Base }

// IsApart reports whether each try of a smaller schedule needs a process. The run has ended its process, needed one of its own,
// or reached the step limit.
func (e *Ending) IsApart() bool { return e.Fresh || e.Crash != "" || e.End == boundary.Over }

// IsForced reports whether a run has reached the forced point of its strategy, and ended with
// goroutines that wait.
func (e *Ending) IsForced() bool {
	return e.ForcedStep > 0 && e.Crash == "" && (e.End == boundary.Deadlock || e.End == boundary.Left || e.End == boundary.Cycle)
}

// Like is the ending of a result that ended in the same way as another one, nil when there is none.
func (r *Result) Like(e *Ending) *Ending {
	for i := range r.Endings {
		if r.Endings[i].like(e) {
			return &r.Endings[i]
		}
	}
	return nil
}

// like reports whether two runs have ended in the same way. Of processes that ended it is
// compared how and where: their output may hold the time.
func (e *Ending) like(o *Ending) bool {
	if (e.ForcedStep > 0) != (o.ForcedStep > 0) || e.HeldBack != o.HeldBack {
		return false
	}
	if e.Crash != "" && o.Crash != "" {
		return e.isEarly() == o.isEarly() && e.Exit == o.Exit && e.Kind() == o.Kind() && strings.Join(e.Functions(), " ") == strings.Join(o.Functions(), " ")
	}
	return e.Crash == o.Crash && e.isEarly() == o.isEarly() && e.End == o.End && e.Class == o.Class && e.Failed == o.Failed
}

// The kinds of ends of a process.
const (
	KindPanic = "panic"       // nobody recovered from it
	KindFatal = "fatal error" // the runtime has ended the process
	KindExit  = "exit"        // the program has
)

// Kind is how the run ended the process.
func (e *Ending) Kind() string {
	kind, _, _ := strings.Cut(e.Reason(), ": ")
	if kind == "" {
		return KindExit
	}
	return kind
}

// Reason is why Go ended the process, "" when the program has ended it.
func (e *Ending) Reason() string {
	return strings.TrimSpace(crash.Reason(e.Crash))
}

// Functions are those that the goroutine was in with which Go ended the process, the
// innermost first. Of a crash outside of the tests, the goroutines that the tests start do not matter.
func (e *Ending) Functions() (list []string) {
	s, elsewhere := e.crashed(), e.IsElsewhere()
	for _, f := range s.Frames {
		if !elsewhere || !f.isOfTest() {
			list = append(list, f.Func)
		}
	}
	return list
}

// Frames are those of the goroutine with which Go ended the process, innermost first; none when the program has ended it.
func (e *Ending) Frames() []Frame { return e.crashed().Frames }

// crashed is the stack of the goroutine with which Go ended the process, the zero stack when the program has ended it.
func (e *Ending) crashed() Stack {
	reason := e.Reason()
	if reason == "" {
		return Stack{}
	}
	if stacks := Stacks(e.Crash[strings.Index(e.Crash, reason):]); len(stacks) > 0 {
		return stacks[0]
	}
	return Stack{}
}

// IsElsewhere reports whether Go ended the process in code of the program that is not in a file of tests.
func (e *Ending) IsElsewhere() bool {
	s := e.crashed()
	f, ok := s.Program()
	return ok && !f.isOfTest()
}

// IsUnlock reports whether package sync ended the process, since the program unlocked what was not locked.
func (e *Ending) IsUnlock() bool {
	switch e.Reason() {
	case "fatal error: sync: unlock of unlocked mutex", "fatal error: sync: Unlock of unlocked RWMutex", "fatal error: sync: RUnlock of unlocked RWMutex":
		return true
	}
	return false
}

// IsMapUse reports whether the runtime ended the process, since goroutines used a map at the same time.
func (e *Ending) IsMapUse() bool {
	return strings.HasPrefix(e.Reason(), "fatal error: concurrent map ")
}

// isMisuse reports whether the runtime or package sync ended the process, since the program broke the
// rules of a lock, a channel or a WaitGroup.
func (e *Ending) isMisuse() bool {
	switch e.Reason() {
	case "panic: send on closed channel", "panic: close of closed channel",
		"panic: sync: negative WaitGroup counter", "panic: sync: WaitGroup is reused before previous Wait has returned",
		"panic: sync: WaitGroup misuse: Add called concurrently with Wait":
		return true
	}
	return e.IsUnlock()
}

// IsUnruled reports whether the test uses what no schedule decides.
func (r *Result) IsUnruled() bool { return r.Inputs&boundary.Unruled != 0 }

// Place is the innermost frame of the program with which Go ended the process. ok is false when there is none.
func (e *Ending) Place() (f Frame, ok bool) {
	s := e.crashed()
	return s.Program()
}
