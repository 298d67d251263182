package chanblock

import (
	_ "embed" // the documentation
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

//go:embed doc.go
var doc string

// New returns the check on top of an instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer { return lockfacts.NewCheck(doc, facts, run) }

func run(r *lockfacts.Reporter) {
	p := newProgram(r)
	p.all = p.flows()
	for _, f := range r.Facts.Funcs {
		local := p.local[f.Fn]
		for _, c := range local {
			p.nobody(f, c)
			p.leftBehind(f, c, local)
			p.unsent(f, c)
			p.neitherSends(f, c)
			p.joinedFirst(f, c)
			p.fedFirst(f, c, local)
			p.closedByMany(f, c)
			p.closedWhileSending(f, c)
		}
		got := p.received(f.Fn)
		for _, c := range got {
			p.leftBehind(f, c, slices.Concat(local, got))
		}
		circle(p, f, local)
		closedTwice(r, f)
		sentAfterClose(r, f)
		p.sentAgain(f)
		p.neverMade(f)
		ticksForEver(r, f)
		forItself(r, f)
		if r.Facts.Started(f) {
			counted(r, f)
		}
		countedByGo(r, f)
		p.toItself(f)
		p.owed(f)
	}
	for _, c := range p.fields() {
		c.unanswered()
		c.loopGone()
	}
	for _, c := range p.all {
		c.uncovered()
	}
	breaksSelect(r)
}
