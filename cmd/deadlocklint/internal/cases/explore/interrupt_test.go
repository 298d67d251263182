package explore_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	files "github.com/deadlocklint/deadlocklint/fuzzer/runner/explored"
)

// whenBegun interrupts when the runs have begun.
func whenBegun(ctx context.Context, dir string, interrupt context.CancelFunc) {
	for ; ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "begun")); err == nil {
			interrupt()
		}
	}
}

// An interrupt that only this process has ends the processes that explore, although no run ended badly. The
// file is whole.
func TestExploreInterrupt(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "endless")
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	go whenBegun(ctx, dir, interrupt)
	file := filepath.Join(dir, "explored.jsonl")
	var out, errs bytes.Buffer
	err := run.Explore(ctx, command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, []string{"-C=" + dir, "-json", "-x=strategy=random", "-runs=1000000000", "-results=" + file, "."})
	if !command.Silent(err) {
		t.Fatalf("%v\n%s", err, &errs)
	}
	f, err := files.Read(file)
	if err != nil || !f.End.Interrupted || len(f.Results) != 1 || f.Results[0].Stop != "interrupt" {
		t.Errorf("%v, %+v\n%s", err, f, &errs)
	}
}

// An interrupt that only this process has ends the runs of races, too.
func TestRacesInterrupt(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "endlessrace")
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	go whenBegun(ctx, dir, interrupt)
	var out, errs bytes.Buffer
	err := run.Races(ctx, command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, []string{"-C=" + dir, "-json", "-tries=1000000000", "."})
	if !command.Silent(err) || !strings.Contains(out.String(), "interrupted") {
		t.Fatalf("%v\n%s%s", err, &out, &errs)
	}
}

// An interrupt before that says that nothing was written.
func TestExploreInterruptedEarly(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "endless")
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	file := filepath.Join(dir, "explored.jsonl")
	var out, errs bytes.Buffer
	err := run.Explore(ctx, command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, []string{"-C=" + dir, "-json", "-results=" + file, "."})
	if err == nil {
		t.Error("no error")
	}
	if left, _ := filepath.Glob(file + "*"); len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
}
