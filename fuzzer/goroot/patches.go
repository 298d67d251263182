package goroot

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// A patch is a text that is spliced into one file of the standard library. Optional
// patches record more; without the others the program could not be observed.
type patch struct {
	file     string
	optional bool
	some     bool // only some releases have the file
	apply    func(*splicer)
}

// patches lists every changed file. Added files are in template/.
var patches = []patch{
	{file: "sync/mutex.go", apply: patchMutex},
	{file: "sync/rwmutex.go", apply: patchRWMutex},
	{file: "sync/cond.go", apply: patchCond},
	{file: "sync/waitgroup.go", apply: func(s *splicer) {
		s.rename("WaitGroup", "Add", "dlAdd")
		s.rename("WaitGroup", "Wait", "dlWait")
	}},
	{file: "sync/once.go", apply: patchOnce},
	{file: "sync/map.go", optional: true, apply: patchMap},
	{file: "sync/hashtriemap.go", optional: true, some: true, apply: patchMap},
	{file: "internal/poll/fd_mutex.go", apply: patchFile},
	{file: "sync/pool.go", optional: true, apply: func(s *splicer) {
		// Whether a pool is set up anew depends on the collector: this lock is none of the program's.
		s.replace("Pool", "pinSlow", "allPoolsMu.Lock()", "allPoolsMu.dlLock()", 1)
		s.replace("Pool", "pinSlow", "allPoolsMu.Unlock()", "allPoolsMu.dlUnlock()", 1)
		s.prologue("Pool", "Get", "if dlMode&dlModeExplore != 0 { dlPooled() }")
		s.prologue("Pool", "Put", "if dlMode != 0 { dlPre(dlOp_release, 0, unsafe.Pointer(p), dlViaPool) }")
		s.before("Pool", "Get", func(text string) string {
			if strings.HasPrefix(text, "return") {
				return "if dlMode != 0 { dlPre(dlOp_acquire, 0, unsafe.Pointer(p), dlViaPool) }"
			}
			return ""
		}, 1)
	}},
	{file: "sync/atomic/type.go", optional: true, apply: patchBool},
	{file: "testing/testing.go", optional: true, apply: func(s *splicer) {
		s.prologue("", "tRunner", "if dlMode != 0 && !dlWraps() { dlTest(t.name); defer dlTestEnd(t.name) }")
		s.before("", "tRunner", is("t.report()", "if dlMode != 0 { dlTestOver() }"), 1)
		s.before("", "tRunner", is("fn(t)", "if dlMode != 0 && dlExplores() { fn = dlBody(t, fn) }"), 1)
		s.before("T", "Run", starts("if !<-t.signal", "if dlMode != 0 { defer dlAwaits()() }"), 1)
		s.prologue("T", "Parallel", "if dlMode != 0 && dlSequential(t) { return }")
		s.prologue("testState", "waitParallel", "if dlMode != 0 && dlExplores() { return }")
		s.prologue("testState", "release", "if dlMode != 0 && dlExplores() { return }")
		s.prologue("common", "Fail", "dlTestFailed()")
		patchLife(s)
		s.prologue("M", "startAlarm", "if dlMode != 0 && *timeout > 0 { dlTestAlarm(int64(*timeout)) }")
		s.prologue("M", "stopAlarm", "if dlMode != 0 { dlTestAlarm(0) }")
		s.before("M", "startAlarm", is("m.after()", "if dlMode != 0 { dlTestTimeout() }"), 1)
	}},
	{file: "testing/fuzz.go", optional: true, apply: func(s *splicer) {
		s.prologue("", "fRunner", "if dlMode != 0 && dlExplores() { fn = dlFuzz(fn) }")
		s.before("F", "Fuzz", starts("go tRunner(t, func(t *T) {", "if dlMode != 0 { dlSetsUpCall(fnType) }"), 1)
	}},
	{file: "runtime/chan.go", apply: patchChan},
	{file: "runtime/select.go", apply: patchSelect},
	{file: "runtime/proc.go", apply: patchProc},
	{file: "runtime/traceback.go", apply: patchTraceback},
	{file: "runtime/symtab.go", apply: func(s *splicer) {
		s.replace("Frames", "Next", "snext.funcID == "+wrapper, "dlHides(snext) || snext.funcID == "+wrapper, 1)
	}},
	{file: "runtime/debug.go", apply: func(s *splicer) {
		s.prologue("", "NumGoroutine", "if dlXOn() { "+figures+"; return dlXCount() }")
	}},
	{file: "runtime/runtime2.go", apply: func(s *splicer) { s.field("g", "dl dlG; dlRecent dlRecent") }},
	{file: "runtime/mheap.go", apply: func(s *splicer) {
		s.field("mspan", "dlLook uint64; dlMarks uintptr")
		s.prologue("", "internal_weak_runtime_makeStrongFromWeak", "dlXCollected()")
	}},
	{file: "os/signal/signal.go", optional: true, apply: func(s *splicer) {
		s.prologue("", "Notify", "if dlMode != 0 { dlSignalsAt(unsafe.Pointer(&handlers), unsafe.Sizeof(handlers)) }")
		s.insert(s.file.Name.End(), `; import "unsafe"`)
	}},
	{file: "runtime/malloc.go", optional: true, apply: func(s *splicer) {
		s.before("", "mallocgc", is("return x", "if dlMode != 0 { if typ != nil { dlAlloc(x, typ, size) } else if needzero && size <= dlMergedMax { dlMerged(x, size, sys.GetCallerPC()) } }"), 1)
	}},
	{file: "runtime/string.go", optional: true, apply: func(s *splicer) {
		for _, name := range []string{"slicebytetostring", "slicebytetostringtmp"} {
			s.before("", name, starts("if raceenabled", "if dlMode != 0 { dlReadRange(unsafe.Pointer(ptr), uintptr(n), sys.GetCallerPC()) }"), 1)
		}
	}},
	{file: "runtime/slice.go", optional: true, apply: func(s *splicer) {
		s.before("", "growslice", starts("if raceenabled", "if dlMode != 0 { dlReadRange(oldPtr, uintptr(oldLen*int(et.Size_)), sys.GetCallerPC()) }"), 1)
		s.before("", "makeslicecopy", starts("if raceenabled", "if dlMode != 0 { dlReadRange(from, copymem, sys.GetCallerPC()) }"), 1)
		s.before("", "slicecopy", starts("if raceenabled", "if dlMode != 0 { dlReadRange(fromPtr, size, sys.GetCallerPC()); dlWriteRange(toPtr, size, sys.GetCallerPC()) }"), 1)
		s.before("", "growslice", starts("memclrNoHeapPointers(", "if dlMode != 0 { dlAlloc(p, et, capmem) }"), 1)
	}},
	{file: "crypto/internal/constanttime/constant_time.go", optional: true, some: true, apply: func(s *splicer) {
		s.replace("", "boolToUint8", onlyIntrinsic, "if b { return 1 }; return 0", 1)
	}},
	{file: "math/rand/rand.go", optional: true, apply: patchRand},
	{file: "math/rand/v2/rand.go", optional: true, apply: patchRandV2},
	{file: "math/sqrt.go", optional: true, apply: func(s *splicer) { s.replace("", "Sqrt", "sqrt(x)", "dlSqrt(x)", 1) }},
	{file: pointersFile, optional: true, apply: patchPointers},
	{file: "internal/runtime/maps/runtime.go", optional: true, some: true, apply: patchMapOperations},
	{file: "internal/runtime/maps/runtime_swiss.go", optional: true, some: true, apply: patchMapOperations},
	{file: "internal/runtime/maps/runtime_fast32.go", optional: true, some: true, apply: patchMapOperations},
	{file: "internal/runtime/maps/runtime_fast32_swiss.go", optional: true, some: true, apply: patchMapOperations},
	{file: "internal/runtime/maps/runtime_fast64.go", optional: true, some: true, apply: patchMapOperations},
	{file: "internal/runtime/maps/runtime_fast64_swiss.go", optional: true, some: true, apply: patchMapOperations},
	{file: "internal/runtime/maps/runtime_faststr.go", optional: true, some: true, apply: patchMapOperations},
	{file: "internal/runtime/maps/runtime_faststr_swiss.go", optional: true, some: true, apply: patchMapOperations},
	{file: "internal/runtime/maps/map.go", optional: true, apply: func(s *splicer) {
		for _, name := range []string{"Delete", "Clear"} {
			s.insideMap("Map", name)
		}
	}},
	{file: "runtime/map.go", optional: true, some: true, apply: patchMapCalls},
	{file: "runtime/map_swiss.go", optional: true, some: true, apply: patchMapCalls},
	{file: "runtime/panic.go", apply: func(s *splicer) {
		s.prologue("", "dopanic_m", "dlDying(); dlExit()")
		s.prologue("", "gopanic", "dlPanics(0)")
		s.prologue("", "Goexit", "dlPanics(dlFlagLast)")
	}},
	{file: "runtime/signal_unix.go", optional: true, apply: func(s *splicer) {
		for _, name := range []string{"sigenable", "sigdisable", "sigignore"} { // a goroutine of the runtime answers
			s.prologue("", name, "if dlMode&dlModeExplore != 0 { gp := getg(); gp.dl.hook++; defer func() { gp.dl.hook-- }() }")
		}
		s.prologue("", "dieFromSignal", "dlExit()")
		// A run that makes no step is asked where it is: each thread writes its stack then.
		s.prologue("", "sighandler", "if sig == _SIGQUIT && dlMode&dlModeExplore != 0 { traceback_cache |= tracebackCrash }")
		s.prologue("", "crash", "if dlMode&dlModeExplore != 0 { dlExit(); exit(2) }")
	}},
	{file: "runtime/mgc.go", apply: func(s *splicer) {
		s.rename("", "gcStart", "dlGCStart")
		s.prologue("", "GC", "dlCollects(1); defer dlCollects(^uint32(0))")
	}},
	{file: "runtime/mgcmark.go", apply: func(s *splicer) { s.replace("", "gcAssistAlloc", "Gosched()", "dlGosched()", 1) }},
	{file: "runtime/sema.go", apply: func(s *splicer) {
		for _, name := range []string{"notifyListAdd", "notifyListWait", "notifyListNotifyAll", "notifyListNotifyOne"} {
			s.prologue("", name, "if dlMode&dlModeExplore != 0 { dlXTouchAt(dlOp_wait, uintptr(unsafe.Pointer(l))) }")
		}
		s.replace("", "semacquire", "semacquire1(addr, false, 0, 0, waitReasonSemacquire)", "getg().dl.hook++; semacquire1(addr, false, 0, 0, waitReasonSemacquire); getg().dl.hook--", 1)
		s.replace("", "internal_sync_nanotime", "return nanotime()", "if dlXOn() { return 1 }; return nanotime()", 1)
	}},
	{file: "runtime/rand.go", apply: func(s *splicer) { s.prologue("", "rand", "if dlXDraws() { return dlXRand() }") }},
	{file: "runtime/time.go", apply: func(s *splicer) {
		s.before("", "newTimer", starts("t.modify(", "if dlMode != 0 { dlOrder(dlOp_release, unsafe.Pointer(&t.timer), dlViaTimer) }"), 1)
		s.before("timer", "unlockAndRun", is("f(arg, seq, delay)", "if dlMode != 0 && !t.isChan { dlOrder(dlOp_acquire, unsafe.Pointer(t), dlViaTimer) }; if dlClock.on != 0 { dlFires(t, f, arg) }"), 1)
		patchClock(s)
		s.prologue("", "stopTimer", "if dlMode != 0 { dlXTimerPoint(&t.timer); dlXTouchAt(dlOp_release, uintptr(unsafe.Pointer(&t.timer))) }")
		s.prologue("", "resetTimer", "if dlMode != 0 { dlXTimerPoint(&t.timer); dlOrder(dlOp_release, unsafe.Pointer(&t.timer), dlViaTimer) }")
	}},
	{file: "runtime/time_nofake.go", apply: func(s *splicer) {
		s.replace("", "nanotime", "return nanotime1()", "return nanotime1() + dlAhead.Load()", 1)
	}},
	{file: "runtime/mfinal.go", optional: true, apply: patchFinalizers},
	{file: "runtime/mcleanup.go", optional: true, apply: func(s *splicer) {
		s.prologue("", "AddCleanup", order("dlOp_release", "&dlKeys[1]", "Cleanup")+"; dlXCollected()")
		if strings.Contains(string(s.src), "type cleanupQueue struct") {
			s.before("cleanupQueue", "beginRunningCleanups", is("mp := acquirem()", order("dlOp_acquire", "&dlKeys[1]", "Cleanup")+"; dlXBeside()"), 1)
		}
	}},
	{file: "runtime/netpoll.go", optional: true, apply: func(s *splicer) {
		unseen("poll_runtime_pollReset", boundary.Connections)(s)
	}},
	{file: "runtime/mprof.go", optional: true, apply: func(s *splicer) {
		s.prologue("", "Stack", "if all { "+figures+" }")
		for _, name := range []string{"GoroutineProfile", "goroutineProfileWithLabels", "MemProfile", "BlockProfile", "MutexProfile", "ThreadCreateProfile"} {
			s.prologue("", name, figures)
		}
	}},
	{file: "runtime/mstats.go", optional: true, apply: func(s *splicer) {
		s.prologue("", "ReadMemStats", figures)
		s.prologue("", "readGCStats", figures)
	}},
	{file: "runtime/metrics.go", optional: true, apply: func(s *splicer) { s.prologue("", "readMetrics", figures) }},
	{file: "runtime/sigqueue.go", optional: true, apply: func(s *splicer) {
		unseen("signal_enable", boundary.Signals)(s)
		s.replace("", "signalWaitUntilIdle", "Gosched()", "dlGosched()", 2)
	}},
	{file: "runtime/cgocall.go", optional: true, apply: patchCgo},
	{file: "runtime/sys_darwin.go", optional: true, apply: patchLibc},
	{file: "syscall/syscall_linux.go", optional: true, apply: patchSyscalls},
	{file: "syscall/exec_unix.go", optional: true, apply: unseen("forkExec", boundary.Children)},
	{file: "runtime/synctest.go", optional: true, apply: patchBubble},
	{file: "runtime/coro.go", optional: true, apply: func(s *splicer) {
		s.before("", "newcoro", is("gp.coroarg = c", "if dlMode != 0 { gp.dl.coro = true; dlGo(getg(), gp, dlGoPre()); if dlMode&dlModeExplore != 0 { dlXCoro(getg(), gp) } }"), 1)
		s.prologue("", "coroswitch", "if dlMode != 0 { dlOrder(dlOp_release, unsafe.Pointer(c), dlViaCoroutine); dlCoroSwitch(c) }")
		s.prologue("", "coroexit", "if dlMode != 0 { dlCoroSwitch(c) }")
		s.replace("", "coroswitch", "mcall(coroswitch_m)", "mcall(coroswitch_m); if dlMode != 0 { dlOrder(dlOp_acquire, unsafe.Pointer(c), dlViaCoroutine) }", 1)
		s.prologue("", "corostart", "if dlMode != 0 { dlOrder(dlOp_acquire, unsafe.Pointer(getg().coroarg), dlViaCoroutine); dlCoroStarts(getg().coroarg) }")
	}},
}

