package boundary

// A State lets the next process carry on, and has the outcome of the runs of the process before. The
// line is a file of its own.
type State struct {
	Next        int // number of the next run
	Runs, Steps int
	Traces      uint64 // a sum over the runs: another one when a run is another one

	// The estimate of the number of schedules, see random.Estimate.Parts.
	Weights       int
	Mean, Squares float64

	// The runs for which the bound of pct holds, with most goroutines and choices.
	Bounded, Goroutines, Choices int

	Met      int    // of the runs: two goroutines stood at the accesses that were forced
	Bad      int    // of the runs: goroutines were left, the run was cut off, or its test failed
	Inputs   Input  // of the runs that no strategy chooses
	All      bool   // the strategy has no other schedule
	Complete bool   // and has visited every one within its bound
	Cut      bool   // there are schedules beyond the bound
	Below    int    // each schedule with fewer preemptions was visited
	Config   string // the strategy that carries on, as package explore reads it
}

// Fields describes the line.
func (l *State) Fields(c *Codec) {
	c.Word("state")
	c.Int("next", &l.Next)
	c.Int("runs", &l.Runs)
	c.Int("steps", &l.Steps)
	c.Uint("traces", &l.Traces)
	c.Int("weights", &l.Weights)
	c.Float("mean", &l.Mean)
	c.Float("squares", &l.Squares)
	c.Int("bounded", &l.Bounded)
	c.Int("goroutines", &l.Goroutines)
	c.Int("choices", &l.Choices)
	c.Int("met", &l.Met)
	c.Int("bad", &l.Bad)
	c.Uint("inputs", (*uint64)(&l.Inputs))
	c.Bool("all", &l.All)
	c.Bool("complete", &l.Complete)
	c.Bool("cut", &l.Cut)
	c.Int("below", &l.Below)
	c.Text("config", &l.Config)
}
