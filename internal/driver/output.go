package driver

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/render"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/suppress"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// An output is where the findings of one invocation go, and which of them are
// not shown: the same for static and dynamic commands.
type output struct {
	testflags.Shown
	streams Streams
	json    bool
	verbose bool
	width   int
	root    string // of the main module, to which positions are relative
	failOn  []report.Status
	rules   suppress.Rules
}

// open reads what silences findings. It comes before all work, so that a wrong
// file name is known at once.
func (o *output) open() error {
	o.rules.Source, o.rules.Analyzer = o.source, suite.Analyzer
	if o.Baseline == "" {
		return nil
	}
	f, err := os.Open(o.Baseline)
	if errors.Is(err, os.ErrNotExist) && o.Baseline == o.WriteBaseline {
		return nil // it is about to be made
	}
	if err != nil {
		return Usage(fmt.Errorf("-baseline: %w; make one with -write-baseline", err))
	}
	defer f.Close()
	if o.rules.Baseline, err = suppress.ReadBaseline(f, o.Baseline); err != nil {
		return Usage(fmt.Errorf("-baseline: %w", err))
	}
	return nil
}

// source reads a file that is named as in a position.
func (o *output) source(file string) []byte {
	if !filepath.IsAbs(file) {
		file = filepath.Join(o.root, filepath.FromSlash(file))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil // no source on this machine: no comments
	}
	return text
}

// write hands everything to the handlers and returns the exit status as an
// error.
func (o *output) write(findings []report.Finding, stats report.Stats, failed bool) error {
	o.rules.Apply(findings)
	if o.WriteBaseline != "" {
		if err := o.writeBaseline(findings); err != nil {
			return err
		}
		o.rules.Apply(findings)
	}
	findings = report.ByCause(findings)
	report.Sort(findings)
	h := report.NewText(o.streams.Out, o.textOptions())
	if o.json {
		h = report.NewJSON(o.streams.Out)
	}
	if err := handle(h, findings, stats); err != nil {
		return err
	}
	if err := o.writeSARIF(findings, stats); err != nil {
		return err
	}
	if err := o.writeFiles(findings, stats); err != nil {
		return err
	}
	o.suggest(findings)
	if status := report.ExitStatus(findings, failed, o.failOn...); status != report.ExitClean {
		return Exit(status)
	}
	return nil
}

func handle(h report.Handler, findings []report.Finding, stats report.Stats) error {
	for _, f := range findings {
		if err := h.Finding(f); err != nil {
			return err
		}
	}
	return h.Close(stats)
}

// writeBaseline writes the file, which from then on silences what is in it.
func (o *output) writeBaseline(findings []report.Finding) error {
	var b bytes.Buffer
	if err := suppress.WriteBaseline(&b, findings, o.rules.Baseline); err != nil {
		return err
	}
	if err := os.WriteFile(o.WriteBaseline, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("-write-baseline: %w; name a file in a directory that exists", err)
	}
	var err error
	o.rules.Baseline, err = suppress.ReadBaseline(&b, o.WriteBaseline)
	return err
}

func (o *output) writeSARIF(findings []report.Finding, stats report.Stats) error {
	if o.SARIF == "" {
		return nil
	}
	var b bytes.Buffer
	if err := handle(render.NewSARIF(&b, render.SARIFOptions{Version: version(), Help: help, Link: link, Source: o.source, Prefix: checkoutPrefix(o.root)}), findings, stats); err != nil {
		return err
	}
	if err := os.WriteFile(o.SARIF, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("-sarif: %w; name a file in a directory that exists", err)
	}
	return nil
}

// checkoutPrefix is the path to root from the directory above it that git, or
// another system, has checked out: what code hosts expect files to be relative to.
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
