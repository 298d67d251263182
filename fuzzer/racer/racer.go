// Package racer predicts the races of a test, makes them happen, and says what they do.
//
// # How a datum flows
//
//	test --base schedule--> run that ends well --recorder, with accesses--> recording
//	test --newest first, drawn--> further runs --recorder--> further recordings
//	recording --predict.PredictRaces--> races: two places whose accesses nothing orders
//	race --strategy force, each order--> runs in which both goroutines stood at the accesses of one object
//	those runs --compared with the recorded one--> effects: panic, failed test, deadlock, or none
//
// Every run is one of package explorer: one goroutine at a time, the choices kept. Points at
// plain memory are only at the two places. A run that ends otherwise than the recorded one
// is made again before it counts. The method is RaceFuzzer's (Sen: Race directed random
// testing of concurrent programs, PLDI 2008) with a predictor in front.
//
// The package words nothing and knows no findings.
package racer

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// Options bound what is done for a test.
type Options struct {
	Seed  uint64
	Runs  int           // of each order of a race, at most
	Time  time.Duration // for all that is forced, 0 is no limit
	Stall int           // config.Config.Stall; 0 lets no timer fire early

	Only func(*predict.Race) bool // nothing else is looked at than these races of the base schedule; nil for all there is
}

// MaxRaces is how many races of a test are forced. The others stay predicted.
const MaxRaces = 64

// MaxUnguarded is how many candidates of a test are forced that have no more than two places
// without a common lock.
const MaxUnguarded = 8

// MaxOrders is how many orders of a test are forced: see racegraph.Order.
const MaxOrders = 32

// A TestResult has the findings in a test, or in a call of Explore in it.
type TestResult struct {
	Package, Test string
	Races         []*ForcedRace
	Blocks        []*ForcedBlock
	Events        int
	Words, Pairs  int
	Limits        []string // bounds that were reached
	Why           string   // why nothing was predicted: the test could not be recorded as it should
	Late          bool     // the time was over before all was forced
	Target        string   // of the recording
}

// A ForcedRace is a race with the outcome of its orders.
type ForcedRace struct {
	*predict.Race
	Orders [2]ForcedOrder // by the side that goes first; at one place by the goroutine: first the older one, then the other one
	Tried  bool           // else there was no time, or there were too many
}

// A ForcedOrder is one order of the two accesses.
type ForcedOrder struct {
	Runs    int               // that were made
	Meets   int               // of these, in which both goroutines stood at the accesses of one object; a run that ended a process may be missing
	Met     bool              // in one of them both goroutines stood at the accesses of one object
	Effects []explorer.Ending // how such runs ended, otherwise than the recorded one, and ended so again
	Unclear []explorer.Ending // as Effects, but runs of the test end so without the order, too, or may: a timer fired early, or it did not happen again
	Idle    int               // ways in which such runs left goroutines in a receive or a select, which is no effect

	inputs  boundary.Input // of the runs
	first   *forcedRun     // that ended well, nil for none
	open    bool           // a block is held open: see isHeldOpen
	crashes bool           // a crash before the meeting counts: see isSteadyCrash
}

// goesAnotherWay reports whether a run had an effect, and the first run of a process did not take the same steps.
func (o *ForcedOrder) goesAnotherWay() bool {
	return slices.ContainsFunc(o.Unclear, func(e explorer.Ending) bool { return e.Seen != nil && e.Seen.Differs != "" })
}

// IsOnePlace reports whether both accesses are at one place: then the order in which the
// goroutines were started tells the orders apart.
func (f *ForcedRace) IsOnePlace() bool {
	a, b := &f.Sides[0], &f.Sides[1]
	return a.Frame == b.Frame && a.Point == b.Point && slices.Equal(a.Sites, b.Sites)
}

// IsVague reports whether a race says little, and no run has come to both accesses at once. It says little of two places
// without a common lock, and of objects that may be the standard library's own.
func (f *ForcedRace) IsVague() bool {
	weak := f.Kind == racegraph.Unguarded || f.Sides[0].Inner && f.Sides[1].Inner
	return weak && !f.IsMet()
}

// IsOrder reports whether the two are steps that synchronise, and may come in another order
// than in the recorded run. It is a finding only when that has an effect.
func (f *ForcedRace) IsOrder() bool { return groupOf(f.Kind) == ofOrders }

// IsConfirmed reports whether the two accesses were made to happen in both orders.
func (f *ForcedRace) IsConfirmed() bool { return f.Orders[0].Met && f.Orders[1].Met }

// IsMet reports whether both goroutines stood at their accesses of one object at once.
func (f *ForcedRace) IsMet() bool { return f.Orders[0].Met || f.Orders[1].Met }

