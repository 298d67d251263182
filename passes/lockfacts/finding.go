package lockfacts

import (
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A Finding is one thing that a check reports.
type Finding struct {
	ID      string // see lockgraph.FindingID
	Check   string // the same as on the dynamic side, where there is one
	Message string // one line, without the id
	Pos     token.Pos
	Sides   []Side
	Fixes   []analysis.SuggestedFix
}

// A Side is what one goroutine of a finding does.
type Side struct {
	Steps []Step // what it holds, then what it waits for
}

// A Step is an operation of a side.
type Step struct {
	Op    string // as trace.Op writes it
	Class string
	Site  Site
	Via   []Site
}

// Findings is the result type of a check.
type Findings []*Finding

// FindingsType is for Analyzer.ResultType.
var FindingsType = reflect.TypeFor[Findings]()

// A Reporter reports the findings of one check in one package.
type Reporter struct {
	pass  *analysis.Pass
	facts *Result
	found Findings
}

// NewReporter returns the reporter of a pass that requires facts.
func NewReporter(pass *analysis.Pass, facts *Result) *Reporter {
	return &Reporter{pass: pass, facts: facts}
}

// Facts returns the result of the pass that a check requires.
func Facts(pass *analysis.Pass, facts *analysis.Analyzer) *Result {
	return pass.ResultOf[facts].(*Result)
}

// Findings returns what was reported.
func (r *Reporter) Findings() Findings { return r.found }

// Report reports a finding, unless a comment silences it, it stands in a
// generated file, or it was reported already. keys are what its id is made of.
func (r *Reporter) Report(f Finding, keys []lockgraph.EdgeKey) {
	if r.facts.Scope != load.Deep {
		return
	}
	f.ID = lockgraph.FindingID(f.Check, keys)
	if !f.Pos.IsValid() {
		f.Pos = r.pass.Files[0].Name.Pos()
	}
	if slices.ContainsFunc(r.found, func(o *Finding) bool { return o.ID == f.ID && o.Pos == f.Pos }) {
		return
	}
	if r.facts.notes.silences(r.pass, f, r.pass.Analyzer.Name) {
		return
	}
	r.found = append(r.found, &f)
	r.pass.Report(analysis.Diagnostic{
		Pos: f.Pos, Category: f.Check, URL: r.pass.Analyzer.URL,
		Message:        fmt.Sprintf("%s [%s %s]", f.Message, f.Check, f.ID),
		Related:        related(f),
		SuggestedFixes: f.Fixes,
	})
}

// related lists the steps whose positions are in this package.
func related(f Finding) []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for i, side := range f.Sides {
		for _, st := range side.Steps {
			for _, s := range append(slices.Clone(st.Via), st.Site) {
				if s.tok.IsValid() {
					list = append(list, analysis.RelatedInformation{Pos: s.tok, Message: fmt.Sprintf("goroutine %d: %s %s in %s", i+1, st.Op, st.Class, s.Func)})
				}
			}
		}
	}
	return list
}

// Known reports whether one import alone knows all these edges: then it has
// reported what is wrong with them.
func (r *Result) Known(edges []Edge) bool {
	return slices.ContainsFunc(r.imported, func(known map[string]bool) bool {
		return !slices.ContainsFunc(edges, func(e Edge) bool { return !known[e.key()] })
	})
}

// Own reports whether the edge comes from this package.
func (r *Result) Own(e Edge) bool {
	return !slices.ContainsFunc(r.imported, func(known map[string]bool) bool { return known[e.key()] })
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
		parts = append(parts, strings.TrimSpace(shortFunc(s.Func)+" "+shortPos(s.Pos)))
	}
	return strings.Join(parts, " → ")
}

func shortFunc(name string) string {
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
