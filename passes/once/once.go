package once

import (
	_ "embed" // the documentation
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	reported := map[string]bool{} // a recursion is seen from each function in it
	for _, f := range r.Facts.Funcs {
		for i := range f.RepeatedLocks {
			d := &f.RepeatedLocks[i]
			if d.Event.Op != trace.OpOnceDone {
				continue
			}
			class := d.Event.Obj.Class()
			if reported[class+d.Event.Site.Func] {
				continue
			}
			reported[class+d.Event.Site.Func] = true
			r.Report(lockfacts.Finding{
				Check: checks.Once, Pos: d.Event.Position(),
				Message: fmt.Sprintf("%s is entered again by the function that it runs: %s waits for ever; first entered at %s",
					lockfacts.ShortClass(class), lockfacts.Chain(d.Event.Via, d.Event.Site), lockfacts.Chain(d.Held.Via, d.Held.Site)),
				Sides: []lockfacts.Side{{Steps: []lockfacts.Step{
					{Op: "oncedone", Class: class, Site: d.Held.Site}, {Op: "oncedone", Class: class, Site: d.Event.Site, Via: d.Event.Via},
				}}},
			}, []lockgraph.EdgeKey{{Func: d.Event.Site.Func, Class: class}})
		}
	}
}
