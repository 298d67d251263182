package dpor

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// A hapset leaves out of a dpor the orders that good runs have shown (Wang, Said,
// Gupta: Coverage guided systematic concurrency testing, ICSE 2011). The set of a
// statement has the statements of other goroutines on which it was immediately dependent,
// in a run that did not fail. A new order of two steps is tried. It is new if
// the set of the later step lacks the earlier step. A hapset may miss schedules, and it
// is never complete.
//
// A step is immediately dependent on an earlier one when the two could come the other way round: no step between
// orders them. The paper asks for the last step of each goroutine on the object, which contradicts its example. An order
// that the program forces, by a message or by the own goroutine, teaches nothing. Were it taught, the same statements
// would count as seen where their order is a choice.
//
// Another deviation: a reason to try a goroutine is looked at again before it is tried, since the sets have grown.
// A statement is the stack at the operation and a bit: whether its goroutine was started
// before the other one.
type hapset struct {
	sets    map[pair]bool // a pair is in it when the second is in the set of the first
	left    map[pair]bool // those of sets for which an order was left out
	near    []uint64      // steps that come before the step that is looked at, but for locks alone
	reasons map[turn][]reason
	made    map[uint32][]int // steps of each goroutine that are to come in the run
}

// A pair is two statements: hashes of a site and of the bit.
type pair struct{ at, before uint64 }

// A reason to try a goroutine: its step, at, has not come before a step, before.
type reason pair

// Pruned is a pair of statements of which an order was left out.
type Pruned pair

// A turn is one goroutine at one step.
type turn struct {
	step uint32
	id   uint32
}

// NewHapset returns the search without the orders that good runs have shown.
func NewHapset(c config.Config) *DPOR {
	d := New(c)
	p := config.PlaceOf[Unfinished](&c)
	h := &hapset{sets: setOf(p.sets), left: setOf(p.left), reasons: map[turn][]reason{}}
	for i := range d.saved {
		for _, o := range d.saved[i].others {
			h.reasons[turn{uint32(i), o.id}] = o.reasons[:len(o.reasons):len(o.reasons)]
		}
	}
	d.hap = h
	return d
}

func setOf(list []reason) map[pair]bool {
	set := make(map[pair]bool, len(list))
	for _, r := range list {
		set[pair(r)] = true
	}
	return set
}

// statement is that of a slot beside a goroutine.
func statement(t *entry, other uint32) uint64 {
	bit := uint64(0)
	if t.id > other {
		bit = 1
	}
	return (t.site^uint64(t.touch.Op)<<56)<<1 | bit
}

// pairOf is a step and an earlier step.
func pairOf(t, before *entry) pair {
	return pair{statement(t, before.id), statement(before, t.id)}
}

// learn goes through n steps of a run: at each state every goroutine that could run gives a
// reason to try it earlier, and then the sets learn from the step that was made. A run that failed teaches nothing.
func (h *hapset) learn(d *DPOR, n int) {
	r := &d.races
	r.room(n)
	h.near = append(h.near[:0], make([]uint64, r.stride)...)
	r.last, r.kept = map[uint32]int{}, 0
	h.made = map[uint32][]int{}
	for k := range n {
		id := d.chosen(k).id
		h.made[id] = append(h.made[id], k)
	}
	fresh := max(d.given-1, 0)
	floor := 0
	for k := range n {
		if d.steps[k].fired != 0 {
			floor = k
		}
		s := &d.steps[k]
		for i := range s.n {
			if k >= fresh {
				h.update(d, k, floor, &d.slots[int(s.first)+int(i)])
			}
		}
		clear(r.row(k))
		d.begins(k, floor)
		if !d.cut && !d.bad {
			h.note(d, k, floor)
		}
		d.after(k, floor)
		r.last[d.chosen(k).id] = k
		id := d.chosen(k).id
		h.made[id] = h.made[id][1:]
	}
	d.tail(n)
}

// after orders a step after those that it depends on.
func (d *DPOR) after(k, floor int) {
	r, f := &d.races, &d.chosen(k).print
	row := r.row(k)
	for j := k - 1; j >= floor; j-- {
		if !has(row, j) && f.Dependent(&d.chosen(j).print) {
			join(row, r.row(j))
			set(row, j)
		}
	}
}

// note adds to the set of a step those on which it is immediately dependent. Steps that give a lock back are
// passed over, so that a Lock follows the Lock before it.
func (h *hapset) note(d *DPOR, k, floor int) {
	r, t := &d.races, d.chosen(k)
	if unlocks(t) {
		return
	}
	copy(h.near, r.row(k))
	for j := k - 1; j >= floor; j-- {
		o := d.chosen(j)
		if has(h.near, j) || unlocks(o) || !o.print.Dependent(&t.print) {
			continue
		}
		join(h.near, r.row(j))
		h.sets[pairOf(t, o)] = true
	}
}

// unlocks reports whether a step gives a lock back. It is no statement of the sets: a goroutine that
// waits for the lock comes after it anyway.
func unlocks(t *entry) bool { return t.touch.Op == point.OpUnlock || t.touch.Op == point.OpRUnlock }

