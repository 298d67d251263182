package explore

// MaxChanges is the largest number of priority change points; depth is one more.
const MaxChanges = 15

// firstSteps is the number of choices that pct expects of its first run.
const firstSteps = 64

// A learnt is the place of pct: the number of choices that it expects of a run, 0 for not known.
type learnt struct{ steps int }

func (p learnt) set(key, value string) (Place, bool, bool) {
	if key != "steps" {
		return p, false, false
	}
	fits := false
	p.steps, fits = small(value)
	return p, true, fits
}

func (p learnt) format(b []byte) []byte {
	return setting(b, "steps", uint64(max(p.steps, 0)), !p.isEmpty())
}

func (p learnt) isEmpty() bool { return p.steps <= 0 }

func (p learnt) complaint(*Config) string { return "" }

// pct gives goroutines random priorities and runs the highest one. At depth-1
// random choices the goroutine whose turn it is is lowered (Burckhardt,
// Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic
// guarantees of finding bugs, ASPLOS 2010).
//
// A run with n goroutines and k choices finds a bug of depth d with a
// probability of at least 1/(n*k^(d-1)), when k is at most the expected number
// of choices and no goroutine yields. Deviations from the paper: only points
// with more than one enabled goroutine count; a goroutine that yields is put
// below all others; k is the largest seen so far.
type pct struct {
	config  Config
	steps   int // choices expected of a run
	assumed int // of the current one
	n       int // choices of this run
	yielded bool
	changes [MaxChanges]int
	priorities
}

func newPCT(c Config) *pct {
	c.Depth = max(1, min(c.Depth, MaxChanges+1))
	return &pct{config: c, steps: placeOf[learnt](&c).steps}
}

func (s *pct) Begin(run int) {
	r := seeded(s.config.Seed, run)
	k := s.steps
	if k <= 0 {
		k = firstSteps
	}
	for i := range s.changes[:s.config.Depth-1] {
		s.changes[i] = r.below(k)
	}
	s.n, s.yielded, s.assumed = 0, false, k
	s.begin(r)
}

func (s *pct) Next(p *Point) int {
	if p.yields() {
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
func (s *pct) Bounded() (steps int, ok bool) { return s.assumed, !s.yielded && s.n <= s.assumed }

func (s *pct) End(int) bool {
	s.steps = max(s.steps, s.n)
	return true
}

// Resume returns the configuration with the number of choices learnt so far.
// Runs of it are those that this strategy would make next.
func (s *pct) Resume() Config {
	c := s.config
	c.Place = learnt{s.steps}
	return c
}
