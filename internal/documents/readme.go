package documents

import (
	"regexp"
	"strings"
)

// maxReadme is how many lines README.md may have.
const maxReadme = 150

var goBlock = regexp.MustCompile("(?ms)^```go\\s*\n(.*?)^```")

// readme: README.md is short, and the program in it is examples/bank.
func readme(r *Repository) {
	const file = "README.md"
	text := r.text(file)
	if n := strings.Count(text, "\n"); n > maxReadme {
		r.problem("%s has %d lines, more than %d", file, n, maxReadme)
	}
	var have strings.Builder
	for _, file := range r.glob("examples/bank/*.go") {
		have.WriteString(r.text(file))
	}
	programs := goBlock.FindAllStringSubmatch(text, -1)
	if len(programs) != 1 {
		r.problem("%s has %d programs, want one", file, len(programs))
		return
	}
	for line := range strings.Lines(programs[0][1]) {
		line, _, _ = strings.Cut(line, " //")
		if !strings.Contains(have.String(), strings.TrimRight(line, "\n")) {
			r.problem("%s: %q is not in examples/bank", file, line)
		}
	}
}
