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

// opMethods are syncMethods by method, and opNames are the names of the methods alone: to compare with these costs a fraction of what
// a key does, and most calls are no operations.
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

// A Model says what a function does with the functions it is given.
type Model uint8

// The models.
const (
	Keeps  Model = iota // stores them, or nothing is known: they may run at any time
	Calls               // calls them before it returns, in the same goroutine
	Spawns              // runs them in another goroutine
	Onces               // sync.Once.Do
)

// spawners run what they are given in another goroutine.
var spawners = map[string]bool{
	"time.AfterFunc":                            true,
	"context.AfterFunc":                         true,
	"(*sync.WaitGroup).Go":                      true,
	"(*golang.org/x/sync/errgroup.Group).Go":    true,
	"(*golang.org/x/sync/errgroup.Group).TryGo": true,
	"runtime.AddCleanup":                        true,
	"runtime.SetFinalizer":                      true,
	"(*testing.B).RunParallel":                  true,
	"net/http.HandleFunc":                       true,
	"(*net/http.ServeMux).HandleFunc":           true,
}

// Counts reports whether a function starts a goroutine and counts it until it
// ends, as WaitGroup.Go does.
func Counts(key string) bool {
	return spawners[key] && (strings.HasPrefix(key, "(*sync.WaitGroup).") || strings.HasPrefix(key, "(*golang.org/x/sync/errgroup.Group)."))
}

// callers are the packages whose functions call what they are given.
var callers = map[string]bool{
	"sort": true, "slices": true, "maps": true, "strings": true, "bytes": true, "path/filepath": true,
	"io/fs": true, "go/ast": true, "iter": true, "testing": true, "sync": true, "container/heap": true,
}

// ModelOf says what the function with that key, of that package, does with its
// function arguments.
func ModelOf(key, pkg string) Model {
	switch {
	case key == "(*sync.Once).Do":
		return Onces
	case spawners[key]:
		return Spawns
	case key == "(*testing.common).Cleanup" || strings.HasPrefix(key, "sync.Once"):
		return Keeps
	case callers[pkg]:
		return Calls
	}
	return Keeps
}

// noReturns never return to their caller.
var noReturns = map[string]bool{
	"os.Exit": true, "runtime.Goexit": true, "log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true,
	"log.Panic": true, "log.Panicf": true, "log.Panicln": true,
	"(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true, "(*log.Logger).Fatalln": true,
	"(*log.Logger).Panic": true, "(*log.Logger).Panicf": true, "(*log.Logger).Panicln": true,
	"(*testing.common).Fatal": true, "(*testing.common).Fatalf": true, "(*testing.common).FailNow": true,
	"(*testing.common).Skip": true, "(*testing.common).Skipf": true, "(*testing.common).SkipNow": true,
}

// noReturnNames are the names of these functions without package and type: most functions
// have another one.
var noReturnNames = func() map[string]bool {
	names := map[string]bool{}
	for key := range noReturns {
		names[key[strings.LastIndexByte(key, '.')+1:]] = true
	}
	return names
}()

// NeverReturns reports whether a function of the standard library never returns.
func NeverReturns(key string) bool { return noReturns[key] }

// IsFatal reports whether a function without results has one of the names by which logging packages tell
// that it ends the program. Their bodies seldom show it: what they call last is a variable.
func IsFatal(fn *types.Func) bool {
	switch fn.Name() {
	case "Fatal", "Fatalf", "Fatalln", "Fatalw", "FatalDepth", "FatalfDepth", "FatallnDepth":
		return fn.Signature().Results().Len() == 0
	}
	return false
}

// EndsTest reports whether a method of an interface ends the test that it is called for: one of testing.TB, or FailNow
// of an interface that libraries of assertions have for testing.T.
func EndsTest(m *types.Func) bool {
	sig := m.Signature()
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) {
		return false
	}
	if m.Pkg() != nil && m.Pkg().Path() == "testing" {
		return NeverReturns("(*testing.common)." + m.Name())
	}
	return m.Name() == "FailNow" && sig.Params().Len() == 0 && sig.Results().Len() == 0
}

// ConcreteType returns the type that an interface value was made from, if the
// function shows it, or the one of its package that it has the value from.
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
		ret, ok := LastOf(b).(*ssa.Return)
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
