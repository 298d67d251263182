package testflags

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
)

// A flag in GOFLAGS means the same as on the command line, unless it is there as well, or is one of another command.
func TestDefault(t *testing.T) {
	for _, c := range []struct {
		args, goflags []string
		same          []string // the same command line without GOFLAGS
	}{
		{nil, []string{"-race"}, []string{"-race"}},
		{[]string{"-race=false"}, []string{"-race"}, []string{"-race=false"}},
		{nil, []string{"-tags=a,b", "-run=X", "--count=1"}, []string{"-tags=a,b", "-run=X", "-count=1"}},
		{nil, []string{"-gcflags=-N", "-gcflags=m=-l", "-ldflags=-w"}, []string{"-gcflags=-N", "-gcflags=m=-l", "-ldflags=-w"}},
		{[]string{"-gcflags=-l"}, []string{"-gcflags=-N"}, []string{"-gcflags=-l"}},
		{nil, []string{"-json", "-v", "-overlay=o.json", "-exec=nice", "-vet=off", "-timeout=3s"}, []string{"-json", "-v", "-overlay=o.json", "-exec=nice", "-vet=off", "-timeout=3s"}},
		{nil, []string{"-modcacherw", "-of-no-command"}, []string{"-modcacherw"}},
	} {
		got, err := Parse(flags.Test, c.args)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Default(c.goflags); err != nil {
			t.Errorf("%q: %v", c.goflags, err)
		}
		want, err := Parse(flags.Test, c.same)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := got.GoTest(Run{}), want.GoTest(Run{}); !slices.Equal(a, b) || got.JSON != want.JSON || got.Is("race") != want.Is("race") {
			t.Errorf("%q and GOFLAGS %q are %q, want %q", c.args, c.goflags, a, b)
		}
	}
	var p CommandLine
	if err := p.Default([]string{"-msan"}); err == nil || !strings.Contains(err.Error(), "GOFLAGS") {
		t.Errorf("-msan: %v", err)
	}
	if err := p.Default([]string{"-short=perhaps"}); err == nil {
		t.Error("-short=perhaps is no error")
	}
}
