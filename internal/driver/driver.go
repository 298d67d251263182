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
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

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
	err := dispatch(ctx, s, args)
	var help Help
	if errors.As(err, &help) {
		return runHelp(ctx, s, []string{string(help)})
	}
	return err
}

// dispatch calls the command that the arguments name.
func dispatch(ctx context.Context, s Streams, args []string) error {
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, s, args[1:])
		}
	}
	if strings.ContainsAny(args[0], "./") || strings.HasPrefix(args[0], "-") { // packages, or flags before them
		return runCheck(ctx, s, args)
	}
	return Usage(fmt.Errorf("unknown command %q; %srun deadlocklint help", args[0], perhaps(args[0])))
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
	return Usage(fmt.Errorf("there is no command or check %q; run deadlocklint help, or deadlocklint explain for the checks", args[0]))
}

// runVersion prints the version.
func runVersion(ctx context.Context, s Streams, args []string) error {
	if err := NoArguments("version", args); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "deadlocklint %s, instruments Go 1.%d to 1.%d\n", version(), goroot.Oldest, goroot.Newest)
	return nil
}
