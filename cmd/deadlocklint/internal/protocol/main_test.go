package protocol

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
)

// TestMain lets the test binary be the program that the go command calls
// through -exec.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "__exec" {
		os.Exit(m.Run())
	}
	err := session.Exec(context.Background(), command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[2:])
	var exit command.Exit
	if err != nil && !errors.As(err, &exit) {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(command.Status(err))
}
