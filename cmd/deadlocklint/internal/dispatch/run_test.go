//go:build unix

package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestRun(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "reads")
	keep := filepath.Join(t.TempDir(), "rec")
	o := callReading(t, strings.NewReader("cross\n"), "run", "-json", "-C", dir, "-keep", keep, "-ldflags=-X main.stamp=set", "./cmd/reads", "--", "-x", "word")
	o.want(t, "run", 3, "stamp set")
	if o.confirmed() != "pair" || strings.Contains(o.out, "stamp") {
		t.Errorf("confirmed %q, stdout %s", o.confirmed(), o.out)
	}
	replayAll(t, o.Document)

	call(t, "run", "-C", dir, "-static=false", "./cmd/reads").want(t, "nothing to find", 0, "stamp none", "nothing found")
	call(t, "run", "-C", dir, "./cmd/reads").want(t, "only in the source", 0, "cmd/reads/types.go:13 in example.com/m/cmd/reads.(*pair).ab was never reached")
	call(t, "run", "-C", dir, "-fail-on=static", "./cmd/reads").want(t, "only in the source, and asked for", 3, "1 not reached")
	call(t, "run", "-C", dir, "./library").want(t, "a library", 2, "./library is no main package")
	call(t, "run", "-C", dir, "./broken").want(t, "a broken program", 1, "undefined: undefined")
	call(t, "run", "-C", dir, "./gone").want(t, "no package", 1, "directory not found")
	call(t, "run", "-C", dir, "-keep="+keep, "./cmd/reads").want(t, "a directory in use", 2, "has a recording already")

	changed(t, dir, strings.TrimPrefix(o.Findings[0].Replay, "deadlocklint replay "))
}

// changed replays a program that is not any more what it was.
func changed(t *testing.T, dir, schedule string) {
	main := filepath.Join(dir, "cmd", "reads", "main.go")
	b, err := os.ReadFile(main)
	if err != nil {
		t.Fatal(err)
	}
	types := filepath.Join(dir, "cmd", "reads", "types.go")
	wrong, err := os.ReadFile(types)
	if err != nil {
		t.Fatal(err)
	}
	moduletest.Write(t, dir, "cmd/reads/types.go", strings.Replace(string(wrong), "t.b.Lock()\n\tt.a.Lock()", "t.a.Lock()\n\tt.b.Lock()", 1))
	repaired := call(t, "replay", "-json", schedule)
	repaired.want(t, "replay of a repaired program", 0, "did not happen again", "not-reached")
	if len(repaired.Findings) != 1 || repaired.Findings[0].Status != report.StatusNotReached {
		t.Errorf("findings %v", repaired.Findings)
	}
	moduletest.Write(t, dir, "cmd/reads/types.go", string(wrong))
	moduletest.Write(t, dir, "cmd/reads/main.go", strings.Replace(string(b), "new(pair).cross()", "new(pair).ab()", 1))
	o := call(t, "replay", "-tries=1", schedule)
	o.want(t, "replay of a changed program", 1, "the program diverged at step ", "example.com/m/cmd/reads.pair.", "types.go:")
	moduletest.Write(t, dir, "cmd/reads/main.go", "package main\n\nfunc main() { undefined() }\n")
	if o := call(t, "replay", "-json", schedule); o.status != 1 || len(o.Stats.Failures) != 1 || len(o.Findings) != 0 {
		t.Errorf("exit status %d, failures %q", o.status, o.Stats.Failures)
	}
	call(t, "replay", schedule).want(t, "replay of a broken program", 1,
		"undefined: undefined", "example.com/m/cmd/reads cannot be built any more; mend the build and replay again")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	o = call(t, "replay", schedule)
	o.want(t, "replay of a program that is gone", 1, "the schedule is of the module example.com/m")
}