// patchBubble lets the goroutines of a bubble into a run. In releases before Go 1.25 a bubble is an experiment, and stays outside.
func patchBubble(s *splicer) {
	s.prologue("", "synctestRun", "dlBubbleBegins()")
	s.prologue("", "synctestWait", "if dlMode != 0 { dlBubbleWaits() }")
	if !strings.Contains(string(s.src), "type synctestBubble struct") {
		return
	}
	const turns = "if dlMode&dlModeExplore != 0 { dlXBubbleTurns(unsafe.Pointer(gp.bubble)) }"
	s.before("", "synctestRun", starts("systemstack(func() {\n\t\tfv :=", "dlst := uint64(0); if dlMode != 0 { dlst = dlGoPre() }"), 1)
	s.replace("", "synctestRun", "runqput(pp, bubble.main, true)", "if dlMode == 0 || !dlBubbleStarts(gp, bubble.main, dlst) { runqput(pp, bubble.main, true) }", 1)
	s.replace("", "synctestRun", "waitReasonSynctestRun, traceBlockSynctest, 0)", "waitReasonSynctestRun, traceBlockSynctest, 0); "+turns, 1)
	s.before("", "synctestRun", starts("panic(synctestDeadlockError{", "if dlMode&dlModeExplore != 0 && !bubble.done { dlXBubbleStands() }"), 1)
	s.replace("", "synctestWait", "waitReasonSynctestWait, traceBlockSynctest, 0)", "waitReasonSynctestWait, traceBlockSynctest, 0); "+turns, 1)
}

