package documents

import (
	"path"
	"regexp"
	"strings"
)

var (
	questionRow = regexp.MustCompile("(?m)^\\| \\d+ \\| [^|]+\\? \\| `([^|]+)` \\| ([^|]+) \\|$")
	quotedName  = regexp.MustCompile("`([^`]+)`")
)

// questions: each of the twenty questions names a file that has the word that the answer is about.
func questions(r *Repository) {
	const file = "doc/design/090-twenty-questions.md"
	rows := questionRow.FindAllStringSubmatch(r.text(file), -1)
	if len(rows) != 20 {
		r.problem("%s has %d questions, want 20", file, len(rows))
	}
	for _, m := range rows {
		answers := quotedName.FindAllStringSubmatch(m[2], -1)
		if len(answers) == 0 {
			r.problem("%s: no file: %s", file, m[0])
		}
		for _, a := range answers {
			if !strings.Contains(strings.ToLower(r.text(a[1])), strings.ToLower(m[1])) {
				r.problem("%s does not have %q: %s", a[1], m[1], m[0])
			}
		}
	}
}

// designs: doc/design/README.md has each decision, and no other file.
func designs(r *Repository) {
	const file = "doc/design/README.md"
	index, pages := r.text(file), r.glob("doc/design/0*.md")
	for _, page := range pages {
		if !strings.Contains(index, "]("+path.Base(page)+")") {
			r.problem("%s does not list %s", file, path.Base(page))
		}
	}
	if n := strings.Count(index, "\n| [0"); n != len(pages) {
		r.problem("%s has %d rows for %d decisions", file, n, len(pages))
	}
}
