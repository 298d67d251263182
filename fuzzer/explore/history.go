package explore

// MaxKnown is the number of decisions that history keeps, at most. With more, it draws.
const MaxKnown = 1 << 16

// history prefers decisions that no run has made yet: where some of the goroutines that could
// run make a new one, one of these is next, and else any (Marques, Martins, Silva: Cooperari:
// a tool for cooperative testing of multithreaded Java programs, PPPJ 2014, section 4).
//
// A decision is the state and the pending operation of the goroutine that is next. The state
// is the multiset of the pending operations of those that could run, each with its stack;
// which goroutines these are does not matter. So a program with twenty equal workers has few
// states, and a search soon comes to those that are rare.
//
// Deviations from the paper: it ends when a run has made no new decision. That run may be one
// of many, since what is drawn leads elsewhere, so this strategy goes on. It is never
// complete: two states of the program may be one of its states.
type history struct {
	config Config
	random random
	known  [2 * MaxKnown]uint64 // a hash table, 0 is free
	n      int
}

func newHistory(c Config) *history {
	h := &history{config: c}
	known := placeOf[decided](&c).known
	for _, d := range known[:min(len(known), MaxKnown)] {
		h.add(d)
	}
	h.config.Place = nil
	return h
}

func (h *history) Begin(run int) { h.random = seeded(h.config.Seed, run) }

func (h *history) Next(p *Point) int {
	state := uint64(0)
	for i := range p.Enabled {
		state += pending(&p.Enabled[i])
	}
	n := len(p.Enabled)
	first := h.random.below(n)
	for k := range n {
		i := (first + k) % n
		if h.add(mixed(state^golden) + pending(&p.Enabled[i])) {
			return i
		}
	}
	return first
}

// pending tells a pending operation and its stack.
func pending(g *Goroutine) uint64 { return mixed(g.Site ^ uint64(g.Op)<<56 ^ golden) }

// add reports whether a decision is a new one, and adds it when there is room.
func (h *history) add(decision uint64) bool {
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

func (h *history) End(int) bool { return true }

// Resume is the strategy as another process carries on with it.
func (h *history) Resume() Config {
	c := h.config
	c.Place = h.place()
	return c
}

func (h *history) place() decided {
	p := decided{make([]uint64, 0, h.n)}
	for _, d := range h.known {
		if d != 0 {
			p.known = append(p.known, d)
		}
	}
	return p
}

// A decided is the place of history: the decisions that were made, as it hashes them.
type decided struct{ known []uint64 }

func (p decided) set(key, value string) (Place, bool, bool) {
	if key != "known" {
		return p, false, false
	}
	fits := false
	p.known, fits = parseKnown(value)
	return p, true, fits
}

func (p decided) format(b []byte) []byte {
	for i, d := range p.known {
		if i == 0 {
			b = append(b, " known="...)
		} else {
			b = append(b, ',')
		}
		b = number(b, d)
	}
	return b
}

func (p decided) isEmpty() bool { return len(p.known) == 0 }

func (p decided) complaint(*Config) string { return "" }

func parseKnown(text string) (list []uint64, ok bool) {
	for text != "" {
		var word string
		word, text = cut(text, ',')
		d, ok := decimal(word, 1<<64-1)
		if !ok || d == 0 || len(list) == MaxKnown {
			return nil, false
		}
		list = append(list, d)
	}
	return list, true
}
