package drive

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/evolve"
)

// This file makes further generations of drivers, of those that have reached a rare branch.

// Numbers of generations.
const (
	mostChildren    = 40 // of a generation
	mostParents     = 12
	mostGenerations = 3 // without -time
)

// generations makes and plays children, as long as they reach a branch that no driver has reached, or reach it more often, and time is left.
func (s *Search) generations(ctx context.Context, p *packages.Package, api *drive.API, pl *player, r *results, tally *Tally) error {
	corpus := pl.corpus
	if corpus == nil {
		return nil
	}
	byName := map[string]*drive.Driver{}
	for _, o := range r.list {
		byName[o.driver.Name] = o.driver
	}
	for size := -1; size < corpus.Size() && (tally.Generations < mostGenerations || s.Until != (Until{})); {
		size = corpus.Size()
		drivers := api.Children(parentsOf(corpus, byName), drive.Generation{Seed: int64(s.Seed), Number: tally.Generations + 1, Most: mostChildren})
		if len(drivers) == 0 || pl.until.Over() || ctx.Err() != nil {
			break
		}
		if !s.aimFurther(ctx, p, api, pl, drivers, tally) {
			break
		}
		children, err := pl.all(ctx, drivers)
		if err != nil {
			return err
		}
		for _, o := range children.list {
			byName[o.driver.Name], o.child = o.driver, true
			r.list = append(r.list, o)
		}
		r.harms = append(r.harms, children.harms...)
		tally.Generations++
		tally.Drivers += len(drivers)
	}
	pl.corpus = nil // no more of them are made
	tally.Reached, tally.Unreached = corpus.Reached(), corpus.Unreached()
	return ctx.Err()
}

// parentsOf are the drivers that reach what few reach, but for those that were made anew.
func parentsOf(corpus *evolve.Corpus, byName map[string]*drive.Driver) (list []drive.Parent) {
	for _, at := range corpus.Rare(mostParents) {
		if d := byName[at.Driver]; d != nil {
			list = append(list, drive.Parent{Driver: d, Step: at.Step})
		}
	}
	return list
}

// aim builds drivers, which the player then plays.
func (s *Search) aim(ctx context.Context, p *packages.Package, api *drive.API, pl *player, drivers []*drive.Driver) error {
	files, err := api.Source(modulePath(p), drivers)
	if err != nil {
		return err
	}
	var flags []string
	if pl.corpus != nil {
		flags = counted(p)
	}
	target, err := s.build(ctx, p, files, flags)
	if err == nil {
		pl.target = target
	}
	return err
}

// aimFurther builds further drivers. Where they do not compile it returns false, and the earlier ones count all the same.
func (s *Search) aimFurther(ctx context.Context, p *packages.Package, api *drive.API, pl *player, drivers []*drive.Driver, tally *Tally) bool {
	err := s.aim(ctx, p, api, pl, drivers)
	if err == nil {
		return true
	}
	if s.Session.Failed, s.Session.Unbuilt = false, false; !pl.until.Over() && !s.Until.Over() {
		tally.Unbuilt += len(drivers)
	}
	return false
}

// counted are the flags by which the branches of a package are counted, and those of the packages of its module that it needs. A mode with
// atomic counters would be for goroutines that run at one time.
func counted(p *packages.Package) []string {
	own := map[string]bool{}
	var add func(q *packages.Package)
	add = func(q *packages.Package) {
		if q.PkgPath != p.PkgPath && q.PkgPath != modulePath(p) && !strings.HasPrefix(q.PkgPath, modulePath(p)+"/") || own[q.PkgPath] {
			return
		}
		own[q.PkgPath] = true
		for _, imported := range q.Imports {
			add(imported)
		}
	}
	add(p)
	return []string{"-cover", "-covermode=count", fmt.Sprintf("-coverpkg=%s", strings.Join(slices.Sorted(maps.Keys(own)), ","))}
}
