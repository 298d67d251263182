package boundary

// A FileKind begins the name of a file that a process writes into the directory of EnvDir. The name is
// KIND.PROCESS.RANDOM, and the numbers are hexadecimal.
type FileKind string

// The kinds of files.
const (
	TraceFile   FileKind = "t" // TraceEnding ends its name
	VerdictFile FileKind = "v" // a cycle of locks, or a process in which no goroutine can go on
	LeftFile    FileKind = "l" // goroutines that are blocked for ever
	StatsFile   FileKind = "s" // a confirming run without a verdict
)

// TraceEnding ends the name of a trace.
const TraceEnding = ".dltrace"

// LedgerFile is the name of a file there. Each process of a run appends a byte when the process begins, and for each
// piece of its trace. So the size of the file is the size of all traces.
const LedgerFile = "ledger"

// Put writes the name of a file into a room, and returns its length.
//
//go:norace
func (k FileKind) Put(room []byte, process, random uint64) int {
	c := Writer(room)
	c.put(string(k))
	c.putByte('.')
	c.putHex(process)
	c.putByte('.')
	c.putHex(random)
	if k == TraceFile {
		c.put(TraceEnding)
	}
	return c.n
}

// FileOf reads the name of a file as Put writes it, without a directory. The process is "" when
// the name is none of these.
func FileOf(name string) (kind FileKind, process string) {
	dot := find(name, '.')
	if dot == len(name) {
		return "", ""
	}
	rest := name[dot+1:]
	if end := find(rest, '.'); end < len(rest) {
		return FileKind(name[:dot]), rest[:end]
	}
	return "", ""
}
