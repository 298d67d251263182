// Package dispatch takes a command line apart and calls the command that it names.
//
// [Run] looks it up in one table, from which the help, the pages of doc/commands and
// the completion of shells are made as well. The demo and the self-test are here
// because they call other commands as a user would.
//
// The package never calls os.Exit. Each command has a package of its own.
package dispatch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/gopls"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/lsp"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// A subcommand is a command line of its own.
type subcommand struct {
	name  string
	args  string
	short string
	run   func(ctx context.Context, s command.Streams, args []string) error
}

// commands is the table that Run, help and the documentation derive from.
func commands() []subcommand {
	return []subcommand{
		{"check", "[flags] [packages]", "look for deadlocks without running the program; also deadlocklint ./...", static.Check},
		{"demo", "", "predict and confirm a deadlock in a small program, to see how it works", runDemo},
		{"test", "[flags] [packages] [-args ...]", "like go test: record, predict, confirm", run.Test},
		{"explore", "[flags] [packages] [-args ...]", "run each test under many schedules, one goroutine at a time", run.Explore},
		{"races", "[flags] [packages] [-args ...]", "find data races, broken atomicity and order violations in each test, make each order happen, and tell what it does", run.Races},
		{"run", "[flags] package [-- arguments]", "the same for a program", run.Program},
		{"typestate", "mine|check|show|replay [flags] ...", "the same for protocols: mine them from runs, check every order that was possible", protocol.Run},
		{"explain", "[check]", "explain a static check, or list all of them", static.Explain},
		{"record", "[flags] -- command [arguments]", "record a command that starts instrumented programs", run.Record},
		{"predict", "[flags] directory", "predict from a recording", run.Predict},
		{"confirm", "[flags] directory | id packages", "confirm the candidates of a recording, or the finding with that id", run.Confirm},
		{"replay", "[flags] file", "make a confirmed deadlock happen again", run.Replay},
		{"trace", "file", "print a trace in its readable form", run.Trace},
		{"env", "", "print the variables that make any go command build instrumented programs", run.Env},
		{"selftest", "", "find a known deadlock in every stage, and fail when it is not found", runSelftest},
		{"lsp", "", "be a language server beside the editor's own", lsp.Run},
		{"gopls", "install [flags]", "build the Go team's language server with the checks in it", gopls.Run},
		{"completion", "bash|zsh|fish", "print a script that completes command lines in that shell", runCompletion},
		{"version", "", "print the version", runVersion},
		{"help", "[command | check]", "show this, the flags of a command, or the page of a check", runHelp},
	}
}

// Run executes a command line without the program's name.
func Run(ctx context.Context, s command.Streams, args []string) error {
	if len(args) == 0 {
		writeHelp(s.Err)
		return command.Exit(report.ExitUsage)
	}
	args = inDirectory(args)
	switch {
	case args[0] == "-version" || args[0] == "--version":
		args = append([]string{"version"}, args[1:]...)
	case isHelp(args[0]):
		args = append([]string{"help"}, args[1:]...)
	case args[0] == "__exec":
		return session.Exec(ctx, s, args[1:])
	case args[0] == "__explore":
		return session.ExecExplore(ctx, s, args[1:])
	case args[0] == "__races":
		return session.ExecRaces(ctx, s, args[1:])
	case len(args) == 2 && isHelp(args[1]):
		args = []string{"help", args[0]}
	}
	err := dispatch(ctx, s, args)
	var help command.Help
	if errors.As(err, &help) {
		return runHelp(ctx, s, []string{string(help)})
	}
	return err
}

// inDirectory puts a flag -C that stands before the name of a command behind it, since the go command takes
// it there. Other arguments stay as they are.
func inDirectory(args []string) []string {
	n := 1
	switch {
	case args[0] == "-C" || args[0] == "--C":
		n = 2
	case !strings.HasPrefix(args[0], "-C=") && !strings.HasPrefix(args[0], "--C="):
		return args
	}
	if n >= len(args) || !slices.ContainsFunc(commands(), func(c subcommand) bool { return c.name == args[n] }) {
		return args
	}
	at := n + 1
	if args[n] == "typestate" && at < len(args) {
		at++ // it has commands of its own
	}
	return slices.Concat(args[n:at], args[:n], args[at:])
}

// dispatch calls the command that the arguments name.
func dispatch(ctx context.Context, s command.Streams, args []string) error {
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, s, args[1:])
		}
	}
	if strings.ContainsAny(args[0], "./") || strings.HasPrefix(args[0], "-") { // packages, or flags before them
		return static.Check(ctx, s, args)
	}
	return command.Usage(fmt.Errorf("unknown command %q; %srun deadlocklint help", args[0], perhaps(args[0])))
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func runHelp(ctx context.Context, s command.Streams, args []string) error {
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
	if check := suite.Named(args[0]); check != "" {
		return static.Explain(ctx, s, []string{check})
	}
	return command.Usage(fmt.Errorf("there is no command or check %q; run deadlocklint help, or deadlocklint explain for the checks", args[0]))
}

// runVersion prints the version.
func runVersion(ctx context.Context, s command.Streams, args []string) error {
	if err := command.NoArguments("version", args); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "deadlocklint %s, instruments Go 1.%d to 1.%d\n", command.Version(), goroot.Oldest, goroot.Newest)
	return nil
}
