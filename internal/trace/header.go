package trace

// The keys of [Trace.Header] that the recorder writes. Numbers are hexadecimal.
const (
	HeaderGo         = "go"         // the release
	HeaderOS         = "os"         // GOOS
	HeaderArch       = "arch"       // GOARCH
	HeaderText       = "text"       // address of the program's code
	HeaderCode       = "code"       // its size, in bytes
	HeaderFold       = "fold"       // how often a repeated critical section is recorded, 0 for always
	HeaderConditions = "conditions" // events of a goroutine that are recorded for trace programs
	HeaderPID        = "pid"
	HeaderArg0       = "arg0" // the name by which the program was started
	HeaderMain       = "main" // import path of package main
	HeaderTag        = "tag"  // the target
	HeaderCwd        = "cwd"
	HeaderAtomics    = "atomics" // not empty: operations of sync/atomic are recorded
	HeaderMemory     = "memory"  // not empty: so are accesses of plain memory
)

// Bits of the Flag of the last OpLost. Only new lock dependencies are recorded when a budget is
// nearly spent, and nothing when it is spent.
const (
	LostNearly    = 1 << iota // the budget of the process is nearly spent
	LostFull                  // nothing more was recorded
	LostRun                   // with LostFull: the budget of the whole run is spent
	LostRunNearly             // the budget of the whole run is nearly spent
	LostDisk                  // with LostFull: the disk took no more
)

// Bits of the Aux of the last OpLost: tables of the recorder that were full.
const (
	TableStacks   = 1 << 0
	TableFrames   = 1 << 1
	TableTexts    = 1 << 2
	TableCounts   = 1 << 3
	TableTypes    = 1 << 5
	TableWords    = 1 << 14 // words of memory
	TableAccesses = 1 << 15 // accesses of a word
)

// The binary form begins with FileMagic and its Version. A chunk begins with ChunkMagic.
const (
	FileMagic  = "DLTRACE\n"
	Version    = 1
	ChunkMagic = 0x4b434c44 // "DLCK"
)

// Some methods of the standard library tell of their own calls. The number of such a call is the hash of its
// chain of frames, shifted by HookShift, and HookSite.
const (
	HookSite  = 1 << 30
	HookShift = 34
)

// CallWrapper begins the names of functions that stand between a call and its method.
const CallWrapper = "deadlocklintCall"
