package run

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive/tested"
)

// drivePairs explores pairs of calls that the tests of a package make. A package whose tests cannot be used is driven all the same.
func (pl *pipeline) drivePairs(ctx context.Context, s *tested.Search, pkg *packages.Package) error {
	tests, tally, err := s.Package(ctx, pkg)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(pl.Streams.Err, "deadlocklint: no pairs of calls come from the tests of %s: %v\n", pkg.PkgPath, err)
		pl.Failed, pl.Unbuilt = false, false
		return nil
	}
	if tally != nil {
		pl.tellPairs(tally)
	}
	if tests == nil {
		return nil
	}
	return pl.exploreDriven(ctx, tests, pkg.PkgPath)
}

// exploreDriven explores generated tests as those of the user.
func (pl *pipeline) exploreDriven(ctx context.Context, tests *drive.Tests, path string) error {
	for _, t := range tests.Tests {
		pl.Progress.Say("exploring %s of %s", t.Name, path)
		pl.driven[t.Name] = t
		if err := pl.ExploreTest(ctx, tests.Target, t.Name, *pl.Explore); err != nil {
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
