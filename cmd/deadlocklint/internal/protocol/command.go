// Package protocol is deadlocklint typestate: it mines automata from runs, checks every
// order of calls that the runs could have had, and makes violations happen.
//
// A session records the calls at the sites that package instrument/sites rewrites.
// Package typestate makes objects and orders of them, package mine automata, package
// lattice the violations. A confirming run forces the order of a violation. Harmless
// orders are learned, and the automata are mined again. Package run calls [Watch]
// and [Protocols.CheckRecorded] to do the same for the protocols of a module's
// tests.
//
// The package does not look for deadlocks.
package protocol

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/lattice"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// A protocolRun is one invocation of deadlocklint typestate.
type protocolRun struct {
	testflags.ToolFlags
	sources.Search
	verb      string
	types     []string
	out       string
	save      bool
	all       bool // types without a race too
	everySite bool // calls too on objects that no other goroutine can reach; for tests
	soft      bool
	locks     bool
	draw      string
	learn     mine.Options
	match     string
	lattice   lattice.Options
	tests     string   // -run
	args      []string // of the program
}

// DefaultBudget is the time that a check and its confirming runs get.
const DefaultBudget = 5 * time.Minute

// protocolVerbs are the subcommands of typestate.
const protocolVerbs = "mine, check, show or replay"

// Run is "deadlocklint typestate".
func Run(ctx context.Context, s command.Streams, args []string) error {
	if len(args) == 0 {
		return command.Usage(errors.New("typestate: say " + protocolVerbs + ", then packages"))
	}
	r := &protocolRun{verb: args[0]}
	fs := protocolFlags(r)
	if err := session.Parse(fs, args[1:], &r.ToolFlags); err != nil {
		return command.HelpOr("typestate", err)
	}
	r.NoCondvar, r.NoStatic = true, true // it is about nothing else
	r.Packages = fs.Args()
	if r.Program && len(r.Packages) > 1 {
		r.Packages, r.args = r.Packages[:1], r.Packages[1:]
	}
	r.Checkout = r.Dir
	work, err := module.WorkDir(r.Dir)
	if err != nil {
		return err
	}
	r.Dir = work
	if r.HTML != "" {
		r.HTML = r.Path(r.HTML)
	}
	if r.save {
		r.Sequences = filepath.Join(module.Root(work), sources.SequencesFile)
	}
	r.learn.Match = mine.Match(r.match)
	switch r.verb {
	case "show":
		return r.show(ctx, s)
	case "replay":
		return r.replay(ctx, s)
	case "mine", "check":
	default:
		return command.Usage(fmt.Errorf("typestate %s: say %s", r.verb, protocolVerbs))
	}
	if len(r.Packages) == 0 {
		r.Packages = []string{"."}
	}
	return r.record(ctx, s)
}

