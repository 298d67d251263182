package protocol

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestProgramReads: each run of a program has the standard input of the first one, and so has a replay.
func TestProgramReads(t *testing.T) {
	dir := fixture.Source(t, "reads")
	own, rest, err := flags.Parse(flags.Protocols, []string{"-json", "-keep=" + t.TempDir(), "-C=" + dir, "-program", "."})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(flags.Protocols, own, rest)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if err := r.record(context.Background(), command.Streams{In: strings.NewReader("a\nb\n"), Out: &out, Err: &errs}); !command.Silent(err) {
		t.Fatal(err)
	}
	doc, err := report.ReadDocument(&out)
	if err != nil || len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed {
		t.Fatalf("%v, %+v\n%s", err, doc.Findings, &errs)
	}
	name, _ := schedule.FileOf(doc.Findings[0].Replay)
	sch, err := schedule.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := flags.Parse(flags.Replay, []string{name})
	if err != nil {
		t.Fatal(err)
	}
	err = Replay(context.Background(), command.Streams{Out: io.Discard, Err: &errs}, again, sch.Root, sch)
	if command.Status(err) != report.ExitFindings {
		t.Errorf("%v\n%s", err, &errs)
	}
}
