package suppress

import (
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
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
	used  map[string]bool              // lines of comments that silence something
}

// silences returns the first comment that silences a finding. Each comment that does is used.
func (c comments) silences(f *report.Finding) (first directive, ok bool) {
	if c.rules.Source == nil || f.Check == checks.Directives {
		return directive{}, false
	}
	analyzer := c.rules.analyzer(f.Check)
	for _, pos := range places(f) {
		file, line, _ := report.SplitPos(pos)
		for _, at := range []int{line, line - 1} {
			d := c.in(file)[at]
			if d.reason == "" || !d.names(f, analyzer) {
				continue
			}
			c.used[lineOf(file, at)] = true
			if !ok {
				first, ok = d, true
			}
		}
	}
	return first, ok
}

func lineOf(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }

// useless drops the reports about comments that silence nothing, where a comment silences a finding of another package. The
// others name the place at which the comment would silence one.
func (c comments) useless(findings []report.Finding) []report.Finding {
	kept := findings[:0:0]
	for _, f := range findings {
		if f.Check == checks.Directives {
			file, line, _ := report.SplitPos(f.Pos)
			if c.used[lineOf(file, line)] {
				continue
			}
			if place := c.placeFor(c.in(file)[line], file, findings); place != "" {
				f.Message = "the comment silences nothing: a report of its check is at " + place + "; write the comment there"
			}
		}
		kept = append(kept, f)
	}
	return kept
}

// placeFor is where a comment would silence a finding, in the file of the comment if there is one, or "".
func (c comments) placeFor(d directive, file string, findings []report.Finding) (place string) {
	for i := range findings {
		f := &findings[i]
		if d.reason == "" || f.Suppressed || f.Check == checks.Directives || !d.names(f, c.rules.analyzer(f.Check)) {
			continue
		}
		for _, pos := range places(f) {
			at, line, _ := report.SplitPos(pos)
			if at == file {
				return lineOf(at, line)
			}
			if place == "" {
				place = lineOf(at, line)
			}
		}
	}
	return place
}

// analyzer is the name of the analyzer that reports a check, or "".
func (r Rules) analyzer(check checks.Name) string {
	if r.Analyzer == nil {
		return ""
	}
	return r.Analyzer(check)
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
	list := append([]string{f.Pos}, f.Calls...)
	for _, g := range f.Goroutines {
		for _, s := range g.Steps {
			list = append(list, s.Pos)
		}
	}
	for _, o := range f.Also {
		list = append(list, o.Pos)
	}
	if f.Explored != nil {
		list = append(list, f.Explored.Declared)
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
