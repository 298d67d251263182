package condvar

import (
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

// A builder follows the events of a process.
type builder struct {
	later  map[uint64]map[*pendingOperation]bool // who used an instance at its Rest, of those that no goroutine used before
	before bool                                  // there are tests, and none has begun
	whole  bool                                  // nothing of the recording is missing in the program
	made   int                                   // statements

	o                 *objects.Objects
	t                 *trace.Trace
	table             *Table
	program           *Program
	threads           map[trace.G]int
	makers            map[trace.G]*pendingOperation
	objs              map[uint64]*objectHistory // by instance
	makes             map[uint64]CreationSite   // of channels, by the number of the event
	lastMake          map[CreationSite]int      // the Count so far, of those without
	vars              map[uint64]*objectHistory
	known             []*variable   // of variables, by index
	test              int           // to which the goroutine of the event belongs
	oneObject, oneVar sets          // lives that were not apart
	condLock          map[int]*Stmt // a Wait on each condition variable, for its lock
	released          map[uint64]trace.Event
	latched           map[int]*Stmt // the last Signal or Broadcast on each condition variable
	own               map[trace.StackID]goroutineRole
	tests             map[trace.StackID]bool // whether a stack comes through a test file
	calls             map[trace.StackID]callSite
	events            map[trace.G]uint64
	stats             Stats
	writers           [][]int // threads, by variable
	settling          int     // the thread at which settle is
}

// A variable is a variable of the program, with the knowledge about it.
type variable struct {
	index int
	known bool
	value int64
	bad   bool // it changed where no event tells of it
	told  bool // a memory event told of a write
}

// A pendingOperation is the operation that a goroutine is in the middle of.
type pendingOperation struct {
	rest    map[int]bool // objects that it may use at its Rest, when it stands there
	signals []*Stmt      // that it sent there
	from    uint64       // the first event of it
	last    *Stmt        // the Rest

	thread   *Thread
	regions  []*guardedRegion
	begun    trace.Event // a channel operation that is not complete
	cases    []Case
	selected *Stmt       // the select that is complete, until the next channel operation
	at       trace.Event // the last OpAt
	writer   trace.Event // the last OpWriter
	wait     *Stmt       // that is not over
	woken    bool
	wgwait   *Stmt
	held     []holding
	counts   map[uint64]int         // operations at each place
	order    map[int]int64          // the last order taken from each thread
	tested   uint64                 // when it ended as a test
	test     int                    // the thread of the nearest test that it belongs to, or noTest
	over     []trace.G              // tests it started that have ended since it started the last goroutine
	lazy     []span                 // while it made the channel of a context
	within   bool                   // a call of x/sync that is modelled as a whole
	loads    []*Stmt                // orders taken by the condition that is being evaluated
	left     map[int]*guardedRegion // of loops that were over, by the site of their Wait
}

// A holding is a lock that a goroutine has, and where it took it.
type holding struct {
	lock  int // see hold
	stack trace.StackID
}

// A guardedRegion is the code that a condition guards, while it is executed.
type guardedRegion struct {
	id     int
	site   *Site
	stmt   *Stmt
	into   *[]*Stmt // where statements go
	spare  []*Stmt  // those of further iterations
	value  bool
	values []int64 // of the variables at the first evaluation
	cond   int     // object, or -1
	lock   int
	shared bool
	held   []holding // when it began
	now    bool      // the value at the last evaluation
	waited bool      // after which the goroutine came to the Wait
}
