package boundary

// VerdictLines are the kinds of lines in these files. The first one is a Report.
var VerdictLines = []func() Line{
	func() Line { return new(Report) },
	func() Line { return new(Goroutine) },
	func() Line { return new(Held) },
	func() Line { return new(Live) },
	func() Line { return new(Others) },
	func() Line { return new(Ending) },
	func() Line { return new(Look) },
	func() Line { return new(LeftGoroutine) },
	func() Line { return new(Stats) },
	func() Line { return new(Clockwork) },
	func() Line { return new(Timer) },
	func() Line { return new(EdgeStats) },
	func() Line { return new(FullTable) },
	func() Line { return new(Dump) },
}

// A Report says the subject of the file.
type Report struct{ About Subject }

// A Subject is that of such a file.
type Subject uint8

// The subjects.
const (
	AboutCycle Subject = 1 + iota // a cycle of locks
	AboutStuck                    // no goroutine can go on
	AboutLeft                     // goroutines are blocked for ever
	AboutStats                    // a run without a verdict
)

// A Goroutine is parked.
type Goroutine struct {
	ID    uint64 // Go's number
	Site  uint64 // spawn site
	Index uint64 // execution index
	Op    uint8
	Want  uint64 // address of the object
	At    uint64 // site of the operation
}

// A Held is a lock that the goroutine of the line before holds.
type Held struct{ Object uint64 }

// A Live is a goroutine that may go on.
type Live struct{ ID, Index uint64 }

// Others says how many goroutines and timers could go on by themselves.
type Others struct{ Live uint64 }

// An Ending is more of a process in which no goroutine can go on.
type Ending struct {
	Exiting bool // it was about to end
	Failed  bool // a test had failed
}

// A Look is when goroutines were looked for that are blocked for ever.
type Look struct{ N, Process uint64 }

// A LeftGoroutine may be blocked for ever.
type LeftGoroutine struct {
	ID    uint64
	Index uint64
	Op    uint8
	State uint8 // a trace.LeftState
}

// Stats are the counters of a confirming run.
type Stats struct {
	Paused uint64 // at a breakpoint
	Gates  uint64 // before the first lock of a context
	Idle   uint64 // released because nobody else could run
	First  uint64 // step or breakpoint at which the first of these was, from 1
	Late   uint64 // released because the pause was over
	Thrash uint64 // released at a breakpoint because nobody else could run
	Open   uint64 // times a cycle was seen that somebody could still end who uses its channel
	Polls  uint64 // of Idle: the goroutines that could run only polled
	Failed uint64 // 1 when a test failed
	Jumped uint64 // nanoseconds that the clock went ahead to timers while goroutines were stopped
}

// A Clockwork is how far the clock went, and whether that woke a goroutine.
type Clockwork struct {
	Fired, Jumps uint64
	Ahead        uint64 // nanoseconds
	Limit        LimitSet
	Exhausted    bool // no timer was left that could wake any goroutine
	Rescues      bool // the timers have woken a goroutine of the deadlock
	Ended        bool // the process ended because of them
}

// A Timer has fired.
type Timer struct {
	Kind TimerKind
	ID   uint64 // goroutine that sleeps
	Line int
	Func string // that is called, that sleeps, or that made the timer
	File string // where it was made, "" when it is not known
}

// EdgeStats counts for one breakpoint.
type EdgeStats struct {
	Reached uint64 // goroutine, lock and context were the plan's
	Started uint64 // the goroutine was at its first lock
	Near    uint64 // the goroutine was at the place, with another lock or context
}

// A FullTable says that the agent's table of objects was too small.
type FullTable struct{ Objects uint64 }

// A Dump is the last line. All text after it is Go's own dump of goroutines.
type Dump struct{ Text string }

// Fields describes the line.
//
//go:norace
func (l *Report) Fields(c *Codec) {
	c.Word("deadlocklint")
	c.Byte("about", (*uint8)(&l.About))
}

// Fields describes the line.
//
//go:norace
func (l *Goroutine) Fields(c *Codec) {
	c.Word("g")
	c.Uint("id", &l.ID)
	c.Uint("site", &l.Site)
	c.Uint("index", &l.Index)
	c.Byte("op", &l.Op)
	c.Uint("want", &l.Want)
	c.Uint("at", &l.At)
}

// Fields describes the line.
//
//go:norace
func (l *Held) Fields(c *Codec) {
	c.Word("held")
	c.Uint("obj", &l.Object)
}

// Fields describes the line.
//
//go:norace
func (l *Live) Fields(c *Codec) {
	c.Word("live")
	c.Uint("id", &l.ID)
	c.Uint("index", &l.Index)
}

// Fields describes the line.
//
//go:norace
func (l *Others) Fields(c *Codec) {
	c.Word("others")
	c.Uint("live", &l.Live)
}

// Fields describes the line.
//
//go:norace
func (l *Ending) Fields(c *Codec) {
	c.Word("ending")
	c.Bool("exit", &l.Exiting)
	c.Bool("failed", &l.Failed)
}

// Fields describes the line.
//
//go:norace
func (l *Look) Fields(c *Codec) {
	c.Word("look")
	c.Uint("n", &l.N)
	c.Uint("process", &l.Process)
}

// Fields describes the line.
//
//go:norace
func (l *LeftGoroutine) Fields(c *Codec) {
	c.Word("left")
	c.Uint("id", &l.ID)
	c.Uint("index", &l.Index)
	c.Byte("op", &l.Op)
	c.Byte("state", &l.State)
}

// Fields describes the line.
//
//go:norace
func (l *Stats) Fields(c *Codec) {
	c.Word("stats")
	c.Uint("paused", &l.Paused)
	c.Uint("gates", &l.Gates)
	c.Uint("idle", &l.Idle)
	c.Uint("first", &l.First)
	c.Uint("late", &l.Late)
	c.Uint("thrash", &l.Thrash)
	c.Uint("open", &l.Open)
	c.Uint("polls", &l.Polls)
	c.Uint("failed", &l.Failed)
	c.Uint("jumped", &l.Jumped)
}

// Fields describes the line.
//
//go:norace
func (l *Clockwork) Fields(c *Codec) {
	c.Word("clock")
	c.Uint("fired", &l.Fired)
	c.Uint("jumps", &l.Jumps)
	c.Uint("ahead", &l.Ahead)
	c.Byte("limit", (*uint8)(&l.Limit))
	c.Bool("over", &l.Exhausted)
	c.Bool("rescues", &l.Rescues)
	c.Bool("ended", &l.Ended)
}

// Fields describes the line.
//
//go:norace
func (l *Timer) Fields(c *Codec) {
	c.Word("timer")
	c.Byte("kind", (*uint8)(&l.Kind))
	c.Uint("id", &l.ID)
	c.Int("line", &l.Line)
	c.Text("func", &l.Func)
	c.Text("file", &l.File)
}

// Fields describes the line.
//
//go:norace
func (l *EdgeStats) Fields(c *Codec) {
	c.Word("edge")
	c.Uint("reached", &l.Reached)
	c.Uint("started", &l.Started)
	c.Uint("near", &l.Near)
}

// Fields describes the line.
//
//go:norace
func (l *FullTable) Fields(c *Codec) {
	c.Word("full")
	c.Uint("objects", &l.Objects)
}

// Fields describes the line.
//
//go:norace
func (*Dump) Fields(c *Codec) { c.Word("dump") }
