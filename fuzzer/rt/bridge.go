package rt

import "unsafe"

// The functions that the runtime of the instrumented standard library provides. In this
// module they are variables, so that tests can stand in for it.
var (
	getenv   = func(name string) string { return "" }
	readFile = func(name string, buf []byte) int { return -1 }
	text     = func() uintptr { return 0 }
	setEdges = func(n uint32) {}
	handedAt = func(site uint64) {}
	setChan  = func(site uint64, receives, handed bool) {}
	register = func(request func(op, flag uint8, obj uintptr, stack uint64) (int, bool), alloc func(base, size uintptr, abs [4]uint64), stats func(buf []byte) int) {
	}
	registerSteps = func(stop func(site uint64, abs [4]uint64) int, choose func(site uint64, abs [4]uint64) uint32) {}
	jumpAhead     = func() {}
	addCore       = func(g uint64, abstraction uint8) {}
	registerCalls = func(arrives func(site uint32, obj, g uint64) int, mayGo, isDone func(obj uint64, step int) bool) {
	}
	self = func(stack uint64, sites []uint64) (goid uint64, abs [4]uint64, site uint64, held int) {
		return 0, [4]uint64{}, 0, 0
	}
	exploring    = func() bool { return false }
	registerNext = func(next func(p unsafe.Pointer, forced int) int) {}
	runOnce      = func(body func(), seed uint64) (end uint8, steps uint32, hash uint64, goroutines uint32, class uint64) {
		return
	}
	nameRun   = func(run int) {}
	follow    = func(on bool) {}
	leftovers = func() int { return 0 }
	inputs    = func() uint8 { return 0 }
	runOrder  = func() uint64 { return 0 }
	setAside  = func(on bool) {}
	setEarly  = func(most int64) {}
	setLives  = func(on bool) {}
	setSteps  = func(every, own bool) {}
	lastStep  = func() unsafe.Pointer { return nil }
	spotAt    = func(i int) (site uint64, chose, ok bool) { return }
	spotsMore = func() bool { return false }
	wentEarly = func(i int) (span int64, place uintptr, ok bool) { return }
)
