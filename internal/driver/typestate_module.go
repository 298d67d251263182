package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// The files in the root of a module that say that its tests are checked against
// protocols: typestate mine -save writes them, and test only reads them.
const (
	automataFile  = "deadlocklint.typestate"
	sequencesFile = "deadlocklint.sequences"
)

// moduleProtocols returns what the files of the module and the comments on types
// ask for, or nil when there are none. The run says which packages are tested.
func (se *session) moduleProtocols(ctx context.Context, r *protocolRun) (*protocols, error) {
	r.verb, r.Own, r.dir = "check", se.Own, se.root()
	if err := r.findFiles(); err != nil {
		return nil, err
	}
	above, err := r.commented(ctx, se.work)
	switch wrong := (usage{}); {
	case errors.As(err, &wrong) || ctx.Err() != nil:
		return nil, err
	case err != nil: // the build will say more
		fmt.Fprintf(se.streams.Err, "deadlocklint: protocols in comments are not checked: %v\n", err)
	}
	given, err := r.given(r.automata)
	if err != nil {
		return nil, err
	}
	sequences, err := r.readSequences()
	if err != nil {
		return nil, err
	}
	r.types = typesOf(slices.Concat(above, given), sequences)
	if len(r.types) == 0 {
		return nil, nil
	}
	r.sequences = "" // what is learned here is forgotten
	return &protocols{protocolRun: r, se: se, given: given, above: above, sequences: sequences}, nil
}

// findFiles makes the run use the files in the root of the module, its directory.
func (r *protocolRun) findFiles() error {
	for name, to := range map[string]*string{automataFile: nil, sequencesFile: &r.sequences} {
		switch _, err := os.Stat(filepath.Join(r.dir, name)); {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return fmt.Errorf("%w; remove the file, or make it readable", err)
		case to == nil:
			r.automata = []string{name}
		default:
			*to = name
		}
	}
	return nil
}

// typesOf are the types that automata and sequences are about.
func typesOf(automata []*automaton.Automaton, sequences *mine.Sequences) []string {
	list := sequences.Types()
	for _, a := range automata {
		list = append(append(list, a.Type), a.Also...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// watchProtocols makes the calls of the types visible that the files of the
// module are about, and returns the overlay to build with. What cannot be
// rewritten is recorded without.
func (se *session) watchProtocols(ctx context.Context, p testflags.Parsed) (overlay string, err error) {
	if se.calls != nil {
		return p.Overlay, nil // typestate mine and check do it themselves
	}
	r := &protocolRun{packages: p.Packages, flags: loadFlags(se.replay.Build)}
	if len(r.packages) == 0 {
		r.packages = []string{"."}
	}
	calls, err := se.moduleProtocols(ctx, r)
	if err != nil || calls == nil {
		return p.Overlay, err
	}
	opt := calls.options()
	opt.User = p.Overlay
	table, err := se.callSites(ctx, opt)
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		fmt.Fprintf(se.streams.Err, "deadlocklint: protocols are not checked: %v\n", err)
		return p.Overlay, nil
	}
	if len(table.Sites) == 0 {
		fmt.Fprintf(se.streams.Err, "deadlocklint: protocols are not checked: no call of a method of %d types in these packages; name others, or remove %s and the comments on types\n", len(calls.protocolRun.types), automataFile)
		return p.Overlay, nil
	}
	calls.table, se.calls = table, calls
	opt.User, opt.Out = "", "" // those of the next build
	se.replay.Calls = &opt
	return table.Overlay, nil
}

// withCalls returns build flags with an overlay in which the same calls are told.
func (se *session) withCalls(ctx context.Context, build []string, opt sites.Options) ([]string, error) {
	rest, user := takeOverlay(build)
	opt.User = user
	table, err := se.callSites(ctx, opt)
	if err != nil {
		return nil, err
	}
	return append(rest, "-overlay="+table.Overlay), nil
}

// callSites rewrites the calls into a directory of the session.
func (se *session) callSites(ctx context.Context, opt sites.Options) (*sites.Table, error) {
	se.progress.say("looking for call sites")
	opt.Dir, opt.Out = se.work, filepath.Join(se.dir, "calls")
	if err := os.MkdirAll(opt.Out, 0o700); err != nil {
		return nil, fmt.Errorf("cannot keep changed copies: %w; free some space in %s", err, se.dir)
	}
	return sites.Rewrite(ctx, opt)
}

// checkProtocols checks what was recorded against the protocols of the module
// and confirms what it finds, like the rest of the session.
func (se *session) checkProtocols(ctx context.Context, stats *report.Stats) ([]report.Finding, error) {
	p := se.calls
	if p == nil || se.only != "" {
		return nil, nil
	}
	if err := p.read(); err != nil {
		p.note("protocols are not checked: %v", err)
		p.writeNotes()
		return nil, nil
	}
	if err := p.selectTypes(); err != nil {
		return nil, err
	}
	if se.Budget > 0 {
		p.deadline = time.Now().Add(se.Budget)
	}
	for _, r := range p.runs {
		for _, t := range p.types {
			r.Sequences(t, p.sequences)
		}
	}
	automata, err := p.mine()
	if err != nil {
		return nil, err
	}
	if err := p.countUnseen(ctx, automata); err != nil {
		return nil, err
	}
	stats.UnseenCalls = p.unseen
	breaches, _, automata, err := p.decide(ctx, automata)
	if err != nil {
		return nil, err
	}
	p.drawnAll(automata, stats)
	var findings []report.Finding
	for _, b := range breaches {
		stats.Tries += b.tries
		if !b.harmless {
			findings = append(findings, p.finding(b))
		}
	}
	if n := len(breaches) - len(findings); n > 0 {
		p.note("%d orders of calls that the protocols do not have are harmless: deadlocklint typestate check -v shows them", n)
	}
	p.writeNotes()
	return findings, nil
}
