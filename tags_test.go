package deadlocklint

import (
	"go/build/constraint"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// systems are build tags that a machine has, and no command line.
var systems = map[string]bool{"unix": true, "windows": true, "race": true, "cgo": true}

// TestTaggedTestsAreRun fails for a test file that "go test ./..." leaves out, and no
// script of CI runs.
func TestTaggedTestsAreRun(t *testing.T) {
	run := scriptsOfCI(t)
	for _, file := range sourceFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, tag := range tagsOf(t, file) {
			if !systems[tag] && !strings.Contains(run, "go test -tags "+tag+" ") && !strings.Contains(run, "go test -tags "+tag+",rest ") {
				t.Errorf("%s has the build tag %q, with which no script in script/ci runs go test", file, tag)
			}
		}
	}
}

// scriptsOfCI returns the text of all scripts.
func scriptsOfCI(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("script/ci/*.sh")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in script/ci: %v", err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// tagsOf returns the tags that a file needs to be built.
func tagsOf(t *testing.T, file string) (tags []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	expr, err := constraint.Parse(first)
	if err != nil {
		return nil // the line is no constraint
	}
	expr.Eval(func(tag string) bool {
		tags = append(tags, tag)
		return true
	})
	return tags
}
