// Command bench measures deadlocklint and writes the figures as Markdown tables. Beside
// each table are the machine and the command that made it.
//
//	$ cd bench
//	$ go run . -h
//
// It is a module of its own: deadlocklint does not depend on the tools in the
// comparisons. A subcommand measures one thing and returns tables. With -write they go
// into RESULTS.md, in place of their earlier versions. Nothing here fails because of a
// number: these are no tests.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// A command measures one thing.
type command struct {
	name, short string
	flags       func(*flag.FlagSet) measurement
}

// A measurement is a command whose flags are known.
type measurement func(ctx context.Context, e *environment) ([]table, error)

var commands = []command{
	{"recorder", "what recording costs per operation, beside plain sync and other lock types", recorderFlags},
	{"predictor", "events per second and memory of the predictor", predictorFlags},
	{"goroutines", "time and memory of the predictor against the number of goroutines", goroutinesFlags},
	{"confirm", "how likely a confirming run shows the deadlock, per case and variant", confirmFlags},
	{"explore", "schedules a CPU second, and the share of native speed, of small bodies", exploreFlags},
	{"typestate", "collecting calls, mining automata and checking them, beside table 9.3 of the thesis", protocolFlags},
	{"memory", "memory of a check of calls against the length of the trace", memoryFlags},
	{"condvar", "size and search of trace programs, beside table 9.2 of the thesis", condvarFlags},
	{"programs", "trace programs of the tests of modules that are searched to the end; downloads the modules", programsFlags},
	{"races", "what recording for races costs, beside plain and the race detector; downloads modules", racesFlags},
	{"released", "deadlocks over communication that a release repaired; downloads the modules", releasedFlags},
	{"suites", "what recording costs in the test suites of real modules; downloads them", suitesFlags},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 || strings.TrimLeft(args[0], "-") == "h" || strings.TrimLeft(args[0], "-") == "help" {
		help(os.Stdout)
		return nil
	}
	if args[0] == loadCommand { // predictor calls itself
		return runLoad(args[1:])
	}
	if args[0] == latticeCommand { // and typestate
		return runLattice(args[1:])
	}
	if args[0] == checkCommand {
		return runCheck(args[1:])
	}
	if args[0] == searchCommand { // condvar calls itself
		return runSearch(args[1:])
	}
	if args[0] == racesCommand { // races calls itself
		return runRaces(args[1:])
	}
	if _, err := os.Stat(filepath.Join("workload", "main.go")); err != nil {
		return errors.New("the programs to measure are not here; run it in the directory bench")
	}
	if args[0] == "all" {
		return runAll(ctx, args[1:])
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(ctx, args[1:])
		}
	}
	return fmt.Errorf("unknown command %q; run go run . -h", args[0])
}

func help(w io.Writer) {
	fmt.Fprint(w, "usage: go run . command [flags]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, c.short)
	}
	fmt.Fprintf(w, "  %-10s %s\n", "all", "all of these with their default flags; takes hours")
	fmt.Fprint(w, "\nWith -write the tables go into RESULTS.md. go run . command -h prints the flags.\n")
}

// runAll runs every command, also after a command that failed.
func runAll(ctx context.Context, args []string) error {
	var errs []error
	for _, c := range commands {
		if err := c.run(ctx, args); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", c.name, err))
		}
	}
	return errors.Join(errs...)
}

func (c command) run(ctx context.Context, args []string) error {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	write := fs.Bool("write", false, "write the tables into RESULTS.md")
	measure := c.flags(fs)
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("unexpected %q; run go run . %s -h", fs.Arg(0), c.name)
	}
	e, err := newEnvironment()
	if err != nil {
		return err
	}
	defer e.close()
	machine := machine()
	tables, err := measure(ctx, e)
	if err != nil {
		return err
	}
	text := section(c, args, machine, tables)
	fmt.Print(text)
	if *write {
		return replaceSection("RESULTS.md", c.name, text)
	}
	return nil
}
