package trace

// An ArgKind tells how Event.Arg is read.
type ArgKind uint8

// The kinds of an event's Arg.
const (
	ArgNone   ArgKind = iota
	ArgStack          // a stack id
	ArgG              // a goroutine
	ArgNumber         // a plain number
	ArgText           // a text id
	ArgType           // a type id
)

// An OpInfo describes an operation. Codecs, printers and checks derive from it.
type OpInfo struct {
	Name  string
	Kind  Kind // of Obj, KindNone when it varies or is not an object
	Arg   ArgKind
	Locks int8 // +1 the goroutine holds Obj afterwards, -1 no longer, 0 neither
	Read  bool // in shared mode
}

// opInfos describes each operation, by its number.
var opInfos = [opMax]OpInfo{
	OpGo:         {Name: "go", Kind: KindGoroutine, Arg: ArgStack},
	OpExit:       {Name: "exit"},
	OpRequest:    {Name: "request", Arg: ArgStack},
	OpLock:       {Name: "lock", Arg: ArgStack, Locks: 1},
	OpUnlock:     {Name: "unlock", Locks: -1},
	OpRRequest:   {Name: "rrequest", Kind: KindRWMutex, Arg: ArgStack, Read: true},
	OpRLock:      {Name: "rlock", Kind: KindRWMutex, Arg: ArgStack, Locks: 1, Read: true},
	OpRUnlock:    {Name: "runlock", Kind: KindRWMutex, Locks: -1, Read: true},
	OpTryFail:    {Name: "tryfail", Arg: ArgStack},
	OpWait:       {Name: "wait", Kind: KindCond, Arg: ArgStack},
	OpWake:       {Name: "wake", Kind: KindCond},
	OpSignal:     {Name: "signal", Kind: KindCond, Arg: ArgStack},
	OpBroadcast:  {Name: "broadcast", Kind: KindCond, Arg: ArgStack},
	OpWGAdd:      {Name: "wgadd", Kind: KindWaitGroup, Arg: ArgNumber},
	OpWGWait:     {Name: "wgwait", Kind: KindWaitGroup, Arg: ArgStack},
	OpWGDone:     {Name: "wgdone", Kind: KindWaitGroup},
	OpOnceDone:   {Name: "oncedone", Kind: KindOnce},
	OpMakeChan:   {Name: "makechan", Kind: KindChan, Arg: ArgStack},
	OpSend:       {Name: "send", Kind: KindChan, Arg: ArgStack},
	OpSent:       {Name: "sent", Kind: KindChan, Arg: ArgG},
	OpRecv:       {Name: "recv", Kind: KindChan, Arg: ArgStack},
	OpReceived:   {Name: "received", Kind: KindChan, Arg: ArgG},
	OpRecvClosed: {Name: "recvclosed", Kind: KindChan},
	OpClose:      {Name: "close", Kind: KindChan, Arg: ArgStack},
	OpSelect:     {Name: "select", Arg: ArgStack},
	OpAcquire:    {Name: "acquire", Kind: KindKey, Arg: ArgNumber},
	OpRelease:    {Name: "release", Kind: KindKey, Arg: ArgNumber},
	OpAlloc:      {Name: "alloc", Arg: ArgStack},
	OpAllocType:  {Name: "alloctype", Arg: ArgType},
	OpTest:       {Name: "test", Arg: ArgText},
	OpTestEnd:    {Name: "testend", Arg: ArgText},
	OpPanic:      {Name: "panic"},
	OpLost:       {Name: "lost", Arg: ArgNumber},
	OpFolded:     {Name: "folded", Arg: ArgNumber},
	OpUnseen:     {Name: "unseen", Arg: ArgText},
	OpAbs:        {Name: "abs", Arg: ArgNumber},
	OpLoad:       {Name: "load", Kind: KindGoroutine, Arg: ArgNumber},
	OpRead:       {Name: "read", Kind: KindGoroutine, Arg: ArgNumber},
	OpCase:       {Name: "case", Kind: KindChan},
	OpAt:         {Name: "at", Arg: ArgStack},
	OpGuard:      {Name: "guard", Kind: KindCond, Arg: ArgNumber},
	OpGuardLock:  {Name: "guardlock"},
	OpGuardVar:   {Name: "guardvar", Kind: KindVar, Arg: ArgNumber},
	OpGuardEnd:   {Name: "guardend"},
	OpSet:        {Name: "set", Kind: KindVar, Arg: ArgNumber},
	OpCall:       {Name: "call", Arg: ArgText},
	OpReturn:     {Name: "return", Arg: ArgText},
	OpUnwind:     {Name: "unwind"},
	OpStill:      {Name: "still", Arg: ArgNumber},
	OpGuardChan:  {Name: "guardchan", Kind: KindChan},
	OpGuardGroup: {Name: "guardgroup", Kind: KindWaitGroup},
	OpWriter:     {Name: "writer", Kind: KindGoroutine, Arg: ArgNumber},
	OpWrote:      {Name: "wrote", Kind: KindVar, Arg: ArgNumber},
	OpLeft:       {Name: "left", Arg: ArgStack},
	OpAccessor:   {Name: "accessor", Kind: KindGoroutine, Arg: ArgNumber},
	OpAccess:     {Name: "access", Arg: ArgStack},
	OpPanics:     {Name: "panics", Arg: ArgStack},
	OpPulled:     {Name: "pulled", Kind: KindKey, Arg: ArgStack},
	OpHeader:     {Name: "header", Arg: ArgText},
	OpText:       {Name: "text", Arg: ArgNumber},
	OpStack:      {Name: "stack", Arg: ArgNumber},
	OpFrame:      {Name: "frame", Arg: ArgText},
	OpFrameLine:  {Name: "frameline", Arg: ArgText},
	OpType:       {Name: "type", Arg: ArgText},
	OpField:      {Name: "field", Arg: ArgText},
	OpStackAbs:   {Name: "stackabs", Arg: ArgNumber},
}

// Info returns the description of op; unknown operations have an empty name.
func (op Op) Info() OpInfo {
	if int(op) < len(opInfos) {
		return opInfos[op]
	}
	return OpInfo{}
}

// String returns the operation's name as the readable trace form writes it.
func (op Op) String() string {
	if n := op.Info().Name; n != "" {
		return n
	}
	return "op?"
}

// IsEvent reports whether op is something a goroutine did, as opposed to a
// definition that later records refer to.
func (op Op) IsEvent() bool { return op > OpNone && op < opEvents && opInfos[op].Name != "" }

// Valid reports whether op is known to this version.
func (op Op) Valid() bool { return op.IsEvent() || op >= OpHeader && op < opMax }
