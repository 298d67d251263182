package lockfacts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// The lock of a Cond goes by two names where an object has both:
//
//	q.ready = sync.NewCond(&q.mu)      // or q.mu.RLocker()
//	q.ready.L.Lock(); defer q.ready.L.Unlock()
//
// q.ready.L is q.mu then.

// A condField is the lock that a Cond in a field is made with: another field of the same object.
type condField struct {
	index   int
	pointer bool // the field has a pointer to the lock
	read    bool // it is the RLocker of it
	unsure  bool // the Cond is made with something else as well
}

// findCondFields looks for the locks that the Conds of a package are made with.
func (a *analyzer) findCondFields() {
	a.condFields = map[*types.Var]condField{}
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if st, ok := in.(*ssa.Store); ok {
					a.noteCondField(a.frame(fn), st)
				}
			}
		}
	}
}

func (a *analyzer) noteCondField(frame *syncop.Frame, st *ssa.Store) {
	to, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	lock := st.Val
	switch t := types.TypeString(st.Val.Type(), nil); {
	case t == "*sync.Cond":
		call, ok := st.Val.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil || syncop.Key(call.Call.StaticCallee()) != "sync.NewCond" {
			a.condFields[fieldOf(to)] = condField{unsure: true}
			return
		}
		lock = call.Call.Args[0]
	case isCond(to.X):
		if to, ok = to.X.(*ssa.FieldAddr); !ok {
			return
		}
	default:
		return
	}
	field, ok := siblingLock(frame, to.X, lock)
	if known, again := a.condFields[fieldOf(to)]; !ok || again && known != field {
		field = condField{unsure: true}
	}
	a.condFields[fieldOf(to)] = field
}

// siblingLock is the field of an object that a Cond gets as its lock.
func siblingLock(frame *syncop.Frame, object, lock ssa.Value) (f condField, ok bool) {
	switch v := lock.(type) {
	case *ssa.MakeInterface:
		lock = v.X
	case *ssa.Call:
		if lock = lockOfRLocker(v); lock == nil {
			return f, false
		}
		f.read = true
	}
	if load, isLoad := lock.(*ssa.UnOp); isLoad && load.Op == token.MUL {
		lock, f.pointer = load.X, true
	}
	field, ok := lock.(*ssa.FieldAddr)
	if !ok || !frame.AccessPath(field.X).Same(frame.AccessPath(object)) {
		return f, false
	}
	f.index = field.Field
	return f, true
}

// lockOfRLocker is the RWMutex that a call of RLocker is made on, or nil.
func lockOfRLocker(call *ssa.Call) ssa.Value {
	fn := call.Call.StaticCallee()
	if fn == nil || syncop.Key(fn) != "(*sync.RWMutex).RLocker" {
		return nil
	}
	return call.Call.Args[0]
}

func isCond(v ssa.Value) bool { return types.TypeString(syncop.Elem(v.Type()), nil) == "sync.Cond" }

// fieldOf is the field that an address is of, the same one for all instances of a generic type.
func fieldOf(addr *ssa.FieldAddr) *types.Var {
	return syncop.Elem(addr.X.Type()).Underlying().(*types.Struct).Field(addr.Field).Origin()
}

// otherName is the lock that a value is when it is an RLocker, or read from the field L of a Cond whose lock is known by another
// name, and whether that is locked in shared mode.
func (w *walker) otherName(v ssa.Value) (lock syncop.AccessPath, read, ok bool) {
	if call, isCall := v.(*ssa.Call); isCall {
		if rw := lockOfRLocker(call); rw != nil {
			return w.frame.AccessPath(rw), true, true
		}
	}
	load, isLoad := v.(*ssa.UnOp)
	if !isLoad || load.Op != token.MUL {
		return lock, false, false
	}
	l, ok := load.X.(*ssa.FieldAddr)
	if !ok || !isCond(l.X) {
		return lock, false, false
	}
	cond := l.X
	if c, isLoad := cond.(*ssa.UnOp); isLoad && c.Op == token.MUL {
		cond = c.X
	}
	field, ok := cond.(*ssa.FieldAddr)
	if !ok {
		return lock, false, false
	}
	f, ok := w.pkg.condFields[fieldOf(field)]
	if !ok || f.unsure {
		return lock, false, false
	}
	object := syncop.Elem(field.X.Type())
	lock = syncop.FieldOf(w.frame.AccessPath(field.X), object, f.index)
	if f.pointer {
		lock = syncop.LoadOf(lock, object.Underlying().(*types.Struct).Field(f.index).Type())
	}
	return lock, f.read, true
}
