package protocol

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestLeftOutFindsTheSame predicts the violations of cases in which calls are left out because no other
// goroutine can reach their objects, with these calls and without.
func TestLeftOutFindsTheSame(t *testing.T) {
	for _, name := range []string{"unshared", "unshared_fixed"} {
		dir := moduletest.Unpack(t, "typestate/"+name)
		_, err := os.Stat(filepath.Join(dir, "main.go"))
		program := err == nil
		shared, left := idsOf(t, dir, program, false)
		every, _ := idsOf(t, dir, program, true)
		if left == 0 || !slices.Equal(every, shared) {
			t.Errorf("%s: %q with all calls, %q without %d on objects that nobody shares", name, every, shared, left)
		}
	}
}

// idsOf are the ids of the violations that are predicted, and how many call
// sites were left out: none, and none predicted, when the builds are the same.
func idsOf(t *testing.T, dir string, program, every bool) (ids []string, left int) {
	t.Helper()
	own, rest, err := flags.Parse(flags.Protocols, []string{"-json", "-tries=0", "-C=" + dir, "-program=" + strconv.FormatBool(program), "."})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(flags.Protocols, own, rest)
	if err != nil {
		t.Fatal(err)
	}
	r.everySite = every
	opt := r.options()
	opt.Dir, opt.Out = dir, t.TempDir()
	table, err := sites.Rewrite(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if left = table.Skipped[sites.SkipLocal]; left == 0 && !every {
		return nil, 0
	}
	var out bytes.Buffer
	if err := r.record(context.Background(), command.Streams{Out: &out, Err: io.Discard}); err != nil && !command.Silent(err) {
		t.Fatalf("%s: %v", dir, err)
	}
	o, err := report.ReadDocument(&out)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range o.Findings {
		ids = append(ids, f.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids), left
}
