package drive

import (
	"context"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// This file takes in how drivers came out.

// mostVoid is the part of the drivers of a package that may have no verdict. With more of them, those are made anew.
const mostVoid = 0.25

// mostRounds is how often drivers are made anew. In the second round their goroutines call nothing that has ended a process: values did not help.
const mostRounds = 2

// again makes the drivers anew that were void, or ended their process, and plays them. The new ones have values that few functions refuse, and
// not what has panicked in most of the old ones. They take their places.
func (s *Search) again(ctx context.Context, p *packages.Package, api *drive.API, pl *player, r *results, tally *Tally) error {
	for round := 1; round <= mostRounds; round++ {
		at, played := r.unjudged()
		if float64(len(at)) <= mostVoid*float64(len(r.list)) || pl.until.Over() {
			return nil
		}
		if round == 1 {
			api.Avoid(played)
			pl.deaths = map[string]int{}
		} else {
			api.Avoid(played, slices.Collect(maps.Keys(pl.deaths))...)
		}
		opt := s.options()
		opt.Round, opt.Again = round, slices.Collect(maps.Keys(at))
		drivers := api.Drivers(opt)
		if len(drivers) == 0 {
			return nil
		}
		if !s.aimFurther(ctx, p, api, pl, drivers, tally) {
			return ctx.Err()
		}
		pl.ended = 0
		further, err := pl.all(ctx, drivers)
		for _, o := range further.list {
			if o.verdict.Rule != "" { // the old one says why there is no verdict
				r.list[at[o.driver.First]] = o
			}
		}
		if r.harms = append(r.harms, further.harms...); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// unjudged are the places of the drivers without a verdict, but for lack of time, by their first names. played are the others and the void ones.
func (r *results) unjudged() (at map[string]int, played []drive.Outcome) {
	at = map[string]int{}
	for i, o := range r.list {
		switch {
		case o.verdict.Rule == judge.Void:
			at[o.driver.First] = i
			played = append(played, drive.Outcome{Driver: o.driver, Panicked: o.verdict.Steps[0]})
		case o.verdict.Rule == judge.Quiet || o.verdict.Rule.Counts():
			played = append(played, drive.Outcome{Driver: o.driver, Panicked: -1})
		case o.verdict.Rule == judge.Died || o.verdict.Rule == "" && !o.late:
			at[o.driver.First] = i
		}
	}
	return at, played
}

// options are those of the drivers of a package.
func (s *Search) options() drive.Options {
	return drive.Options{Seed: int64(s.Seed), Single: singles, Pairs: pairs, Mirror: mirrored, Panics: panicking, Candidates: s.candidate, Towards: towards}
}

// hangs are the first drivers for each place. The tally takes in the others.
func (t *Tally) hangs(r results) []*hang {
	var list []*hang
	for _, o := range r.list {
		switch v := o.verdict; {
		case v.Rule == judge.Void:
			t.Void++
			t.Panics[Panic{o.driver.Function(v.Steps[0]), v.Panic}]++
		case v.Rule == judge.Died:
			t.Ended++
		case v.Rule == judge.Cut:
			t.Endless++
		case o.late:
			t.Unplayed++
		case v.Rule == "":
			t.Lost++
		case v.Rule.Counts():
			h := o.hang
			list = append(list, &h)
		}
	}
	first := firsts{seen: map[string]int{}}
	return first.of(append(list, r.harms...), t)
}
