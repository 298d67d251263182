package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/drive/tested"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// checkDrive refuses flags that say something about tests of the user.
func checkDrive(p *testflags.CommandLine) error {
	if !p.Drive && p.Write != "" {
		return errors.New("-write is for the tests that -drive generates; write -drive, or leave -write out")
	}
	if !p.Drive && p.Rules != "" {
		return errors.New("-rules says what -drive counts; write -drive, or leave -rules out")
	}
	if !p.Drive {
		return nil
	}
	rules, err := furtherRules(p.Rules)
	if err != nil {
		return err
	}
	if slices.Contains(rules, judge.Race) && !p.Memory {
		return errors.New("-rules: a race is seen only where accesses of memory are recorded; write -memory, or leave race out")
	}
	for flag, given := range map[string]bool{
		"run": p.Run != "", "changed": p.Changed != "", "shard": p.Shards > 0, "results": p.Into != "", "resume": p.Resume != "", "x sets": p.Sets != "",
	} {
		if given {
			return fmt.Errorf("-%s is about tests that are there, and -drive generates them; leave one of them out", flag)
		}
	}
	return nil
}

// furtherRules reads a list of rules.
func furtherRules(list string) (rules []judge.Rule, err error) {
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
		if !slices.Contains(judge.Further, judge.Rule(name)) {
			return nil, fmt.Errorf("-rules: %q is none of close, lost, wait, grow, fatal and race; name some of them", name)
		}
		rules = append(rules, judge.Rule(name))
	}
	return rules, nil
}

// driveAll is "deadlocklint explore -drive": the tests are generated. Those that hang are explored as tests of the user are, and reported
// with their source.
func (pl *pipeline) driveAll(ctx context.Context, p testflags.CommandLine) error {
	if err := pl.PrepareTests(&p); err != nil {
		return err
	}
	if p.Is("race") {
		return command.Usage(errors.New("explore runs one goroutine at a time, where the race detector sees less; leave -race out"))
	}
	loaded, err := drive.Load(ctx, pl.Session, &p)
	if err != nil {
		return err
	}
	list := loaded.Packages
	for _, err := range loaded.Broken {
		pl.LeftOut("a package is left out", err)
	}
	to := drive.Destination(p.Write)
	if err := to.Check(list); err != nil {
		return err
	}
	rules, err := furtherRules(p.Rules)
	if err != nil {
		return err
	}
	pl.driven = map[string]drive.Test{}
	pl.keeper.Unkept, pl.keeper.Own = true, slices.Contains(rules, judge.Fatal)
	d := &driving{pl, &drive.Search{Session: pl.Session, Line: &p, Seed: p.Seed, Write: to, Rules: rules, Loaded: loaded}, &tested.Search{Session: pl.Session, Line: &p, Seed: p.Seed, Write: to}, list}
	if pl.Explore.Time > 0 && len(list) > 0 {
		if err := d.search.Warm(ctx, list[0]); err != nil {
			return err
		}
	}
	d.suspect(ctx)
	all := drive.Within(pl.Explore.Time)
	for i, pkg := range list {
		d.search.Until = all.PartOf(len(list)-i, leastTime)
		if err := errors.Join(d.pairs(ctx, pkg), d.drivers(ctx, pkg)); err != nil {
			return err
		}
	}
	pl.Failed = pl.Failed || len(pl.Failures) > 0
	return nil
}

// suspect asks the static checks for candidates. Their ids are those of findings that confirm them.
func (d *driving) suspect(ctx context.Context) {
	failed := d.Failed
	d.staticCandidates(ctx, static.Options{Dir: d.Work, Patterns: d.search.Line.Packages, Flags: d.search.Line.List(), Lists: d.Lists})
	d.Failed = failed // the drivers do without them
	d.search.Static = d.static
}

// leastTime is how long the search in a package may last, if so much is left. In less nothing would be found in any.
const leastTime = 10 * time.Second

// A driving is the search in generated tests, by two generators.
type driving struct {
	*pipeline
	search   *drive.Search
	tested   *tested.Search
	packages []*packages.Package // that are driven
}

// drivers explores tests that are made of the API of a package.
func (d *driving) drivers(ctx context.Context, pkg *packages.Package) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	tests, tally, err := d.search.Package(ctx, pkg)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil { // the others are driven
		d.LeftOut(pkg.PkgPath+" is not driven", err)
		d.Failed = false
		return nil
	}
	d.tellDriven(tally)
	if tests == nil {
		return nil
	}
	d.tellWritten(tests)
	return d.explore(ctx, tests, pkg.PkgPath)
}

