package boundary

// RunLines are the kinds of lines in the file of EnvRunsFile.
var RunLines = []func() Line{
	func() Line { return new(FoundCall) },
	func() Line { return new(EarlyTimer) },
	func() Line { return new(Progress) },
	func() Line { return new(Repeats) },
	func() Line { return new(Isolated) },
	func() Line { return new(Settles) },
	func() Line { return new(Missed) },
	func() Line { return new(NewClass) },
	func() Line { return new(Spot) },
	func() Line { return new(MoreSpots) },
	func() Line { return new(Shrunk) },
	func() Line { return new(Switch) },
	func() Line { return new(RunEnded) },
	func() Line { return new(AllEnded) },
}

// A FoundCall is a call of deadlocktest.Explore that the first run of a test has found. Zero
// values are those of the command line.
type FoundCall struct {
	Runs     int
	Strategy string
	Seeded   bool
	Seed     uint64
	Name     string // of its subtest
}

// An EarlyTimer is a timer that fired early in a run.
type EarlyTimer struct {
	Run   string // its number, or ShrunkRun
	Span  int    // nanoseconds for which it was set
	Stall int    // nanoseconds for which the others stood still when it fired
	Pos   string // file:line where it was set, "" for not known
}

// ShrunkRun stands for the number of the run that a smaller schedule makes, and ends the name of its
// choices.
const ShrunkRun = "shrunk"

// A Progress is how far the process is.
type Progress struct {
	Runs, Steps int
	Mean, Error float64 // of the estimated number of schedules
}

// Repeats says whether runs of one schedule are alike.
type Repeats struct{ Alike bool }

// Settles says that the first run went another way than those after it.
type Settles struct{}

// Missed says that the test did not make its call.
type Missed struct{}

// A NewClass is a class of runs that is new.
type NewClass struct {
	Runs  int // that the strategy has made by then
	Order uint64
}

// A Spot is a point of the program that runs came to.
type Spot struct {
	Site  uint64
	Chose bool // a strategy had a choice there
}

// MoreSpots says that there are more points than are told.
type MoreSpots struct{}

// SwitchLines are the kinds of lines in the file of EnvSwitches.
var SwitchLines = []func() Line{func() Line { return new(Switch) }}

// A Switch is a choice that is not that of the base schedule, see explore.Switch.
type Switch struct{ At, To uint64 }

// A Shrunk is the size of the smallest schedule that was found. Given is how many preemptions the first one had.
type Shrunk struct{ Preemptions, Switches, Given int }

// A Kind is how a run ended, where, and whether its test failed.
type Kind struct {
	End    End
	Class  uint64
	Failed bool
}

// IsFound reports whether a run ended in a deadlock or spins for ever, or its test has failed. A failure after a timer that fired
// early counts for nothing.
func (k Kind) IsFound(early bool) bool {
	return k.Failed && !early || k.End == Deadlock || k.End == Cycle || k.End == Over && k.Class&Lasts != 0
}

// IsFailed reports whether a run came to the end of its test, which failed.
func (k Kind) IsFailed() bool { return k.Failed && (k.End == Done || k.End == Left) }

// IsPassed reports whether a run came to the end of its test, which did not fail.
func (k Kind) IsPassed() bool { return !k.Failed && (k.End == Done || k.End == Left) }

// A RunEnded is a run that ended as none before.
type RunEnded struct {
	Run int
	Kind
	Skipped           bool
	Steps, Goroutines int
	Hash              uint64 // of its steps
	After             int    // nanoseconds since the process began to explore
}

// An AllEnded says that the process makes no more runs.
type AllEnded struct {
	Served int  // nanoseconds
	Done   bool // there is nothing more to do
}

// Fields describes the line.
func (l *FoundCall) Fields(c *Codec) {
	c.Word("call")
	c.Int("runs", &l.Runs)
	c.Text("strategy", &l.Strategy)
	c.Bool("seeded", &l.Seeded)
	c.Uint("seed", &l.Seed)
	c.Text("name", &l.Name)
}

// Fields describes the line.
func (l *EarlyTimer) Fields(c *Codec) {
	c.Word("early")
	c.Text("run", &l.Run)
	c.Int("span", &l.Span)
	c.Int("stall", &l.Stall)
	c.Text("pos", &l.Pos)
}

// Fields describes the line.
func (l *Progress) Fields(c *Codec) {
	c.Word("at")
	c.Int("runs", &l.Runs)
	c.Int("steps", &l.Steps)
	c.Float("mean", &l.Mean)
	c.Float("error", &l.Error)
}

// Fields describes the line.
func (l *Repeats) Fields(c *Codec) {
	c.Word("repeats")
	c.Bool("alike", &l.Alike)
}

// Fields describes the line.
func (*Settles) Fields(c *Codec) { c.Word("settles") }

// Fields describes the line.
func (*Missed) Fields(c *Codec) { c.Word("missed") }

// Fields describes the line.
func (l *NewClass) Fields(c *Codec) {
	c.Word("class")
	c.Int("runs", &l.Runs)
	c.Uint("order", &l.Order)
}

// Fields describes the line.
func (l *Spot) Fields(c *Codec) {
	c.Word("spot")
	c.Uint("site", &l.Site)
	c.Bool("chose", &l.Chose)
}

// Fields describes the line.
func (*MoreSpots) Fields(c *Codec) { c.Word("spots") }

// Fields describes the line.
func (l *Shrunk) Fields(c *Codec) {
	c.Word("shrunk")
	c.Int("preemptions", &l.Preemptions)
	c.Int("switches", &l.Switches)
	c.Int("given", &l.Given)
}

// Fields describes the line.
func (l *Switch) Fields(c *Codec) {
	c.Word("switch")
	c.Uint("at", &l.At)
	c.Uint("to", &l.To)
}

// Fields describes the line.
func (l *Kind) Fields(c *Codec) {
	c.Word("kind")
	l.fields(c)
}

func (l *Kind) fields(c *Codec) {
	c.Byte("end", (*uint8)(&l.End))
	c.Uint("class", &l.Class)
	c.Bool("failed", &l.Failed)
}

// Fields describes the line.
func (l *RunEnded) Fields(c *Codec) {
	c.Word("run")
	c.Int("run", &l.Run)
	l.Kind.fields(c)
	c.Bool("skipped", &l.Skipped)
	c.Int("steps", &l.Steps)
	c.Int("goroutines", &l.Goroutines)
	c.Uint("hash", &l.Hash)
	c.Int("after", &l.After)
}

// Fields describes the line.
func (l *AllEnded) Fields(c *Codec) {
	c.Word("end")
	c.Int("served", &l.Served)
	c.Bool("done", &l.Done)
}
