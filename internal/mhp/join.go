package mhp

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// joins returns a test for the instructions of F after which everything below an anchor
// is over, or nil when there are none. The anchor must start a literal that does the
// operation in its own goroutine.
func joins(a anchor, f *ssa.Function) func(ssa.Instruction) bool {
	if !a.tail {
		return nil
	}
	if wait := groupJoin(a, f); wait != nil {
		return wait
	}
	if receive := channelJoin(a, f); receive != nil {
		return receive
	}
	return countJoin(a, f)
}

// groupJoin is joins for the Waits of a WaitGroup, which the started function counts down last. It
// must be a local variable of F that nothing else touches.
func groupJoin(a anchor, f *ssa.Function) func(ssa.Instruction) bool {
	group := groupOf(a.site)
	if group == nil || group.Parent() != f || syncop.InLoop(group.Block()) {
		return nil
	}
	if !isOwnGroup(group) || !counted(f, group) {
		return nil
	}
	return func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		return ok && methodName(&call.Call) == "(*sync.WaitGroup).Wait" && call.Call.Args[0] == group
	}
}

// groupOf returns the local WaitGroup that counts the goroutine of a go statement.
func groupOf(site ssa.Instruction) *ssa.Alloc {
	if call, ok := site.(*ssa.Call); ok && isGroupGo(call) {
		group, _ := call.Call.Args[0].(*ssa.Alloc)
		return group
	}
	start, ok := site.(*ssa.Go)
	if !ok {
		return nil
	}
	for _, in := range handedTo(start) {
		if group, ok := in.value.(*ssa.Alloc); ok && countsDown(in.as) {
			return group
		}
	}
	return nil
}

// A handed is a value of a function that starts a goroutine, and its name in the started function.
type handed struct{ value, as ssa.Value }

// handedTo has the variables that a started literal captures, or the arguments of a started function.
func handedTo(start *ssa.Go) (list []handed) {
	fn := start.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	if mc, ok := start.Call.Value.(*ssa.MakeClosure); ok {
		for i, fv := range fn.FreeVars {
			list = append(list, handed{mc.Bindings[i], fv})
		}
	}
	for i, param := range fn.Params {
		list = append(list, handed{start.Call.Args[i], param})
	}
	return list
}

// countsDown reports whether the only use of a WaitGroup in a started function is one deferred
// Done, which runs once. Everything in that function but further deferred calls is
// over by then.
func countsDown(group ssa.Value) bool {
	if len(*group.Referrers()) != 1 {
		return false
	}
	d, ok := (*group.Referrers())[0].(*ssa.Defer)
	return ok && methodName(&d.Call) == "(*sync.WaitGroup).Done" && !syncop.InLoop(d.Block()) && !defersMore(group.Parent())
}

// defersMore reports whether a function has more than one defer statement: one
// that comes before Done runs after it.
func defersMore(fn *ssa.Function) bool {
	n := 0
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.Defer); ok {
				n++
			}
		}
	}
	return n > 1
}

// isOwnGroup reports whether a WaitGroup is used for Add, Go and Wait of its
// function and for Done of the functions that are started there, and for nothing else.
func isOwnGroup(group *ssa.Alloc) bool {
	for _, r := range *group.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			switch methodName(&r.Call) {
			case "(*sync.WaitGroup).Wait":
			case "(*sync.WaitGroup).Go":
				if r.Call.Args[0] != group {
					return false
				}
			case "(*sync.WaitGroup).Add":
				if addend(r) <= 0 {
					return false
				}
			default:
				return false
			}
		case *ssa.MakeClosure:
			if !startedOnly(r, group) {
				return false
			}
		case *ssa.Go:
			if !handedOnce(r, group) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// handedOnce reports whether a started function gets a group as one argument, and counts it down once.
func handedOnce(start *ssa.Go, group *ssa.Alloc) bool {
	n := 0
	for _, in := range handedTo(start) {
		if in.value == group {
			n++
			if !countsDown(in.as) {
				return false
			}
		}
	}
	return n == 1
}

// startedOnly reports whether a literal is only started by go statements, and
// counts the group down once.
func startedOnly(mc *ssa.MakeClosure, group *ssa.Alloc) bool {
	for _, r := range *mc.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		if start, ok := r.(*ssa.Go); !ok || start.Call.Value != mc {
			return false
		}
	}
	bound := 0
	for i, b := range mc.Bindings {
		if b == group {
			bound++
			if !countsDown(mc.Fn.(*ssa.Function).FreeVars[i]) {
				return false
			}
		}
	}
	return bound == 1
}

// addend is the constant that is added, or 0.
func addend(call *ssa.Call) int64 {
	k, ok := call.Call.Args[1].(*ssa.Const)
	if !ok || k.Value == nil {
		return 0
	}
	n, ok := constant.Int64Val(constant.ToInt(k.Value))
	if !ok {
		return 0
	}
	return n
}

// counted reports whether each goroutine that counts a group down was counted
// before, in the block that starts it: the group is then zero only when all are over.
func counted(f *ssa.Function, group *ssa.Alloc) bool {
	for _, b := range f.Blocks {
		balance := int64(0)
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if methodName(&in.Call) == "(*sync.WaitGroup).Add" && in.Call.Args[0] == group {
					balance += addend(in)
				}
			case *ssa.Go:
				if groupOf(in) == group {
					balance--
				}
			}
			if balance < 0 {
				return false
			}
		}
	}
	return true
}
