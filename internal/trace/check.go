package trace

// MaxProblems is the largest number of problems that Check lists; the last one
// then says that there may be more.
const MaxProblems = 100

// A Problem is an event that cannot have happened where it stands.
type Problem struct {
	Seq  uint64 // of the event
	Text string
}

func (p Problem) Error() string { return "event " + utoa(p.Seq) + ": " + p.Text }

// Check lists what makes events impossible as the record of one process from
// its start. It is stricter than any reader of traces: it follows the state of
// every lock, goroutine, WaitGroup, Once and channel.
//
// An address that OpAlloc or OpMakeChan covers begins a new life. After an
// OpLost the state is unknown, so that only the order of events and the ends
// of goroutines are judged from there on.
func Check(events []Event) []Problem {
	c := &checker{
		gs:     map[G]*checkedG{},
		locks:  map[uint64]*checkedLock{},
		counts: map[uint64]int64{},
		done:   map[uint64]bool{},
		closed: map[uint64]bool{},
		bases:  map[uint64]bool{},
	}
	for _, e := range events {
		if len(c.problems) == MaxProblems {
			c.problems[MaxProblems-1].Text += " (there may be more problems, they are not listed)"
			break
		}
		c.event(e)
	}
	return c.problems
}

// A checker is the state of the process between two events.
type checker struct {
	problems []Problem
	last     uint64 // Seq of the previous event
	lost     bool   // events are missing
	gs       map[G]*checkedG
	locks    map[uint64]*checkedLock // those that are held
	counts   map[uint64]int64        // of WaitGroups
	done     map[uint64]bool         // Onces whose function ran
	closed   map[uint64]bool         // channels
	bases    map[uint64]bool         // of allocations
}

// A checkedG is the state of a goroutine in the middle of an operation.
type checkedG struct {
	exited  bool
	prev    Event    // the goroutine's previous event, OpNone when there is none
	base    uint64   // of its last OpAlloc
	request Event    // that is not granted yet, or OpNone
	waits   uint64   // the Cond it waits on, or 0
	joins   uint64   // the WaitGroup it waits on, or 0
	begun   [3]Event // send, receive and select that are not complete
	tests   []uint64 // names of the tests that run in it
	calls   []Event  // of methods, that have not ended
}

// A checkedLock is a lock that a goroutine holds.
type checkedLock struct {
	owner   G // exclusive
	write   bool
	since   uint64
	readers map[G]int
}

func (c *checker) event(e Event) {
	if e.Seq <= c.last {
		c.report(e, "its number is not above "+utoa(c.last)+", that of the event before it")
	}
	c.last = e.Seq
	if !e.Op.IsEvent() {
		c.report(e, "operation "+utoa(uint64(e.Op))+" is no event")
		return
	}
	g := c.g(e.G)
	if g.exited {
		c.report(e, "the goroutine ended before")
		return
	}
	if e.Op == OpLost && e.Arg != 0 {
		c.lost = true
	}
	if e.Op == OpExit {
		g.exited = true
	}
	if !c.lost {
		c.granted(g, e)
		c.step(g, e)
	}
	g.prev = e
}

func (c *checker) g(id G) *checkedG {
	g := c.gs[id]
	if g == nil {
		g = &checkedG{}
		c.gs[id] = g
	}
	return g
}

// step is a flat switch: one line for each operation that has a rule.
func (c *checker) step(g *checkedG, e Event) {
	switch e.Op {
	case OpGo:
		c.create(e)
	case OpRequest, OpRRequest:
		g.request = e
	case OpLock:
		c.lock(e)
	case OpRLock:
		c.rlock(e)
	case OpUnlock:
		c.unlock(e)
	case OpRUnlock:
		c.runlock(e)
	case OpWait:
		c.begin(e, &g.waits)
	case OpWake:
		c.end(e, &g.waits)
	case OpWGWait:
		c.begin(e, &g.joins)
	case OpWGDone:
		c.end(e, &g.joins)
	case OpWGAdd:
		c.add(e)
	case OpOnceDone:
		c.onceDone(e)
	case OpMakeChan:
		c.forget(e.Obj, 1)
	case OpSend:
		g.begun[0] = e
	case OpRecv:
		g.begun[1] = e
	case OpSelect:
		g.begun[2] = e
	case OpSent:
		c.complete(g, e, 0)
	case OpReceived:
		c.complete(g, e, 1)
	case OpRecvClosed:
		c.complete(g, e, 1)
		c.recvClosed(e)
	case OpClose:
		c.close(e)
	case OpAlloc:
		g.base = e.Obj
		c.bases[e.Obj] = true
	case OpAllocType:
		c.allocType(g, e)
	case OpAbs:
		c.abs(e)
	case OpCall:
		g.calls = append(g.calls, e)
	case OpReturn, OpUnwind:
		c.callEnd(g, e)
	case OpTest:
		g.tests = append(g.tests, e.Arg)
	case OpTestEnd:
		c.testEnd(g, e)
	}
}

