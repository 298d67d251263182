package drive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// Numbers of the processes that play drivers.
const (
	schedules   = 10               // of a driver with several goroutines
	more        = 100              // of a part of a driver that is reduced
	fewer       = 2                // of one whose calls come from one goroutine
	inProcess   = 15               // drivers of a process
	processTime = 20 * time.Second // of its runs, at most
	mostDeaths  = 2                // of a function, after which no driver calls it that needs it
	mostEnded   = 8                // processes of a package that end early; then a driver that ends one takes its group with it
	mostOfPlace = 3                // drivers of a place: a further call may give back the lock of the first one
	mostCuts    = 2                // runs of a package that are cut off; then its trials are short
	mostHangs   = 4                // places of a package that are reduced and shown
)

// A player plays drivers in processes.
type player struct {
	session *session.Session
	target  *record.Target
	seed    uint64
	until   Until // of the present part of the work
	dir     string
	rules   []judge.Rule   // the further rules that count
	n       int            // processes
	ended   int            // processes that ended early
	cuts    int            // runs that were cut off
	deaths  map[string]int // how often a function has ended a process
}

// A hang is a driver that hangs.
type hang struct {
	driver  *drive.Driver
	verdict judge.Verdict
	trial   judge.Trial // in which it hangs
	further bool        // another driver hangs at its places, too
}

// An outcome is a driver with its verdict, or without one.
type outcome struct {
	hang
	late bool // it has none for lack of time
}

// all plays all drivers.
func (pl *player) all(ctx context.Context, drivers []*drive.Driver) (list []outcome, err error) {
	for some := range slices.Chunk(drivers, inProcess) {
		g := pl.newGroup(some)
		if !pl.until.Over() {
			if err := g.play(ctx); err != nil || ctx.Err() != nil {
				return list, err
			}
		}
		for i, v := range g.verdicts {
			list = append(list, outcome{hang{driver: some[i], verdict: v, trial: g.trials[i]}, v.Rule == "" && pl.until.Over()})
		}
	}
	return list, nil
}

// play plays trials in one process, in so many runs. ended is false where it has ended before all were made.
func (pl *player) play(ctx context.Context, r judge.Request, runs int) (list []judge.Verdict, ended bool, err error) {
	pl.n++
	r.Rules = pl.rules
	dir := filepath.Join(pl.dir, fmt.Sprint("process", pl.n))
	request, verdicts := filepath.Join(dir, "request"), filepath.Join(dir, "verdicts")
	b, err := json.Marshal(r)
	if err := errors.Join(err, os.MkdirAll(dir, 0o700), os.WriteFile(request, b, 0o600)); err != nil {
		return nil, false, fmt.Errorf("cannot drive %s: %w; free some space in %s", pl.target.Package, err, dir)
	}
	defer os.RemoveAll(dir)
	opt := explorer.Options{Config: config.Config{Strategy: "random", Seed: pl.seed}, Seed: pl.seed, Runs: runs, Time: pl.until.Left(processTime)}
	env := []string{judge.EnvRequest + "=" + request, judge.EnvVerdicts + "=" + verdicts}
	end, err := explorer.RunUnjudged(ctx, pl.target, dir, drive.Test, opt, env)
	if err != nil {
		return nil, false, err
	}
	b, _ = os.ReadFile(verdicts) // none where the process has ended at once
	for line := range bytes.Lines(b) {
		var v judge.Verdict
		if json.Unmarshal(line, &v) != nil || v.Trial < 0 || v.Trial >= len(r.Trials) {
			break // the process has ended in it
		}
		if last := len(list) - 1; last >= 0 && v.Rule != judge.Begun && list[last].Rule != judge.Begun && list[last].Trial == v.Trial {
			list = list[:last] // it was told before further calls
		}
		list = append(list, v)
	}
	return list, end.Ended, nil
}
