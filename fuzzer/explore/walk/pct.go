package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// MaxChanges is the largest number of priority change points; depth is one more.
const MaxChanges = 15

// DefaultDepth is the depth of pct when nothing is said of it.
const DefaultDepth = 3

// firstSteps is the number of choices that pct expects of its first run.
const firstSteps = 64

// A Learnt is the place of pct: the number of choices that it expects of a run, 0 for not known.
type Learnt struct{ Choices int }

// Set is that of config.Place.
func (p Learnt) Set(key, value string) (config.Place, bool, bool) {
	if key != "steps" {
		return p, false, false
	}
	fits := false
	p.Choices, fits = ascii.Small(value)
	return p, true, fits
}

// Format is that of config.Place.
func (p Learnt) Format(b []byte) []byte {
	return ascii.Setting(b, "steps", uint64(max(p.Choices, 0)), !p.IsEmpty())
}

// IsEmpty is that of config.Place.
func (p Learnt) IsEmpty() bool { return p.Choices <= 0 }

// Complaint is that of config.Place.
func (p Learnt) Complaint(*config.Config) string { return "" }

// PCT gives goroutines random priorities and runs the highest one. At depth-1 random choices it lowers the goroutine whose turn
// it is. Source: Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic guarantees of finding
// bugs, ASPLOS 2010.
//
// A run with n goroutines and k choices finds a bug of depth d with a probability of at least 1/(n*k^(d-1)). That holds when k is
// at most the expected number of choices and no goroutine yields.
//
// Deviations from the paper: only points with more than one enabled goroutine count. A goroutine that yields is put below all
// others. The number k is the largest seen so far.
type PCT struct {
	config  config.Config
	steps   int // choices expected of a run
	assumed int // of the current one
	n       int // choices of this run
	yielded bool
	changes [MaxChanges]int
	priorities
}

func newPCT(c config.Config) *PCT {
	c.Depth = max(1, min(c.Depth, MaxChanges+1))
	return &PCT{config: c, steps: config.PlaceOf[Learnt](&c).Choices}
}

// Begin begins a run.
func (s *PCT) Begin(run int) {
	r := random.Seeded(s.config.Seed, run)
	k := s.steps
	if k <= 0 {
		k = firstSteps
	}
	for i := range s.changes[:s.config.Depth-1] {
		s.changes[i] = r.Below(k)
	}
	s.n, s.yielded, s.assumed = 0, false, k
	s.begin(r)
}

// Next chooses the goroutine that is next.
func (s *PCT) Next(p *point.Point) int {
	if p.Offers() {
		s.yielded = true
		s.demote(p.Enabled[p.Running].ID)
	}
	best := s.highest(p)
	for i, at := range s.changes[:s.config.Depth-1] {
		if at == s.n {
			s.set(p.Enabled[best].ID, priorityLow+uint64(i))
			best = s.highest(p)
		}
	}
	s.n++
	return best
}

// Bounded reports whether the bound above holds for the run that has been made, and for
// how many choices.
func (s *PCT) Bounded() (steps int, ok bool) { return s.assumed, !s.yielded && s.n <= s.assumed }

// End ends a run, and reports whether there is another one.
func (s *PCT) End(int) bool {
	s.steps = max(s.steps, s.n)
	return true
}

// Resume returns the configuration with the number of choices learnt so far.
// Runs of it are those that this strategy would make next.
func (s *PCT) Resume() config.Config {
	c := s.config
	c.Place = s.Place()
	return c
}

// Place has the number of choices, for another process.
func (s *PCT) Place() Learnt { return Learnt{s.steps} }
