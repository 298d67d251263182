package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// MaxKnown is the number of decisions that history keeps, at most. With more, it draws.
const MaxKnown = 1 << 16

// History prefers decisions that no run has made yet. Where some of the goroutines that could run make a new decision, it draws
// one of these, and else any goroutine. Source: Marques, Martins, Silva: Cooperari: a tool for cooperative testing of
// multithreaded Java programs, PPPJ 2014, section 4.
//
// A decision is the state and the pending operation of the goroutine that is next. The state
// is the multiset of the pending operations of those that could run, each with its stack;
// which goroutines these are does not matter. So a program with twenty equal workers has few
// states, and a search soon comes to those that are rare.
//
// Deviations from the paper: it ends when a run has made no new decision. That run may be one
// of many, since what is drawn leads elsewhere, so this strategy goes on. It is never
// complete: two states of the program may be one of its states.
type History struct {
	config config.Config
	random random.Random
	known  [2 * MaxKnown]uint64 // a hash table, 0 is free
	n      int
}

func newHistory(c config.Config) *History {
	h := &History{config: c}
	known := config.PlaceOf[Decided](&c).Made
	for _, d := range known[:min(len(known), MaxKnown)] {
		h.add(d)
	}
	h.config.Place = nil
	return h
}

// Begin begins a run.
func (h *History) Begin(run int) { h.random = random.Seeded(h.config.Seed, run) }

// Next chooses the goroutine that is next.
func (h *History) Next(p *point.Point) int {
	state := uint64(0)
	for i := range p.Enabled {
		state += pending(&p.Enabled[i])
	}
	n := len(p.Enabled)
	first := h.random.Below(n)
	for k := range n {
		i := (first + k) % n
		if h.add(random.Mixed(state^random.Golden) + pending(&p.Enabled[i])) {
			return i
		}
	}
	return first
}

// pending tells a pending operation and its stack.
func pending(g *point.Goroutine) uint64 {
	return random.Mixed(g.Site ^ uint64(g.Op)<<56 ^ random.Golden)
}

// add reports whether a decision is a new one, and adds it when there is room.
func (h *History) add(decision uint64) bool {
	decision |= 1 // 0 is free
	i := decision >> 1 % uint64(len(h.known))
	for h.known[i] != 0 && h.known[i] != decision {
		i = (i + 1) % uint64(len(h.known))
	}
	if h.known[i] == decision || h.n == MaxKnown {
		return false
	}
	h.known[i] = decision
	h.n++
	return true
}

// End ends a run, and reports whether there is another one.
func (h *History) End(int) bool { return true }

// Resume is the strategy as another process carries on with it.
func (h *History) Resume() config.Config {
	c := h.config
	c.Place = h.Place()
	return c
}

// Place has the decisions, for another process.
func (h *History) Place() Decided {
	p := Decided{make([]uint64, 0, h.n)}
	for _, d := range h.known {
		if d != 0 {
			p.Made = append(p.Made, d)
		}
	}
	return p
}

// A Decided is the place of history: the decisions that were made, as it hashes them.
type Decided struct{ Made []uint64 }

// Set is that of config.Place.
func (p Decided) Set(key, value string) (config.Place, bool, bool) {
	if key != "known" {
		return p, false, false
	}
	fits := false
	p.Made, fits = parseKnown(value)
	return p, true, fits
}

// Format is that of config.Place.
func (p Decided) Format(b []byte) []byte {
	for i, d := range p.Made {
		if i == 0 {
			b = append(b, " known="...)
		} else {
			b = append(b, ',')
		}
		b = ascii.Number(b, d)
	}
	return b
}

// IsEmpty is that of config.Place.
func (p Decided) IsEmpty() bool { return len(p.Made) == 0 }

// Complaint is that of config.Place.
func (p Decided) Complaint(*config.Config) string { return "" }

func parseKnown(text string) (list []uint64, ok bool) {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ',')
		d, ok := ascii.Decimal(word, 1<<64-1)
		if !ok || d == 0 || len(list) == MaxKnown {
			return nil, false
		}
		list = append(list, d)
	}
	return list, true
}
