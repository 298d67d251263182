package schedules_test

import (
	"slices"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
	"github.com/deadlocklint/deadlocklint/internal/oracle/schedules"
)

type (
	stmt = program.Stmt
	list = []program.Stmt
)

// A known program has an answer that was worked out by hand.
type known struct {
	name    string
	objects []program.Object
	main    list
	bodies  []list // from 1
	hang    bool
	cycle   bool
	leak    bool
	rescued bool
}

func on(op program.Op, object int) stmt { return stmt{Op: op, Object: object} }
func lock(o int) stmt                   { return on(program.Lock, o) }
func unlock(o int) stmt                 { return on(program.Unlock, o) }
func rlock(o int) stmt                  { return on(program.RLock, o) }
func runlock(o int) stmt                { return on(program.RUnlock, o) }
func send(o int) stmt                   { return on(program.Send, o) }
func recv(o int) stmt                   { return on(program.Recv, o) }
func done(o int) stmt                   { return on(program.Done, o) }
func wait(o int) stmt                   { return on(program.Wait, o) }
func start(body int) stmt               { return stmt{Op: program.Go, Body: body} }
func do(o, body int) stmt               { return stmt{Op: program.Do, Object: o, Body: body} }
func choice(cases ...stmt) stmt         { return stmt{Op: program.Select, Cases: cases} }
func def(then ...stmt) stmt             { return stmt{Op: program.Default, Then: then} }
func after() stmt                       { return stmt{Op: program.After, Delay: time.Second} }

func kinds(list ...program.Kind) (objects []program.Object) {
	for _, k := range list {
		objects = append(objects, program.Object{Kind: k})
	}
	return objects
}

// together starts bodies 1 to n in a group of its own and waits for it.
func together(group, n int) (main list) {
	for i := range n {
		main = append(main, on(program.Add, group), start(i+1))
	}
	return append(main, wait(group))
}

const (
	mu = program.Mutex
	rw = program.RWMutex
	ch = program.Chan
	wg = program.WaitGroup
)

func ab(a, b, group int) list { return list{lock(a), lock(b), unlock(b), unlock(a), done(group)} }

