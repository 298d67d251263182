// Command native shows the confirmed findings of the folder latent without deadlocklint. It puts sleeps at the
// places that a finding names. Then the test runs with the ordinary toolchain until it hangs, fails, or leaves a
// goroutine after.
//
// The input is the document of "deadlocklint test -json". The output has a line for each finding: the number of
// the first run that shows the finding, with sleeps and without. The exit status is 1 when a finding is not shown
// with sleeps.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	runs := flag.Int("runs", 100, "how often a test runs at most, with sleeps and without")
	flag.Parse()
	if err := check(*runs); err != nil {
		fmt.Fprintln(os.Stderr, "native:", err)
		os.Exit(1)
	}
}

// check judges all confirmed findings of the document at the input.
func check(runs int) error {
	var doc document
	if err := json.NewDecoder(os.Stdin).Decode(&doc); err != nil {
		return fmt.Errorf("%w; give it the output of deadlocklint test -json", err)
	}
	var shown, all int
	fmt.Printf("%-16s %-14s %6s %12s %14s\n", "finding", "test", "places", "with sleeps", "without sleeps")
	for _, f := range doc.Findings {
		if f.Status != "confirmed" || len(f.Tests) == 0 {
			continue
		}
		all++
		with, err := firstRun(f.Tests[0], f.places(), runs)
		if err != nil {
			return fmt.Errorf("%s: %w", f.ID, err)
		}
		without, err := firstRun(f.Tests[0], nil, runs)
		if err != nil {
			return fmt.Errorf("%s: %w", f.ID, err)
		}
		if with > 0 {
			shown++
		}
		fmt.Printf("%-16s %-14s %6d %12s %14s\n", f.ID, f.Tests[0], len(f.places()), numbered(with), numbered(without))
	}
	fmt.Printf("%d of %d findings hang, fail or leave a goroutine behind in at most %d runs with sleeps\n", shown, all, runs)
	if shown < all {
		return fmt.Errorf("%d findings were not shown; a larger -runs may show them", all-shown)
	}
	return nil
}

func numbered(run int) string {
	if run == 0 {
		return "none"
	}
	return fmt.Sprint(run)
}
