package mhp

import (
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// countJoin is joins for a channel that several goroutines send on, each once, as the last thing that it
// does. All that were started are over after the receive that makes as many as there were go statements on the way.
func countJoin(a anchor, f *ssa.Function) func(ssa.Instruction) bool {
	start, ok := a.site.(*ssa.Go)
	if !ok {
		return nil
	}
	mc, ok := start.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	for _, b := range mc.Bindings {
		done, ok := b.(*ssa.Alloc)
		if ok && done.Parent() == f && !syncop.InLoop(done.Block()) && isTally(done) {
			none := lastReceives(f, done)
			return func(in ssa.Instruction) bool { return none[in] }
		}
	}
	return nil
}

// isTally reports whether a variable holds one channel, on which literals that are started send once, last,
// and from which its function receives.
func isTally(done *ssa.Alloc) bool {
	made := 0
	for _, r := range *done.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if _, ok := r.Val.(*ssa.MakeChan); !ok || r.Addr != done {
				return false
			}
			made++
		case *ssa.MakeClosure:
			if startOf(r) == nil || !sendsLast(r, done) {
				return false
			}
		case *ssa.UnOp:
			if !onlyReceived(r) {
				return false
			}
		default:
			return false
		}
	}
	return made == 1
}

// startOf is the one go statement that a literal is used by, or nil.
func startOf(mc *ssa.MakeClosure) *ssa.Go {
	for _, r := range *mc.Referrers() {
		if start, ok := r.(*ssa.Go); ok && startedBy(mc, start) {
			return start
		}
	}
	return nil
}

// sendsLast reports whether all that a literal does with a channel is to send on it once, last.
func sendsLast(mc *ssa.MakeClosure, done *ssa.Alloc) bool {
	for i, b := range mc.Bindings {
		if b != done {
			continue
		}
		fv := mc.Fn.(*ssa.Function).FreeVars[i]
		if !signalsLast(fv) {
			return false
		}
		if _, ok := (*onlyLoad(*fv.Referrers()).Referrers())[0].(*ssa.Send); !ok {
			return false
		}
	}
	return true
}

// The numbers of goroutines that have not been waited for which are no numbers.
const (
	notReached = -1
	notKnown   = -2
)

// lastReceives returns the receives after which no goroutine is left that was started to send on a channel.
func lastReceives(f *ssa.Function, done *ssa.Alloc) map[ssa.Instruction]bool {
	last := map[ssa.Instruction]bool{}
	in := make([]int, len(f.Blocks))
	for i := range in {
		in[i] = notReached
	}
	in[0] = 0
	for again := true; again; {
		again = false
		for _, b := range f.Blocks {
			out := in[b.Index]
			if out == notReached {
				continue
			}
			for _, instr := range b.Instrs {
				out = left(out, instr, done)
				last[instr] = out == 0 && receivesFrom(instr, done)
			}
			for _, succ := range b.Succs {
				if now := either(in[succ.Index], out); now != in[succ.Index] {
					in[succ.Index], again = now, true
				}
			}
		}
	}
	return last
}

// either is the number where two ways meet.
func either(a, b int) int {
	switch {
	case a == notReached || a == b:
		return b
	case b == notReached:
		return a
	}
	return notKnown
}

// maxStarts bounds how many goroutines are counted.
const maxStarts = 64

// left is the number after an instruction.
func left(n int, in ssa.Instruction, done *ssa.Alloc) int {
	start, isGo := in.(*ssa.Go)
	switch {
	case n == notKnown:
	case isGo && bindsTo(start, done):
		n++
	case receivesFrom(in, done):
		n--
	}
	if n < 0 || n > maxStarts {
		return notKnown
	}
	return n
}

// bindsTo reports whether a go statement starts a literal that captures a variable.
func bindsTo(start *ssa.Go, v *ssa.Alloc) bool {
	mc, ok := start.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	for _, b := range mc.Bindings {
		if b == v {
			return true
		}
	}
	return false
}
