// Package static runs the checks of passes/suite on a whole program.
//
// Package load brings the packages into SSA form, and each analyzer runs over them.
// Each diagnostic becomes a report.Finding with positions relative to the main module.
// [Check] is the command around that. [Explain] prints the documentation of a check.
// Package run takes the findings as candidates for its own.
//
// The package runs no program of the user.
package static

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/factcache"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/suite"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

// Options has the inputs of a run of the static checks.
type Options struct {
	Dir      string // working directory, "" for the current one
	Patterns []string
	Tests    bool
	Flags    []string // of the go command
	scope    string
	Enable   string
	refuted  bool        // refused candidates are wanted as well
	Possible bool        // findings that lack a part of their proof are wanted as well
	Lists    *load.Lists // of the same program, nil for lists of its own
}

// A Result has the findings of the checks.
type Result struct {
	Findings []report.Finding // also those that comments silence
	limits   []string         // that were reached
	refuted  []report.Refuted // candidates that the checks refuse
	failed   bool             // something could not be checked

	Unchecked []string // packages that could not be checked, and why: a line each
	Packages  []*packages.Package
}

// Run loads the program and runs the checks. It writes a line on errs for each package
// that cannot be checked.
func (r Options) Run(ctx context.Context, errs io.Writer) (*Result, error) {
	opt := load.Options{Dir: r.Dir, Patterns: r.Patterns, Tests: r.Tests, Flags: r.Flags, Scope: r.scope, Lists: cmp.Or(r.Lists, new(load.Lists))}
	if len(opt.Patterns) == 0 {
		opt.Patterns = []string{"."}
	}
	facts := lockfacts.Options{Done: ctx.Done(), Refuted: r.refuted, Whole: true, Possible: r.Possible}
	if _, err := suite.Select(facts, r.scope, r.Enable); err != nil {
		return nil, command.Usage(err) // before all work
	}
	named, all, err := load.Program(ctx, opt)
	if err != nil {
		return nil, err
	}
	others, err := load.DependencyContents(ctx, opt)
	if err != nil {
		return nil, err
	}
	c := &collector{places: newPlaces(r.Dir, others, all), seen: map[string]int{}}
	d := &dependencies{load: opt, facts: facts, scope: r.scope, contents: others, cache: factcache.Open(r.scope)}
	if facts.Known, err = d.known(ctx, imported(all)); err != nil {
		return nil, err
	}
	facts.Program = alias.New(named, all)
	analyzers, err := suite.Select(facts, r.scope, r.Enable)
	if err != nil {
		return nil, command.Usage(err)
	}
	res := &Result{Packages: named}
	res.Unchecked, res.failed = notChecked(all, module.Root(r.Dir))
	releasing(analyzers[len(analyzers)-1])
	list := guarded(append(analyzers, analyzers[0].Requires...))
	graph, err := checker.Analyze(list, load.Checkable(named, all), nil)
	if err != nil {
		return nil, fmt.Errorf("the checks could not be run: %w; report this as a bug", err)
	}
	c.collect(graph)
	res.Unchecked = append(res.Unchecked, c.unchecked...)
	for _, line := range res.Unchecked {
		fmt.Fprintln(errs, "deadlocklint:", line)
	}
	res.Findings, res.limits, res.refuted = c.findings, limits(graph), c.notFound()
	res.failed = res.failed || c.failed || ctx.Err() != nil
	return res, nil
}

// releasing makes the check that runs after all others give back what they worked
// with: the packages of a large program do not fit into memory together.
func releasing(last *analysis.Analyzer) {
	run := last.Run
	last.Run = func(pass *analysis.Pass) (any, error) {
		defer func() {
			for _, result := range pass.ResultOf {
				if facts, ok := result.(*lockfacts.Result); ok {
					facts.Release()
				}
			}
		}()
		return run(pass)
	}
}

// guarded makes analyzers return an error when they panic, so that findings of the
// others are not lost. No more of them run at a time than there are processors: the driver
// begins all packages at once, and the memory that each needs meanwhile adds up.
func guarded(list []*analysis.Analyzer) []*analysis.Analyzer {
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, a := range list {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (result any, err error) {
			slots <- struct{}{}
			defer func() { <-slots }()
			defer func() {
				if r := recover(); r != nil {
					what, _, _ := strings.Cut(fmt.Sprint(r), "\n")
					err = fmt.Errorf("%s panics: %s; report this as a bug", a.Name, what)
				}
			}()
			return run(pass)
		}
	}
	return list
}

// maxProblems is how many errors of a package are shown.
const maxProblems = 3

// notChecked names the packages that cannot be checked, and why.
func notChecked(pkgs []*packages.Package, root string) (lines []string, failed bool) {
	said := map[string]bool{}
	for _, p := range pkgs {
		list := load.Problems(p, root)
		if len(list) > 0 && said[p.PkgPath] {
			continue // with its test files, once more
		}
		said[p.PkgPath] = len(list) > 0
		for _, line := range list[:min(len(list), maxProblems)] {
			if len(p.GoFiles) == 0 && p.Name == "" {
				line += "; go list ./... prints the packages that there are"
			}
			lines = append(lines, p.PkgPath+" is not checked: "+line)
		}
		if more := len(list) - maxProblems; more > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d more errors; go build shows them", p.PkgPath, more))
		}
		if note := load.Unknown(p, root); note != "" && !said[note] {
			said[note] = true // with its test files, once more
			lines = append(lines, p.PkgPath+": "+note)
		}
		failed = failed || len(p.Errors) > 0
	}
	return lines, failed
}

