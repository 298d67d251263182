// Package record runs instrumented programs so that they leave traces.
//
// A session is a directory. The go command builds test binaries and programs with an
// instrumented GOROOT (package goroot). Instead of running each binary, it hands the
// binary to this package ([Exec], by way of -exec). Exec keeps the binary and writes
// down how to run it again ([Target]). Then it runs the binary with the recorder
// switched on by environment variables. Every process writes one trace file; its header
// names the target. Package predict reads the directory, package confirm runs the
// targets again.
//
// The package does not read traces and decides nothing.
package record

import (
	"context"
	"crypto/rand"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// The environment of a process that calls [Exec].
const (
	EnvSession = "DEADLOCKLINT_SESSION" // tells Exec the session's directory
	EnvExec    = "DEADLOCKLINT_EXEC"    // a JSON list: the user's own -exec
)

// Conditions is the variable boundary.EnvConditions as recordings are made. A goroutine with more records
// has this many in trace programs. The search of a goroutine with thousands of relevant
// statements does not end in any case, and records that are not folded take memory.
const Conditions = boundary.EnvConditions + "=8192"

// Writes is the variable boundary.EnvWrites for a program of which only some packages are
// compiled so that the recorder sees their accesses of memory.
const Writes = boundary.EnvWrites + "=1"

// A Target is a program that was run and can be run again.
type Target struct {
	ID      string
	Package string // import path of the package under test or of the main package
	Test    bool   // it is a test binary
	Binary  string // a Go program's is kept in the session's directory
	Args    []string
	Dir     string   // working directory
	Prefix  []string // the user's -exec
	Env     []string // as the go command set it: tests build and run programs
	PID     int      `json:",omitempty"` // of its process, once that is over; unknown with a Prefix
	Cut     bool     `json:",omitempty"` // the recording was interrupted
	Status  int      `json:",omitempty"` // with which its process has ended
	Stdin   string   // file with the input that it read when it was recorded, "" for none

	Took      time.Duration `json:",omitempty"` // the recorded run, 0 until it is over
	Processor time.Duration `json:",omitempty"` // processor time of that run

	// Explored is set when the recording repeats a run of an exploration.
	Explored *Explored `json:",omitempty"`

	Sum      string // SHA-256 of the binary
	StdinSum string `json:",omitempty"` // and of the standard input, "" until the run is over
	Seal     string // of package seal: this user wrote the file on this machine

	own    bool       // the seal holds
	tee    *keptInput // keeps the standard input while the target runs
	events bool       // this run alone writes its output for go test -json
}

// An Explored is a run of an exploration that a recording repeats.
type Explored struct {
	Test  string
	Run   int    // its number; -1 is the base schedule
	Seed  uint64 // of the exploration
	Fresh bool   // the run was the first of its process
	Own   bool   // the random numbers of its goroutines did not depend on the order of steps
	Now   int64  // when the run began, by its own clock, in seconds since 1970
	Trail string // name of the file with its choices in the session, "" for the base schedule

	// Smaller is set when shrinking has made the schedule smaller. Preemptions counts how often
	// a goroutine lost its turn although it could continue, and Switches how often the goroutine
	// changed. Given is how many preemptions the schedule of the strategy had.
	Smaller                      bool `json:",omitempty"`
	Preemptions, Switches, Given int  `json:",omitempty"`

	Beside bool `json:",omitempty"` // goroutines could go on when the run ended
	Cut    bool `json:",omitempty"` // and nothing else had ended it than the limit of steps
	Behind bool `json:",omitempty"` // no run that was the first of its process ended so, of those that were tried

	Early []EarlyTimer `json:",omitempty"` // those that fired early, each place once
	Env   int          `json:",omitempty"` // so many variables of the target are those of the exploration, and the others make the run again
}

// An EarlyTimer is a timer that fired while goroutines could run.
type EarlyTimer struct {
	After time.Duration // for which it was set
	Stall time.Duration `json:",omitempty"` // for which the others stood still when it fired; 0 for not known
	Pos   string        // file:line where it was set, "" for not known
}

// Traces returns the trace files of a session.
func Traces(dir string) ([]string, error) { return files(dir, "*"+boundary.TraceEnding) }

// files are those in dir whose names match, sorted. The name of dir may look
// like a pattern of filepath.Glob.
func files(dir, pattern string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot read the recording: %w; record again", err)
	}
	var names []string
	for _, e := range entries {
		if ok, err := filepath.Match(pattern, e.Name()); err == nil && ok {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names, nil
}

// NewTarget keeps a binary in the session and describes it.
func NewTarget(dir, binary string, args []string, cwd string) (*Target, error) {
	t := &Target{Args: args, Dir: cwd}
	if err := t.name(); err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil { // a shell or make: it stays where it is, and some programs mind their names
		t.Package, t.Binary = filepath.Base(binary), binary
		return t, t.Save(dir)
	}
	if t.Package, t.Test = strings.CutSuffix(info.Path, ".test"); !t.Test {
		if t.Test, err = isTest(binary); err != nil {
			return nil, err
		}
	}
	return t, t.take(dir, binary)
}

// Another describes another run of the program of t, which is kept in the session dir. The program is not read for
// that: it has the sum of t.
func (t *Target) Another(dir string, args []string) (*Target, error) {
	o := &Target{Package: t.Package, Test: t.Test, Prefix: t.Prefix, Args: args, Dir: t.Dir, Sum: t.Sum}
	if err := o.name(); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(filepath.Base(t.Binary), t.kept()) {
		o.Binary = t.Binary
		return o, o.Save(dir)
	}
	return o, o.take(dir, t.Binary)
}

// name gives a target its id.
func (t *Target) name() error {
	var id [4]byte
	_, err := rand.Read(id[:])
	t.ID = hex.EncodeToString(id[:])
	return err
}

// take keeps a binary in the session as that of the target.
func (t *Target) take(dir, binary string) error {
	t.Binary = filepath.Join(dir, t.kept()+filepath.Base(binary))
	if err := keep(binary, t.Binary); err != nil {
		return fmt.Errorf("cannot keep the program for later runs: %w; free some space in %s", err, dir)
	}
	return t.Save(dir)
}

// TestEvents is the argument with which a test binary writes its output for go test -json.
const TestEvents = "-test.v=test2json"

// kept is how the name of a kept binary begins.
func (t *Target) kept() string { return "bin." + t.ID + "." }

// keep links or copies a file that its owner will remove.
func keep(from, to string) error {
	if info, err := os.Lstat(from); err == nil && info.Mode().IsRegular() && os.Link(from, to) == nil {
		return nil
	}
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	if _, err := io.Copy(dst, src); err != nil {
		dst.Close()
		return err
	}
	return dst.Close()
}

// Command is the process that runs the target with additional variables.
func (t *Target) Command(ctx context.Context, args []string, env ...string) *exec.Cmd {
	argv := append(append([]string(nil), t.Prefix...), t.Binary)
	argv = append(argv, args...)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = t.Dir
	cmd.Env = append(os.Environ(), t.Env...)
	cmd.Env = append(cmd.Env, "PWD="+t.Dir)
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// ExecDir is the session's directory for [Exec], which comes in the environment.
func ExecDir() (string, error) {
	dir := os.Getenv(EnvSession)
	if dir == "" {
		return "", errors.New("no recording session; call deadlocklint test or deadlocklint run")
	}
	return dir, nil
}

// Exec runs a binary in place of the go command, records it into a session, and returns
// its target and exit status.
func Exec(ctx context.Context, dir, binary string, args []string, stdin io.Reader, stdout, stderr io.Writer) (*Target, int, error) {
	events := slices.Contains(args, TestEvents)
	t, err := ExecTarget(dir, binary, slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == TestEvents }))
	if err != nil {
		return nil, 1, err
	}
	t.events = events
	code, err := t.Record(ctx, dir, stdin, stdout, stderr)
	return t, code, err
}

// ExecTarget keeps a binary that the go command has handed over, and describes how it is
// run: here, with the user's own -exec.
func ExecTarget(dir, binary string, args []string) (*Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	t, err := NewTarget(dir, binary, args, cwd)
	if err != nil {
		return nil, err
	}
	t.Env = goVariables()
	if t.Prefix, err = userPrefix(); err != nil {
		return nil, err
	}
	return t, t.Save(dir)
}

// Trace returns the trace file of the target's process, or "" when it is not known.
func (t *Target) Trace(dir string) (string, error) {
	if t.PID == 0 {
		return "", nil
	}
	names, err := files(dir, fmt.Sprintf("%s.%x.*%s", boundary.TraceFile, t.PID, boundary.TraceEnding))
	if err != nil || len(names) == 0 {
		return "", err
	}
	return names[len(names)-1], nil
}

// goVariables are the variables with which a test's own go commands build
// instrumented programs.
func goVariables() []string {
	var env []string
	for _, name := range []string{"GOROOT", "GOTOOLCHAIN", "GOEXPERIMENT", "GOFLAGS", "PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
