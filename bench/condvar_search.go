package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// searchCommand is the name under which the program calls itself to search one
// trace program, so that its memory is known.
const searchCommand = "__search"

// A searched is the result of one process.
type searched struct {
	Statements, States, Steps, Deadlocks int
	CPU                                  float64 // seconds
	Limit                                string
	memory                               int64
}

// Shapes are threads of two sorts. In "queues" pairs put into and take from
// queues of their own, and one notification can be missed; in "pool" all
// threads take what one of them puts, under one lock.
var shapes = map[string]func(threads, rounds int) *condvar.Program{"queues": queueShape, "pool": poolShape}

func searches(ctx context.Context) ([]table, error) {
	growth := table{title: "Growth", head: []string{"shape", "goroutines", "statements", "states", "steps", "CPU s", "states per CPU s", "peak MB", "deadlocks", "ended by"}}
	for _, c := range []struct {
		shape           string
		threads, rounds int
	}{
		{"queues", 7, 18}, {"queues", 15, 18}, {"queues", 31, 18}, {"queues", 31, 36},
		{"pool", 4, 8}, {"pool", 6, 8}, {"pool", 8, 8}, {"pool", 8, 16}, {"pool", 12, 24},
	} {
		r, err := searchOne(ctx, c.shape, c.threads, c.rounds, false)
		if err != nil {
			return nil, err
		}
		growth.row(c.shape, fmt.Sprint(c.threads), fmt.Sprint(r.Statements), fmt.Sprint(r.States), fmt.Sprint(r.Steps), number(r.CPU, 2),
			number(float64(r.States)/r.CPU, 0), number(float64(r.memory)/1e6, 0), fmt.Sprint(r.Deadlocks), r.Limit)
	}
	growth.notes = []string{"queues: pairs of goroutines that put into and take from a queue of each pair, with a lock of all inside, and one notification that can be missed. " +
		"pool: one goroutine puts, all others take, under one lock. A search ends when all orders were looked at, or at the limits of package condvar (two million states, 1 GB). " +
		"Goal: 31 goroutines and 3 500 statements within a minute and 2 GB."}
	brute := table{title: "Beside a search that leaves nothing out", head: []string{"shape", "goroutines", "statements", "states", "states without reduction", "factor"}}
	for _, c := range []struct {
		shape           string
		threads, rounds int
	}{{"queues", 5, 1}, {"queues", 5, 3}, {"queues", 5, 6}, {"queues", 7, 2}, {"pool", 3, 4}, {"pool", 4, 4}} {
		r, err := searchOne(ctx, c.shape, c.threads, c.rounds, false)
		if err != nil {
			return nil, err
		}
		all, err := searchOne(ctx, c.shape, c.threads, c.rounds, true)
		if err != nil {
			return nil, err
		}
		at := ""
		if all.Limit != "" {
			at = "more than "
		}
		brute.row(c.shape, fmt.Sprint(c.threads), fmt.Sprint(r.Statements), fmt.Sprint(r.States), at+fmt.Sprint(all.States), at+number(float64(all.States)/float64(max(r.States, 1)), 0))
	}
	return []table{growth, brute}, nil
}

func searchOne(ctx context.Context, shape string, threads, rounds int, brute bool) (r searched, err error) {
	say("%s, %d goroutines, %d rounds, brute force: %v", shape, threads, rounds, brute)
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	cmd := exec.CommandContext(ctx, self, searchCommand, shape, strconv.Itoa(threads), strconv.Itoa(rounds), strconv.FormatBool(brute))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, fmt.Errorf("searching %s: %w", shape, err)
	}
	r.memory = peak(cmd.ProcessState)
	return r, json.Unmarshal(out, &r)
}

// runSearch is the other side of searchOne.
func runSearch(args []string) error {
	threads, _ := strconv.Atoi(args[1])
	rounds, _ := strconv.Atoi(args[2])
	p := shapes[args[0]](threads, rounds)
	r := searched{Statements: p.Statements()}
	before := ownCPU()
	if args[3] != "true" {
		p.Reduce()
	}
	res := p.Check(context.Background(), condvar.Options{NoReduction: args[3] == "true"})
	r.CPU = (ownCPU() - before).Seconds()
	r.States, r.Steps, r.Deadlocks, r.Limit = res.States, res.Steps, len(res.Deadlocks), res.Limit
	return json.NewEncoder(os.Stdout).Encode(r)
}

