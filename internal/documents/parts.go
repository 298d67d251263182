package documents

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// maxFiles is how many files, without tests, a package may have before its doc comment has
// to say where to read: which parts there are, by the first word of their files' names.
const maxFiles = 60

// part is a line of such a list: "//   - walk: one function, along its paths".
var part = regexp.MustCompile(`(?m)^//\s+- ([a-z]+): `)

// parts: the files of a large package are in parts that its doc comment names.
func parts(r *Repository) {
	large := 0
	for dir, files := range r.goFiles() {
		names := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return strings.HasSuffix(f, "_test.go") || path.Base(f) == "doc.go" })
		if len(names) <= maxFiles {
			continue
		}
		large++
		told := map[string]bool{}
		for _, m := range part.FindAllStringSubmatch(r.text(path.Join(dir, "doc.go")), -1) {
			told[m[1]] = true
		}
		for _, name := range names {
			if first, _, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".go"), "_"); !told[first] {
				r.problem("%s is in no part that doc.go names: put it into one, or name another there", name)
			}
		}
	}
	r.atLeast(large, 1, "packages with many files", "the source")
}
