// Package tested finds deadlocks in packages by pairs of calls that their sequential tests make.
//
// [Search.Package] builds the tests of one package and records them once. Each lock dependency of a test is a half of a cycle (package
// halves). Halves that cross become drivers, which are built by an overlay beside the tests. So nothing is written into the user's tree. Each
// driver is run under some schedules. Those that get stuck are returned as tests, and the others are counted.
//
// The package reports nothing. The tests are explored as those of the user, and that decides.
package tested

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/overlay"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	generate "github.com/deadlocklint/deadlocklint/fuzzer/drive"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/entry"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/halves"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// Limits of a package.
const (
	recordTime  = time.Minute // for which its tests are recorded
	mostAlike   = 2           // tests of one half
	mostDrivers = 48
	mostFound   = 4 // drivers that are shown
)

// A Search looks for deadlocks in packages that have tests, in a session whose tests are prepared.
type Search struct {
	Session *session.Session
	Line    *testflags.CommandLine
	Seed    uint64
	Write   drive.Destination // of the tests that get stuck

	builds, named int // so far
}

// A Tally counts the halves, pairs and drivers that the tests of a package gave.
type Tally struct {
	Package string
	Halves  int // lock dependencies of one call of a test each
	Pairs   int // of halves that cross
	Driven  int // pairs that became drivers
	Drivers int
	Stuck   int                   // drivers that got stuck
	Without map[halves.Reason]int // pairs without a driver
	Outside int                   // dependencies that no single call of the body of a test shows
	More    int                   // drivers beyond the limit
	Late    bool                  // the tests were not recorded to their end
}

// Package makes drivers of the tests of a package and runs them. The tally is nil where the package has no test.
func (s *Search) Package(ctx context.Context, p *packages.Package) (*drive.Tests, *Tally, error) {
	line, err := s.withoutWritten(p)
	if err != nil {
		return nil, nil, err
	}
	variants, err := s.load(ctx, p, line)
	if err != nil || len(variants) == 0 {
		return nil, nil, err
	}
	s.Session.Progress.Say("recording the tests of %s", p.PkgPath)
	tally := &Tally{Package: p.PkgPath, Without: map[halves.Reason]int{}}
	list, err := s.record(ctx, p, line, tally)
	if err != nil || len(list) == 0 || ctx.Err() != nil {
		return nil, tally, err
	}
	drivers := s.drivers(variants, list, tally)
	if len(drivers) == 0 {
		return nil, tally, nil
	}
	target, err := s.build(ctx, p, line, drivers)
	if err != nil {
		return nil, tally, err
	}
	stuck, err := s.stuck(ctx, target, drivers)
	if tally.Stuck = len(stuck); err != nil || len(stuck) == 0 {
		return nil, tally, err
	}
	tests, err := s.tests(p, target, stuck)
	return tests, tally, err
}

// tests are the drivers as tests, which are written where the user wants them.
func (s *Search) tests(p *packages.Package, target *record.Target, list []halves.Driver) (*drive.Tests, error) {
	tests := &drive.Tests{Target: target}
	api, graph := generate.Read(p.Types, p.Syntax), entry.Read(p.Syntax, p.TypesInfo)
	for _, d := range list {
		t := drive.Test{Name: d.Name, Text: string(d.Text), Rule: judge.Lock}
		var names []string
		for _, callee := range []string{d.First.Callee, d.Then.Callee} {
			if name, ok := graph.Exported(callee); ok {
				names = append(names, name)
			}
		}
		t.Against = drive.WordsAgainst(p, api, api.Together(names...))
		if s.Write != "" {
			var err error
			if t.File, err = filepath.Abs(s.Write.For(p, d.Name)); err != nil {
				return nil, err
			}
			if err := s.Write.Put(t.File, s.Write.Text(d.Text)); err != nil {
				return nil, err
			}
		}
		tests.Tests = append(tests.Tests, t)
	}
	return tests, nil
}

