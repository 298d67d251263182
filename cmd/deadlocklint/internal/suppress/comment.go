package suppress

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// prefix starts a comment that silences a check on its line and the next.
const prefix = "//deadlocklint:ignore"

// A directive is such a comment.
type directive struct{ check, reason string }

// comments are those of the files that findings are in, each file read once.
type comments struct {
	rules Rules
	files map[string]map[int]directive // by line
}

// silences returns the comment that silences a finding. The static checks
// have read the comments for their own findings.
func (c comments) silences(f *report.Finding) (directive, bool) {
	if c.rules.Source == nil || f.Static != nil {
		return directive{}, false
	}
	analyzer := ""
	if c.rules.Analyzer != nil {
		analyzer = c.rules.Analyzer(f.Check)
	}
	for _, pos := range places(f) {
		file, line, _ := report.SplitPos(pos)
		for _, d := range []directive{c.in(file)[line], c.in(file)[line-1]} {
			if d.reason != "" && (d.names(f, analyzer)) {
				return d, true
			}
		}
	}
	return directive{}, false
}

// names reports whether the comment names a finding: by a check that told of its cause, by an analyzer, or
// by an id of today or of an earlier release.
func (d directive) names(f *report.Finding, analyzer string) bool {
	if d.check == analyzer || d.check == f.ID || f.Check.Is(d.check) || slices.Contains(f.Former, d.check) {
		return true
	}
	return slices.ContainsFunc(f.Also, func(o report.Other) bool { return o.Check.Is(d.check) || d.check == o.ID })
}

// places are where a comment may silence the finding: all that the report names.
func places(f *report.Finding) []string {
	list := []string{f.Pos}
	for _, g := range f.Goroutines {
		for _, s := range g.Steps {
			list = append(list, s.Pos)
		}
	}
	for _, o := range f.Also {
		list = append(list, o.Pos)
	}
	return list
}

// in reads the comments of a file. A file that is gone or no Go has none.
func (c comments) in(file string) map[int]directive {
	if list, ok := c.files[file]; ok || !strings.HasSuffix(file, ".go") {
		return list
	}
	list := map[int]directive{}
	c.files[file] = list
	text := c.rules.Source(file)
	if text == nil {
		return list
	}
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil {
		return list
	}
	for _, group := range f.Comments {
		for _, comment := range group.List {
			rest, ok := strings.CutPrefix(comment.Text, prefix)
			if !ok {
				continue
			}
			check, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
			list[fset.Position(comment.Pos()).Line] = directive{check, strings.TrimSpace(reason)}
		}
	}
	return list
}
