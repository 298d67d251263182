package lockfacts

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A Finding is one thing that a check reports.
type Finding struct {
	ID      string      // see lockgraph.FindingID
	Former  string      // the id of earlier releases
	Check   checks.Name // the same as on the dynamic side, where there is one
	Message string      // one line, without the id
	Pos     token.Pos
	Sides   []Side
	Fixes   []analysis.SuggestedFix

	// EachPosition is set when each position has to be repaired by itself.
	// Otherwise a package reports an id once.
	EachPosition bool

	// FormerKeys are the edges of which earlier releases made the id, nil for those of today.
	FormerKeys []lockgraph.EdgeKey

	// Silenced is the reason that a comment gives for not showing it, or "". It
	// is not a diagnostic then, but silences its id wherever else it comes up.
	Silenced string

	// Refuted is the name of the refuter of the finding, or "", and Reason explains it in a line. A refuted finding is no
	// diagnostic.
	Refuted, Reason string

	// Possible says that it lacks a part of its proof: it changes no exit status.
	Possible bool
	// Lacks has the names of the parts that a possible finding lacks.
	Lacks []string
}

// A Side is the part of one goroutine in a finding.
type Side struct {
	Way   []Step // calls and go statements that lead to the function with the steps, see Reporter.Way
	Steps []Step // the locks that it holds, then the operation at which it waits
}

// A Step is an operation of a side.
type Step struct {
	Op    string // as trace.Op writes it
	Class string
	Site  Site
	Via   []Site
}

// Where returns the place that people and runs know the step by: lock methods of
// the program only pass the call on.
func (s Step) Where() Site {
	if !syncop.IsLockMethod(s.Site.Func) {
		return s.Site
	}
	for i := len(s.Via) - 1; i >= 0; i-- {
		if !syncop.IsLockMethod(s.Via[i].Func) {
			return s.Via[i]
		}
	}
	return s.Site
}

// Findings is the result type of a check.
type Findings []*Finding

// A Reporter reports the findings of one check in one package.
type Reporter struct {
	Pass  *analysis.Pass
	Facts *Result
	found Findings
}

// NewCheck makes the analyzer of a check from the source of its doc.go, whose
// package comment has a section "# Analyzer NAME".
func NewCheck(source string, facts *analysis.Analyzer, run func(*Reporter)) *analysis.Analyzer {
	name, doc := section(source)
	return &analysis.Analyzer{
		Name: name, Doc: doc,
		URL:        "https://github.com/deadlocklint/deadlocklint/blob/main/doc/checks/" + name + ".md",
		Requires:   []*analysis.Analyzer{facts},
		ResultType: reflect.TypeFor[Findings](),
		Run: func(pass *analysis.Pass) (any, error) {
			r := &Reporter{Pass: pass, Facts: pass.ResultOf[facts].(*Result)}
			if r.Facts.Scope == load.Deep {
				r.Facts.turn.Lock()
				defer r.Facts.turn.Unlock()
				run(r)
			}
			return r.found, nil
		},
	}
}

// section cuts the documentation of an analyzer out of a package comment. A parser would take longer: go vet starts
// a vettool for each package.
func section(source string) (name, doc string) {
	comment, _, _ := strings.Cut(source, "\npackage ")
	var text strings.Builder
	for line := range strings.Lines(comment) {
		line = strings.TrimPrefix(line, "//")
		text.WriteString(strings.TrimPrefix(line, " "))
	}
	_, rest, _ := strings.Cut(text.String(), "# Analyzer ")
	name, rest, _ = strings.Cut(rest, "\n")
	_, doc, _ = strings.Cut(rest, ": ")
	return name, strings.TrimSpace(doc)
}

