// Package output is where the findings of one invocation go: text or the JSON document
// on stdout, and the files of -sarif, -html and -junit.
//
// Findings come in from the static checks and from sessions. Rules of package suppress
// silence some, package report sorts and words them, package render and its page write
// the other forms. [Output.Write] returns the exit status as an error.
//
// The package finds nothing and changes no verdict.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cause"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/render"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/suppress"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// An Output is where the findings of one invocation go, and which of them are
// not shown: the same for static and dynamic commands.
type Output struct {
	flags.Output
	Streams command.Streams
	Json    bool
	Verbose bool
	Width   int
	Root    string // of the main module, to which positions are relative
	FailOn  []report.Status
	Rules   suppress.Rules

	announced []string // ids of findings whose lines were written

	// Interrupted reports whether the user has ended the command before its time. Nil is never.
	Interrupted func() bool
}

// Open reads what silences findings. It comes before all work, so that a wrong
// file name is known at once.
func (o *Output) Open() error {
	o.Rules.Source, o.Rules.Analyzer = o.source, suite.Analyzer
	if o.MigrateBaseline != "" {
		return o.openFormer()
	}
	if o.Baseline == "" {
		return nil
	}
	f, err := os.Open(o.Baseline)
	if errors.Is(err, os.ErrNotExist) && o.Baseline == o.WriteBaseline {
		return nil // it is about to be made
	}
	if err != nil {
		return command.Usage(fmt.Errorf("-baseline: %w; make one with -write-baseline", err))
	}
	defer f.Close()
	if o.Rules.Baseline, err = suppress.ReadBaseline(f, o.Baseline); err != nil {
		return command.Usage(fmt.Errorf("-baseline: %w", err))
	}
	return nil
}

// source reads a file that is named as in a position.
func (o *Output) source(file string) []byte {
	if !filepath.IsAbs(file) {
		file = filepath.Join(o.Root, filepath.FromSlash(file))
	}
	text, err := regular.Read(file, regular.Limit)
	if err != nil {
		return nil // no source on this machine: no comments
	}
	return text
}

// Write hands everything to the handlers and returns the exit status as an error. An interrupted or incomplete command has
// never status 0. A document that cannot be written is told, and the others say so.
func (o *Output) Write(findings []report.Finding, stats report.Stats, failed bool) error {
	stats.Interrupted = o.interrupted()
	if stats.Interrupted && (o.Json || o.Quiet) {
		fmt.Fprintln(o.Streams.Err, "deadlocklint: "+stats.Notes()[0])
	}
	findings = cause.JoinGroups(cause.Join(findings), o.source)
	findings = o.silence(findings, &stats)
	report.Sort(findings)
	o.WriteFiles(findings, &stats)
	if err := o.writeMain(findings, stats); err != nil {
		o.tell(fmt.Errorf("the findings could not be written: %w; name a file for stdout that has room", err), &stats)
		o.WriteFiles(findings, &stats)
	}
	if o.GitHub {
		if err := handle(render.NewGitHub(o.Streams.Err, checkoutPrefix(o.Root), Link), findings, stats); err != nil {
			o.tell(err, &stats)
		}
	}
	o.suggest(findings)
	failed = failed || !stats.Complete() || len(stats.Failures) > 0 || o.interrupted()
	if status := report.ExitStatus(findings, failed, o.FailOn...); status != report.ExitClean {
		return command.Exit(status)
	}
	return nil
}

// silence applies comments and the baseline, and writes the baseline where asked to.
func (o *Output) silence(findings []report.Finding, stats *report.Stats) []report.Finding {
	if o.MigrateBaseline != "" {
		if err := o.migrateBaseline(findings); err != nil {
			o.tell(err, stats)
		}
	}
	findings = o.Rules.Apply(findings)
	if o.WriteBaseline == "" {
		return findings
	}
	if err := o.writeBaseline(findings); err != nil {
		o.tell(err, stats)
		return findings
	}
	return o.Rules.Apply(findings)
}

func (o *Output) interrupted() bool { return o.Interrupted != nil && o.Interrupted() }

