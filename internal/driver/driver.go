// Package driver is the command line of deadlocklint: one file per subcommand,
// and the pipeline they share.
//
// Run takes the arguments apart, a subcommand opens a session (package
// record), predicts from what was recorded (package predict), confirms the
// candidates (package confirm), and hands the findings to a report.Handler.
// The exit status follows from the findings and travels as an [Exit].
//
// The package never calls os.Exit and writes nothing into the user's tree
// unless a flag names a place.
package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// An Exit is an error that only carries an exit status: everything there is to
// say has been written.
type Exit int

// Error implements error.
func (e Exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// usage is an error in the command line.
type usage struct{ error }

// Status returns the exit status for what Run returned.
func Status(err error) int {
	var exit Exit
	var u usage
	switch {
	case err == nil:
		return report.ExitClean
	case errors.As(err, &exit):
		return int(exit)
	case errors.As(err, &u):
		return report.ExitUsage
	}
	return report.ExitFailed
}

// Silent reports whether err needs no message of its own.
func Silent(err error) bool {
	var exit Exit
	return err == nil || errors.As(err, &exit)
}

// Streams are where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// A command is a subcommand.
type command struct {
	name  string
	args  string
	short string
	run   func(ctx context.Context, s Streams, args []string) error
}

// commands is the table that Run, help and the documentation derive from.
func commands() []command {
	return []command{
		{"check", "[flags] [packages]", "look for deadlocks without running the program; also deadlocklint ./...", runCheck},
		{"demo", "", "predict and confirm a deadlock in a small program, to see how it works", runDemo},
		{"test", "[flags] [packages] [-args ...]", "like go test: record, predict, confirm", runTest},
		{"run", "[flags] package [-- arguments]", "the same for a program", runRun},
		{"typestate", "mine|check|show|replay [flags] ...", "the same for protocols: mine them from runs, check every order that was possible", runTypestate},
		{"explain", "[check]", "say what a static check is about, or list them", runExplain},
		{"record", "[flags] -- command [arguments]", "record a command that starts instrumented programs", runRecord},
		{"predict", "[flags] directory", "predict from what was recorded", runPredict},
		{"confirm", "[flags] directory | id packages", "confirm what a recording predicts, or the finding with that id", runConfirm},
		{"replay", "[flags] file", "make a confirmed deadlock happen again", runReplay},
		{"trace", "file", "print a trace in its readable form", runTrace},
		{"env", "", "print the variables that make any go command build instrumented programs", runEnv},
		{"selftest", "", "find a known deadlock in every stage, and fail when it is not found", runSelftest},
		{"lsp", "", "be a language server beside the editor's own", runLSP},
		{"gopls", "install [flags]", "build the Go team's language server with the checks in it", runGopls},
		{"completion", "bash|zsh|fish", "print a script that completes command lines in that shell", runCompletion},
		{"version", "", "print the version", runVersion},
		{"help", "[command | check]", "show this, the flags of a command, or what a check is about", runHelp},
	}
}

// Run executes a command line without the program's name.
func Run(ctx context.Context, s Streams, args []string) error {
	if len(args) == 0 {
		writeHelp(s.Err)
		return Exit(report.ExitUsage)
	}
	switch {
	case args[0] == "-version" || args[0] == "--version":
		args = append([]string{"version"}, args[1:]...)
	case isHelp(args[0]):
		args = append([]string{"help"}, args[1:]...)
	case args[0] == "__exec":
		return runExec(ctx, s, args[1:])
	case len(args) == 2 && isHelp(args[1]):
		args = []string{"help", args[0]}
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, s, args[1:])
		}
	}
	if strings.ContainsAny(args[0], "./") || strings.HasPrefix(args[0], "-") { // packages, or flags before them
		return runCheck(ctx, s, args)
	}
	return usage{fmt.Errorf("unknown command %q; %srun deadlocklint help", args[0], perhaps(args[0]))}
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func runHelp(ctx context.Context, s Streams, args []string) error {
	if len(args) == 0 {
		writeHelp(s.Out)
		return nil
	}
	for _, c := range commands() {
		if c.name == args[0] {
			fmt.Fprintf(s.Out, "usage: %s\n\n%s\n\n%s", strings.TrimRight("deadlocklint "+c.name+" "+c.args, " "), whole(c.short), flagsOf(c.name))
			return nil
		}
	}
	if check := checkNamed(args[0]); check != "" {
		return runExplain(ctx, s, []string{check})
	}
	return usage{fmt.Errorf("there is no command or check %q; run deadlocklint help, or deadlocklint explain for the checks", args[0])}
}