// LeavesIdle reports whether an order has left goroutines idle that the recorded run had not.
func (f *ForcedRace) LeavesIdle() bool { return f.Orders[0].Idle+f.Orders[1].Idle > 0 }

// IsHarmful reports whether an order has an effect.
func (f *ForcedRace) IsHarmful() bool { return len(f.Orders[0].Effects)+len(f.Orders[1].Effects) > 0 }

// IsUnclear reports whether an order may have an effect, or another choice may have it.
func (f *ForcedRace) IsUnclear() bool {
	return !f.IsHarmful() && len(f.Orders[0].Unclear)+len(f.Orders[1].Unclear) > 0
}

// Test looks for the races of a test. Files are kept below dir, the recordings in it.
func Test(ctx context.Context, t *record.Target, dir, work, name string, opt Options) ([]*TestResult, error) {
	start := time.Now()
	list, err := baseRuns(ctx, t, filepath.Join(work, "base"), name, opt)
	if err != nil {
		return nil, err
	}
	var found []*TestResult
	for _, r := range list {
		if ctx.Err() != nil {
			break
		}
		s := &search{target: t, dir: dir, work: work, opt: opt, start: start, base: r, broken: map[bool]int{}, TestResult: &TestResult{Package: t.Package, Test: r.Test}}
		if err := s.look(ctx); err != nil {
			return nil, err
		}
		found = append(found, s.TestResult)
	}
	return found, nil
}

// baseRuns makes the run of the base schedule of a test, or of the calls of Explore in it.
func baseRuns(ctx context.Context, t *record.Target, work, name string, opt Options) ([]*explorer.Result, error) {
	return explorer.Test(ctx, with(t, explorer.EnvNoMemoryPoints), work, name, nil, explorer.Options{Config: config.Config{Strategy: "run"}, Seed: opt.Seed, Runs: 1}, func(explorer.Progress) {})
}

// with is a target with more variables.
func with(t *record.Target, env ...string) *record.Target {
	own := *t
	own.Env = slices.Concat(t.Env, env)
	return &own
}

// A search is that of one body.
type search struct {
	*TestResult
	target    *record.Target
	dir, work string
	opt       Options
	start     time.Time
	base      *explorer.Result
	ended     *explorer.Ending // the recorded run

	failsAtBase bool // the base schedule does not end well: its choices say nothing of an order

	others     []forcedRun  // see recordForced
	broken     map[bool]int // blocks, by whether they are mixed
	forced     [groups]int  // of each group
	apart      bool         // each run of an order gets a process of its own
	early      bool         // short timers may fire early in runs of an order
	controlled bool
	controls   []explorer.Ending // of runs that force no race
}

// baseOf is the ending of the recorded run, nil when there is none. When two runs in one
// process are not alike, as after the first use of package unique, each run gets a process
// of its own: then there is none with the number of the base schedule, and the strategy of
// these runs is the base schedule.
func baseOf(r *explorer.Result) *explorer.Ending {
	if e := r.Base(); e != nil || len(r.Endings) == 0 {
		return e
	}
	return &r.Endings[0]
}

// besideLimit tells of goroutines that are not those of the run.
const besideLimit = "no strategy chooses goroutines that ran beside it, as those of init and finalizers: their races are not looked at; run go test -race for them"

// look records, predicts and forces.
func (s *search) look(ctx context.Context) error {
	if err := s.chooseReference(ctx); err != nil || s.ended == nil {
		return err
	}
	if s.base.Inputs&boundary.Beside != 0 {
		s.Limits = append(s.Limits, besideLimit)
	}
	if s.ended.Goroutines < 2 && s.ended.Crash == "" { // a run that ends its process does not count them
		if s.opt.Only != nil {
			return nil
		}
		return s.recordLate(ctx)
	}
	races, err := s.record(ctx, s.target, s.ended)
	if err != nil {
		return err
	}
	if races == nil {
		s.Why = "its run went another way when it was recorded"
		return nil
	}
	s.Events, s.Words, s.Pairs, s.Limits = races.Events, races.Words, races.Pairs, append(s.Limits, races.Limits...)
	if s.opt.Only != nil {
		return s.forceRaces(ctx, slices.DeleteFunc(races.List, func(r *predict.Race) bool { return !s.opt.Only(r) }), inRun)
	}
	if err := s.forceAll(ctx, races); err != nil {
		return err
	}
	if err := s.recordLate(ctx); err != nil {
		return err
	}
	return s.recordFurther(ctx)
}

// forceAll forces the races and breaks the blocks of a recording that are not known yet.
func (s *search) forceAll(ctx context.Context, races *predict.RacePrediction) error {
	if err := s.forceRaces(ctx, races.List, inRun); err != nil {
		return err
	}
	if err := s.breakBlocks(ctx, races.Blocks); err != nil {
		return err
	}
	if err := s.forceRaces(ctx, races.List, ofOrders); err != nil {
		return err
	}
	return s.forceRaces(ctx, races.List, withoutLock)
}

