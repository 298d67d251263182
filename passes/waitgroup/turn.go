package waitgroup

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// waitsEachTurn reports Wait for a local WaitGroup in the loop that starts the goroutines, when all of them were
// added before it: in the first turn it waits for those of the later ones.
//
//	wg.Add(len(jobs))
//	for _, j := range jobs { go func() { defer wg.Done(); j() }(); wg.Wait() }
func waitsEachTurn(r *lockfacts.Reporter, f *lockfacts.Func) {
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			wg, ok := in.(*ssa.Alloc)
			if !ok || syncop.Elem(wg.Type()).String() != "sync.WaitGroup" || syncop.InLoop(b) {
				continue
			}
			wait := waitForAll(f.Fn, wg)
			if wait == nil {
				continue
			}
			class := r.Facts.Frame(f.Fn).AccessPath(wg).Class()
			r.Report(lockfacts.Finding{
				Check: checks.WaitGroupDone, Pos: wait.Pos(),
				Message: fmt.Sprintf("%s.Wait waits for ever in the first turn of the loop: the goroutines of the later ones, which were added before it, are not started yet", lockfacts.ShortClass(class)),
			}, []lockgraph.EdgeKey{{Func: f.Name, Class: class, Mode: lockgraph.Exclusive}})
		}
	}
}

// waitForAll is the Wait in the loop of a function that starts all who call Done, when more was added before the
// loop than is done in one turn.
func waitForAll(fn *ssa.Function, wg *ssa.Alloc) (wait *ssa.Call) {
	var adds, dones []operation
	seen := uses(wg, 0, func(o operation) {
		switch call, plain := o.call.(*ssa.Call); {
		case o.op == trace.OpWGAdd:
			adds = append(adds, o)
		case o.op == trace.OpWGDone:
			dones = append(dones, o)
		case plain && o.call.Parent() == fn && wait == nil && syncop.InLoop(o.call.Block()):
			wait = call
		}
	})
	if !seen || wait == nil || len(adds) != 1 || len(dones) == 0 {
		return nil
	}
	add := adds[0]
	if n, known := add.added(); known && n <= int64(len(dones)) || add.call.Parent() != fn || syncop.InLoop(add.call.Block()) || !add.call.Block().Dominates(wait.Block()) {
		return nil
	}
	for _, done := range dones {
		if !startedWith(fn, done.call.Parent(), wait.Block()) || done.call.Parent() != fn && syncop.InLoop(done.call.Block()) {
			return nil
		}
	}
	return wait
}

// startedWith reports whether a function literal is made in the loop of a function that a block is in.
func startedWith(fn, lit *ssa.Function, in *ssa.BasicBlock) bool {
	if lit == fn || lit.Parent() != fn {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == lit {
				return (b == in || syncop.Reaches(b, in)) && syncop.Reaches(in, b)
			}
		}
	}
	return false
}