// withoutWritten is the command line without the tests that an earlier command has written: they get stuck.
func (s *Search) withoutWritten(p *packages.Package) (*testflags.CommandLine, error) {
	written := drive.Written(p.Dir)
	if len(written) == 0 {
		return s.Line, nil
	}
	o, err := overlay.Read(s.Line.Overlay)
	if err != nil {
		return nil, err
	}
	for _, file := range written {
		o.Replace[file] = ""
	}
	line := *s.Line
	s.builds++
	line.Overlay, err = o.Write(filepath.Join(s.Session.Dir, "unwritten"+strconv.Itoa(s.builds)), "overlay.json")
	return &line, err
}

// drivers makes drivers of the pairs of halves.
func (s *Search) drivers(variants []*halves.Package, list []halves.Half, tally *Tally) (drivers []halves.Driver) {
	for _, h := range list {
		if h.Held.Class != "" {
			tally.Halves++
		}
	}
	list = halves.Distinct(list, mostAlike)
	var rounds [halves.Variants][]halves.Driver // the first driver of each pair comes before the second one of any
	for _, pair := range halves.Cross(list) {
		tally.Pairs++
		some, why := between(variants, list, pair, fmt.Sprintf("TestCrossed%d", s.named+1))
		if len(some) == 0 {
			tally.Without[why]++
			continue
		}
		tally.Driven++
		s.named++
		tally.Drivers += len(some)
		for i, d := range some {
			if pair.A == pair.B {
				rounds[0] = append([]halves.Driver{d}, rounds[0]...)
				continue
			}
			rounds[i] = append(rounds[i], d)
		}
	}
	drivers = slices.Concat(rounds[:]...)
	if tally.More = len(drivers) - mostDrivers; tally.More > 0 {
		drivers = drivers[:mostDrivers]
	}
	return drivers
}

// between makes the drivers of a pair in the package that has both tests.
func between(variants []*halves.Package, list []halves.Half, pair halves.Pair, name string) ([]halves.Driver, halves.Reason) {
	why := halves.NoTest
	a, b := list[pair.A], list[pair.B]
	for _, v := range variants {
		inside := slices.DeleteFunc(slices.Clone(list), func(h halves.Half) bool { return !v.Has(h.File) })
		switch inA, inB := v.Has(a.File), v.Has(b.File); {
		case inA && inB:
			return v.Drivers(a, b, pair.A == pair.B, halves.Writers(inside, pair.Writes), name)
		case inA || inB:
			why = halves.Packages
		}
	}
	return nil, why
}

// build builds the tests of the package with the drivers beside them.
func (s *Search) build(ctx context.Context, p *packages.Package, line *testflags.CommandLine, drivers []halves.Driver) (*record.Target, error) {
	o, err := overlay.Read(line.Overlay)
	if err != nil {
		return nil, err
	}
	for _, d := range drivers {
		name := "zz_deadlocklint_" + d.Name + "_test.go"
		if s.Write != "" { // a line of a report is one of the file that the user sees
			name = filepath.Base(s.Write.For(p, d.Name))
		}
		o.Add(s.Session.Shadow.Path(p.Dir), name, s.Write.Text(d.Text))
	}
	s.builds++
	with := *line
	if with.Overlay, err = o.Write(filepath.Join(s.Session.Dir, "crossed"+strconv.Itoa(s.builds)), "overlay.json"); err != nil {
		return nil, err
	}
	return s.program(ctx, p, &with)
}

// program builds the tests of a package, which run in its directory.
func (s *Search) program(ctx context.Context, p *packages.Package, line *testflags.CommandLine) (*record.Target, error) {
	verb := append([]string{"test", "-c", "-vet=off"}, line.Compile(record.Ldflags)...)
	t, err := s.Session.BuildProgram(ctx, verb, p.PkgPath, nil)
	if err != nil {
		return nil, err
	}
	t.Package, t.Test, t.Dir = p.PkgPath, true, p.Dir
	return t, nil
}

// directory makes a directory of the session.
func (s *Search) directory(name string) (string, error) {
	s.builds++
	dir := filepath.Join(s.Session.Dir, name+strconv.Itoa(s.builds))
	return dir, os.MkdirAll(dir, 0o700)
}