// Report reports a finding, except in three cases. A comment silences it, or it was reported
// already, or all of it stands in generated files or in other modules. Its id is made of keys.
func (r *Reporter) Report(f Finding, keys []lockgraph.EdgeKey) {
	if !r.complete(&f, keys) {
		return
	}
	if f.Silenced = r.Facts.notes.silences(r.Pass, f.places(r), f, r.Pass.Analyzer.Name); f.Silenced == "" {
		f.Silenced = r.Facts.silencedElsewhere(f, r.Pass.Analyzer.Name)
	}
	r.found = append(r.found, &f)
	if f.Silenced != "" {
		return
	}
	r.Pass.Report(analysis.Diagnostic{
		Pos: f.Pos, End: endOf(r.Pass.Fset, r.Pass.Files, f.Pos), Category: string(f.Check), URL: r.Pass.Analyzer.URL,
		Message:        fmt.Sprintf("%s [%s %s]", f.Message, f.Check, f.ID),
		Related:        r.related(f),
		SuggestedFixes: f.Fixes,
	})
}

// ShowsRefuted reports whether refuted findings are wanted, see Refute.
func (r *Reporter) ShowsRefuted() bool { return r.Facts.refuted }

// ShowsPossible reports whether findings that lack a part of their proof are asked for.
func (r *Reporter) ShowsPossible() bool { return r.Facts.possible }

// Refute reports a refuted finding: Finding.Refuted names the reason. A finding that is reported in another place, or
// was refuted before, is not reported.
func (r *Reporter) Refute(f Finding, keys []lockgraph.EdgeKey) {
	if r.complete(&f, keys) {
		r.found = append(r.found, &f)
	}
}

// complete gives a finding its id and place. It reports false when it is not to be told.
func (r *Reporter) complete(f *Finding, keys []lockgraph.EdgeKey) bool {
	f.ID = lockgraph.FindingID(f.Check, keys)
	if f.FormerKeys == nil {
		f.FormerKeys = keys
	}
	f.Former = lockgraph.FormerID(f.Check, f.FormerKeys)
	if !f.Pos.IsValid() {
		f.Pos = r.nearest(f)
	}
	if slices.ContainsFunc(r.found, func(o *Finding) bool { return o.ID == f.ID && (o.Pos == f.Pos || !f.EachPosition) }) {
		return false
	}
	f.Pos = r.Facts.notes.handWritten(r.Pass, *f)
	return f.Pos.IsValid() && !r.elsewhere(f)
}

// places are the positions of a finding. A finding about other packages alone has its import beside them, where go vet reports
// such a finding.
func (f *Finding) places(r *Reporter) []token.Pos {
	list := f.positions()
	if !slices.ContainsFunc(list, r.isOwn) {
		list = append(list, r.nearest(f))
	}
	return list
}

func (r *Reporter) isOwn(p token.Pos) bool {
	return slices.ContainsFunc(r.Pass.Files, func(file *ast.File) bool { return file.FileStart <= p && p <= file.FileEnd })
}

// nearest is the place of a finding without a position in this package: the import by which the package knows the first
// of its steps, and else the name of the package.
func (r *Reporter) nearest(f *Finding) token.Pos {
	for _, side := range f.Sides {
		for _, st := range side.Steps {
			for _, file := range r.Pass.Files {
				for _, spec := range file.Imports {
					if name, err := strconv.Unquote(spec.Path.Value); err == nil && name == path.Dir(st.Where().Pos) {
						return spec.Pos()
					}
				}
			}
		}
	}
	return r.Pass.Files[0].Name.Pos()
}

// elsewhere reports whether all that a finding is about, places and locks, is in
// other modules, which are looked at for their effects on this one.
func (r *Reporter) elsewhere(f *Finding) bool {
	if m := r.Pass.Module; m == nil || m.Path == "" || m.Path == "std" || m.Path == "cmd" {
		return false
	}
	steps := false
	for _, side := range f.Sides {
		for _, st := range side.Steps {
			if r.inDepth(st.Where().Pos) || r.inDepth(st.Class) {
				return false
			}
			steps = true
		}
	}
	return steps
}

