package generate

import (
	"math/rand/v2"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

type (
	stmt  = program.Stmt
	block = []program.Stmt
)

// Delays. A pause keeps goroutines apart in the likely run; a timer is so late that
// it never fires there, and that a verdict which forgets it is given before.
const (
	pause = 6 * time.Millisecond
	late  = 400 * time.Millisecond
)

// maxGoroutines bounds the goroutines of a program besides that of the test.
const maxGoroutines = 3

// A drafter builds one program.
type drafter struct {
	*rand.Rand
	p     *program.Program
	w     wish
	locks []int
	gate  int   // -1: there is none
	group int   // the WaitGroup of all goroutines
	stop  int   // a channel that only a timer closes, -1: there is none
	timer int   // the body of that timer, -1: there is none
	free  int   // goroutines that may still be started
	main  block // up to the statement that waits
	after block // after what waits
}

func draft(r *rand.Rand, w wish) *program.Program {
	d := &drafter{Rand: r, p: &program.Program{Bodies: make([][]program.Stmt, 1)}, w: w, gate: -1, stop: -1, timer: -1, free: maxGoroutines}
	for range 2 + d.IntN(2) {
		d.locks = append(d.locks, d.lock())
	}
	if d.one(4) {
		d.gate = d.lock()
	}
	d.group = d.object(program.WaitGroup, 0)
	if w.rescued || d.one(12) {
		d.rescue()
	}
	if d.one(10) {
		d.heartbeat()
	}
	tasks := d.tasks()
	d.talk(tasks)
	d.carry(tasks)
	d.main = append(d.main, d.wait()...)
	d.p.Bodies[0] = append(d.main, d.after...)
	return d.p
}

// one is true once in n times.
func (d *drafter) one(n int) bool { return d.IntN(n) == 0 }

func (d *drafter) object(kind program.Kind, size int) int {
	d.p.Objects = append(d.p.Objects, program.Object{Kind: kind, Cap: size})
	return len(d.p.Objects) - 1
}

func (d *drafter) lock() int {
	if d.one(3) {
		return d.object(program.RWMutex, 0)
	}
	return d.object(program.Mutex, 0)
}

func (d *drafter) body(b block) int {
	d.p.Bodies = append(d.p.Bodies, b)
	return len(d.p.Bodies) - 1
}

func on(op program.Op, object int) stmt { return stmt{Op: op, Object: object} }

func sleep(n int) stmt { return stmt{Op: program.Sleep, Delay: time.Duration(n) * pause} }

// spawn starts a goroutine that the group counts, and keeps it apart from the next.
func (d *drafter) spawn(b block) {
	d.free--
	start := block{on(program.Add, d.group)}
	run := append(append(block{}, b...), on(program.Done, d.group))
	if d.one(12) { // no goroutine waits for it
		start, run = nil, append(block{}, b...)
	}
	if d.one(3) {
		run = append(block{sleep(maxGoroutines - d.free)}, run...)
		d.main = append(append(d.main, start...), stmt{Op: program.Go, Body: d.body(run)})
		return
	}
	d.main = append(append(d.main, start...), stmt{Op: program.Go, Body: d.body(run)}, sleep(1))
}

// wait is how the test function waits for its goroutines: for all, or at most for a
// while.
func (d *drafter) wait() block {
	if !d.one(8) || d.free < 1 {
		return block{on(program.Wait, d.group)}
	}
	done := d.object(program.Chan, 0)
	d.free--
	waiter := d.body(block{on(program.Wait, d.group), on(program.Close, done)})
	cases := block{on(program.Recv, done)}
	if d.one(2) {
		cases = append(cases, stmt{Op: program.After, Delay: late})
	}
	return block{{Op: program.Go, Body: waiter}, {Op: program.Select, Cases: cases}}
}

// heartbeat starts a goroutine that only ticks until it is told to stop.
func (d *drafter) heartbeat() {
	quit := d.object(program.Chan, 0)
	beat := stmt{Op: program.Select, Cases: block{
		{Op: program.Recv, Object: quit, Then: block{{Op: program.Return}}},
		{Op: program.After, Delay: pause},
	}}
	d.free--
	d.main = append(d.main, stmt{Op: program.Go, Body: d.body(block{{Op: program.Loop, Then: block{beat}}})})
	d.after = append(d.after, on(program.Close, quit))
}
