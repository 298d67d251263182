// Package drive finds deadlocks in packages by tests that it generates.
//
// [Load] loads the named packages. [Search.Package] generates drivers of one (package fuzzer/drive), and builds them by an overlay, so that
// nothing is written into the user's tree. Processes play all drivers under some schedules each, and judge. A process that ends early loses one
// driver: the others are played by the next one. Of each place at which something stays blocked the first driver is reduced while it still
// hangs. The reduced drivers are built as plain tests.
//
// Rules fatal and race are about other harm. An end of a process by package sync is told by its output (fatal.go), and a race by the recording of
// a run (raced.go).
//
// The package reports nothing. Its tests are explored as those of the user, and that decides.
package drive

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/overlay"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/contract"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/evolve"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// How many drivers a package has.
const (
	singles   = 70
	pairs     = 110
	mirrored  = 3 // for each pair of places
	panicking = 8
	towards   = 12 // for each candidate of a static check
)

// A Search looks for deadlocks in packages, in a session whose tests are prepared.
type Search struct {
	Session *session.Session
	Line    *testflags.CommandLine
	Seed    uint64
	Write   Destination
	Rules   []judge.Rule // the further rules that count
	Until   Until        // of the present package

	Static []report.Finding // candidates
	Loaded *Loaded

	candidate []drive.Candidate // of the present package

	builds, found int // so far
}

// Tests are the generated tests of a package that hang.
type Tests struct {
	Target *record.Target
	Tests  []Test
}

// A Test is a reduced driver.
type Test struct {
	Name   string
	Text   string // the source of a file that has it alone
	File   string // that it was written to, absolute; "" for none
	Single bool   // it calls the package from one goroutine
	Panics bool   // a callback panics
	Rule   judge.Rule
	Places []string // where it hangs
	Beside []string // where other goroutines wait then, though the driver has paid what it owes

	Against []Words // its calls go against them

	Race   *predict.Race // that it shows, nil for none
	Unsaid bool          // it shares objects of types that neither say nor show that goroutines may do so
}

// Words are a sentence of a doc comment that makes a demand.
type Words struct {
	contract.Demand
	At token.Position
}

// A Tally is how much of a package the drivers came to.
type Tally struct {
	Package              string
	Drivers, Void, Ended int // generated; a call has panicked; the process has ended
	Called               int // functions and methods
	Reached, Unreached   int // branches of functions that were called
	Generations          int // made of other drivers
	Later                int // places at which only these hung
	Alone                int // places at which something hung, and no shorter test hangs
	More                 int // such places beyond the limit of a package
	MoreRaces            int // races beyond that limit
	Unbuilt              int // drivers made after the first ones, which do not compile
	Lost                 int // drivers that were not played to the end: too many processes have ended
	Endless              int // drivers whose goroutines go on for ever without a rest
	Lacking              []drive.Lack
	Panics               map[Panic]int // how many drivers each has made void
	Processor            time.Duration // of this process and of those that played, without builds and the proof

	// For lack of time:
	Unplayed  int // drivers that were not played to the end
	Unreduced int // drivers that hang, and were not made tests
	Unraced   int // drivers with several goroutines in which no race was looked for
}

// A Panic is a call that has panicked, with the text of its value.
type Panic struct{ Function, Text string }

// Package generates drivers of a package and plays them. The result is nil when nothing hangs.
func (s *Search) Package(ctx context.Context, p *packages.Package) (*Tests, *Tally, error) {
	var processes record.Meter
	began := record.Own()
	tests, tally, err := s.search(record.WithMeter(ctx, &processes), p)
	if tally != nil {
		tally.Processor = record.Own() - began + processes.Spent()
	}
	return tests, tally, err
}

