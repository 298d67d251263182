package documents

import (
	"go/build/constraint"
	"regexp"
	"slices"
	"strings"
)

// systems are build tags that a machine has, and no command line.
var systems = []string{"unix", "linux", "darwin", "windows", "race", "cgo"}

var testedTags = regexp.MustCompile(`go test -tags ([a-z,]+) `)

// tags: a script of CI runs each test file that "go test ./..." leaves out. Files in testdata are of other programs.
func tags(r *Repository) {
	var run []string
	for _, file := range r.glob("script/ci/*.sh") {
		for _, m := range testedTags.FindAllStringSubmatch(r.text(file), -1) {
			run = append(run, strings.Split(m[1], ",")...)
		}
	}
	found := 0
	for _, file := range r.below(".") {
		if !strings.HasSuffix(file, "_test.go") || strings.Contains(file, "/testdata/") {
			continue
		}
		for _, tag := range tagsOf(r.text(file)) {
			found++
			if !slices.Contains(systems, tag) && !slices.Contains(run, tag) {
				r.problem("%s has the build tag %q, with which no script in script/ci runs go test", file, tag)
			}
		}
	}
	r.atLeast(found, 5, "tags of tests", "the source")
}

// tagsOf returns the tags that a file needs to be built.
func tagsOf(text string) (tags []string) {
	first, _, _ := strings.Cut(text, "\n")
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
