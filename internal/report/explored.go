package report

// An Explored is the run under which a finding of explore happened. It has the steps of
// the schedule, as they were made when the run was repeated. For a finding of trace
// programs it is the order that the search found and the confirming run followed.
type Explored struct {
	Test       string              `json:"test"`
	Declared   string              `json:"declared,omitempty"` // where the test is, of a test that fails
	Schedule   int                 `json:"schedule"`           // its number, from 0; -1 is the base schedule, and [SearchedOrder] none
	Length     int                 `json:"length"`             // steps of the run
	Goroutines []ExploredGoroutine `json:"goroutines"`         // that take a step, in the order of their start
	Steps      []ExploredStep      `json:"steps"`              // in the order of the run, folded
	Preempted  int                 `json:"preempted"`          // times a goroutine lost its turn that could have gone on
	Switched   int                 `json:"switched"`           // times another goroutine went on
	Given      int                 `json:"given,omitempty"`    // preemptions before it was made smaller
}

// SearchedOrder stands for the number of a schedule: the steps are the order that a search
// of a trace program found.
const SearchedOrder = -2

// An ExploredGoroutine is a goroutine of a run.
type ExploredGoroutine struct {
	Name    string `json:"name"`              // as the schedule's file writes it: "g1"; "g0" runs the test
	Finding string `json:"finding,omitempty"` // its name among Finding.Goroutines, when it is one of them
	Pos     string `json:"pos"`               // its go statement, "" when it is not known
	Func    string `json:"func"`
	End     End    `json:"end"`
}

// An End says how far a goroutine came in a run.
type End string

// The ends of a goroutine.
const (
	EndDone    End = "done"    // it has ended
	EndBlocked End = "blocked" // it waits when the run is over
	EndFailed  End = "failed"  // its last step ended the process
	EndCut     End = "cut"     // it could have gone on when the run was over
	EndNone    End = ""        // it is the clock
)

// Operations of a step that no recording has.
const (
	OpCall = "call" // the standard library does it for itself
	OpWake = "wake" // the goroutine goes on after a wait that is no step, such as Sleep

	OpCondition = "condition" // the goroutine evaluates a condition, the class, with the value "true" or "false"

	OpDraws = "draws" // the goroutine draws a number at random, the value

	OpFires = "fires" // the clock: a timer fires though goroutines could run; the object is for how long it was set
)

// An ExploredStep is an operation of a goroutine, or several in a row that are folded.
type ExploredStep struct {
	Goroutine int    `json:"goroutine"`       // an index into Explored.Goroutines; -1 for folded steps of several
	Number    int    `json:"number"`          // of the first step, from 1
	Count     int    `json:"count"`           // steps of the run that this one stands for
	Call      string `json:"call,omitempty"`  // the function of the standard library that was called, or its package; "panic" for functions that a panic runs
	Times     int    `json:"times,omitempty"` // how often the operation was done in a row, when more than once
	Step

	Value string `json:"value,omitempty"` // the new value of a variable, the value of a condition, or the number that is drawn

	Skipped   bool `json:"skipped,omitempty"`   // a channel operation that the goroutine does not do: its default, a timer or a closed channel comes first
	Otherwise bool `json:"otherwise,omitempty"` // the condition was not so in the recorded run

	Turn bool `json:"turn,omitempty"` // when the step comes later the run ends, and after it every order is blocked

	Folded   bool `json:"folded,omitempty"`   // the steps are different ones, and not told
	Round    int  `json:"round,omitempty"`    // the folded steps are this many steps before them, done again Times times
	Preempts bool `json:"preempts,omitempty"` // the goroutine of the step before could have gone on
	Waits    bool `json:"waits,omitempty"`    // the goroutine has to wait in it
	Resumes  bool `json:"resumes,omitempty"`  // the goroutine had to wait in it, and goes on
	Fails    bool `json:"fails,omitempty"`    // the test fails in it
	Guessed  bool `json:"guessed,omitempty"`  // the goroutine before was in a system call for long, and could have come back first
	Last     bool `json:"last,omitempty"`     // the goroutine takes no other step: see its End
}

// A Coverage is how many classes of runs the schedules of a test came to. Runs are of one
// class when their goroutines came to each object in the same order.
type Coverage struct {
	Package   string  `json:"package"`
	Test      string  `json:"test"`
	Schedules int     `json:"schedules"`
	Classes   int     `json:"classes"`
	Seen      int     `json:"points_seen"`    // points of the program that runs came to, each an operation with its calls
	Chosen    int     `json:"points_chosen"`  // those of them at which a strategy had a choice
	More      bool    `json:"more,omitempty"` // classes were not counted to the end: there are too many
	Points    []Point `json:"points"`         // where a new class came, at most [MaxPoints] of them
}

// MaxPoints is how many points a Coverage has. Of more points every second one is left out,
// but not the last, until they are as few.
const MaxPoints = 200

// A Point says that after so many schedules there were so many classes.
type Point struct {
	Schedules int `json:"schedules"`
	Classes   int `json:"classes"`
}

// IsPanic reports whether the step is a panic, or a call of runtime.Goexit.
func (s *ExploredStep) IsPanic() bool { return s.Op == "panics" || s.Op == "goexit" }

// An Isolation is a number of runs of a test that had a process each.
type Isolation struct {
	Package string  `json:"package"`
	Test    string  `json:"test"`
	Reason  string  `json:"reason"` // a word, see doc/design/080-exploration.md
	Runs    int     `json:"runs"`
	CPU     float64 `json:"cpu"` // seconds of their processes, user and system
}
