package documents

import (
	"path"
	"regexp"
	"strings"
)

var (
	// tourStep matches a step of the tour: its number, its file, the functions to look at, and the text after.
	tourStep  = regexp.MustCompile("(?m)^(\\d+)\\. `([^`]+)`: (`\\w+`(?:, `\\w+`)*)\\. ((?:.+\n)(?:   .+\n)*)")
	tourBegin = regexp.MustCompile("(?m)^\\d+\\. `[^`]+`: `")
	tourOther = regexp.MustCompile("`([\\w/.]+\\.(?:go|txt|md))`")
)

// tour: each file that the tour in CONTRIBUTING.md names is there, and declares the functions to look at. The tour goes back to
// no package that it has left.
func tour(r *Repository) {
	const file = "CONTRIBUTING.md"
	text := r.text(file)
	steps := tourStep.FindAllStringSubmatch(text, -1)
	if want := len(tourBegin.FindAllString(text, -1)); len(steps) != want {
		r.problem("%s: %d steps of %d are understood", file, len(steps), want)
	}
	r.atLeast(len(steps), 20, "steps of a tour", file)
	left := map[string]bool{}
	for i, s := range steps {
		r.step(s[1], s[2], s[3], s[4])
		if left[path.Dir(s[2])] {
			r.problem("step %s: the tour goes back to %s", s[1], path.Dir(s[2]))
		}
		left[path.Dir(s[2])] = i+1 < len(steps) && path.Dir(steps[i+1][2]) != path.Dir(s[2])
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
