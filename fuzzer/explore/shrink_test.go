package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/shrink"
)

// forcing makes the choices of a trace, and tells them to the shrinker.
type forcing struct {
	*shrink.Shrinker
	trace string
}

func (f forcing) Next(p *point.Point) int {
	k := slices.IndexFunc(p.Enabled, func(g point.Goroutine) bool { return g.ID == uint32(f.trace[p.Step]-'0') })
	f.Force(p, k)
	return k
}

// endOf is where the threads of a program are after a trace.
func (p program) endOf(trace string) string {
	m := p.start()
	for _, c := range trace {
		m.step(int(c - '0'))
	}
	return fmt.Sprint(m.pc, m.started)
}

// shrink returns the smallest schedule that a shrinker finds of those that end as trace does.
func (p program) shrink(t *testing.T, trace string) (string, *shrink.Shrinker) {
	t.Helper()
	s := shrink.NewShrinker()
	small, _ := p.run(forcing{s, trace}, 0)
	if small != trace {
		t.Fatalf("the forced run was %s, not %s\n%s", small, trace, p)
	}
	_, more := s.Judge(true)
	for more {
		var smaller bool
		again, _ := p.run(s, 0)
		if smaller, more = s.Judge(p.endOf(again) == p.endOf(trace)); smaller {
			small = again
		}
	}
	return small, s
}

// The result ends as the schedule that was given, is one of all schedules, and needs no
// more preemptions; nearly always it needs as few as any.
func TestShrinkAgainstEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	compared, least, spared := 0, 0, 0
	for range 400 {
		p := randomProgram(r, "LLLaa+wy")
		all := p.schedules(-1, -1)
		if len(all) < 2 || len(all) > tooMany {
			continue
		}
		given := all[r.IntN(len(all))]
		small, s := p.shrink(t, given.trace)
		i := slices.IndexFunc(all, func(o schedule) bool { return o.trace == small })
		if i < 0 || p.endOf(small) != p.endOf(given.trace) {
			t.Fatalf("%s became %s, which ends in another way\n%s", given.trace, small, p)
		}
		preemptions, _ := s.Size()
		if preemptions != all[i].preemptions || preemptions > given.preemptions {
			t.Fatalf("%s with %d preemptions became %s with %d, it says %d\n%s", given.trace, given.preemptions, small, all[i].preemptions, preemptions, p)
		}
		best := given.preemptions
		for _, o := range all {
			if p.endOf(o.trace) == p.endOf(given.trace) {
				best = min(best, o.preemptions)
			}
		}
		compared++
		spared += given.preemptions - preemptions
		if preemptions == best {
			least++
		}
	}
	if compared < 100 || spared < compared/2 || least < compared {
		t.Errorf("%d schedules: %d were as small as any, %d preemptions were spared", compared, least, spared)
	}
}

// A first run that does not end as it did gives nothing to make smaller.
func TestShrinkOfAnotherEnd(t *testing.T) {
	p := program{{{opAccess, 0}}, {{opAccess, 0}}}
	s := shrink.NewShrinker()
	p.run(forcing{s, "10"}, 0)
	if smaller, more := s.Judge(false); smaller || more {
		t.Errorf("smaller %t, more %t", smaller, more)
	}
}

// A schedule with hundreds of switches becomes the one preemption that matters, whatever the others do to the numbers of the
// choices.
func TestShrinkKeepsNames(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		p := program{repeated(op{opAccess, 0}, 9), repeated(op{opAccess, 1}, 9), repeated(op{opAccess, 2}, 9)}
		given, _ := p.run(&chaos{r: r}, 0)
		wants := func(trace string) bool { return orderAt(trace, '2', 5) < orderAt(trace, '0', 5) }
		if !wants(given) {
			continue
		}
		s := shrink.NewShrinker()
		small, _ := p.run(forcing{s, given}, 0)
		_, more := s.Judge(true)
		for more {
			var smaller bool
			again, _ := p.run(s, 0)
			if smaller, more = s.Judge(wants(again)); smaller {
				small = again
			}
		}
		if preemptions, switches := s.Size(); preemptions > 1 || switches > 4 {
			t.Errorf("%s became %s: %d preemptions, %d switches", given, small, preemptions, switches)
		}
	}
}

func repeated(o op, n int) []op { return slices.Repeat([]op{o}, n) }

// orderAt is where a thread makes its step n.
func orderAt(trace string, thread rune, n int) int {
	for i, c := range trace {
		if c == thread {
			if n--; n == 0 {
				return i
			}
		}
	}
	return len(trace)
}

// chaos chooses any goroutine at each point.
type chaos struct{ r *rand.Rand }

func (*chaos) Begin(int)                 {}
func (c *chaos) Next(p *point.Point) int { return c.r.IntN(len(p.Enabled)) }
func (*chaos) End(int) (more bool)       { return false }