// tellDriven says how much of a package the drivers came to.
func (pl *pipeline) tellDriven(t *drive.Tally) {
	pl.Progress.Done()
	pl.drove = append(pl.drove, drove(t))
	fmt.Fprintf(pl.Streams.Err, "drove %s: %d drivers of %d functions and methods; in %d a call panicked, %d ended the process; %.1f CPU s beside builds\n",
		t.Package, t.Drivers, t.Called, t.Void, t.Ended, t.Processor.Seconds())
	for _, limit := range []struct {
		n    int
		what string
	}{
		{t.Lost, "drivers not played to the end, since too many processes had ended"},
		{t.Unbuilt, "drivers made after the first ones, which do not compile; report the package"},
		{t.Endless, "drivers not played to the end, since their goroutines go on for ever"},
		{t.Alone, "places at which something hung, without a test that shows it alone: a further call ended it"},
		{t.Unplayed, "drivers not played to the end, for lack of time; give more with -time"},
		{t.MoreRaces, "further races, beyond the limit; repair the first ones, and drive again"},
		{t.Unraced, "drivers in which no race was looked for, for lack of time; give more with -time"},
		{t.Unreduced, "drivers that hung, and were not made tests for lack of time; give more with -time"},
		{t.More, "further places at which something hung, beyond the limit; repair the first ones, and drive again"},
	} {
		if limit.n > 0 {
			fmt.Fprintf(pl.Streams.Err, "  %s: %d\n", limit.what, limit.n)
		}
	}
	if !pl.Verbose {
		return
	}
	if all := t.Reached + t.Unreached; all > 0 {
		fmt.Fprintf(pl.Streams.Err, "  %d of %d branches reached, with %d generations of drivers made of others; at %d places only these hung\n",
			t.Reached, all, t.Generations, t.Later)
	}
	for _, p := range slices.SortedFunc(maps.Keys(t.Panics), func(p, q drive.Panic) int {
		return cmp.Or(t.Panics[q]-t.Panics[p], strings.Compare(p.Function, q.Function), strings.Compare(p.Text, q.Text))
	}) {
		fmt.Fprintf(pl.Streams.Err, "  drivers in which %s panicked: %d, with %q\n", p.Function, t.Panics[p], p.Text)
	}
	for _, l := range t.Lacking {
		fmt.Fprintf(pl.Streams.Err, "  not called: %s, for want of %s\n", l.Func, l.Type)
	}
}

// drove is a tally for programs.
func drove(t *drive.Tally) report.Driven {
	d := report.Driven{
		Package: t.Package, Drivers: t.Drivers, Void: t.Void, Ended: t.Ended, Lost: t.Lost, Endless: t.Endless, Functions: t.Called, Reached: t.Reached, Unreached: t.Unreached, Generations: t.Generations, Later: t.Later, Unbuilt: t.Unbuilt, Alone: t.Alone, More: t.More,
		Unplayed: t.Unplayed, Unreduced: t.Unreduced, MoreRaces: t.MoreRaces, Unraced: t.Unraced, Lacking: []report.Lacking{},
		Processor: t.Processor.Seconds(),
	}
	for _, l := range t.Lacking {
		d.Lacking = append(d.Lacking, report.Lacking{Function: l.Func, Type: l.Type})
	}
	return d
}

// drivenStats adds the tallies. A package without a single verdict was not looked at.
func (pl *pipeline) drivenStats(stats report.Stats) report.Stats {
	stats.Driven = pl.drove
	for _, d := range pl.drove {
		stats.Incomplete = stats.Incomplete || d.IsUnjudged()
	}
	return stats
}

// tellWritten says which file has the tests of a package.
func (pl *pipeline) tellWritten(tests *drive.Tests) {
	var names []string
	for _, t := range tests.Tests {
		names = append(names, t.Name)
	}
	if file := tests.Tests[0].File; file != "" {
		fmt.Fprintf(pl.Streams.Err, "wrote %s: %s\n", pl.named(file), strings.Join(names, ", "))
	}
}

// named is a file as in positions, "" for none.
func (pl *pipeline) named(file string) string {
	if file == "" {
		return ""
	}
	return module.Relative(pl.Root(), file)
}

// ofDrivers keeps the findings that count of a generated test, with its source. Other endings of its schedules may be its own fault.
func (pl *pipeline) ofDrivers(list []report.Finding) (kept []report.Finding) {
	for _, f := range list {
		t, ok := pl.drivenBy(&f)
		if !ok || !harmsBy(&f, t) {
			continue
		}
		f.Note = false // its rule counts
		f.Driver = &report.Driver{Test: t.Text, Contract: contract(t), File: pl.named(t.File), Against: pl.against(t), Unsaid: t.Unsaid}
		kept = append(kept, f)
	}
	return kept
}

