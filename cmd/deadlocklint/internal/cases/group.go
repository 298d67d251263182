package cases

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A Group is the cases that one test package runs.
type Group int

// The groups of testdata itself; protocols have a directory of their own.
const (
	Deadlock Group = iota // cases of no other group
	Order
	Waiting
)

// prefixes are how the names of the cases of a group begin, up to the first underscore.
var prefixes = map[Group][]string{
	Order:   {"ordered"},
	Waiting: {"chan", "cond", "context", "fig", "flow", "leak", "leaked", "receive", "select", "send", "timer", "wait", "waitgroup"},
}

// Of returns the files of a group in a directory.
func Of(t *testing.T, dir string, want Group) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", dir, err)
	}
	return slices.DeleteFunc(files, func(file string) bool { return groupOf(file) != want })
}

func groupOf(file string) Group {
	first, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txtar"), "_")
	for group, list := range prefixes {
		if slices.Contains(list, first) {
			return group
		}
	}
	return Deadlock
}
