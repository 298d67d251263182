package lockfacts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// conversions collects which types are converted to interfaces, and which
// functions are stored in variables and fields.
func (a *analyzer) conversions(into *content) {
	for _, fn := range a.ssa.Funcs {
		frame := a.frame(fn)
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.MakeInterface:
					a.implementation(in.X.Type(), into)
				case *ssa.Store:
					a.selfStore(frame, in, into)
					if name, _ := functionName(in.Val); name != "" && !isFieldOrVariable(in.Addr) {
						if class := frame.AccessPath(in.Addr).Class(); class != "" {
							into.store("F:"+class, StoredFunc{Func: name})
						}
					}
				}
			}
		}
	}
}

// selfStore notes whether a field is given the object that it is part of.
func (a *analyzer) selfStore(frame *syncop.Frame, in *ssa.Store, into *content) {
	fa, ok := in.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	switch in.Val.Type().Underlying().(type) {
	case *types.Interface, *types.Pointer:
	default:
		return
	}
	class := frame.AccessPath(fa).Class()
	owner, val := frame.AccessPath(fa.X), frame.AccessPath(in.Val)
	into.noteSelf(class, owner.Known() && owner.Root == val.Root && owner.Path == val.Path)
}

// publishStores adds which functions are stored where, and the stores of arguments.
func (a *analyzer) publishStores(into *content) {
	for fn, list := range a.stores {
		for _, k := range list {
			if k.Fn == "" {
				continue
			}
			st := StoredFunc{Func: k.Fn, Meth: k.Meth, Back: k.Back, In: heldBy(k.Slot)}
			if k.Meth {
				st.Recv = k.Val.Types
			}
			into.store("F:"+k.Slot.Class(), st)
		}
		if outer := a.outerHeapWrites(list); len(outer) > 0 {
			into.HeapWrites[fn] = outer
		}
	}
	for key, to := range a.owners.Owners {
		if a.known.Owners[key] != to {
			into.Owners[key] = to
		}
	}
	into.Apart, into.Makes, into.Older = a.owners.Apart, a.makes, a.olderFields()
	into.NoRoom, into.Ignored = a.noRoom(), a.notes.told(syncop.PackagePath(a.pass.Pkg))
}

// implementation remembers the methods of a type of the program. All are
// needed, to see which interfaces it satisfies.
func (a *analyzer) implementation(t types.Type, into *content) {
	n, ok := types.Unalias(syncop.Elem(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || stdlib.Is(n.Obj().Pkg().Path()) {
		return
	}
	recv := a.typePath(syncop.Elem(t))
	name := types.TypeString(t, nil)
	if _, ok := into.Implementations[name]; ok {
		return
	}
	impl := Implementation{Type: recv.Types}
	set := types.NewMethodSet(t)
	interesting := false
	for i := range set.Len() {
		sel := set.At(i)
		fn, ok := sel.Obj().(*types.Func)
		if !ok {
			continue
		}
		m := Method{Signature: signature(fn), Key: syncop.ObjectKey(fn), Recv: promoted(recv, t, sel.Index())}
		sum := a.summary(m.Key)
		interesting = interesting || sum != nil && !sum.empty()
		impl.Methods = append(impl.Methods, m)
	}
	if interesting {
		into.Implementations[name] = impl
	}
}

// isFieldOrVariable leaves out local variables, which other functions do not see.
func isFieldOrVariable(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
		return true
	case *ssa.IndexAddr:
		return true
	case *ssa.UnOp:
		return a.Op == token.MUL
	}
	return false
}