// update looks for the last step before k that a goroutine could come before, and never did.
func (h *hapset) update(d *DPOR, k, floor int, t *entry) {
	print := h.pending(d, t)
	for j := k - 1; j >= floor; j-- {
		o := d.chosen(j)
		if o.id == t.id || !o.print.Dependent(&print) || unlocks(o) || unlocks(t) || d.before(j, t) {
			continue
		}
		p := pairOf(o, t)
		if !h.sets[p] {
			h.try(d, j, k, t, reason(p))
			return
		}
		h.left[p] = true
	}
}

// pending are the objects of a goroutine's next step: those of its later step in the run. A goroutine
// that came to no further step may change the object of its operation.
func (h *hapset) pending(d *DPOR, t *entry) (f point.Footprint) {
	if next := h.made[t.id]; len(next) > 0 {
		return d.chosen(next[0]).print
	}
	touch := t.touch
	if point.ClassOf(touch.Op) == point.Reads {
		touch.Op = point.OpWrote
	}
	f.Add(touch)
	return f
}

// try adds the goroutine itself before step j, or one whose steps let it come so far, or all.
func (h *hapset) try(d *DPOR, j, k int, t *entry, why reason) {
	if d.runs == 1 && !d.config.Deals(j, 0) {
		return // another shard has the same base schedule
	}
	s := &d.steps[j]
	list := d.slots[s.first:][:s.n]
	only := d.indexAt(s, t.id)
	for i := j + 1; only < 0 && i < k; i++ {
		if d.before(i, t) {
			only = d.indexAt(s, d.chosen(i).id)
		}
	}
	for i := range list {
		if only >= 0 && i != only {
			continue
		}
		at := turn{uint32(j), list[i].id}
		if list[i].state&tried == 0 {
			h.reasons[at] = nil
		}
		if list[i].state&tried == 0 || len(h.reasons[at]) > 0 {
			h.reasons[at] = append(h.reasons[at], why)
		}
		list[i].state |= tried
	}
}

// before reports whether a step comes before the pending one of a goroutine.
func (d *DPOR) before(i int, t *entry) bool {
	r := &d.races
	if own, ok := r.last[t.id]; ok && (own == i || has(r.row(own), i)) {
		return true
	}
	return t.by >= 0 && (int(t.by) == i || has(r.row(int(t.by)), i))
}

// wants reports whether a reason to try a goroutine still holds. One without a reason is tried. If none holds, its
// pairs are left out.
func (h *hapset) wants(d *DPOR, step, k int) bool {
	s := &d.steps[step]
	list := h.reasons[turn{uint32(step), d.slots[int(s.first)+k].id}]
	for _, r := range list {
		if !h.sets[pair(r)] {
			return true
		}
	}
	for _, r := range list {
		h.left[pair(r)] = true
	}
	return len(list) == 0
}

// listOf has pairs in the order of their numbers.
func listOf(set map[pair]bool) []reason {
	list := make([]reason, 0, len(set))
	for p := range set {
		list = append(list, reason(p))
	}
	for i := range list { // few: this package imports nothing, sort neither
		for j := i; j > 0 && list[j].less(list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return list
}

// formatReasons writes pairs with semicolons between them.
func formatReasons(b []byte, list []reason) []byte {
	for i, r := range list {
		if i > 0 {
			b = append(b, ';')
		}
		b = r.format(b)
	}
	return b
}

// Sets are the sets that the runs of hapset have left, as Know reads them; "" for none.
func Sets(c *config.Config) string {
	return string(formatReasons(nil, config.PlaceOf[Unfinished](c).sets))
}

// AddPruned adds to a set the pairs of which hapset has left out an order, since a good run had shown it. It is false for
// another strategy.
func AddPruned(c *config.Config, set map[Pruned]bool) bool {
	if c.Strategy != "hapset" {
		return false
	}
	for _, r := range config.PlaceOf[Unfinished](c).left {
		set[Pruned(r)] = true
	}
	return true
}

// Pairs is how many pairs of statements these sets have.
func Pairs(c *config.Config) int { return len(config.PlaceOf[Unfinished](c).sets) }

// Know lets a hapset begin with sets that earlier runs have left. It is false when the strategy has none, or the text is
// not what Sets has written.
func Know(c *config.Config, sets string) bool {
	if c.Strategy != "hapset" {
		return false
	}
	list, fits := parseReasons(sets)
	if fits {
		p := config.PlaceOf[Unfinished](c)
		p.sets = list
		c.Place = p
	}
	return fits
}

func (r reason) less(o reason) bool {
	return r.at < o.at || r.at == o.at && r.before < o.before
}

func (r reason) format(b []byte) []byte {
	return ascii.Number(append(ascii.Number(b, r.at), '.'), r.before)
}

// parseReasons reads pairs with semicolons between them.
func parseReasons(text string) (list []reason, ok bool) {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ';')
		at, before := ascii.Cut(word, '.')
		a, ok := ascii.Decimal(at, 1<<64-1)
		b, ok2 := ascii.Decimal(before, 1<<64-1)
		if !ok || !ok2 {
			return nil, false
		}
		list = append(list, reason{a, b})
	}
	return list, true
}