// patchClock lets timers tell where they come from, and the clock go ahead.
func patchClock(s *splicer) {
	s.field("timer", "dlMade uintptr; dlEpoch, dlFired uint32")
	s.before("", "newTimer", starts("t.modify(", "if dlMode&dlModeAgent != 0 { t.dlMade = dlTimerMade() }"), 1)
	s.before("", "timeSleep", is("gp.sleepWhen = when", "if dlMode&dlModeAgent != 0 { t.dlMade = dlTimerMade() }"), 1)
	s.replace("", "time_runtimeNow", "return time_now()", "return dlShiftNow(time_now())", 1)
	// The timers of an exploration are in a heap of their own, with a clock of its own.
	s.field("timer", "dlRun uint32; dlSpan int64; dlPlace uintptr")
	const mark = "if dlMode != 0 { t.dlRun, t.dlSpan, t.dlPlace = dlXMark(when) }"
	s.before("", "newTimer", starts("t.modify(", mark), 1)
	s.prologue("", "resetTimer", "if dlMode&dlModeExplore != 0 { dlXMeetsTimer(&t.timer) }; "+mark)
	s.before("", "timeSleep", is("gp.sleepWhen = when", mark), 1)
	s.replace("", "timeSleep", "nanotime()", "dlNanotime()", 1)
	s.replace("", "time_runtimeNano", "return nanotime()", "return dlNanotime()", 1)
	s.prologue("timer", "maybeRunChan", "if dlMode&dlModeExplore != 0 { dlXMeetsTimer(t) }")
	s.replace("timer", "maybeRunChan", "nanotime()", "dlNanotime()", 1)
	s.replace("timer", "maybeAdd", "&mp.p.ptr().timers", "dlTimersOf(t, mp)", 1)
}

