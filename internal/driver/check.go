package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// A checkRun is one invocation of the static checks on a whole program.
type checkRun struct {
	json   bool
	tests  bool
	dir    string
	scope  string
	enable string
	tags   string
}

func checkFlags(c *checkRun) *flag.FlagSet {
	fs := flag.NewFlagSet("check", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&c.json, "json", false, "write one JSON document")
	fs.BoolVar(&c.tests, "test", true, "look at test files as well")
	fs.StringVar(&c.dir, "C", "", "change to this directory first")
	fs.StringVar(&c.scope, "scope", "", "module path prefixes, separated by commas, to look at in depth besides the main module")
	fs.StringVar(&c.enable, "enable", "", "checks to run besides those that are on by default, separated by commas, or all")
	fs.StringVar(&c.tags, "tags", "", "build tags, as for go build")
	return fs
}

// runCheck runs the static checks on the packages named.
func runCheck(ctx context.Context, s Streams, args []string) error {
	var c checkRun
	fs := checkFlags(&c)
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return runHelp(ctx, s, []string{"check"})
		}
		return usage{fmt.Errorf("%w; run deadlocklint help check", err)}
	}
	analyzers, err := suite.Select(ctx.Done(), c.scope, c.enable)
	if err != nil {
		return usage{err}
	}
	opt := load.Options{Dir: c.dir, Patterns: fs.Args(), Tests: c.tests}
	if len(opt.Patterns) == 0 {
		opt.Patterns = []string{"."}
	}
	if c.tags != "" {
		opt.Flags = []string{"-tags=" + c.tags}
	}
	named, all, err := load.Program(ctx, opt)
	if err != nil {
		return err
	}
	broken := c.typeErrors(s.Err, named)
	load.Prune(all)
	graph, err := checker.Analyze(append(analyzers, analyzers[0].Requires...), named, nil)
	if err != nil {
		return fmt.Errorf("the checks could not be run: %w; report this as a bug", err)
	}
	findings, failed := c.collect(s.Err, graph)
	reached := limits(graph)
	return c.write(s.Out, findings, reached, broken || failed || ctx.Err() != nil)
}

// typeErrors names the packages that cannot be checked.
func (c *checkRun) typeErrors(w io.Writer, pkgs []*packages.Package) bool {
	for _, p := range pkgs {
		for i, e := range p.Errors {
			if i == 3 {
				fmt.Fprintf(w, "deadlocklint: %s: %d more errors\n", p.PkgPath, len(p.Errors)-i)
				break
			}
			fmt.Fprintf(w, "deadlocklint: %s is not checked: %v\n", p.PkgPath, e)
		}
	}
	return slices.ContainsFunc(pkgs, func(p *packages.Package) bool { return len(p.Errors) > 0 })
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

// collect turns the results of the checks into findings, each id once.
func (c *checkRun) collect(w io.Writer, graph *checker.Graph) (findings []report.Finding, failed bool) {
	seen := map[string]bool{}
	for _, act := range graph.Roots {
		if act.Err != nil {
			if len(act.Package.Errors) == 0 {
				fmt.Fprintf(w, "deadlocklint: %s: %v\n", act.Package.PkgPath, act.Err)
				failed = true
			}
			continue
		}
		list, _ := act.Result.(lockfacts.Findings)
		for _, f := range list {
			r := c.finding(act.Package.Fset, f)
			if key := r.ID + r.Pos; !seen[key] {
				seen[key] = true
				findings = append(findings, r)
			}
		}
	}
	return findings, failed
}

func (c *checkRun) finding(fset *token.FileSet, f *lockfacts.Finding) report.Finding {
	r := report.Finding{
		ID: f.ID, Check: f.Check, Status: report.StatusStatic, Message: f.Message, Pos: c.pos(fset, f.Pos),
		Static: &report.Static{Default: true},
	}
	for i, side := range f.Sides {
		g := report.Goroutine{Name: fmt.Sprint(i + 1)}
		for _, st := range side.Steps {
			pos := c.pos(fset, st.Site.Token())
			if pos == "" {
				pos = st.Site.Pos
			}
			g.Steps = append(g.Steps, report.Step{Op: st.Op, Class: st.Class, Pos: pos, Func: st.Site.Func})
		}
		r.Goroutines = append(r.Goroutines, g)
	}
	return r
}

func (c *checkRun) pos(fset *token.FileSet, p token.Pos) string {
	if !p.IsValid() {
		return ""
	}
	pos := fset.Position(p)
	base := c.dir
	if base == "" {
		base, _ = os.Getwd()
	}
	if abs, err := filepath.Abs(base); err == nil {
		if rel, err := filepath.Rel(abs, pos.Filename); err == nil && !strings.HasPrefix(rel, "..") {
			pos.Filename = filepath.ToSlash(rel)
		}
	}
	return fmt.Sprintf("%s:%d:%d", pos.Filename, pos.Line, pos.Column)
}

func (c *checkRun) write(w io.Writer, findings []report.Finding, limits []string, failed bool) error {
	report.Sort(findings)
	h := report.NewText(w, report.TextOptions{Source: c.source})
	if c.json {
		h = report.NewJSON(w)
	}
	for _, f := range findings {
		if err := h.Finding(f); err != nil {
			return err
		}
	}
	if err := h.Close(report.Stats{Limits: limits}); err != nil {
		return err
	}
	if status := report.ExitStatus(findings, failed); status != report.ExitClean {
		return Exit(status)
	}
	return nil
}

// source returns a line of a file named relative to the directory.
func (c *checkRun) source(file string, line int) string {
	data, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(file)))
	if err != nil {
		return ""
	}
	lines := strings.Split(string(data), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	return lines[line-1]
}