// A group of races has its turn, and so many of it are forced.
type group uint8

const (
	inRun       group = iota // a reordering of the run comes to both
	ofOrders                 // see racegraph.Order
	withoutLock              // no lock is common to both: a candidate
	groups
)

func groupOf(k racegraph.Kind) group {
	switch k {
	case racegraph.Unguarded:
		return withoutLock
	case racegraph.Initial, racegraph.Final, racegraph.Awaited:
		return ofOrders
	}
	return inRun
}

// forceRaces forces the races of a group that are not known yet.
func (s *search) forceRaces(ctx context.Context, list []*predict.Race, of group) error {
	most := [groups]int{inRun: MaxRaces, ofOrders: MaxOrders, withoutLock: MaxUnguarded}[of]
	for _, r := range list {
		if groupOf(r.Kind) != of {
			continue
		}
		if slices.ContainsFunc(s.Races, func(f *ForcedRace) bool { return f.Race.Same(r) }) {
			continue
		}
		f, number := &ForcedRace{Race: r}, len(s.Races)
		s.Races = append(s.Races, f)
		if s.forced[of] >= most || s.isOver(ctx) {
			continue
		}
		s.forced[of]++
		if err := s.force(ctx, number, f); err != nil {
			return err
		}
	}
	return nil
}

// isOver reports whether the time is over before a pair or block was forced, and notes it.
func (s *search) isOver(ctx context.Context) bool {
	over := s.late() || ctx.Err() != nil
	s.Late = s.Late || over
	return over
}

func (s *search) late() bool { return s.opt.Time > 0 && time.Since(s.start) >= s.opt.Time }

// left is the time that is left, 0 for no limit.
func (s *search) left() time.Duration {
	if s.opt.Time <= 0 {
		return 0
	}
	return max(s.opt.Time-time.Since(s.start), 1)
}

// predictTime is the longest time of a prediction. Its findings until then count.
const predictTime = 20 * time.Second

// record makes a run again with the recorder on, and predicts. It returns nil when the run
// went another way.
func (s *search) record(ctx context.Context, t *record.Target, e *explorer.Ending) (*predict.RacePrediction, error) {
	t = with(t, explorer.EnvNoMemoryPoints, boundary.EnvAccesses+"=1", boundary.EnvFold+"=0")
	seen, err := explorer.Repeat(ctx, t, s.dir, s.Test, e, io.Discard)
	if err != nil || !seen.Again {
		return nil, err
	}
	s.Target = cmp.Or(s.Target, seen.Target)
	targets, err := record.Targets(s.dir)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, predictTime)
	defer cancel()
	return predict.PredictRaces(ctx, s.dir, targets[seen.Target])
}

// alike reports whether a person sees the same in two runs.
func alike(a, b *explorer.Ending) bool {
	return a.End == b.End && a.Failed == b.Failed && a.Reason() == b.Reason()
}

// apartRuns is how many runs of an order get processes of their own.
const apartRuns = 3

// order makes the runs of one order of operations at the given places.
func (s *search) order(ctx context.Context, name, sites string, as forcing, runs int, o *ForcedOrder) error {
	t := with(s.target, explorer.EnvNoMemoryPoints, sites)
	work := filepath.Join(s.work, explorer.FileName(s.Test)+"."+name)
	if err := os.MkdirAll(work, 0o700); err != nil {
		return fmt.Errorf("cannot force an order in %s: %w; free some space in %s", s.Test, err, s.dir)
	}
	c := config.Config{Strategy: "force", Seed: s.opt.Seed, Early: as.early || s.early, Far: as.far, Settings: as.Force}
	if !explore.Within(&c, s.opt.Stall) {
		return nil
	}
	opt := explorer.Options{Config: c, Seed: s.opt.Seed, Runs: runs}
	if s.apart {
		opt.Isolate, opt.Runs = boundary.IsolatedForce, min(runs, apartRuns)
	}
	list, err := explorer.Test(ctx, t, work, s.Test, nil, opt, func(explorer.Progress) {})
	if err != nil {
		return err
	}
	for _, r := range list {
		if err := s.judge(ctx, t, o, r); err != nil {
			return err
		}
	}
	return nil
}

