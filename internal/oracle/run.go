package oracle

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Options are those of a comparison.
type Options struct {
	Tool     string   // the command deadlocklint
	Args     []string // its flags: deadlocklint test -json ARGS .
	Dir      string   // keeps programs, documents and tallies
	Seed     uint64
	Programs int
	Size     int // of a lot
	Progress func(lot int, t *Tally)
}

// Run draws the programs, runs the tool on each lot and compares. A lot that has a
// tally in the directory is not run again, and one with a document only compared.
func Run(ctx context.Context, opt Options) (*Tally, error) {
	sum := &Tally{}
	for first := 0; first < opt.Programs && ctx.Err() == nil; first += opt.Size {
		dir := filepath.Join(opt.Dir, fmt.Sprintf("seed%d-%05d", opt.Seed, first))
		t, err := opt.lot(ctx, dir, first, min(opt.Size, opt.Programs-first))
		if err != nil {
			return sum, err
		}
		sum.Add(t)
		if opt.Progress != nil {
			opt.Progress(first/opt.Size, t)
		}
	}
	return sum, ctx.Err()
}

// lot makes the tally of one lot, or reads it.
func (opt Options) lot(ctx context.Context, dir string, first, size int) (*Tally, error) {
	file := filepath.Join(dir, "tally.json")
	if data, err := os.ReadFile(file); err == nil {
		var t Tally
		if err := json.Unmarshal(data, &t); err != nil {
			return nil, fmt.Errorf("%s is damaged: %w; remove it", file, err)
		}
		return &t, nil
	}
	lot, err := Draw(opt.Seed, first, size)
	if err != nil {
		return nil, err
	}
	if err := lot.Write(dir); err != nil {
		return nil, err
	}
	t := lot.Judge(ctx, opt, dir)
	if ctx.Err() != nil {
		return t, ctx.Err()
	}
	data, err := json.MarshalIndent(t, "", "\t")
	if err == nil {
		err = os.WriteFile(file, data, 0o600)
	}
	return t, err
}

// Judge runs the tool on a lot that was written to dir, and compares.
func (l *Batch) Judge(ctx context.Context, opt Options, dir string) *Tally {
	doc, err := opt.document(ctx, dir)
	t := l.Compare(doc)
	if err != nil {
		t.Broken = append(t.Broken, fmt.Sprintf("%s: %v", filepath.Base(dir), err))
		t.MissedHangs, t.MissedLeaks = nil, nil
	}
	for _, list := range [][]string{doc.Stats.Limits, doc.Stats.Damaged, doc.Stats.Unseen} {
		t.Remarks = append(t.Remarks, list...)
	}
	return t
}

// documentFile keeps what the tool said: a lot that has it is only compared again.
const documentFile = "document.json"

// document is the tool's report about the package in dir.
func (opt Options) document(ctx context.Context, dir string) (doc report.Document, err error) {
	if data, err := os.ReadFile(filepath.Join(dir, documentFile)); err == nil {
		return report.ReadDocument(bytes.NewReader(data))
	}
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, opt.Tool, append(append([]string{"test", "-json"}, opt.Args...), ".")...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	err = cmd.Run()
	_ = os.WriteFile(filepath.Join(dir, "stderr"), errs.Bytes(), 0o600) // for a reader; nothing depends on it
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return doc, fmt.Errorf("cannot run %s: %w; name a deadlocklint command", opt.Tool, err)
	}
	if doc, err = report.ReadDocument(bytes.NewReader(out.Bytes())); err != nil {
		return doc, fmt.Errorf("no document (%w, %v); read its file stderr", err, cmd.ProcessState)
	}
	return doc, os.WriteFile(filepath.Join(dir, documentFile), out.Bytes(), 0o600)
}
