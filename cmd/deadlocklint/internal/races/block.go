package races

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/racer"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/wording"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// block takes in a block of a test. A block is only counted when no other goroutine
// could come into it, or did so without a visible difference: most blocks are not meant to be atomic.
func (w *Writer) block(f *racer.TestResult, b *racer.ForcedBlock) {
	w.blocks++
	switch {
	case (b.IsHarmful() || b.IsUnclear()) && f.IsTold(b):
		w.alike++
	case b.IsHarmful(), b.IsUnclear():
		w.enter(w.blockFinding(f, b))
	case b.Between.Met:
		w.unharmed++
	case b.Tried:
		w.unreached++
	}
}

// TellBlocks is the line about blocks that are no findings.
func (w *Writer) TellBlocks() {
	var parts []string
	if w.unharmed > 0 {
		parts = append(parts, wording.Counted(w.unharmed, "block")+" without visible difference when another goroutine came in between")
	}
	if w.unreached > 0 {
		parts = append(parts, "no goroutine came in between in "+wording.Counted(w.unreached, "block"))
	}
	if w.alike > 0 {
		parts = append(parts, wording.Counted(w.alike, "more block")+" whose effects other findings tell")
	}
	if len(parts) > 0 {
		fmt.Fprintln(w.session.Streams.Err, "deadlocklint: "+strings.Join(parts, "; "))
	}
}

// blockFinding words a block, and names its three places.
func (w *Writer) blockFinding(f *racer.TestResult, b *racer.ForcedBlock) (told report.Finding, places string) {
	gs := w.blockGoroutines(b)
	own := gs[0].Steps
	begin, end, foreign := own[len(own)-2], own[len(own)-1], gs[1].Steps[len(gs[1].Steps)-1]
	places = blockWord(b.Kind) + " in " + b.Func + " are not atomic: " + begin.Op + " at " + report.LineOf(begin.Pos) + ", then " + end.Op + " at " + report.LineOf(end.Pos) + of(b.Class) + "; " + foreign.Op + " at " + report.LineOf(foreign.Pos) + " can come in between"
	told = report.Finding{
		ID: w.blockID(b, places), Check: checks.Atomicity, Status: report.StatusConfirmed, Pos: begin.Pos, Tests: []string{f.Test}, Goroutines: gs,
		Dynamic: &report.Dynamic{Reason: blockReason(b), Tries: b.Between.Runs + b.Serial[0].Runs + b.Serial[1].Runs, Verdict: report.VerdictConfirmed},
	}
	told.Message = places + ": " + f.Test + ": " + strings.Join(endWords(b.Between.Effects), ", or ")
	if b.IsUnclear() {
		told.Status, told.Dynamic.Verdict = report.StatusPredicted, ""
		told.Message = places + ": " + f.Test + " ends otherwise in some of these runs, and " + unclearWord(b)
		told.Decides = "whether the test ends so for another reason"
	}
	w.effectOf(&told, f, b.Between.Effects)
	return told, places
}

func of(class string) string {
	if class == "" {
		return ""
	}
	return " of " + class
}

func blockWord(k racegraph.BlockKind) string {
	switch k {
	case racegraph.BlockSections:
		return "two critical sections"
	case racegraph.BlockAtomic:
		return "two atomic operations"
	case racegraph.BlockMixed:
		return "two operations"
	}
	return "two operations of a channel"
}

// blockID is made of the functions of the three steps and their operations.
func (w *Writer) blockID(b *racer.ForcedBlock, places string) string {
	var edges []lockgraph.EdgeKey
	for _, s := range []*predict.BlockStep{&b.Begin, &b.End, &b.Foreign} {
		edges = append(edges, lockgraph.EdgeKey{Func: s.Frame.Func, Class: s.Op + " " + b.Class})
	}
	return w.freeID(checks.Atomicity, places, edges)
}

// blockGoroutines are that of the block and the foreign one.
func (w *Writer) blockGoroutines(b *racer.ForcedBlock) []report.Goroutine {
	step := func(s *predict.BlockStep) report.Step {
		at := s.Place
		if b.Kind != racegraph.BlockMixed || s != &b.Begin { // that one has another object
			at.Class = b.Class
		}
		return w.session.Step(s.Op, at, "")
	}
	return []report.Goroutine{
		{Name: "1", Steps: []report.Step{step(&b.Begin), step(&b.End)}},
		{Name: "2", Steps: []report.Step{step(&b.Foreign)}},
	}
}

// unclearWord says why an effect may not be that of the break.
func unclearWord(b *racer.ForcedBlock) string {
	if b.IsCompared() {
		return "also in runs without the break"
	}
	return "no run has come to the operations one after the other"
}

// blockReason is the effect of the break, and of the orders without it.
func blockReason(b *racer.ForcedBlock) string {
	word := strings.Join(endWords(b.Between.Effects), ", or ")
	if b.IsUnclear() {
		word = strings.Join(endWords(b.Between.Unclear), ", or ") + " in some runs, " + map[bool]string{true: "as in runs without the break", false: "with nothing to compare with"}[b.IsCompared()]
	}
	text := "when the foreign operation comes in between: " + word
	for side, where := range []string{"before the block", "after the block"} {
		o := &b.Serial[side]
		switch {
		case len(o.Effects) > 0 && !o.Met:
			text += "; on the way to it " + where + ": " + strings.Join(endWords(o.Effects), ", or ")
		case len(o.Effects) > 0:
			text += "; when it comes " + where + ": " + strings.Join(endWords(o.Effects), ", or ")
		case o.Met:
			text += "; when it comes " + where + ": no visible difference in " + wording.Counted(max(o.Meets, 1), "run")
		case o.Runs > 0:
			text += "; when it comes " + where + ": not reached in " + wording.Counted(o.Runs, "run")
		}
	}
	return text
}