// onlyIntrinsic is the body of a function that the compiler is to replace at
// every call. It does not where calls of sync/atomic stay calls, see [Gcflags],
// which includes callers that are inlined there.
const onlyIntrinsic = `panic("unreachable; must be intrinsicified")`

func order(op, key, via string) string {
	return "if dlMode != 0 { dlOrder(" + op + ", unsafe.Pointer(" + key + "), dlVia" + via + ") }"
}

// patchFinalizers orders them after what set them. In older releases the
// goroutine that runs finalizers runs cleanups too.
func patchFinalizers(s *splicer) {
	s.prologue("", "SetFinalizer", order("dlOp_release", "&dlKeys[0]", "Finalizer")+"; if finalizer != nil { dlXCollected() }")
	run, acquire := "runFinalizers", order("dlOp_acquire", "&dlKeys[0]", "Finalizer")
	if s.fn("", run) == nil {
		run, acquire = "runfinq", acquire+"; "+order("dlOp_acquire", "&dlKeys[1]", "Cleanup")
	}
	s.before("", run, is("fingStatus.Or(fingRunningFinalizer)", acquire+"; dlXBeside()"), 1)
}

// unseen names a mechanism that can order goroutines and is not modelled, for
// the report of a run that used it.
func unseen(fn string, in boundary.Input) func(*splicer) {
	return func(s *splicer) { s.prologue("", fn, fmt.Sprintf("if dlMode != 0 { dlUnseen(%d) }", in)) }
}