// limits names the limits that were reached, with the packages.
func limits(graph *checker.Graph) []string {
	packages := map[string][]string{}
	for _, act := range graph.Roots {
		if res, ok := act.Result.(*lockfacts.Result); ok && act.Err == nil {
			for _, l := range res.Limits {
				packages[l] = append(packages[l], act.Package.PkgPath)
			}
		}
	}
	var list []string
	for l, paths := range packages {
		slices.Sort(paths)
		list = append(list, l+" in "+strings.Join(slices.Compact(paths), ", "))
	}
	slices.Sort(list)
	return list
}

// A collector turns the results of the checks into findings, each id once at
// each place.
type collector struct {
	places    places
	seen      map[string]int // id and place -> its number in findings
	findings  []report.Finding
	refuted   []report.Refuted
	failed    bool
	unchecked []string // as in a Result
}

func (c *collector) collect(graph *checker.Graph) {
	for _, act := range graph.Roots {
		if act.Err != nil {
			c.failed = true
			if !strings.HasPrefix(act.Err.Error(), "failed prerequisites") { // which are said where they are
				c.unchecked = append(c.unchecked, fmt.Sprintf("%s: %v", act.Package.PkgPath, act.Err))
			}
			continue
		}
		list, _ := act.Result.(lockfacts.Findings)
		for _, f := range list {
			r := c.finding(act.Package.Fset, f)
			if f.Refuted != "" {
				c.refuted = append(c.refuted, report.Refuted{ID: r.ID, Check: r.Check, Pos: r.Pos, Message: r.Message, By: f.Refuted, Reason: f.Reason})
				continue
			}
			c.add(r)
		}
	}
}

// add takes a finding, once at each place. A finding of one check is not only possible because it is so for another check.
func (c *collector) add(f report.Finding) {
	i, seen := c.seen[f.ID+f.Pos]
	switch {
	case !seen:
		c.seen[f.ID+f.Pos] = len(c.findings)
		c.findings = append(c.findings, f)
	case f.Static.Default && !c.findings[i].Static.Default:
		c.findings[i] = f
	}
}

// notFound are refused candidates that are findings of no package, in order and once each.
func (c *collector) notFound() []report.Refuted {
	found := map[string]bool{}
	for _, f := range c.findings {
		found[f.ID] = true
	}
	list := slices.DeleteFunc(c.refuted, func(r report.Refuted) bool { return found[r.ID] })
	slices.SortFunc(list, func(a, b report.Refuted) int {
		return cmp.Or(strings.Compare(a.Pos, b.Pos), strings.Compare(a.ID, b.ID), strings.Compare(a.By, b.By))
	})
	return slices.CompactFunc(list, func(a, b report.Refuted) bool { return a.ID == b.ID })
}

func (c *collector) finding(fset *token.FileSet, f *lockfacts.Finding) report.Finding {
	r := report.Finding{
		ID: f.ID, Former: []string{f.Former}, Check: f.Check, Status: report.StatusStatic, Message: f.Message, Pos: c.places.pos(fset, f.Pos),
		Static: &report.Static{Default: !f.Possible, Lacks: f.Lacks},
	}
	r.Fixes = c.fixes(fset, f.Fixes)
	if f.Silenced != "" {
		r.Suppressed, r.SuppressedBy = true, "comment: "+f.Silenced
	}
	for i, side := range f.Sides {
		g := report.Goroutine{Name: fmt.Sprint(i + 1)}
		for _, st := range side.Steps {
			at := st.Where()
			for _, call := range st.Via {
				r.Calls = append(r.Calls, c.places.site(fset, call))
			}
			g.Steps = append(g.Steps, report.Step{Op: st.Op, Class: st.Class, Pos: c.places.site(fset, at), Func: at.Func})
		}
		r.Goroutines = append(r.Goroutines, g)
	}
	return r
}

func (c *collector) fixes(fset *token.FileSet, list []analysis.SuggestedFix) []report.Fix {
	var fixes []report.Fix
	for _, from := range list {
		fix := report.Fix{Message: from.Message}
		for _, e := range from.TextEdits {
			file := fset.File(e.Pos)
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			fix.Edits = append(fix.Edits, report.Edit{File: c.places.file(file.Name()), Start: file.Offset(e.Pos), End: file.Offset(end), New: string(e.NewText)})
		}
		fixes = append(fixes, fix)
	}
	return fixes
}

// places writes positions as the contract wants them: relative to the main
// module, and as module@version/path outside of it.
type places struct {
	root string
	dirs map[string]string // by import path
}

func newPlaces(dir string, others []load.Content, pkgs []*packages.Package) places {
	p := places{root: module.Root(dir), dirs: map[string]string{}}
	for _, other := range others {
		p.dirs[other.Path] = other.Dir
	}
	for _, pkg := range pkgs {
		if len(pkg.GoFiles) > 0 {
			p.dirs[pkg.PkgPath] = filepath.Dir(pkg.GoFiles[0])
		}
	}
	return p
}

func (p places) pos(fset *token.FileSet, at token.Pos) string {
	if !at.IsValid() {
		return ""
	}
	pos := fset.Position(at)
	return fmt.Sprintf("%s:%d:%d", p.file(pos.Filename), pos.Line, pos.Column)
}

// site writes a place in this or another package. Facts have no columns.
func (p places) site(fset *token.FileSet, s lockfacts.Site) string {
	if pos := p.pos(fset, s.Token()); pos != "" || s.Pos == "" {
		return pos
	}
	file, line, _ := report.SplitPos(s.Pos)
	pkg, name := "", file
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		pkg, name = file[:i], file[i+1:]
	}
	if dir, ok := p.dirs[pkg]; ok {
		file = p.file(filepath.Join(dir, name))
	}
	return fmt.Sprintf("%s:%d", file, line)
}

func (p places) file(name string) string { return module.Relative(p.root, name) }
