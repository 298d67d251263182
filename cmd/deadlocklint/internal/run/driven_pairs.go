package run

import (
	"context"
	"fmt"
	"go/build"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive/tested"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// pairs explores pairs of calls that the tests of a package make. A package whose tests cannot be used is driven all the same.
func (d *driving) pairs(ctx context.Context, pkg *packages.Package) error {
	if source, err := build.ImportDir(pkg.Dir, 0); err == nil && len(source.TestGoFiles)+len(source.XTestGoFiles) == 0 {
		return nil
	}
	within, stop := d.search.Until.Part(3).Context(ctx)
	tests, tally, err := d.tested.Package(within, pkg)
	late := within.Err() != nil
	stop()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if late {
		fmt.Fprintf(d.Streams.Err, "tests of %s: not all pairs of their calls were tried, for lack of time; give more with -time\n", pkg.PkgPath)
	}
	if err != nil && !late {
		fmt.Fprintf(d.Streams.Err, "deadlocklint: no pairs of calls come from the tests of %s: %v\n", pkg.PkgPath, err)
	}
	if err != nil {
		d.Failed, d.Unbuilt = false, false
		return nil
	}
	if tally != nil {
		d.tellPairs(tally)
	}
	if tests == nil {
		return nil
	}
	for i := range tests.Tests { // each is a file of its own
		d.tellWritten(&drive.Tests{Tests: tests.Tests[i : i+1]})
	}
	return d.explore(ctx, tests, pkg.PkgPath)
}

// explore explores generated tests as those of the user, in equal parts of the time that is left.
func (d *driving) explore(ctx context.Context, tests *drive.Tests, path string) error {
	for i, t := range tests.Tests {
		d.Progress.Say("exploring %s of %s", t.Name, path)
		d.driven[t.Name] = t
		opt := *d.Explore
		opt.Time = d.search.Until.Part(len(tests.Tests) - i).Left(0)
		opt.First = opt.First || t.Rule == judge.Fatal // each run of the kind ends a process
		if t.Race != nil {
			if err := d.race(ctx, tests.Target, t, opt); err != nil {
				return err
			}
			continue
		}
		if err := d.ExploreTest(ctx, tests.Target, t.Name, opt); err != nil {
			return err
		}
	}
	return nil
}

// tellPairs says what the tests of a package gave.
func (pl *pipeline) tellPairs(t *tested.Tally) {
	pl.Progress.Done()
	fmt.Fprintf(pl.Streams.Err, "tests of %s: %d lock dependencies, %d pairs cross, %d of them in %d drivers; %d got stuck\n", t.Package, t.Halves, t.Pairs, t.Driven, t.Drivers, t.Stuck)
	if t.Late {
		fmt.Fprintf(pl.Streams.Err, "  the tests were not recorded to their end; they last too long\n")
	}
	if t.More > 0 {
		fmt.Fprintf(pl.Streams.Err, "  drivers beyond the limit: %d\n", t.More)
	}
	if !pl.Verbose {
		return
	}
	if t.Outside > 0 {
		fmt.Fprintf(pl.Streams.Err, "  lock dependencies of no single call of a test: %d\n", t.Outside)
	}
	for _, why := range slices.Sorted(maps.Keys(t.Without)) {
		fmt.Fprintf(pl.Streams.Err, "  pairs without a driver: %d, since %s\n", t.Without[why], why)
	}
}
