package wording

// An operation has the words of a kind of operation, where X is the object.
type operation struct {
	does   string // the deed of a goroutine: "locks X"
	alone  string // the same where no object is known, "" for the name of its kind in place of X
	did    string // the meaning of its recorded event, where that is not the deed
	waits  string // the aim of a goroutine that is blocked in it, after "waits"; "" where none is ever blocked
	skips  string // the deed of a goroutine that goes on without it
	noun   string // the operation itself, as in "the send at a.go:5"
	object string // an object without a name: "a channel"
}

const (
	aLock      = "a lock"
	aCond      = "a Cond"
	aWaitGroup = "a WaitGroup"
	aOnce      = "a Once"
	aChannel   = "a channel"
	aSemaphore = "a semaphore"
)

// operations are those of traces, of schedules and of the static checks.
var operations = map[string]operation{
	"begin":  {does: "begins", noun: "begin"},
	"go":     {does: "starts a goroutine", did: "is created", noun: "go statement"},
	"starts": {does: "starts a goroutine", noun: "go statement"}, // in a recorded run, where "go" belongs to the new goroutine
	"exit":   {does: "ends", noun: "end"},
	"yield":  {does: "offers its turn", noun: "yield"},
	"pulled": {does: "waits for a call of next or stop", waits: "for a call of next or stop", noun: "yield", object: "a coroutine"}, // of iter.Pull
	"panic":  {does: "panics", noun: "panic"},
	"panics": {does: "panics", did: "panicked", noun: "panic"}, // and may recover
	"goexit": {does: "leaves by runtime.Goexit", did: "left by runtime.Goexit", noun: "Goexit"},

	"request":  {does: "locks X", did: "has to wait for X", waits: "for X", noun: "Lock", object: aLock},
	"lock":     {does: "locks X", waits: "for X", noun: "Lock", object: aLock},
	"unlock":   {does: "unlocks X", noun: "Unlock", object: aLock},
	"rrequest": {does: "read-locks X", did: "has to wait for X (shared)", waits: "for X (shared)", noun: "RLock", object: aLock},
	"rlock":    {does: "read-locks X", waits: "for X (shared)", noun: "RLock", object: aLock},
	"runlock":  {does: "read-unlocks X", noun: "RUnlock", object: aLock},
	"trylock":  {does: "gets X, which it tries to lock", noun: "TryLock", object: aLock},
	"tryrlock": {does: "gets X, which it tries to read-lock", noun: "TryRLock", object: aLock},
	"tryfail":  {does: "tries X and goes on without it", noun: "TryLock", object: aLock},

	"wait":      {does: "waits for a wake-up by X", waits: "for a wake-up by X", noun: "Cond.Wait", object: aCond},
	"wake":      {does: "is woken by X", alone: "goes on after its wait", noun: "wake-up"},
	"signal":    {does: "signals X", noun: "Signal", object: aCond},
	"broadcast": {does: "broadcasts on X", noun: "Broadcast", object: aCond},
	"wgadd":     {does: "adds to X", noun: "Add", object: aWaitGroup},
	"wgwait":    {does: "waits for WaitGroup X", alone: "waits for a WaitGroup", waits: "for WaitGroup X", noun: "WaitGroup.Wait", object: aWaitGroup},
	"wgdone":    {does: "has waited for WaitGroup X", alone: "has waited for a WaitGroup", noun: "end of WaitGroup.Wait"},
	"once":      {does: "calls Do of X", waits: "until X is done", noun: "Once.Do", object: aOnce},
	"oncedone":  {does: "calls Do of X", did: "finds X done", waits: "until X is done", noun: "Once.Do", object: aOnce},

	"makechan":   {does: "makes X", noun: "make", object: aChannel},
	"send":       {does: "sends on X", waits: "to send on X", skips: "sends nothing on X, and goes on", noun: "send", object: aChannel},
	"sent":       {does: "has sent on X", noun: "send", object: aChannel},
	"recv":       {does: "receives from X", waits: "to receive from X", skips: "receives nothing from X, and goes on", noun: "receive", object: aChannel},
	"received":   {does: "has received from X", noun: "receive", object: aChannel},
	"recvclosed": {does: "sees that X is closed", skips: "selects without X, and goes on", noun: "receive", object: aChannel},
	"close":      {does: "closes X", noun: "close", object: aChannel},
	"select":     {does: "selects on X", alone: "selects", waits: "in a select on X", skips: "selects without X, and goes on", noun: "select"},

	"acquire": {does: "acquires X", waits: "for units of X", noun: "Acquire", object: aSemaphore},
	"release": {does: "releases X", noun: "Release", object: aSemaphore},
	"load":    {does: "reads X atomically", noun: "atomic operation"},
	"read":    {does: "reads X", noun: "read"},
	"write":   {does: "writes X", noun: "write"},
	"wrote":   {does: "writes X", noun: "write"},

	"call":   {does: "calls X", noun: "call"},
	"make":   {does: "makes X", noun: "make"},
	"run":    {does: "runs X", alone: "runs", noun: "loop"},
	"return": {does: "returns", noun: "return"},
	"repeat": {does: "repeats", noun: "loop"},
}
