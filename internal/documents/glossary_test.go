package documents

import (
	"slices"
	"testing"
)

// TestReplacedWords: the comparison finds what the tables forbid, and nothing else.
func TestReplacedWords(t *testing.T) {
	list := replacedWords("| spawn site | a go statement | root, open call | `cmd` `passes/x`: a folder |\n")
	for _, c := range []struct {
		dir, text string
		want      bool
	}{
		{"passes/y", "rootSets", true},
		{"passes/y", "newRoots", true},
		{"passes/y", "edge_root", true},
		{"passes/y", "openCalls", true},
		{"passes/y", "openFile", false},
		{"passes/y", "uproot", false},
		{"passes/x", "root", false},
		{"passes/xy", "root", true},
		{"cmd/tool", "Root", false},
	} {
		got := slices.ContainsFunc(list, func(w replacedWord) bool { return w.isIn(name{c.dir + "/f.go", c.text}) })
		if got != c.want {
			t.Errorf("%s in %s: %v, want %v", c.text, c.dir, got, c.want)
		}
	}
}