func (c *checker) create(e Event) {
	child := G(e.Obj)
	if uint64(child) != e.Obj {
		c.report(e, "no goroutine has the number "+utoa(e.Obj))
		return
	}
	if c.gs[child] != nil {
		c.report(e, gname(child)+" exists already")
		return
	}
	c.g(child)
}

// granted checks that a goroutine that asked for a lock does nothing else
// before it has it.
func (c *checker) granted(g *checkedG, e Event) {
	r := g.request
	switch {
	case r.Op == OpNone || silent(e.Op):
		return
	case e.Obj != r.Obj || r.Op == OpRequest && e.Op != OpLock || r.Op == OpRRequest && e.Op != OpRLock:
		c.report(e, "the goroutine waits for "+hex(r.Obj)+" since event "+utoa(r.Seq))
	}
	g.request = Event{}
}

// silent reports whether the recorder or the runtime may write op for a
// goroutine that is blocked.
func silent(op Op) bool {
	switch op {
	case OpLost, OpFolded, OpUnseen, OpPanic, OpAcquire, OpRelease, OpLeft:
		return true
	}
	return false
}

func (c *checker) lock(e Event) {
	l := c.locks[e.Obj]
	switch {
	case l == nil:
	case l.write:
		c.report(e, hex(e.Obj)+" is held by "+gname(l.owner)+" since event "+utoa(l.since))
	default:
		c.report(e, hex(e.Obj)+" is held in shared mode since event "+utoa(l.since))
	}
	c.locks[e.Obj] = &checkedLock{owner: e.G, write: true, since: e.Seq}
}

func (c *checker) rlock(e Event) {
	l := c.locks[e.Obj]
	if l != nil && l.write {
		c.report(e, hex(e.Obj)+" is held by "+gname(l.owner)+" since event "+utoa(l.since))
		l = nil
	}
	if l == nil {
		l = &checkedLock{since: e.Seq, readers: map[G]int{}}
		c.locks[e.Obj] = l
	}
	l.readers[e.G]++
}

func (c *checker) unlock(e Event) {
	l := c.locks[e.Obj]
	if l == nil {
		c.report(e, "no goroutine holds "+hex(e.Obj))
		return
	}
	switch {
	case !l.write:
		c.report(e, hex(e.Obj)+" is held in shared mode")
	case l.owner != e.G && !e.Has(FlagForeign):
		c.report(e, hex(e.Obj)+" is held by "+gname(l.owner)+", and the unlock is not marked as foreign")
	case l.owner == e.G && e.Has(FlagForeign):
		c.report(e, "marked as foreign, but the goroutine holds "+hex(e.Obj)+" itself")
	}
	delete(c.locks, e.Obj)
}

func (c *checker) runlock(e Event) {
	l := c.locks[e.Obj]
	if l == nil || l.write {
		c.report(e, "no goroutine holds "+hex(e.Obj)+" in shared mode")
		return
	}
	reader := e.G
	if own := l.readers[e.G] > 0; own == e.Has(FlagForeign) {
		if own {
			c.report(e, "marked as foreign, but the goroutine holds "+hex(e.Obj)+" itself")
		} else {
			c.report(e, "the goroutine does not hold "+hex(e.Obj)+", and the unlock is not marked as foreign")
		}
	}
	if l.readers[reader] == 0 {
		reader = l.someReader()
	}
	l.readers[reader]--
	if l.readers[reader] == 0 {
		delete(l.readers, reader)
	}
	if len(l.readers) == 0 {
		delete(c.locks, e.Obj)
	}
}

// someReader is the lowest reader: readers of a RWMutex are anonymous, any
// choice is as good as another as long as it is always the same.
func (l *checkedLock) someReader() G {
	least, found := G(0), false
	for g := range l.readers {
		if !found || g < least {
			least, found = g, true
		}
	}
	return least
}

