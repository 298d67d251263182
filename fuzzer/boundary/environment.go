package boundary

// The environment of a process that is watched. All configuration goes this way, so that
// the standard library is compiled once.
const (
	EnvMode       = "DEADLOCKLINT_MODE"       // a sum of modes; 0 watches nothing
	EnvDir        = "DEADLOCKLINT_DIR"        // where traces and verdicts go
	EnvTag        = "DEADLOCKLINT_TAG"        // the target, for the trace's header
	EnvPlan       = "DEADLOCKLINT_PLAN"       // the plan file of a confirming run
	EnvDepth      = "DEADLOCKLINT_DEPTH"      // frames kept of a stack
	EnvFold       = "DEADLOCKLINT_FOLD"       // how often a repeated critical section is written, 0 always
	EnvConditions = "DEADLOCKLINT_CONDITIONS" // record what trace programs need, and fold nothing in the first so many records of a goroutine
	EnvWrites     = "DEADLOCKLINT_WRITES"     // 1: of plain memory record only what is written to variables of conditions
	EnvAccesses   = "DEADLOCKLINT_ACCESSES"   // 1: record which goroutine accessed which word of plain memory
	EnvCalls      = "DEADLOCKLINT_CALLS"      // 1: methods of the standard library tell of their calls
	EnvBlocked    = "DEADLOCKLINT_BLOCKED"    // 1: look for goroutines that are blocked for ever when a test or the process ends
	EnvMegabytes  = "DEADLOCKLINT_MB"         // of trace per process
	EnvAllMB      = "DEADLOCKLINT_RUN_MB"     // of traces of all processes of a run together
	EnvMemory     = "DEADLOCKLINT_MEMORY"     // 1: record without EnvDir and keep nothing, for measurements
	EnvPause      = "DEADLOCKLINT_PAUSE_MS"   // longest pause of a goroutine
	EnvChild      = "DEADLOCKLINT_CHILD"      // 1: a watched process has started this one
	EnvSeed       = "DEADLOCKLINT_SEED"       // of the random choices of a confirming run
)

// Defaults of variables that are not set.
const (
	DefaultDepth     = 16
	DefaultFold      = 32
	DefaultMegabytes = 256
	DefaultAllMB     = 2048
	DefaultPause     = 2000
	DefaultSeed      = 1
)

// The environment of a process that explores.
const (
	EnvExplore   = "DEADLOCKLINT_EXPLORE"    // the strategy, as package explore reads it
	EnvFirst     = "DEADLOCKLINT_FIRST"      // number of the first run
	EnvRuns      = "DEADLOCKLINT_RUNS"       // how many runs
	EnvTime      = "DEADLOCKLINT_TIME"       // no run begins later, as time.ParseDuration reads it
	EnvServed    = "DEADLOCKLINT_SERVED"     // the same for the time in which the process is served
	EnvStopFirst = "DEADLOCKLINT_STOP_FIRST" // 1: no run begins after a failure or a deadlock
	EnvRunsFile  = "DEADLOCKLINT_RUNS_FILE"  // where runs are told, see RunLines
	EnvTrail     = "DEADLOCKLINT_TRAIL"      // where choices are written: a TrailHead, and a Step for each
	EnvTrailSize = "DEADLOCKLINT_TRAIL_SIZE" // of the files with choices, in bytes
	EnvPlaces    = "DEADLOCKLINT_PLACES"     // where a Place is written for each choice
	EnvSchedule  = "DEADLOCKLINT_SCHEDULE"   // the choices to make, a file as that of EnvTrail
	EnvNow       = "DEADLOCKLINT_NOW"        // when each run begins by its clock, in seconds since 1970; 0 is the time of day that it is
	EnvQuiet     = "DEADLOCKLINT_QUIET"      // how many runs may bring nothing new
	EnvQuietTime = "DEADLOCKLINT_QUIET_TIME" // for how long they do so at least, in the time of EnvServed
	EnvShrink    = "DEADLOCKLINT_SHRINK"     // how runs of a smaller schedule have to end: a Kind
	EnvSwitches  = "DEADLOCKLINT_SWITCHES"   // the switches that one run makes, a file of SwitchLines
	EnvFresh     = "DEADLOCKLINT_FRESH"      // 1: the runs come without those of the base schedule
	EnvCall      = "DEADLOCKLINT_CALL"       // the call of Explore to explore, by the name of its subtest
	EnvRest      = "DEADLOCKLINT_REST"       // 1: the process comes to rest in a deadlock
	EnvCarries   = "DEADLOCKLINT_CARRIES"    // file with the strategy of a process before
	EnvState     = "DEADLOCKLINT_STATE"      // where the process writes a State
	EnvApart     = "DEADLOCKLINT_APART"      // why each run gets a process of its own, an IsolationReason
	EnvStopRun   = "DEADLOCKLINT_STOP_RUN"   // this run has ended a process: it ends
	EnvStopAt    = "DEADLOCKLINT_STOP_AT"    // after so many choices
	EnvImpact    = "DEADLOCKLINT_IMPACT"     // the code that a change impacts, an Impact
	EnvSites     = "DEADLOCKLINT_SITES"      // the places of accesses that are forced, Sites
	EnvAsk       = "DEADLOCKLINT_ASK"        // where a decision is written: an AskHead and Asks
	EnvAskAt     = "DEADLOCKLINT_ASK_AT"     // choices before the first choice that counts
	EnvPlain     = "DEADLOCKLINT_PLAIN"      // 1: accesses of plain memory are no points, unless they are forced
	EnvLate      = "DEADLOCKLINT_LATE"       // 1: timers may start goroutines when none is left
)

// Modes, of which EnvMode is a sum.
const (
	ModeRecord  = 1 << iota // write events
	ModeAgent               // ask the agent before a lock is requested
	ModeSerial              // one goroutine at a time, the next one chosen at random
	ModeExplore             // one goroutine at a time, as a strategy chooses
)
