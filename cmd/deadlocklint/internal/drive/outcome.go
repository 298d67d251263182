package drive

import (
	"context"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// This file takes in how drivers came out.

// mostVoid is the part of the drivers of a package that may have no verdict. With more of them, those are made anew.
const mostVoid = 0.25

// again makes the drivers anew that were void, or ended their process, and plays them. The new ones have values that few functions refuse, and
// not what has panicked in most of the old ones. They take their places.
func (s *Search) again(ctx context.Context, p *packages.Package, api *drive.API, pl *player, r *results) error {
	var played []drive.Outcome
	at := map[string]int{}
	for i, o := range r.list {
		switch {
		case o.verdict.Rule == judge.Void:
			at[drive.Anew+o.driver.Name] = i
			played = append(played, drive.Outcome{Driver: o.driver, Panicked: o.verdict.Steps[0]})
		case o.verdict.Rule == judge.Quiet || o.verdict.Rule.Counts():
			played = append(played, drive.Outcome{Driver: o.driver, Panicked: -1})
		case o.verdict.Rule == judge.Died || o.verdict.Rule == "" && !o.late:
			at[drive.Anew+o.driver.Name] = i
		}
	}
	if float64(len(at)) <= mostVoid*float64(len(r.list)) || pl.until.Over() {
		return nil
	}
	api.Avoid(played)
	opt := s.options()
	for name := range at {
		opt.Again = append(opt.Again, name)
	}
	drivers := api.Drivers(opt)
	if len(drivers) == 0 {
		return nil
	}
	if err := s.aim(ctx, p, api, pl, drivers); err != nil && s.Until.Over() {
		return ctx.Err() // the old ones stay
	} else if err != nil {
		return err
	}
	pl.ended, pl.deaths = 0, map[string]int{}
	further, err := pl.all(ctx, drivers)
	for _, o := range further.list {
		if o.verdict.Rule != "" { // the old one says why there is no verdict
			r.list[at[o.driver.Name]] = o
		}
	}
	r.harms = append(r.harms, further.harms...)
	return err
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
