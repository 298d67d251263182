// Command oracle draws random concurrent programs, runs deadlocklint on them and
// prints how many of its verdicts are untrue. All of it is in package
// internal/oracle; run.sh builds what is needed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/deadlocklint/deadlocklint/internal/oracle"
)

func main() {
	opt := oracle.Options{Progress: progress}
	flag.StringVar(&opt.Tool, "tool", "deadlocklint", "the `command` to compare")
	flag.StringVar(&opt.Dir, "dir", "", "keep everything in this `directory`, and go on where it ends")
	flag.Uint64Var(&opt.Seed, "seed", 1, "of the programs")
	flag.IntVar(&opt.Programs, "n", 10000, "how many programs")
	flag.IntVar(&opt.Size, "size", 200, "how many in a package")
	reduce := flag.Int("reduce", 0, "make this many of the programs with untrue verdicts smaller, and print them")
	flag.Parse()
	opt.Args = flag.Args()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	sum, err := oracle.Run(ctx, opt)
	if sum != nil {
		_, _ = sum.WriteTo(os.Stdout)
	}
	if err == nil && *reduce > 0 {
		err = oracle.WriteReduced(ctx, os.Stdout, opt, sum.Untrue, *reduce)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || len(sum.Untrue)+len(sum.Broken) > 0 {
		os.Exit(1)
	}
}

// progress shows that a long run goes on.
func progress(lot int, t *oracle.Tally) {
	fmt.Fprintf(os.Stderr, "package %d: %d programs, %d untrue verdicts, %d hangs missed\n",
		lot, t.Programs, len(t.Untrue), len(t.MissedHangs))
}
