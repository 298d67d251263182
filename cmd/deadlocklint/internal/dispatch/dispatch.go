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
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/lsp"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/static"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A subcommand is a command line of its own.
type subcommand struct {
	name  string
	args  string
	short string
	about string // a paragraph of its page
	run   func(ctx context.Context, s command.Streams, args []string) error
}

// commands is the table that Run, help and the documentation derive from.
func commands() []subcommand {
	return []subcommand{
		{"check", "[flags] [packages]", "look for deadlocks without running the program; also deadlocklint ./...", aboutCheck, static.Check},
		{"demo", "[flags]", "predict and confirm a deadlock in a small program, to see how it works", aboutDemo, runDemo},
		{"test", "[flags] [packages] [-args ...]", "like go test: record, predict, confirm", aboutTest, run.Test},
		{"explore", "[flags] [packages] [-args ...]", "run each test under many schedules, one goroutine at a time", aboutExplore, run.Explore},
		{"races", "[flags] [packages] [-args ...]", "find data races, broken atomicity and order violations in each test, make each order happen, and tell what it does", aboutRaces, run.Races},
		{"run", "[flags] package [-- arguments]", "like go run: record a program, predict, confirm", aboutRun, run.Program},
		{"typestate", "mine|check|show [flags] ...", "find orders of method calls that fail: mine protocols from runs, check every order that was possible", aboutTypestate, protocol.Run},
		{"confirm", "[flags] directory | id [packages]", "predict from a recording and confirm, or confirm the finding with that id", aboutConfirm, run.Confirm},
		{"replay", "[flags] file", "make what a schedule shows happen again", aboutReplay, run.Replay},
		{"record", "[flags] command | env | show", "record any command, print what builds programs for it, or print a recording", aboutRecord, run.Record},
		{"lsp", "[gopls [flags]]", "be a language server beside the editor's own, or build the Go team's with the checks in it", aboutLSP, lsp.Run},
		{"version", "", "print the version", "", runVersion},
		{"help", "[command | check]", "show this, the flags of a command, the page of a check, or the script of a shell", aboutHelp, runHelp},
	}
}

// moved has the present form of each former command.
var moved = map[string]string{
	"predict": "confirm -tries 0 DIR", "explain": "help CHECK, or help checks for the list", "trace": "record show FILE", "env": "record env",
	"selftest": "demo -selftest", "gopls": "lsp gopls", "completion": "help completion SHELL",
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
	case len(args) == 2 && isHelp(args[1]) && isCommand(args[0]):
		args = []string{"help", args[0]}
	}
	err := dispatch(ctx, s, args)
	var help command.Help
	if errors.As(err, &help) {
		return runHelp(ctx, s, []string{string(help)})
	}
	return err
}

// inDirectory puts a flag -C that stands before the name of a command after it, since the go command takes
// it there. Other arguments stay as they are.
func inDirectory(args []string) []string {
	n := 1
	switch {
	case args[0] == "-C" || args[0] == "--C":
		n = 2
	case !strings.HasPrefix(args[0], "-C=") && !strings.HasPrefix(args[0], "--C="):
		return args
	}
	if n >= len(args) || !isCommand(args[n]) {
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
	if now := moved[args[0]]; now != "" {
		return command.Usage(fmt.Errorf("%s is deadlocklint %s now", args[0], now))
	}
	if strings.ContainsAny(args[0], "./") || strings.HasPrefix(args[0], "-") { // packages, or flags before them
		return static.Check(ctx, s, args)
	}
	return command.Usage(fmt.Errorf("unknown command %q; %srun deadlocklint help", args[0], perhaps(args[0])))
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func isCommand(name string) bool {
	return slices.ContainsFunc(commands(), func(c subcommand) bool { return c.name == name })
}

func runHelp(ctx context.Context, s command.Streams, args []string) error {
	if len(args) == 0 {
		writeHelp(s.Out)
		return nil
	}
	switch args[0] {
	case "checks":
		return static.Explain(ctx, s, args[1:])
	case "completion":
		return runCompletion(s, args[1:])
	}
	for _, c := range commands() {
		if c.name == args[0] {
			writeCommandHelp(s.Out, c)
			return nil
		}
	}
	if now := moved[args[0]]; now != "" {
		return command.Usage(fmt.Errorf("%s is deadlocklint %s now", args[0], now))
	}
	if static.Explains(args[0]) {
		return static.Explain(ctx, s, args)
	}
	return command.Usage(fmt.Errorf("there is no command or check %q; run deadlocklint help, or deadlocklint help checks", args[0]))
}

// runVersion prints the version.
func runVersion(ctx context.Context, s command.Streams, args []string) error {
	_, args, err := flags.Parse(flags.Version, args)
	if err != nil {
		return command.HelpOr("version", err)
	}
	if err := command.NoArguments("version", args); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "deadlocklint %s, instruments Go 1.%d to 1.%d\n", command.Version(), goroot.Oldest, goroot.Newest)
	return nil
}
