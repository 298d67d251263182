package documents

import (
	"path"
	"regexp"
	"strings"
)

var (
	// tourStep matches a step of the tour: its number, its file, the functions to look at, and the text behind.
	tourStep  = regexp.MustCompile("(?m)^(\\d+)\\. `([^`]+)`: (`\\w+`(?:, `\\w+`)*)\\. ((?:.+\n)(?:   .+\n)*)")
	tourBegin = regexp.MustCompile("(?m)^\\d+\\. `[^`]+`: `")
	tourOther = regexp.MustCompile("`([\\w/.]+\\.(?:go|txt|md))`")
)

// tour: each file that the tour in CONTRIBUTING.md names is there, and declares the functions to look at.
func tour(r *Repository) {
	const file = "CONTRIBUTING.md"
	text := r.text(file)
	steps := tourStep.FindAllStringSubmatch(text, -1)
	if want := len(tourBegin.FindAllString(text, -1)); len(steps) != want {
		r.problem("%s: %d steps of %d are understood", file, len(steps), want)
	}
	r.atLeast(len(steps), 20, "steps of a tour", file)
	for _, s := range steps {
		r.step(s[1], s[2], s[3], s[4])
	}
}

func (r *Repository) step(number, file, names, said string) {
	source := r.text(file)
	for name := range strings.SplitSeq(strings.ReplaceAll(names, "`", ""), ", ") {
		declared := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|var )` + name + `\b`)
		if !declared.MatchString(source) {
			r.problem("step %s: %s declares no %s", number, file, name)
		}
	}
	for _, m := range tourOther.FindAllStringSubmatch(said, -1) {
		other := m[1]
		if !strings.Contains(other, "/") {
			other = path.Join(path.Dir(file), other) // "beside it"
		}
		if !r.exists(other) {
			r.problem("step %s: there is no %s", number, other)
		}
	}
}
