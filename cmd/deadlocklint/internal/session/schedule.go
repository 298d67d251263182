package session

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Schedule describes the last run of a result.
func (se *Session) Schedule(t *record.Target, r *confirm.Result) schedule.Schedule {
	s := schedule.Schedule{
		Format: "deadlocklint schedule", Version: schedule.Version,
		Replay: se.Replay, Package: t.Package, Test: t.Test,
		Args: r.Args, Prefix: t.Prefix, Stdin: se.keptStdin(t), Root: se.Root(), Plan: string(r.Plan.Format()),
		Serial: se.Strategy == string(confirm.Serial), Seed: se.Seed,
	}
	if se.Shadow != nil {
		s.Go = se.Shadow.Toolchain.Version
	}
	if s.Replay.Kind == "" {
		s.Binary = t.Binary
	}
	s.Dir = t.Dir
	if rel, err := filepath.Rel(s.Root, t.Dir); err == nil && !strings.HasPrefix(rel, "..") {
		s.Dir = rel
	}
	return s
}

// KeepSchedule writes a schedule and returns the command that replays it, or
// "" after saying why it could not.
func (se *Session) KeepSchedule(s schedule.Schedule, id string, finding func(replay string) report.Finding) string {
	dir := se.Keep
	if dir == "" {
		dir = schedule.Dir()
	}
	name := filepath.Join(dir, "schedule-"+id+".json")
	replay := "deadlocklint replay " + name
	s.Finding = finding(replay)
	b, err := json.MarshalIndent(s, "", "\t")
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = os.WriteFile(name, b, 0o600)
	}
	if err != nil {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: cannot keep the schedule: %v; name a directory with -keep\n", err)
		return ""
	}
	return replay
}

// maxStdin is how much of what a program reads goes into a schedule.
const maxStdin = 1 << 20

// keptStdin is what the target read, or nil when that is too much to keep.
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