// figures notes that a program asks for figures of the runtime.
var figures = fmt.Sprintf("dlXUnruled(%d)", boundary.Figures)

func patchMutex(s *splicer) {
	for _, m := range []string{"Lock", "TryLock", "Unlock"} {
		s.rename("Mutex", m, "dl"+m)
	}
}

func patchRWMutex(s *splicer) {
	for _, m := range []string{"RLock", "TryRLock", "RUnlock", "Lock", "TryLock", "Unlock"} {
		s.rename("RWMutex", m, "dl"+m)
	}
	// The inner mutex of a RWMutex is part of it, not a lock of its own.
	s.replace("RWMutex", "Lock", "rw.w.Lock()", "rw.w.dlLock()", 1)
	s.replace("RWMutex", "TryLock", "rw.w.TryLock()", "rw.w.dlTryLock()", 1)
	s.replace("RWMutex", "TryLock", "rw.w.Unlock()", "rw.w.dlUnlock()", 1)
	s.replace("RWMutex", "Unlock", "rw.w.Unlock()", "rw.w.dlUnlock()", 1)
}

func patchCond(s *splicer) {
	for _, m := range []string{"Wait", "Signal", "Broadcast"} {
		s.rename("Cond", m, "dl"+m)
	}
	s.before("Cond", "Wait", is("c.L.Lock()", "dlWoken(c)"), 1)
}