// against are the words against which a test goes.
func (pl *pipeline) against(t drive.Test) (list []report.Words) {
	for _, w := range t.Against {
		list = append(list, report.Words{About: string(w.Kind), Text: w.Text, Pos: fmt.Sprintf("%s:%d:%d", pl.named(w.At.Filename), w.At.Line, w.At.Column)})
	}
	return list
}

// drivenBy is the generated test in which a finding was seen.
func (pl *pipeline) drivenBy(f *report.Finding) (t drive.Test, ok bool) {
	for _, name := range f.Tests {
		if t, ok = pl.driven[name]; ok {
			break
		}
	}
	return t, ok
}

// harmsBy reports whether a finding breaks the rule of its driver.
func harmsBy(f *report.Finding, t drive.Test) bool {
	end := &explorer.Ending{Crash: f.Dump}
	switch {
	case t.Race != nil && f.Check != checks.Race, f.Check == checks.Race && f.Status != report.StatusConfirmed:
		return false
	case t.Rule == judge.Race:
		return t.Race != nil
	case t.Rule == judge.Fatal && t.Race != nil:
		return end.IsMapUse()
	case t.Rule == judge.Fatal:
		return f.Status == report.StatusConfirmed && end.IsUnlock()
	}
	return waitsBy(f, t)
}

// Operations that wait: for locks, and for other things.
var (
	lockOps  = []string{"lock", "rlock", "request", "rrequest"}
	otherOps = []string{"send", "recv", "select", "wait", "wgwait"}
)

// waitsBy reports whether a goroutine of a finding waits as the rule of its driver says, and where. A lock keeps out calls at many places.
// A goroutine that holds it while it waits for something else waits so in the driver, too.
func waitsBy(f *report.Finding, t drive.Test) bool {
	if f.Status != report.StatusConfirmed && f.Status != report.StatusLeaked && f.Status != report.StatusLeftBlocked {
		return false
	}
	ops := otherOps
	switch t.Rule {
	case judge.Lock:
		ops = lockOps
		if slices.ContainsFunc(f.Goroutines, func(g report.Goroutine) bool { return isPaid(g, t) }) {
			return false
		}
	case judge.Send:
		ops = []string{"send", "wgwait"}
	}
	return slices.ContainsFunc(f.Goroutines, func(g report.Goroutine) bool {
		if len(g.Steps) == 0 {
			return false
		}
		last := g.Steps[len(g.Steps)-1]
		return slices.Contains(ops, last.Op) && (t.Rule == judge.Lock || hangsAt(t.Places, last.Pos))
	})
}

// isPaid reports whether a goroutine holds a lock and waits for something else, and whether that ends when the driver pays what it
// owes. A plain test pays nothing.
func isPaid(g report.Goroutine, t drive.Test) bool {
	n := len(g.Steps) - 1
	if n < 1 || !slices.Contains(otherOps, g.Steps[n].Op) || strings.Contains(g.Steps[n].Pos, "_test.go:") {
		return false
	}
	holds := slices.ContainsFunc(g.Steps[:n], func(s report.Step) bool { return slices.Contains(lockOps, s.Op) })
	return holds && !hangsAt(t.Places, g.Steps[n].Pos) && !hangsAt(t.Beside, g.Steps[n].Pos)
}

// hangsAt reports whether a position is one of the places at which a driver hangs.
func hangsAt(places []string, pos string) bool {
	line := path.Base(pos)
	if i := strings.LastIndexByte(line, ':'); i > 0 {
		line = line[:i] // without the column
	}
	return slices.ContainsFunc(places, func(place string) bool { return strings.HasSuffix(place, " "+line) })
}

// contract is the assumption of a generated test about the package.
func contract(t drive.Test) string {
	text := "these calls may be made at the same time"
	if t.Single {
		text = "these calls may be made one after the other"
	}
	if t.Panics {
		text += ", and what they call back may panic"
	}
	if further := assumed[t.Rule]; further != "" {
		text += ", and " + further
	}
	return text
}

// assumed are the assumptions of the further rules.
var assumed = map[judge.Rule]string{
	judge.Close: "the end of an object waits for nobody",
	judge.Lost:  "of equal calls the one that began first returns first",
	judge.Wait:  "other calls of the package end the wait",
	judge.Grow:  "a goroutine ends with the call that has started it",
}
