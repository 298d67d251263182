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
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/evolve"
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
	module  string // its path
	seed    uint64
	until   Until // of the present part of the work
	dir     string
	corpus  *evolve.Corpus // notes the branches that the drivers reach, nil for none
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
	child   bool        // it was made of other drivers
}

// A result is a driver with its verdict, or without one.
type result struct {
	hang
	late bool // it has none for lack of time
}

// results are those of the drivers of a package.
type results struct {
	list  []result
	harms []*hang // further ones, of drivers whose process has ended
}

// all plays all drivers.
func (pl *player) all(ctx context.Context, drivers []*drive.Driver) (r results, err error) {
	for some := range slices.Chunk(drivers, inProcess) {
		g := pl.newGroup(some)
		if !pl.until.Over() {
			if err := g.play(ctx); err != nil || ctx.Err() != nil {
				return r, err
			}
		}
		for i, v := range g.verdicts {
			r.list = append(r.list, result{hang{driver: some[i], verdict: v, trial: g.trials[i]}, v.Rule == "" && pl.until.Over()})
		}
		r.harms = append(r.harms, g.harms...)
	}
	return r, nil
}

// firsts choose the first drivers for each place.
type firsts struct {
	seen   map[string]int // drivers of a place, by its rule and name
	places int
}

// of are those of the drivers that are needed. Places beyond the limit are counted.
func (f *firsts) of(list []*hang, tally *Tally) (needed []*hang) {
	for _, h := range list {
		place := string(h.verdict.Rule) + strings.Join(h.verdict.Places, " ")
		switch {
		case f.seen[place] >= mostOfPlace:
		case f.seen[place] == 0 && f.places == mostHangs:
			f.seen[place] = mostOfPlace
			tally.More++
		default:
			if f.seen[place]++; f.seen[place] == 1 {
				f.places++
				tally.Later += count(h.child)
			}
			h.further = f.seen[place] > 1
			needed = append(needed, h)
		}
	}
	return needed
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A process has played trials.
type process struct {
	verdicts []judge.Verdict
	ended    bool             // all runs were made
	crash    *explorer.Ending // of the run that ended the process before, nil for not known
}

// play plays trials in one process, in so many runs.
func (pl *player) play(ctx context.Context, r judge.Request, runs int) (o process, err error) {
	pl.n++
	r.Rules, r.Reaches = pl.rules, pl.corpus != nil
	dir := filepath.Join(pl.dir, fmt.Sprint("process", pl.n))
	request, verdicts := filepath.Join(dir, "request"), filepath.Join(dir, "verdicts")
	b, err := json.Marshal(r)
	if err := errors.Join(err, os.MkdirAll(dir, 0o700), os.WriteFile(request, b, 0o600)); err != nil {
		return o, fmt.Errorf("cannot drive %s: %w; free some space in %s", pl.target.Package, err, dir)
	}
	defer os.RemoveAll(dir)
	opt := explorer.Options{Config: config.Config{Strategy: "random", Seed: pl.seed}, Seed: pl.seed, Runs: runs, Time: pl.until.Left(processTime)}
	env := []string{judge.EnvRequest + "=" + request, judge.EnvVerdicts + "=" + verdicts}
	end, err := explorer.RunUnjudged(ctx, pl.target, dir, drive.Test, opt, env)
	if err != nil {
		return o, err
	}
	for _, v := range verdictsIn(verdicts) {
		if v.Trial < 0 || v.Trial >= len(r.Trials) {
			break
		}
		if pl.corpus != nil {
			pl.corpus.Note(r.Trials[v.Trial].Driver, v.Reached)
		}
		if last := len(o.verdicts) - 1; last >= 0 && v.Rule != judge.Begun && o.verdicts[last].Rule != judge.Begun && o.verdicts[last].Trial == v.Trial {
			o.verdicts = o.verdicts[:last] // it was told before further calls
		}
		o.verdicts = append(o.verdicts, v)
	}
	o.ended, o.crash = end.Ended, end.Crash
	return o, nil
}

// bare lets a function run a trial as a plain test, in a directory of its own.
func (pl *player) bare(trial judge.Trial, run func(t *record.Target, dir, work, verdicts string) error) error {
	pl.n++
	dir := filepath.Join(pl.dir, "bare"+strconv.Itoa(pl.n))
	defer os.RemoveAll(dir)
	trial.Bare = true
	work, request, verdicts := filepath.Join(dir, "work"), filepath.Join(dir, "request"), filepath.Join(dir, "verdicts")
	b, err := json.Marshal(judge.Request{Trials: []judge.Trial{trial}})
	if err := errors.Join(err, os.MkdirAll(filepath.Join(work, "base"), 0o700), os.WriteFile(request, b, 0o600)); err != nil {
		return fmt.Errorf("cannot drive %s: %w; free some space in %s", pl.target.Package, err, dir)
	}
	own := *pl.target
	own.Env = slices.Concat(own.Env, []string{judge.EnvRequest + "=" + request, judge.EnvVerdicts + "=" + verdicts, explorer.EnvNoMemoryPoints})
	return run(&own, dir, work, verdicts)
}

// verdictsIn are the verdicts in a file, none where the process has ended at once.
func verdictsIn(file string) (list []judge.Verdict) {
	b, _ := os.ReadFile(file)
	for line := range bytes.Lines(b) {
		var v judge.Verdict
		if json.Unmarshal(line, &v) != nil {
			break // the process has ended in it
		}
		list = append(list, v)
	}
	return list
}