var all = []known{
	{name: "two orders", objects: kinds(mu, mu, wg), main: together(2, 2), bodies: []list{ab(0, 1, 2), ab(1, 0, 2)}, hang: true, cycle: true},
	{name: "one order", objects: kinds(mu, mu, wg), main: together(2, 2), bodies: []list{ab(0, 1, 2), ab(0, 1, 2)}},
	{name: "dining of three", objects: kinds(mu, mu, mu, wg), main: together(3, 3), bodies: []list{ab(0, 1, 3), ab(1, 2, 3), ab(2, 0, 3)}, hang: true, cycle: true},
	{name: "dining of three, one left-handed", objects: kinds(mu, mu, mu, wg), main: together(3, 3), bodies: []list{ab(0, 1, 3), ab(1, 2, 3), ab(0, 2, 3)}},
	{name: "gate", objects: kinds(mu, mu, wg, mu), main: together(2, 2), bodies: []list{
		slices.Concat(list{lock(3)}, ab(0, 1, 2), list{unlock(3)}), slices.Concat(list{lock(3)}, ab(1, 0, 2), list{unlock(3)})}},
	{name: "gate taken by trying, entered all the same", objects: kinds(mu, mu, wg, mu), main: together(2, 2), bodies: []list{
		{{Op: program.TryLock, Object: 3, Then: slices.Concat(ab(0, 1, 2), list{unlock(3)}), Else: ab(0, 1, 2)}},
		slices.Concat(list{lock(3)}, ab(1, 0, 2), list{unlock(3)})}, hang: true, cycle: true},
	{name: "joined", objects: kinds(mu, mu, wg), main: list{on(program.Add, 2), start(1), wait(2), on(program.Add, 2), start(2), wait(2)},
		bodies: []list{ab(0, 1, 2), ab(1, 0, 2)}},
	{name: "double lock", objects: kinds(mu), main: list{lock(0), lock(0)}, hang: true, cycle: true},
	{name: "not unlocked", objects: kinds(mu, wg), main: together(1, 2), bodies: []list{{lock(0), done(1)}, {lock(0), done(1)}}, hang: true},

	{name: "two readers", objects: kinds(rw, wg), main: together(1, 2), bodies: []list{
		{rlock(0), rlock(0), runlock(0), runlock(0), done(1)}, {rlock(0), rlock(0), runlock(0), runlock(0), done(1)}}},
	{name: "recursive read lock and a writer", objects: kinds(rw, wg), main: together(1, 2), bodies: []list{
		{rlock(0), rlock(0), runlock(0), runlock(0), done(1)}, {lock(0), unlock(0), done(1)}}, hang: true, cycle: true},
	{name: "crossed readers", objects: kinds(rw, rw, wg), main: together(2, 2), bodies: []list{
		{rlock(0), rlock(1), runlock(1), runlock(0), done(2)}, {rlock(1), rlock(0), runlock(0), runlock(1), done(2)}}},
	{name: "crossed readers and a writer of one", objects: kinds(rw, rw, wg), main: together(2, 3), bodies: []list{
		{rlock(0), rlock(1), runlock(1), runlock(0), done(2)}, {rlock(1), rlock(0), runlock(0), runlock(1), done(2)}, {lock(0), unlock(0), done(2)}}},
	{name: "crossed readers and a writer of each", objects: kinds(rw, rw, wg), main: together(2, 4), bodies: []list{
		{rlock(0), rlock(1), runlock(1), runlock(0), done(2)}, {rlock(1), rlock(0), runlock(0), runlock(1), done(2)},
		{lock(0), unlock(0), done(2)}, {lock(1), unlock(1), done(2)}}, hang: true, cycle: true},
	{name: "a writer waits for its own read lock", objects: kinds(rw), main: list{rlock(0), lock(0)}, hang: true, cycle: true},

	{name: "nobody receives", objects: kinds(ch), main: list{send(0)}, hang: true},
	{name: "a buffer is enough", objects: []program.Object{{Kind: ch, Cap: 1}}, main: list{send(0)}},
	{name: "a lock across a channel", objects: kinds(mu, ch, wg), main: together(2, 2), bodies: []list{
		{lock(0), send(1), unlock(0), done(2)}, {lock(0), unlock(0), recv(1), done(2)}}, hang: true},
	{name: "nil channel", objects: kinds(program.NilChan), main: list{recv(0)}, hang: true},
	{name: "nil channel beside a default", objects: kinds(program.NilChan), main: list{choice(recv(0), def())}},
	{name: "closed", objects: kinds(ch), main: list{on(program.Close, 0), recv(0), recv(0)}},
	{name: "left behind", objects: kinds(ch), main: list{start(1)}, bodies: []list{{send(0)}}, leak: true},
	{name: "the first answer wins", objects: kinds(ch), main: list{start(1), start(1), recv(0)}, bodies: []list{{send(0)}}, leak: true},

	{name: "default is possible beside a sender", objects: kinds(ch, ch), main: list{start(1), choice(recv(0), def(recv(1)))}, bodies: []list{{send(0)}}, hang: true, leak: false},
	{name: "default is not possible beside a value", objects: []program.Object{{Kind: ch, Cap: 1}, {Kind: ch}}, main: list{send(0), choice(recv(0), def(recv(1)))}},
	{name: "two defaults never meet", objects: kinds(ch, ch), main: list{start(1), choice(stmt{Op: program.Recv, Object: 0, Then: list{recv(1)}}, def())},
		bodies: []list{{choice(send(0), def())}}},
	{name: "both cases of a select", objects: []program.Object{{Kind: ch, Cap: 1}, {Kind: ch, Cap: 1}, {Kind: ch}},
		main: list{send(0), send(1), choice(recv(0), stmt{Op: program.Recv, Object: 1, Then: list{recv(2)}})}, hang: true},

	{name: "once waits for the first", objects: kinds(program.Once, mu, wg), main: together(2, 2), bodies: []list{
		{lock(1), do(0, 3), unlock(1), done(2)}, {do(0, 3), done(2)}, {lock(1), unlock(1)}}, hang: true, cycle: true},
	{name: "once in itself", objects: kinds(program.Once, program.Once), main: list{do(0, 1)}, bodies: []list{{do(1, 2)}, {do(0, 3)}, {}}, hang: true, cycle: true},
	{name: "crossed onces", objects: kinds(program.Once, program.Once, wg), main: together(2, 2), bodies: []list{
		{do(0, 3), done(2)}, {do(1, 4), done(2)}, {do(1, 5)}, {do(0, 5)}, {}}, hang: true, cycle: true},

	{name: "one worker may take both jobs", objects: []program.Object{{Kind: mu}, {Kind: mu}, {Kind: wg}, {Kind: program.Jobs, Cap: 2}},
		main: list{on(program.Add, 2), on(program.Add, 2), start(1), start(1), {Op: program.PutJob, Object: 3, Body: 2}, {Op: program.PutJob, Object: 3, Body: 3},
			on(program.Close, 3), wait(2)},
		bodies: []list{{on(program.EachJob, 3)}, ab(0, 1, 2), ab(1, 0, 2)}, hang: true, cycle: true},

	{name: "a timer rescues", objects: kinds(ch, program.Timer), main: list{{Op: program.AfterFunc, Object: 1, Body: 1, Delay: time.Second}, recv(0)},
		bodies: []list{{on(program.Close, 0)}}, rescued: true},
	{name: "a stopped timer rescues only before", objects: kinds(ch, program.Timer),
		main: list{{Op: program.AfterFunc, Object: 1, Body: 1, Delay: time.Second}, on(program.Stop, 1), recv(0)}, bodies: []list{{on(program.Close, 0)}}, hang: true},
	{name: "a timeout rescues", objects: kinds(ch), main: list{choice(recv(0), after())}, rescued: true},
	{name: "a timer is of no use to a cycle", objects: kinds(mu, mu, wg, program.Timer, ch),
		main:   append(list{{Op: program.AfterFunc, Object: 3, Body: 3, Delay: time.Second}}, together(2, 2)...),
		bodies: []list{ab(0, 1, 2), ab(1, 0, 2), {on(program.Close, 4)}}, hang: true, cycle: true},
	{name: "a goroutine that ticks hides nothing", objects: kinds(ch, ch), main: list{start(1), recv(0)},
		bodies: []list{{{Op: program.Loop, Then: list{choice(stmt{Op: program.Recv, Object: 1, Then: list{{Op: program.Return}}}, after())}}}}, hang: true},
}

