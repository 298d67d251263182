package session

import (
	"context"
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/instrument"
)

// maxGivenUp is how many conditions that are not known are listed.
const maxGivenUp = 10

// conditions makes the conditions of the user's own module visible and returns
// the overlay to build with, and the packages of which memory events are needed.
// A package that cannot be loaded is recorded without conditions.
func (se *Session) conditions(ctx context.Context, opt instrument.Options) (overlay string, packages []string, err error) {
	se.Progress.Say("looking for the conditions of condition variables")
	opt.Dir, opt.Memory = se.Work, opt.Memory || se.Memory
	kept := opt
	name, table, err := instrument.Overlay(ctx, se.Dir, opt)
	if err != nil {
		if ctx.Err() != nil {
			return "", nil, ctx.Err()
		}
		se.LeftOut("conditions are not recorded", err)
		return opt.User, nil, nil
	}
	se.Replay.Conditions = &schedule.Conditions{Patterns: kept.Patterns, Tests: kept.Tests, Memory: kept.Memory}
	se.sayGivenUp(table)
	se.writes = len(table.Packages) > 0
	return name, table.Packages, table.Write(se.Dir)
}

// sayGivenUp says how many conditions are not known, and with -v which and why.
func (se *Session) sayGivenUp(table *condvar.Table) {
	if se.Verbose && table.Gates+table.GatesGivenUp > 0 {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: %d conditions that decide an operation on a channel or WaitGroup are recorded, %d are over more than fields and variables\n", table.Gates, table.GatesGivenUp)
	}
	if se.Verbose && len(table.Packages) > 0 {
		fmt.Fprintf(se.Streams.Err, "deadlocklint: memory events tell of writes to variables of conditions in %s\n", strings.Join(table.Packages, ", "))
	}
	n := len(table.GivenUp)
	if n == 0 && (!se.Verbose || table.Inferred+table.Annotated == 0) {
		return
	}
	more := ", so that a Wait is taken not to miss its signal there; -v lists them"
	switch {
	case n == 0:
		more = ""
	case se.Verbose:
		more = ", so that a Wait is taken not to miss its signal there:"
	}
	fmt.Fprintf(se.Streams.Err, "deadlocklint: %d conditions of condition variables are recorded (%d written in comments), %d are not known%s\n",
		table.Inferred+table.Annotated, table.Annotated, n, more)
	if !se.Verbose {
		return
	}
	for _, why := range table.GivenUp[:min(n, maxGivenUp)] {
		fmt.Fprintf(se.Streams.Err, "\t%s\n", strings.TrimPrefix(why, se.Work+"/"))
	}
	if n > maxGivenUp {
		fmt.Fprintf(se.Streams.Err, "\tand %d more; -keep a recording and see its conditions.json\n", n-maxGivenUp)
	}
}

// Overlaid returns build flags with our overlay in place of the user's.
func (se *Session) Overlaid(ctx context.Context, build []string, opt instrument.Options) ([]string, error) {
	rest, user := takeOverlay(build)
	opt.Flags, opt.User = LoadFlags(build), user
	overlay, packages, err := se.conditions(ctx, opt)
	if err == nil && overlay != "" {
		rest = append(rest, "-overlay="+overlay)
	}
	for _, f := range goroot.WritesOf(valuesOf("gcflags", build), packages) {
		rest = append(rest, "-gcflags="+f)
	}
	return rest, err
}

// valuesOf are the values of a flag in those of a build.
func valuesOf(name string, build []string) (values []string) {
	for _, f := range build {
		if v, ok := strings.CutPrefix(strings.TrimLeft(f, "-"), name+"="); ok {
			values = append(values, v)
		}
	}
	return values
}

// LoadFlags are those flags of a build that decide which files belong to it.
func LoadFlags(build []string) (flags []string) {
	for _, f := range build {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		switch name {
		case "tags", "mod", "modfile", "race":
			flags = append(flags, f)
		}
	}
	return flags
}

// takeOverlay removes -overlay from build flags and returns its value.
func takeOverlay(build []string) (rest []string, overlay string) {
	for _, f := range build {
		if v, ok := strings.CutPrefix(strings.TrimLeft(f, "-"), "overlay="); ok {
			overlay = v
			continue
		}
		rest = append(rest, f)
	}
	return rest, overlay
}
