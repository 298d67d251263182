package predict

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// isLibraryStore reports whether an event is of a sync.Pool or sync.Map which a package of
// the standard library has in a variable of its own, as the buffers of fmt and the running
// tests of testing. Such a store orders any two goroutines that print or that are tests, in
// the recorded run alone: another run takes another buffer, or finds another entry, and
// does the same for the user.
//
// A package whose accesses of memory are recorded is left as it is: the accesses of what
// it keeps are ordered by the store.
func (p *process) isLibraryStore(e *trace.Event) bool {
	if e.Op != trace.OpAcquire && e.Op != trace.OpRelease || p.names.bin == nil {
		return false
	}
	if via := trace.Via(e.Arg); via != trace.ViaPool && via != trace.ViaSyncMap {
		return false
	}
	name, _, ok := p.names.bin.Global(e.Obj)
	return ok && stdlib.Has(name) && !goroot.RecordsMemory(stdlib.Package(name))
}
