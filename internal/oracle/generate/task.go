package generate

import "github.com/deadlocklint/deadlocklint/internal/oracle/program"

// tasks draws the pieces of work that goroutines do.
func (d *drafter) tasks() []block {
	var list []block
	ordered := d.one(3) // all take the locks in one order
	if !ordered && d.one(2) {
		a, b, shared := d.locks[0], d.locks[1], d.one(3)
		list = append(list, d.within(a, shared, d.within(b, false, nil)), d.within(b, false, d.within(a, false, nil)))
	}
	for range 2 + d.IntN(2) - len(list) {
		list = append(list, d.task(ordered))
	}
	return list
}

// task is one or two sections, mostly within the gate when there is one.
func (d *drafter) task(ordered bool) block {
	b := d.section(ordered)
	if d.one(6) {
		b = append(b, d.section(ordered)...)
	}
	if d.gate < 0 || d.one(8) {
		return b
	}
	if d.one(3) {
		return block{d.tryGate(b)}
	}
	return d.within(d.gate, d.one(6), b)
}

// tryGate does b when the gate is free, and otherwise nothing, or b all the same.
func (d *drafter) tryGate(b block) stmt {
	s := on(program.TryLock, d.gate)
	s.Then = append(append(block{}, b...), on(program.Unlock, d.gate))
	switch {
	case d.one(2):
		s.Else = cloned(b)
	case d.one(2):
		s.Else = d.section(false)
	}
	return s
}

// section locks one to three locks, each within the one before.
func (d *drafter) section(ordered bool) block {
	order := d.Perm(len(d.locks))
	depth := min(1+d.IntN(5), 2+d.IntN(2), len(order)) // two are the most likely
	order = order[:depth]
	if ordered {
		sortInts(order)
	}
	shared := d.one(2)
	var b block
	if d.one(12) && depth > 0 { // a read lock within a read lock
		if l := d.locks[order[depth-1]]; d.p.Objects[l].Kind == program.RWMutex {
			shared = true
			b = d.within(l, true, b)
		}
	}
	for i := depth - 1; i >= 0; i-- {
		l := d.locks[order[i]]
		if i > 0 && d.one(10) {
			try := on(program.TryLock, l)
			try.Then = append(b, on(program.Unlock, l))
			b = block{try}
			continue
		}
		b = d.within(l, shared, b)
	}
	return b
}

func sortInts(list []int) {
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// within locks l around b, for reading if it can be and shared says so.
func (d *drafter) within(l int, shared bool, b block) block {
	lock, unlock := program.Lock, program.Unlock
	if shared && d.p.Objects[l].Kind == program.RWMutex {
		lock, unlock = program.RLock, program.RUnlock
	}
	out := append(block{on(lock, l)}, b...)
	return append(out, on(unlock, l))
}

func cloned(b block) block {
	p := program.Program{Bodies: [][]program.Stmt{b}}
	return p.Clone().Bodies[0]
}
