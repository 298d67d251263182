package mhp

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// channelJoin returns a test for the receives of F after which everything below an
// anchor is over, or nil when there are none. The anchor must start one literal, once in an
// activation of F, that closes a channel or sends on it as the last thing it does. The
// channel must be a local variable of F that nothing else touches but receives of F.
func channelJoin(a anchor, f *ssa.Function) func(ssa.Instruction) bool {
	start, ok := a.site.(*ssa.Go)
	if !ok || syncop.InLoop(start.Block()) {
		return nil
	}
	mc, ok := start.Call.Value.(*ssa.MakeClosure)
	if !ok || !startedBy(mc, start) {
		return nil
	}
	for i, fv := range mc.Fn.(*ssa.Function).FreeVars {
		done, ok := mc.Bindings[i].(*ssa.Alloc)
		if ok && done.Parent() == f && !syncop.InLoop(done.Block()) && signalsLast(fv) && isOwnChannel(done, mc) {
			return func(in ssa.Instruction) bool { return receivesFrom(in, done) }
		}
	}
	return nil
}

// startedBy reports whether a literal is used by one go statement only.
func startedBy(mc *ssa.MakeClosure, start *ssa.Go) bool {
	for _, r := range *mc.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok && r != start {
			return false
		}
	}
	return true
}

// signalsLast reports whether the only use of a captured channel is one close or send,
// after which the literal does nothing.
func signalsLast(fv *ssa.FreeVar) bool {
	load := onlyLoad(*fv.Referrers())
	if load == nil || len(*load.Referrers()) != 1 {
		return false
	}
	switch in := (*load.Referrers())[0].(type) {
	case *ssa.Defer:
		return isClose(&in.Call) && !syncop.InLoop(in.Block()) && !defersMore(fv.Parent())
	case *ssa.Call:
		return isClose(&in.Call) && isLast(in)
	case *ssa.Send:
		return in.Chan == load && isLast(in)
	}
	return false
}

// onlyLoad returns the one instruction of a list when it loads a variable.
func onlyLoad(list []ssa.Instruction) *ssa.UnOp {
	if len(list) != 1 {
		return nil
	}
	load, ok := list[0].(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	return load
}

func isClose(c *ssa.CallCommon) bool {
	b, ok := c.Value.(*ssa.Builtin)
	return ok && b.Name() == "close"
}

// isLast reports whether a function returns after an instruction, and defers nothing.
func isLast(in ssa.Instruction) bool {
	for _, b := range in.Parent().Blocks {
		for _, other := range b.Instrs {
			if _, ok := other.(*ssa.Defer); ok {
				return false
			}
		}
	}
	rest := in.Block().Instrs[index(in)+1:]
	_, ok := rest[0].(*ssa.Return)
	return ok
}

// isOwnChannel reports whether a variable holds one channel, which is made where the variable
// is set, captured by one literal, and otherwise received from by its own function.
func isOwnChannel(done *ssa.Alloc, mc *ssa.MakeClosure) bool {
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
			if r != mc {
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

// onlyReceived reports whether a loaded channel is received from, and nothing else.
func onlyReceived(load *ssa.UnOp) bool {
	for _, r := range *load.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		if recv, ok := r.(*ssa.UnOp); !ok || recv.Op != token.ARROW {
			return false
		}
	}
	return load.Op == token.MUL
}

// receivesFrom reports whether an instruction receives from the channel in a variable.
func receivesFrom(in ssa.Instruction, done *ssa.Alloc) bool {
	recv, ok := in.(*ssa.UnOp)
	if !ok || recv.Op != token.ARROW {
		return false
	}
	load, ok := recv.X.(*ssa.UnOp)
	return ok && load.X == done
}
