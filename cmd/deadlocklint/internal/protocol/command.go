// Package protocol is deadlocklint typestate: it mines automata from runs, checks every
// order of calls that the runs could have had, and makes violations happen.
//
// A session records calls in native runs, and in runs of each test under schedules that
// are the same each time. The main function of a program is such a test (package program). Package instrument/sites rewrites the sites of these calls.
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
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/typestate"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/lattice"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
	"github.com/deadlocklint/deadlocklint/typestate/protocol"
)

// A protocolRun is one invocation of deadlocklint typestate.
type protocolRun struct {
	flags.Values
	sources.Search
	form      flags.Form
	everySite bool // calls too on objects that no other goroutine can reach; for tests
	types     []string
	learn     mine.Options
	lattice   lattice.Options
	args      []string // of the program
}

// verbs are the subcommands of typestate.
var verbs = map[string]flags.Form{"mine": flags.Mine, "check": flags.Protocols, "show": flags.Show}

// protocolVerbs names them.
const protocolVerbs = "mine, check or show"

// Run is "deadlocklint typestate".
func Run(ctx context.Context, s command.Streams, args []string) error {
	if len(args) == 0 {
		return command.Usage(errors.New("typestate: say " + protocolVerbs + ", then packages"))
	}
	form, ok := verbs[args[0]]
	switch {
	case ok:
	case args[0] == "replay":
		return command.Usage(errors.New("typestate replay is deadlocklint replay FILE now"))
	case strings.HasPrefix(args[0], "-"):
		return command.Usage(fmt.Errorf("typestate %s: the verb comes first: %s", args[0], protocolVerbs))
	default:
		return command.Usage(fmt.Errorf("typestate %s: say %s", args[0], protocolVerbs))
	}
	own, rest, err := flags.Parse(form, args[1:])
	if err != nil {
		return command.HelpOr("typestate", err)
	}
	r, err := newRun(form, own, rest)
	if err != nil {
		return err
	}
	if form == flags.Show {
		return r.show(ctx, s)
	}
	if len(r.Packages) == 0 {
		r.Packages = []string{"."}
	}
	return r.record(ctx, s)
}

// newRun is the invocation of a command line.
func newRun(form flags.Form, own flags.Values, packages []string) (*protocolRun, error) {
	work, err := module.WorkDir(own.Chdir)
	if err != nil {
		return nil, err
	}
	p := own.Protocol
	r := &protocolRun{
		Values: own, form: form, types: p.Types,
		Search:  sources.Search{Dir: work, Packages: packages, Program: p.Program, Automata: p.Automata, Sequences: p.Sequences},
		learn:   mine.Options{K: p.K, S: p.S, Match: mine.Match(p.Match), Never: p.Never},
		lattice: lattice.Options{Width: p.Width, Lookahead: p.Lookahead, Exhaustive: p.Exhaustive},
	}
	r.NoCondvar, r.NoStatic = true, true // it is about nothing else
	if r.Program && len(packages) > 1 {
		r.Packages, r.args = packages[:1], packages[1:]
	}
	if r.HTML != "" {
		r.HTML = r.Path(r.HTML)
	}
	if p.Save {
		r.Sequences = filepath.Join(module.Root(work), sources.SequencesFile)
	}
	return r, nil
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
	case r.Protocol.Draw == "text":
		_, err = s.Out.Write(automaton.Format(list...))
	case len(list) > 1:
		return command.Usage(fmt.Errorf("%d automata do not fit into one drawing; choose one with -types", len(list)))
	case r.Protocol.Draw == "dot":
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
	if r.Protocol.Soft || r.Protocol.Locks {
		return typestate.Soft
	}
	return typestate.Hard
}
