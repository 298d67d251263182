package generate

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// talk lets tasks send each other values, at any place.
func (d *drafter) talk(tasks []block) {
	rounds := d.IntN(3)
	if d.w.rescued {
		rounds = 1 + d.IntN(2)
	}
	for range rounds {
		size := d.IntN(3)
		fed := d.timer >= 0 && d.one(2) // a timer sends a value too: there is room for both
		if fed {
			size = 2
		}
		c := d.object(program.Chan, size)
		if fed {
			d.p.Bodies[d.timer] = append(d.p.Bodies[d.timer], on(program.Send, c))
		}
		pair := d.Perm(len(tasks))[:2]
		d.insert(&tasks[pair[0]], d.sender(c))
		if fed {
			d.insert(&tasks[pair[1]], on(program.Recv, c))
			continue
		}
		d.insert(&tasks[pair[1]], d.receiver(c))
	}
}

// insert puts s at a place between the statements of b.
func (d *drafter) insert(b *block, s stmt) {
	*b = slices.Insert(slices.Clone(*b), d.IntN(len(*b)+1), s)
}

func (d *drafter) sender(c int) stmt {
	if d.one(6) {
		return stmt{Op: program.Select, Cases: block{on(program.Send, c), {Op: program.Default}}}
	}
	if d.one(10) {
		return on(program.Close, c)
	}
	return d.patient(on(program.Send, c))
}

func (d *drafter) receiver(c int) stmt {
	if d.one(6) {
		return stmt{Op: program.Select, Cases: block{on(program.Recv, c), {Op: program.Default}}}
	}
	return d.patient(on(program.Recv, c))
}

// patient waits for ever, or until a timer or the stop channel ends it.
func (d *drafter) patient(s stmt) stmt {
	switch {
	case d.stop >= 0 && d.one(2):
		return stmt{Op: program.Select, Cases: block{s, on(program.Recv, d.stop)}}
	case d.w.rescued && d.one(2), d.one(12):
		return stmt{Op: program.Select, Cases: block{s, {Op: program.After, Delay: late}}}
	}
	return s
}

// rescue starts a timer that ends what would wait for ever, and perhaps stops it
// when the test is over, or too early.
func (d *drafter) rescue() {
	d.stop = d.object(program.Chan, 0)
	t := d.object(program.Timer, 0)
	d.timer = d.body(block{on(program.Close, d.stop)})
	d.main = append(d.main, stmt{Op: program.AfterFunc, Object: t, Body: d.timer, Delay: late})
	switch d.IntN(4) {
	case 0:
		d.after = append(d.after, on(program.Stop, t))
	case 1:
		if d.one(3) {
			d.main = append(d.main, on(program.Stop, t))
		}
	}
}
