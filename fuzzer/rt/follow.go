package rt

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/shrink"
)

// A Following is one run with given switches, or with the choices of the schedule file. It notes the switches that the run makes.
type Following struct {
	x *Exploration
	f *following
}

// A following gives its switches to the follower of the run.
type following struct {
	*shrink.Follower
	given []shrink.Switch
}

func (f *following) Begin(int)          { f.Give(f.given) }
func (f *following) Ended(*point.Point) {}
func (f *following) End(int) bool       { return false }

// NewFollowing begins a run with switches.
func (x *Exploration) NewFollowing(given []shrink.Switch) *Following {
	z := &Following{x, &following{shrink.NewFollower(), given}}
	x.noteForced(z.f)
	return z
}

// noteForced tells the choices of the schedule file in runs of a strategy to note.
func (x *Exploration) noteForced(s noter) {
	boundary.Runtime.RegisterNext(func(p *point.Point, forced int) int {
		if forced < 0 || x.current != point.Strategy(s) {
			return x.current.Next(p)
		}
		s.Force(p, forced)
		return forced
	})
	boundary.Runtime.RegisterDraw(func(d *random.Draw, forced int64) (code uint32, chosen bool) {
		if forced >= 0 && x.current == point.Strategy(s) {
			s.ForceDraw(d, uint32(forced))
		}
		return x.draw(d, forced)
	})
}

// A noter is told of the choices of the schedule file.
type noter interface {
	point.Strategy
	Force(p *point.Point, chosen int)
	ForceDraw(d *random.Draw, code uint32)
}

// Run makes the run.
func (z *Following) Run(body func()) Outcome { return z.x.under(z.f, z.x.run, body) }

// Made are the switches of the run.
func (z *Following) Made() []shrink.Switch { return z.f.Made() }

// Size is that of the run, as shrink.Follower.Size.
func (z *Following) Size() (preemptions, switches int) { return z.f.Size() }

// Lost reports whether the run has made more switches than Made has.
func (z *Following) Lost() bool { return z.f.Lost() }
