package predict

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/tracetest"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// recordCrowd writes a recording of a crowd, once for each name.
func recordCrowd(t *testing.T, crowd string, n int, names ...string) (dir string) {
	t.Helper()
	tr := trace.New()
	for id := trace.StackID(1); id <= 7; id++ {
		tr.Stacks[id] = []trace.Frame{{Func: "main.f", File: "main.go", Line: int(id)}}
		tr.Places[id] = [3]uint64{uint64(id), uint64(id), uint64(id)}
	}
	all := tracetest.Crowds()
	i := slices.IndexFunc(all, func(c tracetest.Crowd) bool { return c.Name == crowd })
	all[i].Make(n, func(e trace.Event) { tr.Events = append(tr.Events, e) })
	tr.Events = append(tr.Events, trace.Event{Seq: uint64(len(tr.Events) + 1), Op: trace.OpLost})
	tr.Header[trace.HeaderConditions] = "2000"
	dir = t.TempDir()
	for _, name := range names {
		f, err := os.Create(filepath.Join(dir, "t."+name+".1.dltrace"))
		if err != nil {
			t.Fatal(err)
		}
		if err := wire.Write(f, tr); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func quiet(int, int) {}

// A context that ends leaves limits that say so, not an error and not silence.
func TestEndOfTheContextIsALimit(t *testing.T) {
	dir := recordCrowd(t, "chain", 2000, "1", "2")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p, err := Predict(ctx, dir, Options{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if want := "interrupted: 2 of 2 recordings were not looked at"; !slices.Contains(p.Stats.Limits, want) {
		t.Errorf("limits %q, want %q", p.Stats.Limits, want)
	}
	s, err := CheckPrograms(ctx, dir, ProgramOptions{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(s.Limits, "\n"), "after an interrupt (2)") {
		t.Errorf("limits %q do not tell of the interrupt", s.Limits)
	}
	if s, err = CheckPrograms(t.Context(), dir, ProgramOptions{End: time.Now().Add(-time.Second)}, quiet); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(s.Limits, "\n"), string(cutEnd)+" (2)") {
		t.Errorf("limits %q do not tell of the end of the time", s.Limits)
	}
	if p, err = Predict(t.Context(), dir, Options{}, quiet); err != nil || len(p.Stats.Limits) > 0 || p.Stats.Processes != 2 {
		t.Errorf("limits %q of %d processes with all the time there is: %v", p.Stats.Limits, p.Stats.Processes, err)
	}
}

// A countdown is a context that ends when it was asked often enough.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever a context ends, the passes that were cut are limits, and what was read
// until then counts.
func TestEveryPassCanBeCut(t *testing.T) {
	dir := recordCrowd(t, "pool", 3000, "1")
	whole, err := Predict(t.Context(), dir, Options{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	for left := range 200 {
		p, err := Predict(&countdown{t.Context(), left}, dir, Options{}, quiet)
		if err != nil {
			t.Fatalf("after %d looks: %v", left, err)
		}
		if len(p.Stats.Limits) == 0 {
			if p.Stats.Events != whole.Stats.Events {
				t.Errorf("after %d looks %d of %d events were seen and no limit is told", left, p.Stats.Events, whole.Stats.Events)
			}
			if left < 5 {
				t.Error("nothing was cut")
			}
			return
		}
	}
	t.Error("200 looks are not enough")
}