func (s *Search) search(ctx context.Context, p *packages.Package) (*Tests, *Tally, error) {
	s.Session.Progress.Say("driving %s", p.PkgPath)
	api := drive.Read(p.Types, p.Syntax, s.Loaded.near(p)...)
	api.Learn(testFiles(p.Dir))
	s.candidate = s.candidates(p)
	drivers := api.Drivers(s.options())
	tally := &Tally{Package: p.PkgPath, Drivers: len(drivers), Called: api.Called(), Lacking: api.Lacking(), Panics: map[Panic]int{}}
	if len(drivers) == 0 {
		return nil, tally, nil
	}
	pl := &player{session: s.Session, module: modulePath(p), seed: s.Seed, rules: s.Rules, deaths: map[string]int{}}
	if !s.Session.Memory { // the counters are memory, too
		pl.corpus = &evolve.Corpus{}
	}
	if err := s.aim(ctx, p, api, pl, drivers); err != nil && s.Until.Over() {
		tally.Unplayed = len(drivers)
		return nil, tally, ctx.Err()
	} else if err != nil {
		return nil, nil, err
	}
	pl.until, pl.dir = s.part(), filepath.Join(s.Session.Dir, "drive"+strconv.Itoa(s.builds))
	whole := *pl // the program with all drivers
	played, err := pl.all(ctx, drivers)
	if err == nil && ctx.Err() == nil {
		err = s.again(ctx, p, api, pl, &played, tally)
	}
	if err == nil && ctx.Err() == nil {
		err = s.generations(ctx, p, api, pl, &played, tally)
	}
	tally.Called, tally.Lacking = api.Called(), api.Lacking()
	hung := tally.hangs(played)
	if err != nil || ctx.Err() != nil {
		return nil, tally, err
	}
	found := &finder{api: api, pkg: p, taken: taken(p.Dir, filepath.Base(s.Write.file(p)))}
	if err := s.reduceAll(ctx, p, pl, hung, found, tally); err != nil || ctx.Err() != nil {
		return nil, tally, err
	}
	if err := s.races(ctx, &whole, drivers, found, tally); err != nil || ctx.Err() != nil {
		return nil, tally, err
	}
	tests, err := s.tests(ctx, p, found, tally)
	return tests, tally, err
}

// reduceAll reduces the drivers that hang, or end the process.
func (s *Search) reduceAll(ctx context.Context, p *packages.Package, pl *player, list []*hang, found *finder, tally *Tally) error {
	if len(list) == 0 {
		return nil
	}
	if err := s.rescue(ctx, p, found.api, pl, list); err != nil && s.Until.Over() {
		tally.Unreduced += len(list)
		return ctx.Err()
	} else if err != nil {
		return err
	}
	pl.until = s.part() // the rest is for the proof
	slices.SortStableFunc(list, firstOfPlaces)
	for i, h := range list {
		if h.further && len(found.unshown(h.verdict.Rule, h.verdict.Places)) == 0 {
			continue
		}
		s.Session.Progress.Say("driving %s: reducing %d of %d", p.PkgPath, i+1, len(list))
		if err := s.reduced(ctx, found, pl, h, tally); err != nil {
			return err
		}
	}
	return nil
}

// tests builds what was found as tests.
func (s *Search) tests(ctx context.Context, p *packages.Package, found *finder, tally *Tally) (*Tests, error) {
	if len(found.tests) == 0 {
		return nil, nil
	}
	files, err := found.filesFor(s.Write)
	if err != nil {
		return nil, err
	}
	target, err := s.build(ctx, p, files, nil)
	if err != nil && s.Until.Over() {
		tally.Unreduced += len(found.tests)
		return nil, ctx.Err()
	}
	if err == nil && s.Write != "" {
		err = s.Write.write(p, files[0].Text)
	}
	return &Tests{target, found.tests}, err
}

// firstOfPlaces orders the first driver for each place before the further ones.
func firstOfPlaces(a, b *hang) int {
	switch {
	case a.further == b.further:
		return 0
	case b.further:
		return -1
	}
	return 1
}

// partTime is how long the drivers of a package are played, and how long they are reduced, where the user has given no time. Some packages take
// a second for each object. Builds do not count: they last as long as the machine needs.
const partTime = time.Minute

