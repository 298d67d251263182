package panics

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// A Kind says how a schedule ended.
type Kind uint8

// The kinds.
const (
	Unwinds Kind = iota // the call has panicked
	Panics              // other code outside of the tests has
	Fails               // the test has failed
)

// A Failure is a schedule of a test that ends badly.
type Failure struct {
	*typestate.Call // that panicked, the last call on the shared object, or the failed one of Fails
	Kind            Kind
	At              explorer.Frame    // of Panics: the innermost frame of the program
	Frames          []explorer.Frame  // of Panics: all of them, the innermost first
	Before          *typestate.Call   // of Fails: the call of another goroutine with which that one is concurrent
	Path            []*typestate.Call // of the object, the call itself last
	Reason          string            // Go's word for the end of the process, or what the test logged
	Run             int               // number of the schedule
	InTest          string
	Target          *record.Target // of the repetition, nil for the recorded run
}

// PanicsAt is the position of the innermost frame of Panics that is the program's own, or else of that of another module. A
// panic in a library comes of the call of the library.
func (f *Failure) PanicsAt(isOwn func(pos string) bool) string {
	i := slices.IndexFunc(f.Frames, func(c explorer.Frame) bool { return c.IsOfProgram() && isOwn(c.Pos) })
	if i < 0 {
		return f.At.Pos
	}
	return f.Frames[i].Pos
}

// like reports whether two failures of a test are one.
func (f *Failure) like(o *Failure) bool {
	return f.Kind == o.Kind && f.At.Func == o.At.Func && (f.Kind != Unwinds || f.Site == o.Site)
}

// failure finds the failure in the recording of a run of a target that ended so, nil for none.
func (s *Search) failure(r *typestate.Recording, t *record.Target, e *explorer.Ending) *Failure {
	if !e.IsElsewhere() {
		race := cmp.Or(s.failing(r, t), s.race(r))
		if race == nil {
			return nil
		}
		f := &Failure{Kind: Fails, Call: race.Second, Before: race.First, Reason: strings.TrimSpace(logged.FindString(e.Seen.Output))}
		f.Path = pathTo(r, nil, f.Object)
		return f
	}
	if f := Unwound(r, s.Checked); f != nil {
		f.Reason = e.Reason()
		return f
	}
	last := s.last(r)
	if last == nil {
		return nil
	}
	at, _ := e.Place()
	return &Failure{Kind: Panics, Call: last, At: at, Frames: e.Frames(), Reason: e.Reason(), Path: pathTo(r, nil, last.Object)}
}

// logged is a line that a test has logged.
var logged = regexp.MustCompile(`(?m)^ +[^ ]+\.go:[0-9]+: .*$`)

// Unwound is the last call of a checked type that has panicked in a recording, nil for none.
func Unwound(r *typestate.Recording, checked func(string) bool) *Failure {
	var last *typestate.Call
	for _, c := range r.Calls {
		if c.Outcome == typestate.Unwound && checked(c.Type) {
			last = c
		}
	}
	if last == nil {
		return nil
	}
	return &Failure{Kind: Unwinds, Call: last, Path: pathTo(r, last, last.Object)}
}

// failing is the first call of a checked type that fails as in no recorded run, with a concurrent call on its object, nil for
// none. The failed call comes second: it is the call that the goroutine should not have made in this order.
func (s *Search) failing(r *typestate.Recording, t *record.Target) *typestate.Race {
	for _, c := range r.Calls {
		if !s.Checked(c.Type) || stdlib.Has(c.Type) || !s.FailsAnew(t, c) {
			continue
		}
		if d := r.Concurrent(c, s.Order); d != nil {
			return &typestate.Race{Type: c.Type, First: d, Second: c}
		}
	}
	return nil
}

// race is the first pair of concurrent calls of a checked type, nil for none. Types of the program come first. Objects of package
// sync order other calls, and make no test fail.
func (s *Search) race(r *typestate.Recording) *typestate.Race {
	list := r.Races(s.Order)
	for _, counts := range []func(typ string) bool{
		func(typ string) bool { return !stdlib.Has(typ) },
		func(typ string) bool { return !strings.HasPrefix(typ, "sync.") },
	} {
		if i := slices.IndexFunc(list, func(x typestate.Race) bool { return s.Checked(x.Type) && counts(x.Type) }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// last is the last call of a checked type, nil for none.
func (s *Search) last(r *typestate.Recording) (last *typestate.Call) {
	for _, c := range r.Calls {
		if s.Checked(c.Type) {
			last = c
		}
	}
	return last
}

// pathTo are the calls on an object up to a call, nil for all.
func pathTo(r *typestate.Recording, last *typestate.Call, object uint64) (path []*typestate.Call) {
	for _, c := range r.Calls {
		if c.Object == object {
			if path = append(path, c); c == last {
				break
			}
		}
	}
	return path
}