// inDepth reports whether a name that begins with an import path is in a module
// that is looked at in depth.
func (r *Reporter) inDepth(name string) bool {
	rest, ok := strings.CutPrefix(name, r.Pass.Module.Path)
	return ok && (rest == "" || rest[0] == '/' || rest[0] == '.' || rest[0] == '_') || load.InScope(name, r.Facts.scope)
}

// positions are where a finding stands in this package: its position, and where
// each side waits or calls what waits, or has locked what it returns with.
func (f *Finding) positions() []token.Pos {
	list := []token.Pos{f.Pos}
	for _, side := range f.Sides {
		for _, st := range slices.Backward(side.Steps) {
			list = append(list, inPackage(st.Site, st.Via), st.Site.tok)
			if st.Class != "" {
				break
			}
		}
	}
	return slices.DeleteFunc(list, func(p token.Pos) bool { return !p.IsValid() })
}

// related lists the steps whose positions are in this package.
func (r *Reporter) related(f Finding) []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for i, side := range f.Sides {
		for _, st := range slices.Concat(side.Way, side.Steps) {
			for _, s := range append(slices.Clone(st.Via), st.Site) {
				if s.tok.IsValid() {
					list = append(list, analysis.RelatedInformation{Pos: s.tok, End: endOf(r.Pass.Fset, r.Pass.Files, s.tok), Message: fmt.Sprintf("goroutine %d: %s in %s", i+1, wording.Does(st.Op, st.Class), s.Func)})
				}
			}
		}
	}
	return list
}

// Known reports whether one import alone knows all these edges: then it has
// reported what is wrong with them.
func (r *Result) Known(edges []Edge) bool {
	return r.imported.know(edges)
}

// Own reports whether the edge comes from this package.
func (r *Result) Own(e Edge) bool {
	return len(r.imported.edges[e.key()]) == 0
}

// Position returns a position of this package at which the edge can be shown,
// or token.NoPos.
func (e *Edge) Position() token.Pos {
	for _, l := range []Lock{e.To, e.From} {
		if p := inPackage(l.Site, l.Via); p.IsValid() {
			return p
		}
	}
	return token.NoPos
}

// Position returns where in this package an event happens, or the call that
// leads to it.
func (e *Event) Position() token.Pos { return inPackage(e.Site, e.Via) }

// Position is the same for a Communication.
func (b *Communication) Position() token.Pos { return inPackage(b.Site, b.Via) }

func inPackage(site Site, via []Site) token.Pos {
	if len(via) > 0 && via[0].tok.IsValid() {
		return via[0].tok
	}
	return site.tok
}

// Chain writes how a function comes to a site: "(*T).F (t.go:3) → g (t.go:9)".
func Chain(via []Site, site Site) string {
	var parts []string
	for _, s := range append(slices.Clone(via), site) {
		parts = append(parts, strings.TrimSpace(ShortFunc(s.Func)+" "+shortPos(s.Pos)))
	}
	return strings.Join(parts, " → ")
}

// ShortFunc is the name of a function without the directories of its import path.
func ShortFunc(name string) string {
	return name[strings.LastIndexByte(name, '/')+1:]
}

func shortPos(pos string) string {
	if pos == "" {
		return ""
	}
	return "(" + pos[strings.LastIndexByte(pos, '/')+1:] + ")"
}

// ShortClass is a lock class without the directories of its import path.
func ShortClass(class string) string {
	return class[strings.LastIndexByte(class, '/')+1:]
}

// ModeOf is the mode of a lock that is taken for reading or not.
func ModeOf(read bool) lockgraph.Mode {
	if read {
		return lockgraph.Shared
	}
	return lockgraph.Exclusive
}

// SideOf is the side of a goroutine that waits for e.To holding e.From.
func SideOf(e *Edge) Side {
	return Side{Steps: []Step{
		{Op: ModeOf(e.From.Read).String(), Class: e.From.Class, Site: e.From.Site, Via: e.From.Via},
		{Op: ModeOf(e.To.Read).String(), Class: e.To.Class, Site: e.To.Site, Via: e.To.Via},
	}}
}