// begin and end bracket an operation that blocks on one object.
func (c *checker) begin(e Event, on *uint64) {
	if *on != 0 {
		c.report(e, "the goroutine waits on "+hex(*on)+" already")
	}
	*on = e.Obj
}

func (c *checker) end(e Event, on *uint64) {
	if *on != e.Obj {
		c.report(e, "the goroutine did not wait on "+hex(e.Obj))
	}
	*on = 0
}

func (c *checker) add(e Event) {
	c.counts[e.Obj] += int64(e.Arg)
	if c.counts[e.Obj] < 0 {
		c.report(e, "the counter of "+hex(e.Obj)+" becomes negative")
	}
	if c.counts[e.Obj] <= 0 {
		delete(c.counts, e.Obj)
	}
}

func (c *checker) onceDone(e Event) {
	if !e.Has(FlagFirst) {
		return
	}
	if c.done[e.Obj] {
		c.report(e, "the function of "+hex(e.Obj)+" ran before")
	}
	c.done[e.Obj] = true
}

// complete checks that the goroutine had begun the operation it completes: on
// this channel, or as a case of a select.
func (c *checker) complete(g *checkedG, e Event, kind int) {
	b, s := g.begun[kind], g.begun[2]
	if s.Op == OpNone && (b.Op == OpNone || b.Obj != e.Obj) {
		c.report(e, "it did not begin")
	}
	g.begun = [3]Event{}
}

func (c *checker) recvClosed(e Event) {
	if !c.closed[e.Obj] {
		c.report(e, hex(e.Obj)+" is not closed")
	}
}

func (c *checker) close(e Event) {
	if c.closed[e.Obj] {
		c.report(e, hex(e.Obj)+" is closed already")
	}
	c.closed[e.Obj] = true
}

func (c *checker) allocType(g *checkedG, e Event) {
	if g.prev.Op != OpAlloc {
		c.report(e, "no alloc before it")
		return
	}
	c.forget(g.base, e.Obj)
}

// abs checks that the owner of the abstraction exists, a goroutine or an
// allocation. The recorder writes it for no goroutine in particular, so that
// nothing but the object connects the two.
func (c *checker) abs(e Event) {
	if c.gs[G(e.Obj)] == nil && !c.bases[e.Obj] {
		c.report(e, "no go or alloc of "+hex(e.Obj)+" before it")
	}
}

// callEnd checks that a call ends in the goroutine that made it. A goroutine
// that unwinds may leave several at once, the innermost first.
func (c *checker) callEnd(g *checkedG, e Event) {
	for i := len(g.calls) - 1; i >= 0; i-- {
		if call := g.calls[i]; call.Obj == e.Obj && call.Aux == e.Aux {
			g.calls = g.calls[:i]
			return
		}
	}
	c.report(e, "no call of object "+utoa(e.Obj)+" at site "+utoa(uint64(e.Aux))+" before it")
}

func (c *checker) testEnd(g *checkedG, e Event) {
	last := len(g.tests) - 1
	if last < 0 || g.tests[last] != e.Arg {
		c.report(e, "this test did not begin, or another one began in it")
		return
	}
	g.tests = g.tests[:last]
}

// forget begins a new life of size bytes from base. Subtracting instead of
// adding keeps the comparison right at the end of the address space.
func (c *checker) forget(base, size uint64) {
	forgetIn(c.locks, base, size)
	forgetIn(c.counts, base, size)
	forgetIn(c.done, base, size)
	forgetIn(c.closed, base, size)
}

// forgetIn takes the shorter way: through the addresses or through the map.
func forgetIn[V any](m map[uint64]V, base, size uint64) {
	if size < uint64(len(m)) {
		for a := base; a-base < size; a++ {
			delete(m, a)
		}
		return
	}
	for a := range m {
		if a-base < size {
			delete(m, a)
		}
	}
}

func (c *checker) report(e Event, why string) {
	c.problems = append(c.problems, Problem{e.Seq, gname(e.G) + " " + e.Op.String() + ": " + why})
}

func gname(g G) string { return "g" + utoa(uint64(g)) }

func utoa(n uint64) string { return digits(n, 10) }

func hex(n uint64) string { return "0x" + digits(n, 16) }

func digits(n, base uint64) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = "0123456789abcdef"[n%base]
		n /= base
		if n == 0 {
			return string(b[i:])
		}
	}
}
