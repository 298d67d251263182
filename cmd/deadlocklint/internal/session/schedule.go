package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Schedule has the plan of the last run of a result.
func (se *Session) Schedule(t *record.Target, r *confirm.Result) *schedule.Schedule {
	s := se.scheduleOf(t, r.Args)
	s.Replay, s.Test = se.Replay, t.Test
	s.Plan = &schedule.Plan{Pauses: schedule.Pauses{Plan: *r.Plan}, Serial: se.Pausing == string(confirm.Serial), Seed: se.Seed}
	if s.Replay.Kind == "" {
		s.Binary = t.Binary
		s.Sum, _ = record.SumOf(t.Binary) // without it the program needs -trust
	}
	if !se.NoInput {
		s.Stdin = se.keptStdin(t)
	}
	return s
}

// scheduleOf has what every schedule of a target has.
func (se *Session) scheduleOf(t *record.Target, args []string) *schedule.Schedule {
	s := &schedule.Schedule{Module: module.Path(se.Root()), Root: se.Root(), Package: t.Package, Args: args, Prefix: t.Prefix, Dir: t.Dir}
	if se.Shadow != nil {
		s.Go = se.Shadow.Toolchain.Version
	}
	if rel, err := filepath.Rel(s.Root, t.Dir); err == nil && !strings.HasPrefix(rel, "..") {
		s.Dir = rel
	}
	if se.NoInput {
		s.Args = record.TestFlags(args)
	}
	return s
}

// schedules is the directory where the session keeps schedules.
func (se *Session) schedules() string {
	if se.Keep != "" {
		return se.Keep
	}
	return schedule.Dir(se.Root())
}

// KeepSchedule writes a schedule and returns the command that replays it, or
// "" after saying why it could not. Pauses leave much to chance, so they do not replace choices that this session has
// kept for the same id.
func (se *Session) KeepSchedule(s *schedule.Schedule, id string, finding func(replay string) report.Finding) string {
	if s.Choices == nil && se.exact[id] {
		return schedule.Command(se.schedules(), id)
	}
	replay, err := s.Write(se.schedules(), id, finding)
	if err == nil {
		se.sayKept("the schedule of "+id, s.Stdin, s.Args)
		if s.Choices != nil && se.exact != nil {
			se.exact[id] = true
		}
	}
	return se.written(replay, err)
}

// written is the command of a schedule, "" after saying why it was not written.
func (se *Session) written(replay string, err error) string {
	if err != nil {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: cannot keep the schedule: %v; name a directory with -keep\n", err)
		return ""
	}
	return replay
}

// sayKept says what a file keeps of the input of the user: it may travel.
func (se *Session) sayKept(file string, stdin []byte, args []string) {
	var what []string
	if len(stdin) > 0 {
		what = append(what, fmt.Sprintf("%d bytes of standard input", len(stdin)))
	}
	if n := len(args) - len(record.TestFlags(args)); n > 0 {
		what = append(what, fmt.Sprintf("%d arguments", n))
	}
	if len(what) > 0 && !slices.Contains(se.kept, file) {
		se.kept = append(se.kept, file)
		fmt.Fprintf(se.Streams.Err, "deadlocklint: %s keeps %s of the program; -no-input leaves them out\n", file, strings.Join(what, " and "))
	}
}

// maxStdin is the number of bytes of a program's input that go into a schedule.
const maxStdin = 1 << 20

// keptStdin is the input that the target read, or nil when that is too much to keep.
func (se *Session) keptStdin(t *record.Target) []byte {
	if t.Stdin == "" {
		return nil
	}
	b, err := os.ReadFile(t.Stdin)
	if err == nil && len(b) > maxStdin {
		err = fmt.Errorf("it is longer than %d bytes", maxStdin)
	}
	if err != nil {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: the schedule does not keep the standard input: %v; record with a shorter one\n", err)
		return nil
	}
	return b
}
