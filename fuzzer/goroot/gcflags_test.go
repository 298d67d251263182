package goroot

import (
	"slices"
	"strings"
	"testing"
)

// last returns the flags that the go command uses for a package, given which
// patterns match it.
func last(list []string, matching ...string) string {
	flags := ""
	for _, v := range list {
		if p, f := splitPattern(v); slices.Contains(matching, p) {
			flags = f
		}
	}
	return flags
}

func TestMergeGcflags(t *testing.T) {
	s := shadow(t)
	const ours = callAtomics
	for _, c := range []struct {
		user                      string
		own, dependency, std, log string
	}{
		{"", ours, ours, "", ours},
		{"-l", "-l " + ours, ours, "", ours},
		{"all=-N -l", "-N -l " + ours, "-N -l " + ours, "-N -l", "-N -l " + ours},
		{"std=-m", ours, ours, "-m", "-m " + ours},
		{"net/...=-m", ours, ours, "", ours},
		{"example.com/...=-m", "-m " + ours, ours, "", ours},
	} {
		var user []string
		if c.user != "" {
			user = []string{c.user}
		}
		list := s.MergeGcflags(user, false)
		got := []string{
			last(list, "all", "", "example.com/..."), last(list, "all"),
			last(list, "all", "std"), last(list, "all", "std", "log"),
		}
		if want := []string{c.own, c.dependency, c.std, c.log}; !slices.Equal(got, want) {
			t.Errorf("%q:\ngot  %q\nwant %q", c.user, got, want)
		}
		if atomics := last(list, "all", "std", "sync/atomic"); !strings.HasSuffix(atomics, callAccesses) {
			t.Errorf("%q: sync/atomic gets %q", c.user, atomics)
		}
	}
	if got := last(s.MergeGcflags(nil, true), "all"); got != callAccesses {
		t.Errorf("for memory: %q", got)
	}
}

// With the race detector the functions of sync/atomic are declared as ever.
func TestTagged(t *testing.T) {
	for text, want := range map[string]string{
		"// Copyright\n\npackage p\n":                      "//go:build race\n\npackage p\n",
		"// Copyright\n\n//go:build a || b\n\npackage p\n": "// Copyright\n\n//go:build race && (a || b)\n\npackage p\n",
	} {
		if got := tagged(text, raceTag); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestWritesOf: a package gets the flags of the last pattern that is about it, and
// ours, and is never inlined.
func TestWritesOf(t *testing.T) {
	const ours = callAccesses + " -l=1"
	for _, c := range []struct {
		build []string
		want  string
	}{
		{nil, "a.b/c=" + ours},
		{[]string{"all=-N", "std="}, "a.b/c=-N " + ours},
		{[]string{"all=-N", "a.b/...=-m", "-S"}, "a.b/c=-m " + ours},
		{[]string{"a.b/c=-m", "a.b/cd=-N", "a.b/c/...=-S"}, "a.b/c=-S " + ours},
	} {
		if got := WritesOf(c.build, []string{"a.b/c"}); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q: got %q, want %q", c.build, got, c.want)
		}
	}
	if got := WritesOf([]string{"all="}, nil); len(got) > 0 {
		t.Errorf("for no package: %q", got)
	}
}
