package predict

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// isLibraryStore reports whether an event is of a sync.Pool which a package of the standard
// library has in a variable of its own, as the buffers of fmt, or of the sync.Map of running
// tests in package testing. Such a store orders any two goroutines that print or that are
// tests, in the recorded run alone: another run takes another buffer, and does the same for
// the user. Other maps have entries of the user, as the types of package mime.
//
// A package whose accesses of memory are recorded is left as it is: the store
// orders the accesses of the values in it.
func (p *process) isLibraryStore(e *trace.Event) bool {
	if e.Op != trace.OpAcquire && e.Op != trace.OpRelease || p.names.bin == nil {
		return false
	}
	via := trace.Via(e.Arg)
	if via != trace.ViaPool && via != trace.ViaSyncMap {
		return false
	}
	name, _, ok := p.names.bin.Global(e.Obj)
	if !ok || via == trace.ViaSyncMap && stdlib.Package(name) != "testing" {
		return false
	}
	return stdlib.Has(name) && !goroot.RecordsMemory(stdlib.Package(name))
}

// isLibraryAccess reports whether a package of the standard library makes an access whose
// memory is not recorded: the runtime tells of the values that it copies and converts for any caller.
func (p *process) isLibraryAccess(s trace.StackID) bool {
	for _, f := range p.calls(s) {
		if pkg := stdlib.Package(f.Func); stdlib.Has(f.Func) && pkg != "sync" && pkg != "sync/atomic" && pkg != "runtime" {
			return !goroot.RecordsMemory(pkg)
		} else if !stdlib.Has(f.Func) {
			return false
		}
	}
	return false
}

// isInner reports whether a package of the standard library makes an access, directly or in a container
// such as bytes.Buffer. The object may come from a pool of that package, which orders nothing here
// (see isLibraryStore), and then no other goroutine has it. It may also be an argument of the user.
func (p *process) isInner(s trace.StackID) bool {
	for _, f := range p.calls(s) {
		pkg := stdlib.Package(f.Func)
		if pkg != "sync" && pkg != "sync/atomic" && pkg != "runtime" && !goroot.IsContainer(pkg) {
			return stdlib.Has(f.Func)
		}
	}
	return false
}
