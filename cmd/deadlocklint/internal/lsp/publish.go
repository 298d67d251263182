package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// source is the text that editors show before a diagnostic.
const source = "deadlocklint"

// docs is where the page of a check is.
const docs = "https://github.com/deadlocklint/deadlocklint/blob/main/doc/checks/"

// diagnostics are all diagnostics of a file. A confirmed bug has the diagnostic of its run only:
// that of the static check would show it a second time.
func (s *Server) diagnostics(file string) []diagnostic {
	list := []diagnostic{}
	shown := s.confirmed(moduleOf(filepath.Dir(file)))
	for _, f := range s.static[file] {
		if !shown[f.id()] {
			list = append(list, s.ofStatic(file, f))
		}
	}
	return append(list, s.ofRuns(file)...)
}

// confirmed are the ids of the findings that runs have confirmed in a module and still can be shown.
func (s *Server) confirmed(root string) map[string]bool {
	ids := map[string]bool{}
	if res := s.results[root]; res != nil {
		for _, f := range res.Findings {
			if len(s.shownAt(root, res, f)) > 0 {
				ids[f.ID] = true
			}
		}
	}
	return ids
}

func (s *Server) ofStatic(file string, f static) diagnostic {
	_, line, col := splitPosn(f.Posn)
	d := diagnostic{
		Range: s.text(file).word(line, col), Severity: severityWarning, Code: f.Category, Source: source, Message: f.Message,
		Link: &codeDescription{docs + f.Analyzer + ".md"},
	}
	if d.Code == "" {
		d.Code = f.Analyzer
	}
	for _, r := range f.Related {
		to, line, col := splitPosn(r.Posn)
		d.Related = append(d.Related, related{location{uriOf(to), s.text(to).word(line, col)}, r.Message})
	}
	return d
}

// ofRuns are the findings that a run has confirmed, at the places of shownAt. All places are related ones.
func (s *Server) ofRuns(file string) (list []diagnostic) {
	root := moduleOf(filepath.Dir(file))
	res := s.results[root]
	if res == nil {
		return nil
	}
	for _, f := range res.Findings {
		for _, at := range s.shownAt(root, res, f) {
			if at.file == file {
				list = append(list, s.ofRun(root, res, f, at))
			}
		}
	}
	return list
}

// ofRun is a finding at one of its places.
func (s *Server) ofRun(root string, res *results.Results, f report.Finding, at shown) diagnostic {
	g := at.goroutine
	d := diagnostic{
		Range: s.text(at.file).whole(at.line), Severity: severityError, Code: string(f.Check), Source: source,
		Message: fmt.Sprintf("%s: goroutine %s %s here. %s [%s]", f.Heading(), g.Name, waits(g.Steps[len(g.Steps)-1]), f.Message, f.ID),
		Related: s.steps(root, res, f), finding: f.ID,
	}
	if f.Replay != "" {
		d.Message += "\nSee it again: " + f.Replay
	}
	return d
}

// A shown is a place of a finding, and the goroutine that waits there, or makes its access.
type shown struct {
	file      string
	line      int
	goroutine report.Goroutine
}

// shownAt is where a confirmed finding is shown: a deadlock where the first of its goroutines waits that does so in the
// module, a race or a broken block at each side. It is empty when the finding is not shown: it is silenced, or the lines are gone.
func (s *Server) shownAt(root string, res *results.Results, f report.Finding) (list []shown) {
	if f.Suppressed || f.Status != report.StatusConfirmed {
		return nil
	}
	sides := f.Check == checks.Race || f.Check == checks.Atomicity
	for _, g := range f.Goroutines {
		if len(g.Steps) == 0 || len(list) > 0 && !sides {
			continue
		}
		pos := g.Steps[len(g.Steps)-1].Pos
		file := s.absolute(root, pos)
		if file == "" {
			continue
		}
		line := relocate(res, pos, s.text(file))
		there := slices.ContainsFunc(list, func(o shown) bool { return o.file == file && o.line == line })
		if line != 0 && !there {
			list = append(list, shown{file, line, g})
		}
	}
	return list
}

func waits(s report.Step) string {
	label, what := s.Waits()
	return label + " " + what
}

// steps are all places of a finding.
func (s *Server) steps(root string, res *results.Results, f report.Finding) (list []related) {
	for _, g := range f.Goroutines {
		for i, st := range g.Steps {
			file := s.absolute(root, st.Pos)
			if file == "" {
				continue
			}
			line := relocate(res, st.Pos, s.text(file))
			if line == 0 {
				continue
			}
			words := waits(st)
			if i < len(g.Steps)-1 {
				label, what := st.Holds()
				words = label + " " + what
			}
			list = append(list, related{location{uriOf(file), s.text(file).whole(line)}, "goroutine " + g.Name + ": " + words})
		}
	}
	return list
}

// absolute is the file of a position, "" when it is outside of the module.
func (s *Server) absolute(root, pos string) string {
	file, line, _ := report.SplitPos(pos)
	if line == 0 || strings.Contains(file, "@") || strings.HasPrefix(file, "$") {
		return ""
	}
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(root, filepath.FromSlash(file))
}
