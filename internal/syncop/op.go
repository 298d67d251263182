package syncop

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A SyncCall is a call that is a synchronisation operation.
type SyncCall struct {
	Op   trace.Op
	Try  bool      // may fail instead of blocking; the result tells
	Recv ssa.Value // the object
}

// syncMethods are the methods of package sync that are operations.
var syncMethods = map[string]SyncCall{
	"(*sync.Mutex).Lock":       {Op: trace.OpLock},
	"(*sync.Mutex).TryLock":    {Op: trace.OpLock, Try: true},
	"(*sync.Mutex).Unlock":     {Op: trace.OpUnlock},
	"(*sync.RWMutex).Lock":     {Op: trace.OpLock},
	"(*sync.RWMutex).TryLock":  {Op: trace.OpLock, Try: true},
	"(*sync.RWMutex).Unlock":   {Op: trace.OpUnlock},
	"(*sync.RWMutex).RLock":    {Op: trace.OpRLock},
	"(*sync.RWMutex).TryRLock": {Op: trace.OpRLock, Try: true},
	"(*sync.RWMutex).RUnlock":  {Op: trace.OpRUnlock},
	"(*sync.Cond).Wait":        {Op: trace.OpWait},
	"(*sync.Cond).Signal":      {Op: trace.OpSignal},
	"(*sync.Cond).Broadcast":   {Op: trace.OpBroadcast},
	"(*sync.WaitGroup).Add":    {Op: trace.OpWGAdd},
	"(*sync.WaitGroup).Done":   {Op: trace.OpWGDone},
	"(*sync.WaitGroup).Wait":   {Op: trace.OpWGWait},

	"(*golang.org/x/sync/errgroup.Group).Wait": {Op: trace.OpWGWait},
}

// A method is a method by the path of its package and the names of its type and itself.
type method struct{ pkg, typ, name string }

// opMethods are syncMethods by method, and opNames are the names of the methods alone: to compare with these costs a fraction of a
// key, and most calls are no operations.
var opMethods, opNames = func() (map[method]SyncCall, map[string]bool) {
	opMethods, opNames := map[method]SyncCall{}, map[string]bool{}
	for key, c := range syncMethods {
		of, name, _ := strings.Cut(strings.TrimPrefix(key, "(*"), ").")
		dot := strings.LastIndexByte(of, '.')
		opMethods[method{of[:dot], of[dot+1:], name}] = c
		opNames[name] = true
	}
	return opMethods, opNames
}()

// interfaceMethods are the same for an interface that has Lock and Unlock.
var interfaceMethods = map[string]SyncCall{
	"Lock":     {Op: trace.OpLock},
	"Unlock":   {Op: trace.OpUnlock},
	"RLock":    {Op: trace.OpRLock},
	"RUnlock":  {Op: trace.OpRUnlock},
	"TryLock":  {Op: trace.OpLock, Try: true},
	"TryRLock": {Op: trace.OpRLock, Try: true},
}

// InMode is an operation on a lock in shared mode, if that is how it is used: by its RLocker.
func InMode(op trace.Op, read bool) trace.Op {
	switch {
	case read && op == trace.OpLock:
		return trace.OpRLock
	case read && op == trace.OpUnlock:
		return trace.OpRUnlock
	}
	return op
}

// OpOf recognises a call of a synchronisation operation.
func OpOf(call *ssa.CallCommon) (SyncCall, bool) {
	if call.IsInvoke() {
		c, ok := interfaceMethods[call.Method.Name()]
		s := call.Method.Signature()
		if !ok || s.Params().Len() != 0 || !isLocker(call.Value.Type()) {
			return SyncCall{}, false
		}
		c.Recv = call.Value
		return c, true
	}
	fn := call.StaticCallee()
	if fn == nil || len(call.Args) == 0 || !opNames[objectName(fn)] {
		return SyncCall{}, false
	}
	c, ok := opMethods[methodOf(fn)]
	c.Recv = call.Args[0]
	return c, ok
}

// methodOf is the method with a pointer receiver that a function is, or none.
func methodOf(fn *ssa.Function) method {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || obj.Signature().Recv() == nil {
		return method{}
	}
	p, ok := types.Unalias(obj.Signature().Recv().Type()).(*types.Pointer)
	if !ok {
		return method{}
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok {
		return method{}
	}
	return method{obj.Pkg().Path(), named.Obj().Name(), obj.Name()}
}

// OpOfKey is OpOf for the name of a method; Recv is not set.
func OpOfKey(key string) (SyncCall, bool) {
	c, ok := syncMethods[key]
	return c, ok
}

// ConcreteType returns the type that an interface value was made from, if the function shows
// it. It follows calls of functions in the same package whose returns all have one type. The
// result is nil when the type is not known.
func ConcreteType(v ssa.Value) types.Type { return concreteType(v, 0) }

// concreteType ends at a depth: two variables may be assigned to each other.
func concreteType(v ssa.Value, depth int) types.Type {
	if depth > maxSlotDepth {
		return nil
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return v.X.Type()
	case *ssa.ChangeInterface:
		return concreteType(v.X, depth+1)
	case *ssa.UnOp:
		if x, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			if only := OnlyStore(x); only != nil && only != v {
				return concreteType(only, depth+1)
			}
		}
	case *ssa.Call:
		return resultType(v, 0, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return resultType(call, v.Index, depth)
		}
	}
	return nil
}

// resultType is the type that all returns of a called function of the package make an interface from. One
// that returns nil besides is called when it has not.
func resultType(call *ssa.Call, index, depth int) types.Type {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg != call.Parent().Pkg || !types.IsInterface(fn.Signature.Results().At(index).Type()) {
		return nil
	}
	var only types.Type
	for _, b := range fn.Blocks {
		ret, ok := Terminator(b).(*ssa.Return)
		if !ok || IsNil(ret.Results[index]) {
			continue
		}
		t := concreteType(ret.Results[index], depth+1)
		if t == nil || only != nil && !types.Identical(t, only) {
			return nil
		}
		only = t
	}
	return only
}

// InterfaceOp is OpOf for the name of a method of a lock interface.
func InterfaceOp(method string) (SyncCall, bool) {
	c, ok := interfaceMethods[method]
	return c, ok
}
