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

// In go1.27 the go command does not take a package that only a test imports for one of "std".
func TestStandardTrees(t *testing.T) {
	s := *shadow(t)
	for release, want := range map[string]bool{"go1.24.10": false, "go1.26.8": false, "go1.27rc1": true, "go1.27": true, "go1.27.4": true, "go1.28.1": true} {
		s.Toolchain.Version = release
		list := s.MergeGcflags(nil, false)
		if got := last(list, "all", "internal/...") == ""; got != want {
			t.Errorf("%s: flags of internal/sync without those of all: %t, want %t", release, got, want)
		}
		if got := last(list, "all", "std", "internal/...", "sync/...", "sync/atomic"); got != callAccesses {
			t.Errorf("%s: sync/atomic gets %q", release, got)
		}
		if got := last(s.MergeGcflags([]string{"all=-N"}, false), "all", "internal/..."); want && got != "-N" {
			t.Errorf("%s: internal/sync gets %q of the user's flags", release, got)
		}
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
