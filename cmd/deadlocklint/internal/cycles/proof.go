package cycles

import (
	"context"
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/mhp"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// proofShare is the part of the budget that bringing the program into SSA form may
// take, at most, before a candidate is only called not seen.
const proofShare = 4

// A Prover has a program in SSA form, from the first question on.
type Prover struct {
	Source *load.Options // nil when the source is not known
	loaded bool
	prog   *mhp.Program // nil when it could not be brought into that form
	why    error
}

// program loads the program once.
func (p *Prover) program(ctx context.Context, se *session.Session) *mhp.Program {
	if p.loaded || p.Source == nil {
		return p.prog
	}
	p.loaded = true
	if se.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, se.Time/proofShare)
		defer stop()
	}
	se.Progress.Say("looking for proofs in the source")
	if p.prog, p.why = mhp.Load(ctx, *p.Source); p.why != nil {
		p.prog = nil
		if se.Verbose {
			fmt.Fprintf(se.Streams.Err, "deadlocklint: nothing is proven infeasible: %v\n", p.why)
		}
	}
	return p.prog
}

// prove looks for a proof that the finding can happen in no run. The recorded run
// is no proof: a proof needs the source. A finding has no lines, so that each of its
// candidates has to be proven.
func (c *Candidate) prove(ctx context.Context) {
	if c.found.Status != lockgraph.Infeasible {
		return
	}
	prog := c.source.Prover.program(ctx, c.source.Session)
	if prog == nil {
		return
	}
	var first *mhp.Proof
	for _, cand := range c.found.Candidates {
		proof, why := prog.Exclude(sides(cand))
		if proof == nil {
			c.unproven = why
			return
		}
		if first == nil {
			first = proof
		}
	}
	c.proof = first
}

// sides are the goroutines of a candidate, as places in the source.
func sides(c *predict.Candidate) []mhp.Side {
	var list []mhp.Side
	for _, e := range c.Edges {
		s := mhp.Side{Created: placeOf(e.Created.Frame), Wants: placeOf(e.Wants.Frame)}
		for _, h := range e.Locks {
			s.Holds = append(s.Holds, placeOf(h.Frame))
		}
		list = append(list, s)
	}
	return list
}

func placeOf(f trace.Frame) mhp.Site { return mhp.Site{Func: f.Func, File: f.File, Line: f.Line} }

// proven words a proof with the places that it rests on.
func proven(root string, p *mhp.Proof) string {
	var at []string
	for _, pos := range p.At {
		at = append(at, fmt.Sprintf("%s:%d", module.Relative(root, pos.Filename), pos.Line))
	}
	return "in no run: " + p.Why + " (" + strings.Join(at, ", ") + ")"
}

// notSeen words the reason of the recorded run against the finding, and the forced run.
func (c *Candidate) notSeen() string {
	s := "in the recorded run " + c.shown.Reason
	switch {
	case c.result != nil && c.tries > 0:
		s += "; forced: " + c.result.Reason
	case c.untried != "":
		s += "; not forced: " + c.untried
	case c.shown.Cause == lockgraph.CauseModes:
		s += "; not forced: no run can be made to bring a goroutine that was not there"
	case c.shown.Target == nil:
		s += "; not forced: the program that was recorded is not known here"
	}
	if c.source.Session.Verbose && len(c.unproven) > 0 {
		s += "; not proven: " + c.unproven[0].String()
	}
	return s
}
