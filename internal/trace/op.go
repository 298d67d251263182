package trace

// An Op is one kind of synchronisation step.
type Op uint8

// The operations. Their numbers are part of the binary trace format: new ones
// are appended, none is ever renumbered.
const (
	OpNone Op = iota

	OpGo   // a goroutine is created: Obj is the child, Arg the stack of the creator, Aux how often it did so there, saturated
	OpExit // the goroutine ends

	OpRequest  // an exclusive lock could not be had at once: the goroutine is about to block
	OpLock     // an exclusive lock is held from now on
	OpUnlock   // an exclusive lock is released
	OpRRequest // a shared lock could not be had at once
	OpRLock    // a shared lock is held from now on
	OpRUnlock  // a shared lock is released
	OpTryFail  // a TryLock or TryRLock that returned false
	OpWait     // Cond.Wait begins; the locker's own unlock follows
	OpWake     // Cond.Wait was woken; the locker's own lock follows
	OpSignal
	OpBroadcast
	OpWGAdd    // Arg is the delta as a two's complement number
	OpWGWait   // WaitGroup.Wait begins
	OpWGDone   // WaitGroup.Wait returns
	OpOnceDone // Once.Do returns; FlagFirst on the call that ran the function

	OpMakeChan // Aux is the capacity, saturated at MaxAux
	OpSend     // a send begins; FlagTry when it cannot block
	OpSent     // a send is complete; Arg is the receiver that took it directly, or 0
	OpRecv     // a receive begins; FlagTry when it cannot block
	OpReceived // a receive is complete; Arg is the sender it took from directly, or 0
	OpRecvClosed
	OpClose
	OpSelect // a select begins; Aux is the number of its cases, FlagTry when it has a default

	OpAcquire // order flows from every earlier OpRelease on Obj to here (Via names the mechanism)
	OpRelease

	OpAlloc     // an object that contains locks: Obj is its base, Arg the stack, Aux how often the goroutine did so there, saturated
	OpAllocType // follows its OpAlloc: Obj is the size in bytes, Arg the type

	OpTest    // a test or subtest begins in this goroutine: Arg is the text of its name
	OpTestEnd // the test ends

	OpPanic  // the program is about to die of a panic or a fatal error; G is 0 when no goroutine is to blame
	OpLost   // Arg events could not be recorded since the last OpLost; in the last one Obj is the Seq before which nothing is missing, or 0
	OpFolded // Arg events were left out because they repeated recorded ones
	OpUnseen // a mechanism that is not modelled was used: Arg is the text of its name
	_        // was never written

	// OpAbs follows the first event of goroutine or object Obj: Arg is its abstraction of
	// kind Aux. It is left out where DeriveG or DeriveObject gives the abstraction.
	OpAbs

	OpLoad // an atomic operation saw what goroutine Obj had written by an atomic operation: everything Obj did up to Seq Arg is before this
	OpRead // the same for plain memory

	// OpCase follows its OpSelect: one of its channels; FlagFirst when the case sends. With an Aux above 0 the event follows the
	// end of its select. Several cases of that one are alike, and number Aux was taken, from 1.
	OpCase

	// OpAt announces the next operation of the goroutine. It is one at a WaitGroup, with its
	// stack, or at site Aux of the table of conditions, without a stack. It may also be a
	// call without a site on object number Obj, with its stack.
	OpAt
	OpGuard     // the condition at site Aux was evaluated: Arg is its value, Obj the condition variable that it guards, or 0
	OpGuardLock // follows its OpGuard: Obj is the lock of that condition variable
	OpGuardVar  // follows its OpGuard: Obj is the variable number Aux of the condition, Arg its value
	OpGuardEnd  // the operation that the condition at site Aux guards is over
	OpSet       // a variable of a condition was written at site Aux: Arg is its value; FlagFirst before the write

	OpCall   // a method of object number Obj is called at call site Aux, or as its OpAt says: Arg is the text of the object's type
	OpReturn // that call returns: Arg is the text of its error, 0 for none
	OpUnwind // that call does not return: it panicked, or its goroutine ended

	OpStill // no goroutine of the process can go on any more: Arg of them are parked for good; it ends here

	OpGuardChan  // follows its OpGuard: Obj is the channel on which the condition decides an operation
	OpGuardGroup // the same for a WaitGroup

	// OpWrote is a write of a condition's variable where the table has no site. Arg is the
	// value after it. FlagRead is set when the write is known to add to the value before.
	OpWrote

	// OpWriter comes before its OpWrote, which has FlagFirst: the write happened before a
	// condition first read the variable. Goroutine Obj wrote it, after its event Seq Arg.
	OpWriter

	OpLeft // at the end of a test, or with FlagLast of the process, goroutine G is parked on Obj, with stack Arg: see Event.Left

	// OpAccessor says that goroutine Obj made the accesses that follow: the next OpAccess
	// events of this goroutine. They lie after Obj's event Seq Arg and before its next one.
	OpAccessor

	// OpAccess is an access of plain memory at address Obj, with stack Arg. FlagRead is set
	// when it only reads, and FlagFirst when the address is that of a map. The low 8 bits of
	// Aux are the bytes of the word that it touches. The high 8 bits are the number of
	// garbage collections before it.
	OpAccess

	// OpPanics says that the goroutine panics, with stack Arg. Its deferred functions run now, and may recover. With
	// FlagLast it called runtime.Goexit instead, as FailNow of a test does, and ends after them.
	OpPanics

	// OpPulled is the operation of an OpLeft whose goroutine runs a coroutine of iter.Pull: it waits for a call of next or stop. It
	// is no event of its own.
	OpPulled

	opEvents // the number of events
)

