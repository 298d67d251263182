package chanblock

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A function may hand out all work before it receives any result:
//
//	for range 3 { go func() { for j := range jobs { results <- f(j) } }() }
//	for _, j := range list { jobs <- j } // waits for ever after the third one
//	close(jobs)
//	for r := range results { … }
//
// Each worker has taken one, and waits for a receiver of its result.

// maxWorkers is up to how many goroutines a loop with a constant bound may start. Of more, no claim is made.
const maxWorkers = 64

// fedFirst reports the sends of a function to goroutines each of which waits then for that function to receive, which it does
// only after all sends.
func (p *program) fedFirst(f *lockfacts.Func, results *channel, local []*channel) {
	if results.size == unknownSize || len(results.of(trace.OpRecv)) == 0 {
		return
	}
	for _, jobs := range local {
		if jobs == results || jobs.size == unknownSize || !p.feeds(f, jobs, results) {
			continue
		}
		for _, send := range jobs.of(trace.OpSend) {
			if !turnsMore(send.instr, maxWorkers*(1+results.size)+jobs.size) || !receivesLater(f, results, send) {
				continue
			}
			line := p.r.Pass.Fset.Position(results.of(trace.OpRecv)[0].pos).Line
			p.forever(jobs, send, "blocks for ever when there is more to send than goroutines receive: each waits to send a result, and line %d receives results only after the last send", line)
			return
		}
	}
}

// feeds reports whether a function alone sends to a channel, and each goroutine that receives from it sends a result before it
// receives again. The goroutines are few.
func (p *program) feeds(f *lockfacts.Func, jobs, results *channel) bool {
	takes := jobs.of(trace.OpRecv)
	if len(takes) == 0 || slices.ContainsFunc(jobs.of(trace.OpSend), func(o *op) bool { return o.fn != f.Fn || !o.alone || o.defers }) {
		return false
	}
	return !slices.ContainsFunc(takes, func(o *op) bool {
		return o.fn == f.Fn || !o.alone || !answersEach(o, results) || !isFew(f.Fn, o.fn)
	})
}

// answersEach reports whether each way from a receive back to it passes a send without an alternative.
func answersEach(recv *op, results *channel) bool {
	sends := func(in ssa.Instruction) bool {
		return slices.ContainsFunc(results.of(trace.OpSend), func(o *op) bool { return o.instr == in && o.alone && !o.defers })
	}
	again := false
	syncop.After(recv.instr, func(in ssa.Instruction) bool {
		again = again || in == recv.instr
		return !again && !sends(in)
	})
	return !again && slices.ContainsFunc(results.of(trace.OpSend), func(o *op) bool { return o.fn == recv.fn && o.alone })
}

// isFew reports whether a function starts a goroutine no more often than maxWorkers.
func isFew(fn, goroutine *ssa.Function) bool {
	list := starts(fn, goroutine)
	return len(list) == 1 && (!syncop.InLoop(list[0].Block()) || !turnsMore(list[0], maxWorkers))
}

// receivesLater reports whether all receives from a channel are in a function, after the last turn of a send.
func receivesLater(f *lockfacts.Func, results *channel, send *op) bool {
	return syncop.InLoop(send.instr.Block()) && !slices.ContainsFunc(results.of(trace.OpRecv), func(o *op) bool {
		return o.fn != f.Fn || o.defers || syncop.CanReach(o.instr, send.instr) || !syncop.CanReach(send.instr, o.instr)
	})
}
