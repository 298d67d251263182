package report

// A Timeline has the steps of the goroutines of a finding in the recorded run, around
// the operations of the finding. It is present when an output that shows it was
// requested.
type Timeline struct {
	Moments []Moment `json:"moments"` // as they happened
	Omitted int      `json:"omitted"` // moments of these goroutines that are left out, mostly earlier ones
	Paths   [][]Call `json:"paths"`   // the call stacks that moments refer to
}

// A Moment is one step of one goroutine.
type Moment struct {
	Goroutine int    `json:"goroutine"` // an index into Finding.Goroutines
	Seq       uint64 `json:"seq"`       // the order in the recorded process
	Path      int    `json:"path"`      // an index into Timeline.Paths, counted from 1; 0 is none
	Step
}

// A Call is a line of a call stack. Stacks begin with the innermost call.
type Call struct {
	Func string `json:"func"`
	Pos  string `json:"pos"`
}

// An OrderEdge says that locks of one class were taken while one of another
// class was held.
type OrderEdge struct {
	Held   string `json:"held"`
	Wanted string `json:"wanted"`
	Count  int    `json:"count"` // how often in the recorded runs
}