// The definitions describe the objects that events refer to. Their numbers leave room
// for further events.
const (
	OpHeader    Op = iota + 101 // Arg is the text "key=value"
	OpText                      // Obj is the text's id, Arg its length in bytes; the bytes follow, padded to RecordSize
	OpStack                     // Obj is the stack's id, Arg a program counter, Aux its depth, FlagLast on the outermost
	OpFrame                     // Obj is a program counter, Arg the function's text, Aux the inline depth (0 innermost), FlagLast on the outermost
	OpFrameLine                 // follows its OpFrame: Arg is the file's text, G the line
	OpType                      // Obj is the type's id, Arg its name's text, G its size in bytes (saturated)
	OpField                     // a lock inside type Obj: Arg is the text of its path, G its offset, Aux its Kind

	// OpStackAbs gives a hash of the stack with id Obj. Arg is the hash, and Aux its kind: 0
	// of the site, 1 of the chain of k frames, 2 of the receiver types.
	OpStackAbs

	opMax
)

// A Kind tells what sort of object an operation is about.
type Kind uint8

// The kinds of objects.
const (
	KindNone Kind = iota
	KindMutex
	KindRWMutex
	KindCond
	KindWaitGroup
	KindOnce
	KindChan
	KindGoroutine
	KindKey // an ordering key: sync.Map, timer, atomic, ...
	KindVar // a variable that a condition reads
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind?"
}

var kindNames = [...]string{"none", "mutex", "rwmutex", "cond", "waitgroup", "once", "chan", "goroutine", "key", "var"}

// Flags of an event; their meaning is per operation.
const (
	FlagTry     = 1 << iota // a TryLock that succeeded, an operation that cannot block
	FlagRead                // the lock is a RWMutex taken in shared mode
	FlagRW                  // the lock is a RWMutex
	FlagLast                // the last record of a definition that spans several
	FlagFirst               // the call of Once.Do that ran the function
	FlagForeign             // an unlock of a lock this goroutine does not hold (a hand-off)
)

// MaxAux is the largest value of Event.Aux; greater ones saturate.
const MaxAux = 1<<16 - 1

// Via says what a pair of OpRelease and OpAcquire stands for; it is their Arg.
type Via uint64

// Mechanisms that order goroutines without a lock, channel or WaitGroup of their own.
const (
	ViaNone Via = iota
	ViaAtomic
	ViaSyncMap
	ViaPool
	ViaTimer
	ViaFinalizer
	ViaCleanup
	ViaCoroutine // iter.Pull
	ViaSemaphore // a runtime semaphore used by the standard library itself
	ViaSignal
	ViaBubble // testing/synctest
)

// String returns the mechanism's name.
func (v Via) String() string {
	if v < Via(len(viaNames)) {
		return viaNames[v]
	}
	return "via?"
}

var viaNames = [...]string{"none", "atomic", "sync.Map", "sync.Pool", "timer", "finalizer", "cleanup", "coroutine", "semaphore", "signal", "bubble"}