// judge takes in how the runs of an order ended that came to the race.
func (s *search) judge(ctx context.Context, t *record.Target, o *ForcedOrder, r *explorer.Result) error {
	o.Runs += r.Runs
	o.Meets += r.Met
	o.inputs |= r.Inputs
	if r.Fails && !s.failsAtBase { // the points at the two places make a difference already
		return nil
	}
	for i := range r.Endings {
		e := &r.Endings[i]
		if e.ForcedStep == 0 && !(o.open && isHeldOpen(e) || o.crashes && isSteadyCrash(e)) {
			continue
		}
		o.Met = o.Met || e.ForcedStep > 0
		if o.first == nil && !e.Bad() {
			o.first = &forcedRun{t, *e}
		}
		if !s.differs(e) || ctx.Err() != nil {
			continue
		}
		looks := t
		if e.End == boundary.Left {
			looks = with(t, boundary.EnvBlocked+"=1") // for goroutines that are left: see leavesIdle
		}
		if err := explorer.RepeatAlone(ctx, looks, s.dir, s.Test, e, io.Discard); err != nil {
			return err
		}
		switch {
		case e.Seen.Again && s.leavesIdle(ctx, e):
			o.Idle++
		case e.Seen.Again:
			o.Effects = append(o.Effects, *e)
		default: // an end that was there only after other runs, or by chance, is no effect, and no good end either
			o.Unclear = append(o.Unclear, *e)
		}
	}
	return nil
}

// differs reports whether a run ended otherwise than the recorded one, as a person sees it.
func (s *search) differs(e *explorer.Ending) bool {
	if (e.End == boundary.Stalled || e.End == boundary.Over) && !e.Failed && e.Crash == "" {
		return false // the world outside may be slow, and the points at the accesses are steps, too
	}
	return e.Bad() && !s.endsAsRecorded(e)
}

// endsAsRecorded reports whether a run ended as the recorded one did.
func (s *search) endsAsRecorded(e *explorer.Ending) bool {
	if e.Crash != "" || s.ended.Crash != "" {
		return e.Crash != "" && s.ended.Crash != "" && e.Exit == s.ended.Exit && alike(e, s.ended)
	}
	return e.End == s.ended.End && e.Class == s.ended.Class && e.Failed == s.ended.Failed
}

// leavesIdle reports whether a run has come to its end, and its repetition shows that all
// goroutines which it has left wait in a receive or a select. That is no harm, but a note, as
// for an exploration.
func (s *search) leavesIdle(ctx context.Context, e *explorer.Ending) bool {
	if e.End != boundary.Left || e.Failed || e.Crash != "" {
		return false
	}
	targets, err := record.Targets(s.dir)
	if err != nil || targets[e.Seen.Target] == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, predictTime)
	defer cancel()
	idle, err := predict.IsIdle(ctx, s.dir, targets[e.Seen.Target])
	return err == nil && idle
}

// Sites is the variable of a process in which accesses at the two places of a race are points.
func Sites(r *predict.Race) string {
	return forced(placesOf(r.Sides[0].Point, r.Sides[0].Sites), placesOf(r.Sides[1].Point, r.Sides[1].Sites))
}

// forced is the variable of a process with lists of places, as in [boundary.Sites].
func forced(lists ...[]boundary.Site) string {
	var s boundary.Sites
	copy(s.Lists[:], lists)
	return boundary.EnvSites + "=" + s.String()
}

// forcedAnywhere is forced with a block that begins at another object than that of its end.
func forcedAnywhere(first, ends, begins []boundary.Site) string {
	s := boundary.Sites{Lists: [3][]boundary.Site{first, ends, begins}, AnyObject: true}
	return boundary.EnvSites + "=" + s.String()
}

// placesOf is a list of places of an operation.
func placesOf(letter boundary.Letter, sites []uint64) (list []boundary.Site) {
	for _, site := range sites[:min(len(sites), maxSites)] {
		list = append(list, boundary.Site{Letter: letter, Hash: site})
	}
	return list
}

// sitesOf and pathsOf name the places of steps, by their sites and by their calls: each place
// once, and no more than the runtime template knows.
func sitesOf(steps []*predict.BlockStep) []boundary.Site {
	return joined(steps, func(b *predict.BlockStep) []uint64 { return b.Sites })
}

func pathsOf(steps []*predict.BlockStep) []boundary.Site {
	return joined(steps, func(b *predict.BlockStep) []uint64 { return b.Paths })
}

func joined(steps []*predict.BlockStep, of func(*predict.BlockStep) []uint64) []boundary.Site {
	var lists [][]boundary.Site
	for _, b := range steps {
		places := placesOf(b.Point, of(b))
		known := slices.ContainsFunc(lists, func(l []boundary.Site) bool { return slices.Equal(l, places) })
		if len(places) > 0 && !known && len(lists) < 2 {
			lists = append(lists, places)
		}
	}
	return slices.Concat(lists...)
}

// maxSites is how many sites of a place are points: one place in several instances of a
// generic function, say. The runtime template knows twice as many.
const maxSites = 8
