// Command deadlocklint predicts the deadlocks that a Go program's passing run
// did not show, and then makes them happen. Run "deadlocklint help" for the
// commands; all of it is in package internal/driver.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/deadlocklint/deadlocklint/internal/driver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := driver.Run(ctx, driver.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:])
	stop()
	if !driver.Silent(err) {
		fmt.Fprintln(os.Stderr, "deadlocklint:", err)
	}
	os.Exit(driver.Status(err))
}
