package chanblock

import (
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A process is a goroutine without branches: its operations, one after the other.
type process struct {
	fn    *ssa.Function
	steps []step
	next  int
}

type step struct {
	op
	ch *channel
}

// circle runs the goroutines of a function through and reports where they get
// stuck. It says nothing unless all of them are without branches and each
// channel has one side in each, so that there is only one way to go.
func circle(prog *program, f *lockfacts.Func, channels []*channel) {
	byFn := map[*ssa.Function]*process{}
	for _, c := range channels {
		if c.size != 0 || syncop.InLoop(c.made.Block()) {
			continue // a channel with room does not hold any goroutine up
		}
		for _, o := range c.ops {
			if !o.alone || o.defers || len(o.fn.Blocks) != 1 || o.fn != f.Fn && !prog.started(o.fn) {
				return
			}
			p := byFn[o.fn]
			if p == nil {
				p = &process{fn: o.fn}
				byFn[o.fn] = p
			}
			p.steps = append(p.steps, step{o, c})
		}
	}
	if len(byFn) < 2 || byFn[f.Fn] == nil {
		return
	}
	var procs []*process
	for _, p := range byFn {
		sort.Slice(p.steps, func(i, j int) bool { return p.steps[i].pos < p.steps[j].pos })
		procs = append(procs, p)
	}
	sort.Slice(procs, func(i, j int) bool { return procs[i].fn.Pos() < procs[j].fn.Pos() })
	simulate(procs)
	stuck := byFn[f.Fn]
	if stuck.next == len(stuck.steps) {
		return
	}
	s := stuck.steps[stuck.next]
	prog.forever(s.ch, &s.op, "no goroutine can ever answer this channel operation: the goroutines of %s wait for each other", f.Fn.Name())
}

// simulate lets the processes go as far as they get.
func simulate(procs []*process) {
	closed := map[*channel]bool{}
	for moved := true; moved; {
		moved = false
		for _, p := range procs {
			if p.next == len(p.steps) {
				continue
			}
			s := p.steps[p.next]
			switch {
			case s.kind == trace.OpClose:
				closed[s.ch] = true
				p.next++
				moved = true
			case s.kind == trace.OpRecv && closed[s.ch]:
				p.next++
				moved = true
			case s.kind == trace.OpSend:
				if q := partner(procs, s.ch); q != nil {
					p.next++
					q.next++
					moved = true
				}
			}
		}
	}
}

// partner returns the process that receives from the channel now.
func partner(procs []*process, ch *channel) *process {
	for _, q := range procs {
		if q.next < len(q.steps) && q.steps[q.next].ch == ch && q.steps[q.next].kind == trace.OpRecv {
			return q
		}
	}
	return nil
}