// patchOnce adds dlIsDone, since done is a number in older releases.
func patchOnce(s *splicer) {
	s.rename("Once", "Do", "dlDo")
	done := "o.done.Load()"
	if strings.Contains(string(s.src), "o.done.Load() == 0") {
		done += " != 0"
	}
	if fd := s.fn("Once", "Do"); fd != nil {
		s.insert(fd.End(), "; func (o *Once) dlIsDone() bool { return "+done+" }")
	}
}

// patchMap orders the operations of sync.Map that read after those that
// write. Load reads at its end: a goroutine that polls finds its value there.
func patchMap(s *splicer) {
	const acquire, release = "dlPre(dlOp_acquire, 0, unsafe.Pointer(m), dlViaSyncMap)", "dlPre(dlOp_release, 0, unsafe.Pointer(m), dlViaSyncMap)"
	const inside = "; if dlSyncMapIn() { defer dlSyncMapOut() }"
	s.prologue("Map", "Load", "if dlMode != 0 { "+access("dlLoad")+"; defer "+acquire+inside+" }")
	s.prologue("Map", "Range", "if dlMode != 0 { dlRanges(); "+access("dlLoad")+"; "+acquire+" }")
	for name, kind := range map[string]string{"Store": "dlStore", "Delete": "dlStore", "Clear": "dlStore", "LoadOrStore": "dlUpdate", "LoadAndDelete": "dlUpdate", "Swap": "dlUpdate", "CompareAndSwap": "dlUpdate", "CompareAndDelete": "dlUpdate"} {
		s.prologue("Map", name, "if dlMode != 0 { "+access(kind)+"; "+acquire+"; "+release+inside+" }")
	}
	if !strings.Contains(string(s.src), `"unsafe"`) {
		s.insert(s.file.Name.End(), `; import "unsafe"`)
	}
}

// patchLife tells when a test ends, and when it looks whether it has.
func patchLife(s *splicer) {
	const uses = "dlUses(c)"
	log := "destination"
	if s.fn("common", log) == nil {
		log = "logDepth" // before Go 1.25
	}
	s.before("common", log, is("c.mu.Lock()", uses), 1)
	s.before("common", "Fail", is("c.mu.Lock()", uses), 1)
	s.before("", "tRunner", is("t.done = true", "dlEnds(&t.common)"), 1)
}

// patchFile tells of uses of a file: in another order two of them read or write other parts of it.
func patchFile(s *splicer) {
	for name, use := range map[string]string{"incref": "mu.dlUse()", "rwlock": "mu.dlUse()", "increfAndClose": "dlFileCloses"} {
		s.prologue("fdMutex", name, "dlTouchFile(unsafe.Pointer(mu), "+use+")")
	}
	s.insert(s.file.Name.End(), `; import "unsafe"`)
}

// access tells of an operation on a sync.Map.
func access(kind string) string { return "dlSyncMap(unsafe.Pointer(m), " + kind + ")" }

// patchBool lets the methods of atomic.Bool be inlined although this package is
// compiled with calls. Where they are not, what the standard library does with
// its own is recorded.
func patchBool(s *splicer) {
	for _, of := range [][2]string{{"Store", "val"}, {"Swap", "new"}, {"CompareAndSwap", "old"}, {"CompareAndSwap", "new"}} {
		s.replace("Bool", of[0], "b32("+of[1]+")", "uint32(*(*uint8)(unsafe.Pointer(&"+of[1]+")))", 1)
	}
}

