// Command deadlocklint predicts the deadlocks that a Go program's passing run
// did not show, and then makes them happen. Run "deadlocklint help" for the
// commands; all of it is in package internal/driver.
//
// Called by go vet -vettool, it speaks go vet's protocol and runs the static
// checks of package passes/suite on one package.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/deadlocklint/deadlocklint/internal/driver"
)

func main() {
	if driver.CalledByVet(os.Args[1:]) {
		if version := driver.VetVersion(os.Args[1:]); version != "" {
			fmt.Print(version)
			return
		}
		driver.VetHeap.Start()
		if err := driver.VetRefuses(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "deadlocklint:", err)
			os.Exit(1)
		}
		checks, err := driver.VetChecks(os.Args[1:], flag.CommandLine)
		if err != nil {
			fmt.Fprintln(os.Stderr, "deadlocklint:", err)
			os.Exit(1)
		}
		unitchecker.Main(checks...) // exits
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := driver.Run(ctx, driver.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:])
	stop()
	if !driver.Silent(err) {
		fmt.Fprintln(os.Stderr, "deadlocklint:", err)
	}
	os.Exit(driver.Status(err))
}