// part is the time in which drivers are played, or reduced.
func (s *Search) part() Until {
	if s.Until == (Until{}) {
		return Within(partTime)
	}
	return s.Until.Part(2)
}

// rescue builds the drivers that hang again, with calls that may give their locks back.
func (s *Search) rescue(ctx context.Context, p *packages.Package, api *drive.API, pl *player, list []*hang) error {
	var drivers []*drive.Driver
	for _, h := range list {
		if slices.Contains(drivers, h.driver) {
			continue // it hangs, and ends the process in another run
		}
		api.Rescue(h.driver)
		drivers = append(drivers, h.driver)
	}
	return s.aim(ctx, p, api, pl, drivers)
}

// reduced adds what is left of a driver that hangs, and then what is left of it for the places that no test shows.
func (s *Search) reduced(ctx context.Context, found *finder, pl *player, h *hang, tally *Tally) error {
	for rest := *h; len(rest.verdict.Places) > 0 && len(found.tests) < mostHangs; {
		p, left, err := pl.reduce(ctx, &rest)
		if err != nil {
			return err
		}
		if p == nil && pl.until.Over() {
			tally.Unreduced++
			return nil
		}
		if p == nil && !h.further && len(found.unshown(h.verdict.Rule, rest.verdict.Places)) > 0 {
			tally.Alone++
		}
		if p == nil {
			return nil
		}
		t := Test{Rule: h.verdict.Rule, Places: left.Places, Beside: left.Beside}
		counts := true
		if t.Rule == judge.Fatal {
			counts, err = pl.isHarm(ctx, h, p)
		}
		if err == nil && counts && !found.has(t.Rule, t.Places) {
			s.found++ // a report names a test without its package
			err = found.add(s.found, h.driver.Reduced(p.keep, p.tail), t)
		}
		if err != nil {
			return err
		}
		rest.verdict.Places = found.unshown(h.verdict.Rule, without(rest.verdict.Places, t.Places))
	}
	return nil
}

// Warm builds a test of a package that does nothing. It compiles what all builds have in common, as the standard library.
func (s *Search) Warm(ctx context.Context, p *packages.Package) error {
	_, err := s.build(ctx, p, []drive.File{{Name: drive.TestFile(0), Text: fmt.Appendf(nil, "package %s_test\n\nimport _ \"testing\"\n", p.Name)}}, counted(p))
	return err
}

// build builds generated files in the place of the tests of a package, with further flags. The program works in a directory of its own.
func (s *Search) build(ctx context.Context, p *packages.Package, files []drive.File, flags []string) (*record.Target, error) {
	ctx, stop := s.Until.Context(ctx)
	defer stop()
	o, err := overlay.Read(s.Line.Overlay)
	if err != nil {
		return nil, err
	}
	home := s.Session.Shadow.Path(p.Dir)
	if err := o.Tests(home); err != nil {
		return nil, err
	}
	for _, f := range files {
		o.Add(home, f.Name, f.Text)
	}
	s.builds++
	dir := filepath.Join(s.Session.Dir, "drive"+strconv.Itoa(s.builds))
	line := *s.Line
	if line.Overlay, err = o.Write(dir, "overlay.json"); err != nil {
		return nil, err
	}
	verb := append([]string{"test", "-c", "-vet=off"}, line.Compile(record.Ldflags)...)
	verb = append(verb, flags...)
	t, err := s.Session.BuildProgram(ctx, verb, p.PkgPath, nil)
	if err != nil {
		return nil, err
	}
	t.Package, t.Test, t.Dir = p.PkgPath, true, filepath.Join(dir, "work")
	return t, os.MkdirAll(t.Dir, 0o700)
}

// modulePath is the module of a package, or the package itself where there is none.
func modulePath(p *packages.Package) string {
	if p.Module != nil && p.Module.Path != "" {
		return p.Module.Path
	}
	return p.PkgPath
}
