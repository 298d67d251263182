package run_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// Each flag means the same in GOFLAGS as on the command line.
func TestGoflags(t *testing.T) {
	dir := moduletest.Copy(t, "flagged")
	overlay := filepath.Join(dir, "overlay.json")
	moduletest.Write(t, dir, "overlay.json", `{"Replace":{"`+filepath.Join(dir, "overlaid.go")+`":"`+filepath.Join(dir, "overlay.go.txt")+`"}}`)
	across := "-ldflags=-X=example.com/m.how=across"
	for _, c := range []struct {
		flags   []string
		tests   int
		crosses bool
	}{
		{[]string{"-vet=off"}, 2, false},
		{[]string{"-tags=across"}, 2, true},
		{[]string{"-overlay=" + overlay}, 2, true},
		{[]string{across, "-run=TestPair"}, 1, true},
		{[]string{across, "-gcflags=-N"}, 2, true},
		{[]string{across, "-short"}, 2, false},
		{[]string{across, "-run=TestOther"}, 1, false},
	} {
		for _, goflags := range []bool{false, true} {
			args := slices.Concat([]string{"-static=false", "-explore=false", "-condvar=false", "-tries=0"}, c.flags, []string{"."})
			t.Setenv("GOFLAGS", "")
			if goflags {
				args = []string{"-static=false", "-explore=false", "-condvar=false", "-tries=0", "."}
				t.Setenv("GOFLAGS", join(c.flags))
			}
			i := invokeTest(t, newCountdown(t, 1<<40), dir, args...)
			if i.Stats.Tests != c.tests || len(i.Findings) > 0 != c.crosses || !i.Complete {
				t.Errorf("%q, in GOFLAGS %t: %s%s", c.flags, goflags, i.errs, i.out)
			}
		}
	}
}

// join is a value of GOFLAGS.
func join(flags []string) (s string) {
	for _, f := range flags {
		s += "'" + f + "' "
	}
	return s
}
