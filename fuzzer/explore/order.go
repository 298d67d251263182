package explore

// An order ranks the goroutines of each point, and says what a rank costs. Rank
// 0 is the base schedule and costs nothing.
//
// By preemptions, a running goroutine goes on, and taking its turn away costs
// one. When it waits or has ended, the lowest number is first and all are free.
//
// By delays (Emmi, Qadeer, Rakamarić, POPL 2011), the goroutines take turns by
// their numbers, and each that is passed over costs one.
//
// A goroutine that yields comes last. Going on with it costs one, or else it
// could spin forever within any bound. From its second time in a run on, every
// rank but 0 costs one: two that wait for a third must not play with each other
// forever. That simplifies the fair scheduler of Musuvathi and Qadeer (PLDI 2008).
//
// The clock has the last rank. It is never free.
type order struct {
	delays  bool
	change  *change // nil without one
	last    uint32  // goroutine that was chosen or seen running
	yielded [MaxGoroutines / 64]uint64
}

// A ranking is the order at one point.
type ranking struct {
	n     int  // number of ranks
	of    int  // number of goroutines: one less than that with the clock
	first int  // index of rank 0
	turns bool // the ranks go round from there, else the others keep their order
	free  int  // ranks below cost nothing
	kept  int  // others below are not put off
}

func (o *order) begin() {
	o.last = 0
	clear(o.yielded[:])
}

// rank ranks the goroutines of a point, once for each point of a run.
func (o *order) rank(p *Point) ranking {
	r, list := p.running(), p.goroutines()
	all, n := len(p.Enabled), len(list)
	switch {
	case p.yields():
		free := 1
		if o.yieldsFirst(p.Enabled[r].ID) && !o.delays {
			free = max(n-1, 1)
		}
		return ranking{all, n, (r + 1) % n, true, free, all}
	case o.delays && r < 0:
		return ranking{all, n, after(list, o.last), true, 1, all}
	}
	by := ranking{all, n, r, o.delays, 1, all}
	if r < 0 {
		by = ranking{all, n, 0, false, n, all}
	}
	if o.change != nil {
		return o.change.rank(p, by)
	}
	return by
}

// yieldsFirst notes that a goroutine yields, and reports whether it had not yet.
func (o *order) yieldsFirst(id uint32) bool {
	word, bit := &o.yielded[slot(id)/64], uint64(1)<<(slot(id)%64)
	first := *word&bit == 0
	*word |= bit
	return first
}

// slot is where state about a goroutine is; those beyond the limit share the last.
func slot(id uint32) uint32 { return min(id, MaxGoroutines-1) }

// after is the index of the first goroutine with a higher number than id, or 0.
func after(enabled []Goroutine, id uint32) int {
	for i := range enabled {
		if enabled[i].ID > id {
			return i
		}
	}
	return 0
}

// choose returns the index that has a rank.
func (o *order) choose(p *Point, r ranking, rank int) int {
	i := r.index(rank)
	if id := p.Enabled[i].ID; id != Clock {
		o.last = id
	}
	return i
}

// rankOf is the rank of an index.
func (r ranking) rankOf(index int) (rank int) {
	for rank < r.n-1 && r.index(rank) != index {
		rank++
	}
	return rank
}

func (r ranking) index(rank int) int {
	switch {
	case rank == r.of:
		return rank // the clock
	case r.turns:
		return (r.first + rank) % r.of
	case rank == 0:
		return r.first
	case rank <= r.first:
		return rank - 1
	}
	return rank
}