func queueShape(threads, rounds int) *condvar.Program {
	p := &condvar.Program{}
	queues := (threads - 3) / 2
	for range queues {
		p.Objects = append(p.Objects, condvar.Object{Kind: trace.KindMutex}, condvar.Object{Kind: trace.KindCond})
	}
	global := len(p.Objects)
	p.Objects = append(p.Objects, condvar.Object{Kind: trace.KindMutex}, condvar.Object{Kind: trace.KindMutex}, condvar.Object{Kind: trace.KindCond})
	p.Vars = make([]condvar.Var, queues+1)
	for q := range queues {
		add(p, traffic(2*q, q, global, rounds, 1), traffic(2*q, q, global, rounds, -1))
	}
	lock, cond, flag := global+1, global+2, queues
	not := &condvar.Expr{Op: "!", X: &condvar.Expr{Op: "var", Var: flag}}
	wait := []*condvar.Stmt{{Op: condvar.Lock, Obj: lock}, {Op: condvar.Wait, Obj: cond, Lock2: lock}, {Op: condvar.Unlock, Obj: lock}}
	add(p, []*condvar.Stmt{{Op: condvar.If, Cond: not, Then: wait}},
		[]*condvar.Stmt{{Op: condvar.Set, Obj: flag, Arg: 1}, {Op: condvar.Lock, Obj: lock}, {Op: condvar.Broadcast, Obj: cond}, {Op: condvar.Unlock, Obj: lock}},
		traffic(0, 0, global, rounds, 1))
	return placed(p)
}

func poolShape(threads, rounds int) *condvar.Program {
	p := &condvar.Program{Objects: []condvar.Object{{Kind: trace.KindMutex}, {Kind: trace.KindCond}, {Kind: trace.KindMutex}}, Vars: make([]condvar.Var, 1)}
	add(p, traffic(0, 0, 2, rounds, 1))
	for k := range threads - 1 {
		n := rounds / (threads - 1)
		if k < rounds%(threads-1) {
			n++
		}
		add(p, traffic(0, 0, 2, n, -1))
	}
	return placed(p)
}

func add(p *condvar.Program, bodies ...[]*condvar.Stmt) {
	for _, b := range bodies {
		p.Threads = append(p.Threads, &condvar.Thread{Parent: -1, Body: b})
	}
}

// traffic puts into a queue, or takes from it, and counts under a lock of all.
func traffic(lock, q, global, rounds int, sign int64) (list []*condvar.Stmt) {
	cond := lock + 1
	empty := &condvar.Expr{Op: "==", X: &condvar.Expr{Op: "var", Var: q}, Y: &condvar.Expr{Op: "const"}}
	for range rounds {
		list = append(list, &condvar.Stmt{Op: condvar.Lock, Obj: lock})
		if sign < 0 {
			list = append(list, &condvar.Stmt{Op: condvar.Loop, Cond: empty, Then: []*condvar.Stmt{{Op: condvar.Wait, Obj: cond, Lock2: lock}}})
		}
		list = append(list, &condvar.Stmt{Op: condvar.Inc, Obj: q, Arg: sign}, &condvar.Stmt{Op: condvar.Lock, Obj: global}, &condvar.Stmt{Op: condvar.Unlock, Obj: global},
			&condvar.Stmt{Op: condvar.Broadcast, Obj: cond}, &condvar.Stmt{Op: condvar.Unlock, Obj: lock})
	}
	return list
}

// placed gives every statement a place of its own.
func placed(p *condvar.Program) *condvar.Program {
	site := uint64(0)
	var visit func(list []*condvar.Stmt)
	visit = func(list []*condvar.Stmt) {
		for _, s := range list {
			site++
			s.Source.Site, s.Source.Seq = site, site
			visit(s.Then)
		}
	}
	for _, t := range p.Threads {
		visit(t.Body)
	}
	return p
}
