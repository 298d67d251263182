package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/races"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/racer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// This file decides about generated tests that have a race.

// racesTries is how many runs of each order of a race are made, as by deadlocklint races.
const racesTries = 12

// race makes the race of a generated test happen, as deadlocklint races does. Its recordings are in a directory of their own: nothing else is
// predicted from them.
func (d *driving) race(ctx context.Context, target *record.Target, t drive.Test, opt explorer.Options) error {
	own := *d.Session
	own.Dir = filepath.Join(d.Dir, "race."+t.Name)
	work := filepath.Join(own.Dir, "work")
	if err := os.MkdirAll(filepath.Join(work, "base"), 0o700); err != nil {
		return fmt.Errorf("cannot look for races of %s: %w; free some space in %s", t.Name, err, d.Dir)
	}
	list, err := racer.Test(ctx, target, own.Dir, work, t.Name, racer.Options{
		Seed: opt.Seed, Runs: racesTries, Time: opt.Time, Stall: explorer.StallSetting(d.EarlyMax), Only: t.Race.Same,
	})
	if err != nil {
		return err
	}
	w, err := races.New(&own, func() ([]*packages.Package, error) { return d.packages, nil })
	if err != nil {
		return err
	}
	w.Unkept = true
	stats := report.Stats{}
	for _, found := range list {
		if found.Why == "" {
			w.Found(found, &stats)
		}
	}
	d.raced = append(d.raced, w.Findings(&stats)...)
	return nil
}
