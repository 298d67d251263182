package drive

import (
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/racer"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// This file looks for races between calls of drivers with several goroutines. One run of each is recorded with its accesses of memory, and races
// are predicted from that, as deadlocklint races does. A driver is reduced while it has the race. Whether its plain test can come to both accesses
// at once is decided as for a test of the user.

// A racing is the search for races in a package.
type racing struct {
	*player
	known []*predict.Race
	tried []*predict.Race // which were made to happen in a driver, and did not end the process
	tests [2]int          // by whether they are unsaid
}

// mostRaces is how many tests with a race a package has, by whether they are unsaid: these do not count, and must not hide those that do.
var mostRaces = [2]int{mostHangs, 2}

// mostForced is in how many drivers a race of a map is made to happen, where only the end of the process counts. A map may have to have an element.
const mostForced = 6

// races adds drivers with races as tests.
func (s *Search) races(ctx context.Context, pl *player, drivers []*drive.Driver, found *finder, tally *Tally) error {
	if !s.Session.Memory || !slices.Contains(pl.rules, judge.Race) && !slices.Contains(pl.rules, judge.Fatal) {
		return nil
	}
	pl.until = s.part()
	r := &racing{player: pl}
	for i, d := range drivers {
		if len(d.Par) < 2 || ctx.Err() != nil {
			continue
		}
		if pl.until.Over() {
			tally.Unraced++
			continue
		}
		s.Session.Progress.Say("driving %s: races of driver %d of %d", found.pkg.PkgPath, i+1, len(drivers))
		if err := s.racesOf(ctx, r, d, found, tally); err != nil {
			return err
		}
	}
	return nil
}

// racesOf adds the races of a driver that are not known.
func (s *Search) racesOf(ctx context.Context, r *racing, d *drive.Driver, found *finder, tally *Tally) error {
	keep := d.Lasting()
	list, err := r.predicted(ctx, d, keep)
	if err != nil {
		return err
	}
	for _, race := range list {
		if r.isKnown(race) {
			continue
		}
		if ends, err := r.ends(ctx, d, keep, race); err != nil {
			return err
		} else if !ends {
			r.tried = append(r.tried, race)
			continue
		}
		if r.tests == mostRaces {
			r.known = append(r.known, race)
			tally.MoreRaces++
			continue
		}
		if err := s.addRace(ctx, r, d, keep, race, found, tally); err != nil {
			return err
		}
	}
	return nil
}

// addRace adds what is left of a driver that has a race. The other races of that are known by it.
func (s *Search) addRace(ctx context.Context, r *racing, d *drive.Driver, keep []int, race *predict.Race, found *finder, tally *Tally) error {
	keep, beside, err := r.reduce(ctx, d, keep, race)
	if err != nil {
		return err
	}
	r.known = append(r.known, race)
	if d.UsesEnded(keep, nil) {
		return nil
	}
	if locked, err := r.isLocked(ctx, d, keep); err != nil || locked {
		return err
	}
	r.known = append(r.known, beside...)
	less, kind := d.Reduced(keep, nil), 0
	if !found.api.Meant(less) {
		kind = 1
	}
	if r.tests[kind] == mostRaces[kind] {
		tally.MoreRaces++
		return nil
	}
	r.tests[kind]++
	s.found++
	return found.add(s.found, less, Test{Rule: r.ruleOf(race), Race: race, Unsaid: kind == 1})
}

// reduce leaves out calls while the driver still has the race, the last ones first. beside are the races that are left.
func (r *racing) reduce(ctx context.Context, d *drive.Driver, keep []int, race *predict.Race) (less []int, beside []*predict.Race, err error) {
	for i := len(keep) - 1; i >= 0 && !r.until.Over(); i-- {
		less := slices.Delete(slices.Clone(keep), i, i+1)
		if len(d.Lists(less)) < 3 { // no two goroutines
			continue
		}
		list, err := r.predicted(ctx, d, less)
		if err != nil || ctx.Err() != nil {
			return keep, beside, err
		}
		if !slices.ContainsFunc(list, race.Same) {
			continue
		}
		ends, err := r.ends(ctx, d, less, race)
		if err != nil {
			return keep, beside, err
		}
		if ends {
			keep, beside = less, list
		}
	}
	return keep, beside, nil
}

// isKnown reports whether nothing is to be done for a race: there is a test for it, or it was tried often.
func (r *racing) isKnown(race *predict.Race) bool {
	n := 0
	for _, o := range r.tried {
		if race.Same(o) {
			n++
		}
	}
	return n >= mostForced || slices.ContainsFunc(r.known, race.Same)
}

// ends reports whether a race ends the process when it is made to happen in some calls of a driver. Where each race counts it is not asked.
func (r *racing) ends(ctx context.Context, d *drive.Driver, keep []int, race *predict.Race) (ends bool, err error) {
	if r.ruleOf(race) != judge.Fatal {
		return true, nil
	}
	err = r.bare(judge.Trial{Driver: d.Name, Only: keep}, func(t *record.Target, dir, work, _ string) error {
		list, err := racer.Test(ctx, t, dir, work, drive.Test, racer.Options{Seed: r.seed, Runs: schedules, Only: race.Same})
		for _, found := range list {
			for _, f := range found.Races {
				ends = ends || slices.ContainsFunc(slices.Concat(f.Orders[0].Effects, f.Orders[1].Effects), func(e explorer.Ending) bool { return e.IsMapUse() })
			}
		}
		return err
	})
	return ends, err
}

// ruleOf is the rule by which a race counts, "" for none. Both sides are code of the module, and one is a plain access. A pair whose order no
// theorem allows is a mere candidate.
func (r *racing) ruleOf(race *predict.Race) judge.Rule {
	if race.Kind != racegraph.Unordered && race.Kind != racegraph.Reordered {
		return ""
	}
	plain, maps := false, true
	for _, side := range race.Sides {
		if !r.isTheirs(side.Frame.Func) {
			return ""
		}
		plain = plain || side.Point == boundary.LetterRead || side.Point == boundary.LetterWrite
		maps = maps && side.Map
	}
	switch {
	case !plain:
	case slices.Contains(r.rules, judge.Race):
		return judge.Race
	case maps:
		return judge.Fatal
	}
	return ""
}

// predicted are the races of some calls of a driver that may count. There are none where a call panics.
func (r *racing) predicted(ctx context.Context, d *drive.Driver, keep []int) (list []*predict.Race, err error) {
	err = r.bare(judge.Trial{Driver: d.Name, Only: keep, Short: r.cuts >= mostCuts}, func(t *record.Target, dir, work, verdicts string) error {
		all, err := racer.Predict(ctx, t, dir, work, drive.Test, racer.Options{Seed: r.seed})
		if !slices.ContainsFunc(verdictsIn(verdicts), func(v judge.Verdict) bool { return v.Rule == judge.Void }) {
			list = slices.DeleteFunc(all, func(race *predict.Race) bool { return r.ruleOf(race) == "" })
		}
		return err
	})
	return list, err
}

// isLocked reports whether a call hands out a lock under which the calls of a driver do not meet. The caller has to hold it then.
func (r *racing) isLocked(ctx context.Context, d *drive.Driver, keep []int) (bool, error) {
	var q judge.Request
	for _, n := range d.LockCalls(keep) {
		q.Trials = append(q.Trials, judge.Trial{Driver: d.Name, Only: d.Making(keep, n), Bare: true, Lock: n + 1})
	}
	if len(q.Trials) == 0 {
		return false, nil
	}
	o, err := r.play(ctx, q, fewer)
	return !o.ended || slices.ContainsFunc(o.verdicts, func(v judge.Verdict) bool { return v.Rule == judge.Hands }), err
}
