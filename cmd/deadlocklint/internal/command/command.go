// Package command holds what every command line of deadlocklint shares: where it
// reads and writes, and how it ends.
//
// A command returns an error. [Usage] marks one in its arguments, [Help] asks for its
// documentation, and an [Exit] carries a status after everything was said. [Status] and
// [Silent] turn what came back into the end of the process.
//
// The package exits never, parses no flags and knows no command.
package command

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Streams are where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// An Exit is an error that only carries an exit status: everything there is to
// say has been written.
type Exit int

// Error implements error.
func (e Exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// A Told is an error of which the user has been told. Its text is for documents.
type Told string

// Error implements error.
func (t Told) Error() string { return string(t) }

// usageError is an error in the command line.
type usageError struct{ error }

// Usage marks an error as one in the command line.
func Usage(err error) error { return usageError{err} }

// IsUsage reports whether an error is one in the command line.
func IsUsage(err error) bool {
	var u usageError
	return errors.As(err, &u)
}

// Help is the error of a command line that asks for the documentation of the
// command with that name.
type Help string

// Error implements error.
func (h Help) Error() string { return "run deadlocklint help " + string(h) }

// HelpOr returns an error in flags as one in the command line, or Help for the command when the flag
// -help was the error.
func HelpOr(name string, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return Help(name)
	}
	return Usage(err)
}

// Status returns the exit status of a command line that returned err.
func Status(err error) int {
	var exit Exit
	switch {
	case err == nil:
		return report.ExitClean
	case errors.As(err, &exit):
		return int(exit)
	case IsUsage(err):
		return report.ExitUsage
	}
	return report.ExitFailed
}

// Silent reports whether err needs no message of its own.
func Silent(err error) bool {
	var exit Exit
	var told Told
	return err == nil || errors.As(err, &exit) || errors.As(err, &told)
}

// NoArguments is the error of arguments for a command without any.
func NoArguments(name string, args []string) error {
	if len(args) > 0 {
		return Usage(fmt.Errorf("%s takes no arguments, not even %s; run deadlocklint %s", name, args[0], name))
	}
	return nil
}