// protocolFlags binds the flags of typestate.
func protocolFlags(r *protocolRun) *flag.FlagSet {
	fs := flag.NewFlagSet("typestate", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	list := func(name, usage string, to *[]string) {
		fs.Func(name, usage, func(s string) error {
			*to = append(*to, strings.FieldsFunc(s, func(r rune) bool { return r == ',' })...)
			return nil
		})
	}
	list("types", "only these `types`, path-qualified and separated by commas; they need no race", &r.types)
	list("automata", "`files` with automata, separated by commas; they win over mined and shipped ones", &r.Automata)
	fs.StringVar(&r.Sequences, "sequences", "", "`file` to which the observed sequences are added, and from which automata are mined")
	fs.BoolVar(&r.save, "save", false, "accumulate the sequences in "+sources.SequencesFile+" in the root of the module, where deadlocklint test looks for them")
	fs.StringVar(&r.out, "o", "", "write the mined automata to this `file` instead of stdout")
	fs.BoolVar(&r.Program, "program", false, "run the package, a program, instead of its tests; the rest of the command line is its arguments")
	fs.BoolVar(&r.all, "all", false, "also types whose calls were never concurrent")
	fs.BoolVar(&r.soft, "soft", false, "only orders that channels, atomics and all else of this run leave open, too")
	fs.DurationVar(&r.Budget, "budget", DefaultBudget, "time for the check and all its confirming runs together, 0 is no limit")
	fs.BoolVar(&r.locks, "locks", false, "locks order calls, too, as this run held them. There are fewer orders, but the program may allow others")
	fs.StringVar(&r.draw, "draw", "text", "form in which show writes: text, dot or svg")
	fs.IntVar(&r.learn.K, "k", mine.DefaultK, "sk-strings: length of the strings compared, -1 for 0")
	fs.Float64Var(&r.learn.S, "s", mine.DefaultS, "sk-strings: percent of the probability that is compared")
	fs.StringVar(&r.match, "match", string(mine.Equal), "sk-strings: equal, and, or")
	fs.BoolVar(&r.learn.Never, "no-merge", false, "automata that accept the observed sequences and no others")
	fs.IntVar(&r.lattice.Width, "w", lattice.DefaultWidth, "states kept per level of the lattice")
	fs.IntVar(&r.lattice.Lookahead, "l", lattice.DefaultLookahead, "events looked at before a level is closed")
	fs.BoolVar(&r.lattice.Exhaustive, "exhaustive", false, "all states of the lattice, however many")
	fs.StringVar(&r.tests, "run", "", "as go test")
	fs.IntVar(&r.Tries, "tries", testflags.DefaultTries, "confirming runs per violation, 0 only predicts")
	fs.BoolVar(&r.JSON, "json", false, "write one JSON document to stdout")
	fs.StringVar(&r.HTML, "html", "", "write a page to this `file` as well: the findings of check, and pictures of the automata of check or mine")
	fs.BoolVar(&r.Verbose, "v", false, "show orders too that no run has confirmed, and the numbers of all that was counted")
	fs.StringVar(&r.Dir, "C", "", "`directory` to run in; files are relative to it")
	fs.StringVar(&r.Keep, "keep", "", "keep the recording in this `directory`")
	fs.BoolVar(&r.NoInput, "no-input", false, testflags.NoInputDoc)
	fs.BoolVar(&r.Trust, "trust", false, testflags.TrustDoc)
	return fs
}

// show prints automata: those of files, those that belong to packages, or the
// shipped ones.
func (r *protocolRun) show(ctx context.Context, s command.Streams) error {
	list, err := r.shown(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		list = protocol.Shipped()
	}
	if len(r.types) > 0 {
		list = slices.DeleteFunc(list, func(a *automaton.Automaton) bool { return !slices.ContainsFunc(r.types, a.Covers) })
	}
	if len(list) == 0 {
		return command.Usage(errors.New("no automaton of these types; deadlocklint typestate show lists the shipped ones"))
	}
	switch {
	case r.draw == "text":
		_, err = s.Out.Write(automaton.Format(list...))
	case r.draw != "dot" && r.draw != "svg":
		return command.Usage(fmt.Errorf("-draw %s: say text, dot or svg", r.draw))
	case len(list) > 1:
		return command.Usage(fmt.Errorf("%d automata do not fit into one drawing; choose one with -types", len(list)))
	case r.draw == "dot":
		_, err = s.Out.Write(list[0].DOT())
	default:
		_, err = s.Out.Write(list[0].SVG())
	}
	return err
}

// shown are the automata of the files and packages that are named.
func (r *protocolRun) shown(ctx context.Context) ([]*automaton.Automaton, error) {
	files := slices.Clone(r.Automata)
	var packages []string
	for _, name := range r.Packages {
		if info, err := os.Stat(r.Path(name)); strings.Contains(name, "...") || err == nil && info.IsDir() {
			packages = append(packages, name)
			continue
		}
		files = append(files, name)
	}
	list, err := r.Given(files)
	if err != nil || len(packages) == 0 {
		return list, err
	}
	more, err := r.ofModule(ctx, packages)
	if err == nil && len(more) == 0 {
		err = command.Usage(fmt.Errorf("no automaton in comments of these packages, nor in %s or %s; deadlocklint typestate mine learns some", sources.AutomataFile, sources.SequencesFile))
	}
	return append(list, more...), err
}

// ofModule are the automata that deadlocklint test checks when it runs the tests of
// packages: the first of two about one type.
func (r *protocolRun) ofModule(ctx context.Context, packages []string) ([]*automaton.Automaton, error) {
	m := &protocolRun{Search: sources.Search{Packages: packages, Dir: module.Root(r.Dir)}, learn: r.learn}
	if err := m.FindFiles(); err != nil {
		return nil, err
	}
	above, err := m.Commented(ctx, r.Dir)
	if err != nil {
		return nil, err
	}
	given, err := m.Given(m.Automata)
	if err != nil {
		return nil, err
	}
	sequences, err := m.ReadSequences()
	if err != nil {
		return nil, err
	}
	p := &Protocols{protocolRun: m, above: above, given: given, sequences: sequences}
	p.types = sources.Types(slices.Concat(above, given), sequences)
	return p.mine()
}

// writeFile replaces a file that the user named, in one step.
func writeFile(name string, text []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), ".deadlocklint-")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w; name a directory that can be written", name, err)
	}
	defer os.Remove(tmp.Name()) // gone when all went well
	_, err = tmp.Write(text)
	if err = errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w; free some space", name, err)
	}
	return nil
}

// order selects the edges that order calls. Hard edges hold in every run. An edge by a channel or an
// atomic may be chance, and only ranks violations.
func (r *protocolRun) order() typestate.Order {
	if r.soft || r.locks {
		return typestate.Soft
	}
	return typestate.Hard
}

// Flags are the flags of typestate, for its documentation.
func Flags() *flag.FlagSet { return protocolFlags(new(protocolRun)) }
