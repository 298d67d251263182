// Command deadlocklint predicts the deadlocks that a Go program's passing run
// did not show, and then makes them happen. Run "deadlocklint help" for the
// commands; package internal/dispatch calls them.
//
// Called by go vet -vettool, it speaks go vet's protocol and runs the static
// checks of package passes/suite on one package.
package main

import (
	"flag"
	"fmt"
	"os"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/dispatch"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/vet"
)

func main() {
	if vet.Called(os.Args[1:]) {
		if version := vet.Version(os.Args[1:]); version != "" {
			fmt.Print(version)
			return
		}
		static.VetHeap.Start()
		if err := vet.Refuses(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "deadlocklint:", err)
			os.Exit(1)
		}
		checks, err := vet.Checks(os.Args[1:], flag.CommandLine)
		if err != nil {
			fmt.Fprintln(os.Stderr, "deadlocklint:", err)
			os.Exit(1)
		}
		unitchecker.Main(checks...) // exits
	}
	ctx, stop := command.Interruptible(os.Exit)
	err := dispatch.Run(ctx, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:])
	stop()
	if !command.Silent(err) {
		fmt.Fprintln(os.Stderr, "deadlocklint:", err)
	}
	os.Exit(command.Status(err))
}
