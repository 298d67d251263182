package session

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
)

// OwnFlags binds the flags that every dynamic command shares.
func OwnFlags(name string, own *testflags.ToolFlags) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.DurationVar(&own.Budget, "budget", testflags.DefaultBudget, "time for all confirming runs and searches together, 0 is no limit")
	fs.IntVar(&own.Tries, "tries", testflags.DefaultTries, "confirming runs per candidate, 0 only predicts")
	fs.BoolVar(&own.JSON, "json", false, "write one JSON document to stdout")
	fs.BoolFunc("condvar", testflags.CondvarDoc+" (default true)", func(v string) error {
		on, err := strconv.ParseBool(v)
		own.NoCondvar = !on
		return err
	})
	if name == "run" { // it knows the source and decides how the program is built
		fs.BoolFunc("static", testflags.StaticDoc+" (default true)", func(v string) error {
			on, err := strconv.ParseBool(v)
			own.NoStatic = !on
			return err
		})
		fs.BoolVar(&own.Memory, "memory", false, "record accesses of plain memory too. The report assumes less, and conditions behind pointers are known. It is slower: every access is a call")
	}
	fs.StringVar(&own.Keep, "keep", "", "keep recordings and schedules in this `directory`")
	fs.BoolFunc("leaks", testflags.LeaksDoc+" (default true)", func(v string) error {
		on, err := strconv.ParseBool(v)
		own.NoLeaks = !on
		return err
	})
	fs.BoolVar(&own.NoInput, "no-input", false, testflags.NoInputDoc)
	switch name { // they read files that others may have written
	case "replay":
		fs.StringVar(&own.Checkout, "C", "", "`directory` in the module to replay in. By default that is where this user recorded the schedule, or else here")
		fallthrough
	case "confirm", "predict":
		fs.BoolVar(&own.Trust, "trust", false, testflags.TrustDoc)
	}
	fs.Uint64Var(&own.Seed, "seed", 0, "seed of every random choice; the report prints the seed of the run")
	fs.StringVar(&own.Strategy, "strategy", string(confirm.Parallel), "how goroutines run while confirming: parallel or serial")
	fs.StringVar(&own.Abstraction, "abstraction", "index", "variant of identity: index, receivers, trivial, no-context, no-yield")
	fs.BoolVar(&own.Verbose, "v", false, "show findings that are infeasible or not seen, too")
	testflags.BindOutputFlags(fs, &own.OutputFlags, name == "run")
	fs.Func("fail-on", "comma-separated `list` of "+testflags.FailOnDoc, func(s string) (err error) {
		own.FailOn, err = testflags.Statuses(s)
		return err
	})
	return fs
}

// CheckOwn refuses values that no flag package can check.
func CheckOwn(own testflags.ToolFlags) error {
	switch confirm.Strategy(own.Strategy) {
	case "", confirm.Parallel, confirm.Serial:
	default:
		return command.Usage(fmt.Errorf("-strategy %s: say parallel or serial", own.Strategy))
	}
	if _, ok := confirm.Variants()[own.Abstraction]; !ok && own.Abstraction != "" {
		return command.Usage(fmt.Errorf("-abstraction %s: say index, receivers, trivial, no-context or no-yield", own.Abstraction))
	}
	if own.Tries < 0 || own.Budget < 0 {
		return command.Usage(errors.New("-tries and -budget cannot be negative; write 0 or more"))
	}
	return nil
}

// Parse parses args and words the errors of package flag.
func Parse(fs *flag.FlagSet, args []string, own *testflags.ToolFlags) error {
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return command.Usage(fmt.Errorf("%w; run deadlocklint help %s", err, fs.Name()))
	}
	return CheckOwn(*own)
}
