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
	seed    uint64
	until   Until // of the present part of the work
	dir     string
	corpus  *evolve.Corpus // notes the branches that the drivers reach, nil for none
	rules   []judge.Rule   // the further rules that count
	n       int            // processes
	ended   int            // processes that ended early
	cuts    int            // runs that were cut off
	deaths  map[string]int // how often a function has ended a process
	seen    map[string]int // drivers by the places at which they hang
	places  int            // of them
}

// A hang is a driver that hangs.
type hang struct {
	driver  *drive.Driver
	verdict judge.Verdict
	trial   judge.Trial // in which it hangs
	further bool        // another driver hangs at its places, too
}

// all plays all drivers, and returns the first ones for each place.
func (pl *player) all(ctx context.Context, drivers []*drive.Driver, tally *Tally) (list []*hang, err error) {
	for some := range slices.Chunk(drivers, inProcess) {
		if pl.until.Over() {
			tally.Unplayed += len(some)
			continue
		}
		g := pl.newGroup(some)
		if err := g.play(ctx); err != nil || ctx.Err() != nil {
			return list, err
		}
		for i, v := range g.verdicts {
			place := string(v.Rule) + strings.Join(v.Places, " ")
			switch {
			case v.Rule == judge.Void:
				tally.Void++
			case v.Rule == judge.Died:
				tally.Ended++
			case v.Rule == judge.Cut:
				tally.Endless++
			case v.Rule == "" && pl.until.Over():
				tally.Unplayed++
			case v.Rule == "":
				tally.Lost++
			case !v.Rule.Counts(), pl.seen[place] >= mostOfPlace:
			case pl.seen[place] == 0 && pl.places == mostHangs:
				pl.seen[place] = mostOfPlace
				tally.More++
			default:
				if pl.seen[place]++; pl.seen[place] == 1 {
					pl.places++
				}
				list = append(list, &hang{some[i], v, g.trials[i], pl.seen[place] > 1})
			}
		}
	}
	return list, nil
}

// play plays trials in one process, in so many runs. ended is false where it has ended before all were made.
func (pl *player) play(ctx context.Context, r judge.Request, runs int) (list []judge.Verdict, ended bool, err error) {
	pl.n++
	r.Rules, r.Reaches = pl.rules, pl.corpus != nil
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
		if pl.corpus != nil {
			pl.corpus.Note(r.Trials[v.Trial].Driver, v.Reached)
		}
		if last := len(list) - 1; last >= 0 && v.Rule != judge.Begun && list[last].Rule != judge.Begun && list[last].Trial == v.Trial {
			list = list[:last] // it was told before further calls
		}
		list = append(list, v)
	}
	return list, end.Ended, nil
}