func patchChan(s *splicer) {
	s.prologue("", "chansend", "if dlMode != 0 { if c != nil { dlChanPre(dlOp_send, c, block) } else if block { dlNilChan(dlOp_send) } }")
	s.prologue("", "chanrecv", "if dlMode != 0 { if c != nil { dlChanPre(dlOp_recv, c, block) } else if block { dlNilChan(dlOp_recv) } }")
	s.prologue("", "closechan", "if dlMode&dlModeExplore != 0 && c != nil { if gp := dlReady(); gp != nil { dlXPoint(gp, dlOp_close, uintptr(unsafe.Pointer(c))) } }")
	if s.fn("", "chanlen") != nil {
		s.prologue("", "chanlen", "if dlMode != 0 && c != nil { dlChanLen(c) }")
	}
	s.field("hchan", "dl uint32")
	s.before("", "makechan", is("return c", "if dlMode != 0 { dlMakechan(c) }"), 1)
	// The race detector's annotations stand at the linearisation points, under
	// the channel's lock, and have been stable for years.
	s.before("", "chansend", raceStmt("racenotify(c, c.sendx", done("dlOp_sent", "nil", "nil")), 1)
	s.before("", "chanrecv", raceStmt("racenotify(c, c.recvx", done("dlOp_received", "nil", "nil")), 1)
	s.before("", "chanrecv", raceStmt("raceacquire(c.", done("dlOp_recvclosed", "nil", "nil")), 1)
	// A goroutine that waits for the other side does not come by here itself.
	s.before("", "send", raceStmt("racesync(c, sg)", done("dlOp_sent", "nil", "sg.g")+"; "+done("dlOp_received", "sg.g", "getg()")), 1)
	s.before("", "recv", func(text string) string {
		switch {
		case strings.HasPrefix(text, "if raceenabled {") && strings.Contains(text, "racesync("):
			return done("dlOp_received", "nil", "sg.g") + "; " + done("dlOp_sent", "sg.g", "getg()")
		case strings.HasPrefix(text, "if raceenabled {") && strings.Contains(text, "racenotify("):
			return done("dlOp_received", "nil", "nil") + "; " + done("dlOp_sent", "sg.g", "nil")
		}
		return ""
	}, 2)
	s.before("", "closechan", func(text string) string {
		switch {
		case strings.HasPrefix(text, "if raceenabled {") && strings.Contains(text, "racerelease("):
			return "if dlMode != 0 { dlChanPre(dlOp_close, c, true) }"
		case strings.HasPrefix(text, "if raceenabled {") && strings.Contains(text, "raceacquireg("):
			return done("dlOp_recvclosed", "gp", "nil")
		}
		return ""
	}, 3)
}

func patchSelect(s *splicer) {
	s.prologue("", "block", "if dlMode != 0 { dlNilChan(dlOp_select) }")
	s.replace("", "selectgo", "cheaprandn(", "dlXRandn(", 1)
	s.prologue("", "selectgo", "if dlMode != 0 { dlSelectPre((*[1 << 16]scase)(unsafe.Pointer(cas0)), nsends, nsends+nrecvs, block) }")
	s.before("", "selectgo", raceStmt("racenotify(c, c.recvx", done("dlOp_received", "nil", "nil")), 1)
	s.before("", "selectgo", raceStmt("racenotify(c, c.sendx", done("dlOp_sent", "nil", "nil")), 1)
	s.before("", "selectgo", raceStmt("raceacquire(c.", done("dlOp_recvclosed", "nil", "nil")), 1)
	s.before("", "selectgo", is("return casi, recvOK", "if dlMode != 0 { dlSelected(scases, nsends, casi) }"), 1)
}

// raceStmt matches an annotation of the race detector that contains call.
func raceStmt(call, code string) func(string) string {
	return func(text string) string {
		if strings.HasPrefix(text, "if raceenabled {") && strings.Contains(text, call) {
			return code
		}
		return ""
	}
}

func done(op, gp, peer string) string {
	return "if dlMode != 0 { dlChanDone(" + op + ", " + gp + ", c, " + peer + ") }"
}

// wrapper is in the conditions under which the runtime leaves a function out of a stack.
const wrapper = "abi.FuncIDWrapper"

