package generate

import "github.com/deadlocklint/deadlocklint/internal/oracle/program"

// carry gives the tasks to goroutines: directly, or so that a schedule decides which
// goroutine does what, or so that they cannot meet.
func (d *drafter) carry(tasks []block) {
	if !d.w.accidental {
		[]func([]block){d.direct, d.direct, d.direct, d.joined, d.sequential, d.early}[d.IntN(6)](tasks)
		return
	}
	[]func([]block){d.jobs, d.jobs, d.takers, d.onces, d.picks, d.tries, d.direct}[d.IntN(7)](tasks)
}

// direct gives every task a goroutine, and the test function what is left.
func (d *drafter) direct(tasks []block) {
	for _, b := range tasks {
		if d.free == 0 {
			d.main = append(d.main, b...)
			continue
		}
		d.spawn(b)
	}
}

// joined waits for a goroutine before the next one starts: somewhere, or everywhere.
func (d *drafter) joined(tasks []block) {
	everywhere := d.one(2)
	for _, b := range tasks {
		if d.free > 0 {
			d.spawn(b)
		}
		if everywhere || d.one(3) {
			d.main = append(d.main, on(program.Wait, d.group))
		}
	}
}

// sequential has one goroutine do everything, in functions, and perhaps another one
// repeat a part.
func (d *drafter) sequential(tasks []block) {
	var all block
	for _, b := range tasks {
		all = append(all, stmt{Op: program.Call, Body: d.body(b)})
	}
	d.spawn(all)
	if d.one(2) && d.free > 0 {
		d.spawn(block{all[d.IntN(len(all))]})
	}
}

// early does a task in the test function before any goroutine starts.
func (d *drafter) early(tasks []block) {
	d.main = append(d.main, tasks[0]...)
	d.direct(tasks[1:])
}

// jobs has two workers that take the tasks from a channel: the first of them most
// often takes all.
func (d *drafter) jobs(tasks []block) {
	queue := d.object(program.Jobs, len(tasks))
	for _, b := range tasks {
		d.main = append(d.main, stmt{Op: program.PutJob, Object: queue, Body: d.body(b)})
	}
	d.main = append(d.main, on(program.Close, queue))
	for range min(2, d.free) {
		d.spawn(block{on(program.EachJob, queue)})
	}
}

// takers are goroutines that each take one task, out of a channel that may be
// unbuffered, and that then do one of their own.
func (d *drafter) takers(tasks []block) {
	queue := d.object(program.Jobs, d.IntN(3))
	n := min(2, d.free)
	for i := range n {
		b := block{on(program.TakeJob, queue)}
		if len(tasks) > 2 && i == 0 && d.one(2) {
			b = append(b, tasks[2]...)
		}
		d.spawn(b)
	}
	for i := range n {
		d.main = append(d.main, stmt{Op: program.PutJob, Object: queue, Body: d.body(tasks[i])})
	}
}

// onces do each of two tasks at most once: the order of two goroutines decides which
// of them does which.
func (d *drafter) onces(tasks []block) {
	first, second := d.do(tasks[0]), d.do(tasks[1])
	switch d.IntN(3) {
	case 0:
		d.spawn(block{first, second})
		d.spawn(block{second, first})
	case 1:
		d.spawn(block{first})
		d.spawn(block{first, second})
	default: // within a lock of the program
		l := d.locks[0]
		d.spawn(block{first, second})
		d.spawn(d.within(l, false, block{first}))
	}
	if len(tasks) > 2 && d.free > 0 && d.one(2) {
		d.spawn(tasks[2])
	}
}

func (d *drafter) do(b block) stmt {
	return stmt{Op: program.Do, Object: d.object(program.Once, 0), Body: d.body(b)}
}

// picks are goroutines that each do what a select finds.
func (d *drafter) picks(tasks []block) {
	var cases block
	for _, b := range tasks[:2] {
		c := d.object(program.Chan, 1)
		d.main = append(d.main, on(program.Send, c))
		cases = append(cases, stmt{Op: program.Recv, Object: c, Then: block{{Op: program.Call, Body: d.body(b)}}})
	}
	if d.one(4) {
		cases = append(cases, on(program.Recv, d.object(program.NilChan, 0)))
	}
	again := d.one(2) // a goroutine goes on with the value that it finds without waiting
	for range min(2, d.free) {
		b := cloned(block{{Op: program.Select, Cases: cases}})
		if again {
			b = append(b, stmt{Op: program.Select, Cases: append(cloned(cases), stmt{Op: program.Default})})
		}
		d.spawn(b)
	}
	if len(tasks) > 2 && d.free > 0 {
		d.spawn(tasks[2])
	}
}

// tries are goroutines that do one task when a lock is free, and another when not.
func (d *drafter) tries(tasks []block) {
	l := d.object(program.Mutex, 0)
	for i := range min(2, d.free) {
		s := on(program.TryLock, l)
		s.Then = append(cloned(tasks[0]), on(program.Unlock, l))
		s.Else = cloned(tasks[1])
		if i > 0 && d.one(2) {
			s.Then = append(cloned(tasks[len(tasks)-1]), on(program.Unlock, l))
		}
		d.spawn(block{s})
	}
	if len(tasks) > 2 && d.free > 0 && d.one(2) {
		d.spawn(tasks[2])
	}
}
