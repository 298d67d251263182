package rt

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/shrink"
)

// A Shrinking makes the schedule of one run smaller. Its first run makes the choices of the
// schedule file, the others leave some of them out. All draw what that run drew.
type Shrinking struct {
	x *Exploration
	s *shrink.Shrinker
}

// NewShrinking returns nil unless the environment asks for a smaller schedule.
func (x *Exploration) NewShrinking() *Shrinking {
	if boundary.Runtime.Getenv(boundary.EnvShrink) == "" {
		return nil
	}
	z := &Shrinking{x, shrink.NewShrinker()}
	x.noteForced(z.s)
	return z
}

// Run makes the next run.
func (z *Shrinking) Run(body func()) Outcome {
	o := z.x.under(z.s, z.x.run, body)
	z.s.End(o.Steps)
	boundary.Runtime.Follow(false)
	return o
}

// Judge is told whether the run before ended as the schedule does. It reports whether that
// run is the smallest so far, and whether another one is to be made.
func (z *Shrinking) Judge(same bool) (smaller, more bool) { return z.s.Judge(same) }

// Size is that of the smallest schedule so far.
func (z *Shrinking) Size() (preemptions, switches int) { return z.s.Size() }

// Given is how many preemptions the first schedule has.
func (z *Shrinking) Given() int { return z.s.Given() }
