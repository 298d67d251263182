package output

import (
	"cmp"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// Link is the address of the page of a check, "" when there is none.
func Link(check checks.Name) string {
	name := suite.Analyzer(check)
	if name == "" && RunPages()[check] != "" {
		name = string(check)
	}
	if name == "" {
		return ""
	}
	return "https://github.com/deadlocklint/deadlocklint/blob/main/doc/checks/" + name + ".md"
}

// DocumentationOf is the documentation of a check: that of its analyzer, or the page of a check that only a run makes.
func DocumentationOf(check checks.Name) (title, text string) {
	text = cmp.Or(suite.Docs()[suite.Analyzer(check)], RunPages()[check], condvar.Kinds()[check])
	title, _, _ = strings.Cut(text, "\n")
	return title, text
}
