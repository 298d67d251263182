package dpor

// races is the order of the steps of one run: for each, those that come before it in every
// equal schedule.
type races struct {
	rows   []uint64 // a bit for each step, stride words for each
	stride int
	kept   int // steps of which the rows hold
	last   map[uint32]int
	first  []int // steps that can begin a reversed race
}

func (r *races) row(k int) []uint64 { return r.rows[k*r.stride:][:r.stride] }

func has(row []uint64, k int) bool { return row[k/64]>>(k%64)&1 != 0 }

func set(row []uint64, k int) { row[k/64] |= 1 << (k % 64) }

func join(row, other []uint64) {
	for i, w := range other {
		row[i] |= w
	}
}

// room makes room for n steps.
func (r *races) room(n int) {
	if words := (n + 63) / 64; words > r.stride {
		r.stride, r.kept = max(words, 2*r.stride), 0
	}
	if n*r.stride > len(r.rows) {
		r.rows, r.kept = make([]uint64, 2*n*r.stride), 0
	}
}

func (d *DPOR) chosen(k int) *entry {
	s := &d.steps[k]
	return &d.slots[int(s.first)+int(s.chosen)]
}

// reverse looks for races among n steps, whose second step is new.
func (d *DPOR) reverse(n int) {
	r := &d.races
	r.room(n)
	r.last = map[uint32]int{}
	floor := 0 // before it is a jump of the clock
	fresh := max(d.given-1, 0)
	for k := range n {
		if d.steps[k].fired != 0 {
			floor = k
		}
		if k >= min(r.kept, fresh) {
			clear(r.row(k))
			d.begins(k, floor)
		}
		d.direct(k, floor, k >= min(r.kept, fresh), k >= fresh)
		r.last[d.chosen(k).id] = k
	}
	r.kept = n
	d.tail(n)
}

// begins orders a step after the step of its goroutine before, the step that let it run, and a
// jump of the clock.
func (d *DPOR) begins(k, floor int) {
	r, t := &d.races, d.chosen(k)
	row := r.row(k)
	for i := range floor {
		set(row, i)
	}
	if own, ok := r.last[t.id]; ok {
		join(row, r.row(own))
		set(row, own)
	}
	if t.by >= 0 {
		join(row, r.row(int(t.by)))
		set(row, int(t.by))
	}
}

// direct finds the steps with which a step races, from the last one on. A step before one of
// them does not race with it.
func (d *DPOR) direct(k, floor int, orders, fresh bool) {
	if !orders {
		return
	}
	r, f := &d.races, &d.chosen(k).print
	row := r.row(k)
	for j := k - 1; j >= floor; j-- {
		if has(row, j) || !f.Dependent(&d.chosen(j).print) {
			continue
		}
		join(row, r.row(j))
		set(row, j)
		if fresh {
			d.turn(j, k)
		}
	}
}

// turn adds a goroutine to try before step j, so that step k comes before it: the goroutine begins
// a sequence of steps that are not after j, with k at its end. Nothing is added when one of these
// is tried there anyway.
func (d *DPOR) turn(j, k int) {
	r, s := &d.races, &d.steps[j]
	if d.isDealt(j) {
		return
	}
	r.first = r.first[:0]
	add := -1
	for i := j + 1; i <= k; i++ {
		row := r.row(i)
		if i < k && has(row, j) || r.begun(row) {
			continue
		}
		r.first = append(r.first, i)
		at := d.indexAt(s, d.chosen(i).id)
		if at < 0 {
			continue
		}
		if d.slots[int(s.first)+at].state&(tried|sleeps) != 0 {
			return
		}
		add = at
	}
	if add < 0 { // no goroutine can begin, which no run shows
		d.every(s)
		return
	}
	d.slots[int(s.first)+add].state |= tried
}

// begun reports whether a step is after one of the first steps.
func (r *races) begun(row []uint64) bool {
	for _, i := range r.first {
		if has(row, i) {
			return true
		}
	}
	return false
}

func (d *DPOR) indexAt(s *dporStep, id uint32) int {
	list := d.slots[s.first:][:s.n]
	for i := range list {
		if list[i].id == id {
			return i
		}
	}
	return -1
}

func (d *DPOR) every(s *dporStep) {
	list := d.slots[s.first:][:s.n]
	for i := range list {
		list[i].state |= tried
	}
}

// tail lets each goroutine that could go on when the run ended go on before its last step.
func (d *DPOR) tail(n int) {
	if n > 0 && !d.free && !d.isDealt(n-1) && (d.cut || d.steps[n-1].n > 1) {
		d.every(&d.steps[n-1])
	}
}