func (k known) program() *program.Program {
	p := &program.Program{Name: "p0000", Objects: k.objects, Bodies: [][]program.Stmt{k.main}}
	p.Bodies = append(p.Bodies, k.bodies...)
	p = p.Clone()
	p.Number()
	return p
}

func TestKnownAnswers(t *testing.T) {
	for _, k := range all {
		t.Run(k.name, func(t *testing.T) {
			p := k.program()
			truth, err := schedules.Explore(p)
			if err != nil {
				t.Fatal(err)
			}
			rescued, err := schedules.Rescued(p, truth)
			if err != nil {
				t.Fatal(err)
			}
			cycle := slices.ContainsFunc(truth.Deadlocks, func(d schedules.Deadlock) bool { return d.Cycle })
			got := []bool{truth.CanHang(), cycle, truth.CanLeak(), rescued, len(truth.Panics) > 0}
			want := []bool{k.hang, k.cycle, k.leak, k.rescued, false}
			if !slices.Equal(got, want) {
				t.Errorf("hang, cycle, leak, rescued, panic: %v, want %v\n%+v", got, want, truth)
			}
		})
	}
}

// TestPanics checks that misuse is seen.
func TestPanics(t *testing.T) {
	for name, main := range map[string]list{
		"closed twice":     {on(program.Close, 0), on(program.Close, 0)},
		"sent on closed":   {on(program.Close, 0), send(0)},
		"not locked":       {unlock(1)},
		"not read-locked":  {runlock(2)},
		"negative counter": {done(3)},
	} {
		p := known{objects: kinds(ch, mu, rw, wg), main: main}.program()
		if truth, err := schedules.Explore(p); err != nil || len(truth.Panics) != 1 {
			t.Errorf("%s: %+v, %v; want one panic", name, truth, err)
		}
	}
}

// TestRecursionIsRefused: calls are written out.
func TestRecursionIsRefused(t *testing.T) {
	p := known{main: list{{Op: program.Call, Body: 1}}, bodies: []list{{{Op: program.Call, Body: 1}}}}.program()
	if _, err := schedules.Explore(p); err == nil {
		t.Error("a recursive program was explored")
	}
}