// patchTraceback leaves out what the program is not to see. The function has another name
// before Go 1.25.
func patchTraceback(s *splicer) {
	name := "tracebacksomeothers"
	if s.fn("", name) == nil {
		name = "tracebackothers"
	}
	const system = "isSystemGoroutine(gp, false) && level < 2"
	s.replace("", name, system, "("+system+" || dlXHidden(gp))", 1)
	s.replace("", "tracebackPCs", "sf.funcID == "+wrapper, "dlHides(sf) || sf.funcID == "+wrapper, 1)
	s.replace("", "showfuncinfo", "sf.funcID == "+wrapper, "dlHides(sf) || sf.funcID == "+wrapper, 1)
}

func patchProc(s *splicer) {
	s.prologue("", "internal_sync_runtime_canSpin", "if dlXOn() { return false }") // the holder of the lock has no token
	s.before("", "newproc", starts("systemstack(", "dlst := uint64(0); if dlMode != 0 { dlst = dlGoPre() }"), 1)
	s.before("", "newproc", is("pp := getg().m.p.ptr()", "if dlMode != 0 { dlGo(gp, newg, dlst); if dlMode&dlModeExplore != 0 && dlXGo(gp, newg) { return } }"), 1)
	if fd := s.fn("", "newproc"); fd != nil {
		s.insert(fd.Body.Rbrace, "if dlMode&dlModeExplore != 0 && gp == gp.m.curg && gp.dl.hook == 0 { dlXPoint(gp, dlOp_go, 0) }; ")
	}
	s.before("", "newproc1", is("newg.startpc = fn.fn", "if dlMode != 0 { newg.dl = dlG{} }"), 1)
	s.before("", "goexit0", is("gdestroy(gp)", "dlgives := false; if dlMode != 0 { if dlMode&dlModeExplore != 0 { dlgives = dlXExits(gp) }; dlGoexit(gp) }"), 1)
	s.before("", "goexit0", is("schedule()", "if dlgives { dlXDispatch(gp) }"), 1)
	s.before("", "ready", is("runqput(mp.p.ptr(), gp, next)", "if dlMode&dlModeExplore != 0 && dlXReady(gp) { releasem(mp); return }"), 1)
	s.before("", "park_m", is("casgstatus(gp, _Grunning, _Gwaiting)", "if dlMode&dlModeExplore != 0 && gp.dl.x.epoch != 0 { dlXParks(gp) }"), 1)
	s.before("", "park_m", is("schedule()", "if dlMode&dlModeExplore != 0 && gp.dl.x.epoch != 0 && !gp.dl.x.keep { dlXDispatch(gp) }"), 1)
	s.before("", "schedule", starts("if sched.disable.user && !schedEnabled(gp) {", "if dlMode&dlModeExplore != 0 && dlXHolds(gp) { goto top }"), 1)
	s.prologue("", "wakep", "if dlXSetsUp() { return }")
	s.prologue("", "reentersyscall", "if dlMode&dlModeExplore != 0 { dlXLeaves() }")
	s.rename("", "Gosched", "dlGosched")
	s.replace("", "exitsyscall", "Gosched()", "dlGosched()", 1)
	s.before("", "findRunnable", starts("if releasep() != pp {", "if dlPausedN != 0 { if gp := dlIdle(now, pollUntil); gp != nil { unlock(&sched.lock); return gp, false, false } }; if dlHeldEnds.n != 0 { if gp := dlHoldIdle(); gp != nil { unlock(&sched.lock); return gp, false, false } }"), 1)
	s.before("", "main", is("gcenable()", "dlInit()"), 1)
	s.before("", "main", is("exit(0)", "dlStepsOver(); dlOver(); dlExit()"), 1)
	s.before("", "main", is("racefini()", "dlOver(); dlExit()"), 1) // it does not return
	s.before("", "checkdead", starts(`fatal("all goroutines are asleep`, "dlDead()"), 1)
	s.prologue("", "os_beforeExit", "dlLeaves(exitCode); dlStepsOver(); dlOver(); dlExit()")
	s.replace("", "sysmon", "if debug.schedtrace <= 0 && (", "if dlSleeps() && debug.schedtrace <= 0 && (", 1)
	s.replace("", "sysmon", "sleep := forcegcperiod / 2", "sleep := dlRest(forcegcperiod / 2)", 1)
	s.before("", "sysmon", is("unlock(&sched.sysmonlock)", "if dlMode != 0 { dlSysmon(now) }"), 1)
	s.prologue("", "runqget", "if dlMode&dlModeSerial != 0 { dlShuffle(pp) }")
}