// Announce writes the line of a finding with -json, before all findings are known.
func (o *Output) Announce(f report.Finding) error {
	if !o.Json {
		return nil
	}
	list := o.Rules.Apply([]report.Finding{f})
	o.announced = append(o.announced, f.ID)
	return report.Announce(o.Streams.Out, list[0])
}

// writeMain writes the form for stdout. Of failures the text form does not tell: stderr has.
func (o *Output) writeMain(findings []report.Finding, stats report.Stats) error {
	if o.Json {
		return handle(report.NewJSON(o.Streams.Out, o.announced...), findings, stats)
	}
	stats.Failures = nil
	return handle(report.NewText(o.Streams.Out, o.textOptions()), findings, stats)
}

// Fail writes a document that says why the command has failed, with the findings that there are,
// and returns the exit status as an error. An error in the arguments is returned as it is. The
// consequence of an interrupt is no failure.
func (o *Output) Fail(err error, findings []report.Finding, stats report.Stats) error {
	if command.IsUsage(err) {
		return err
	}
	stats.Incomplete = true
	if !o.interrupted() {
		o.tell(err, &stats)
	}
	return o.Write(findings, stats, true)
}

// tell says what went wrong, and adds it to the failures. The command is not complete then.
func (o *Output) tell(err error, stats *report.Stats) {
	if !command.Silent(err) {
		fmt.Fprintln(o.Streams.Err, "deadlocklint:", err)
	}
	stats.Failures, stats.Incomplete = append(slices.Clip(stats.Failures), err.Error()), true
}

func handle(h report.Handler, findings []report.Finding, stats report.Stats) error {
	for _, f := range findings {
		if err := h.Finding(f); err != nil {
			return err
		}
	}
	return h.Close(stats)
}

// openFormer reads the baseline of an earlier release.
func (o *Output) openFormer() error {
	f, err := os.Open(o.MigrateBaseline)
	if err != nil {
		return command.Usage(fmt.Errorf("-migrate-baseline: %w; name the file that -baseline names", err))
	}
	defer f.Close()
	if o.Rules.Baseline, err = suppress.ReadFormer(f, o.MigrateBaseline); err != nil {
		return command.Usage(fmt.Errorf("-migrate-baseline: %w", err))
	}
	return nil
}

// migrateBaseline writes the file with the ids of today. Those that no finding has are kept for another command.
func (o *Output) migrateBaseline(findings []report.Finding) error {
	left := o.Rules.Baseline.Migrate(findings)
	known := slices.DeleteFunc(slices.Clone(findings), func(f report.Finding) bool { return !o.Rules.Baseline.Has(f.ID) })
	var b bytes.Buffer
	if err := suppress.WriteBaseline(&b, known, o.Rules.Baseline); err != nil {
		return err
	}
	if err := os.WriteFile(o.MigrateBaseline, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("-migrate-baseline: %w; make the file writable", err)
	}
	if left > 0 {
		fmt.Fprintf(o.Streams.Err, "deadlocklint: %s: %d ids have no finding of this command; run the other commands that use the file with -migrate-baseline, too\n", o.MigrateBaseline, left)
	}
	return nil
}

// writeBaseline writes the file, which from then on silences what is in it.
func (o *Output) writeBaseline(findings []report.Finding) error {
	var b bytes.Buffer
	if err := suppress.WriteBaseline(&b, findings, o.Rules.Baseline); err != nil {
		return err
	}
	if err := os.WriteFile(o.WriteBaseline, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("-write-baseline: %w; name a file in a directory that exists", err)
	}
	var err error
	o.Rules.Baseline, err = suppress.ReadBaseline(&b, o.WriteBaseline)
	return err
}

func (o *Output) sarif(w io.Writer) report.Handler {
	return render.NewSARIF(w, render.SARIFOptions{Version: command.Version(), Help: DocumentationOf, Link: Link, Source: o.source, Prefix: checkoutPrefix(o.Root)})
}

// checkoutPrefix is the path to root from the directory above it that git, or
// another system, has checked out. Code hosts expect paths relative to that directory.
func checkoutPrefix(root string) string {
	for dir := root; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err != nil {
			continue
		}
		if rel, err := filepath.Rel(dir, root); err == nil && rel != "." {
			return filepath.ToSlash(rel)
		}
		return ""
	}
	return ""
}
