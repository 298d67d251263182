package lockfacts

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Unbuffered reports whether all channels known by that node have no buffer. All are made in
// this package, or in a package below it that alone can make them.
func (r *Result) Unbuffered(node string) bool {
	buffered, known := r.buffered[node]
	return known && !buffered || !known && r.noRoom[node]
}

// IsSemaphore reports whether all channels known by that node are made in this package with a computed capacity. A send
// takes a place, and a receive gives one back.
func (r *Result) IsSemaphore(node string) bool {
	fixed, known := r.fixed[node]
	return known && !fixed
}

// CondLocks returns the nodes of the lock that a Cond was made with. The lock may be known by several names. The result is
// empty when the Cond is made elsewhere.
func (r *Result) CondLocks(node string) []string {
	return slices.DeleteFunc(slices.Clone(r.conds[node]), func(name string) bool { return name == "" })
}

// OnlyCondLocks is CondLocks where all names of the lock are known, and empty otherwise.
func (r *Result) OnlyCondLocks(node string) []string {
	if slices.Contains(r.conds[node], "") {
		return nil
	}
	return r.conds[node]
}

// Callers returns what is held at the calls of a function in this package.
func (r *Result) Callers(f *Func) (held [][]HeldLock) {
	for _, g := range r.Funcs {
		for _, c := range g.calls {
			if c.callee == f.Key {
				held = append(held, c.held)
			}
		}
	}
	return held
}

// Started reports whether the package starts the function as a goroutine.
func (r *Result) Started(f *Func) bool {
	if r.started == nil {
		r.started = map[string]bool{}
		for _, g := range r.Funcs {
			for _, s := range g.starts {
				r.started[s.callee] = true
			}
		}
	}
	return r.started[f.Key]
}

// Alone reports whether an operation happens in one goroutine for each call of the function
// that starts this goroutine. That function is in this package. An operation in a pool of
// goroutines is not alone.
func (r *Result) Alone(b *Communication) bool {
	contexts := b.Contexts
	if b.Async != "" {
		contexts = []string{"go " + b.Async}
	}
	return len(contexts) > 0 && !slices.ContainsFunc(contexts, func(root string) bool {
		pos, ok := strings.CutPrefix(strings.TrimSuffix(root, contextAny), "go ")
		many, known := r.loops[pos]
		return !ok || !known || many
	})
}

// objects collects how channels and Conds are made.
func (a *analyzer) objects(r *Result) {
	r.buffered, r.fixed, r.conds = map[string]bool{}, map[string]bool{}, map[string][]string{}
	for _, fn := range a.ssa.Funcs {
		frame := a.frame(fn)
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.MakeChan:
					for _, node := range storedIn(frame, in) {
						r.buffered[node] = r.buffered[node] || !isZero(in.Size)
						r.fixed[node] = r.fixed[node] || !isForSigns(in)
					}
				case *ssa.Store:
					r.condLock(frame, in)
				case *ssa.Call:
					if callee := in.Call.StaticCallee(); callee != nil && syncop.Key(callee) == "sync.NewCond" {
						r.condOf(frame, in, in.Call.Args[0])
					}
				}
			}
		}
	}
}

// noRoom returns the nodes of the channels that the package makes without a buffer, and that only it can name.
func (a *analyzer) noRoom() map[string]bool {
	found := map[string]bool{}
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				made, ok := in.(*ssa.MakeChan)
				if !ok {
					continue
				}
				for _, node := range storedIn(a.frame(fn), made) {
					if before, ok := found[node]; isOfPackage(node) {
						found[node] = isZero(made.Size) && (before || !ok)
					}
				}
			}
		}
	}
	maps.DeleteFunc(found, func(_ string, none bool) bool { return !none })
	return found
}

// isOfPackage reports whether the last name in a node has a small letter: no other package can assign to it.
func isOfPackage(node string) bool {
	name := node[strings.LastIndexByte(node, '.')+1:]
	return token.IsIdentifier(name) && !token.IsExported(name)
}

// isForSigns reports whether nothing but a sign goes through a channel, and its room was computed.
func isForSigns(in *ssa.MakeChan) bool {
	ch, ok := in.Type().Underlying().(*types.Chan)
	if !ok {
		return false // a type parameter
	}
	st, ok := ch.Elem().Underlying().(*types.Struct)
	_, isConst := in.Size.(*ssa.Const)
	return ok && st.NumFields() == 0 && !isConst
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && constant.Sign(c.Value) == 0
}

// valueOf is the value in a register of a function.
func valueOf(fn *ssa.Function, register string) ssa.Value {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && v.Name() == register {
				return v
			}
		}
	}
	return nil
}
