package lockorder

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Analyzer is the check on top of lockfacts.Analyzer.
var Analyzer = New(lockfacts.Analyzer)

// New returns the check on top of another instance of lockfacts.
func New(facts *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "lockorder",
		Doc:        "report cycles in the order in which locks are taken\n\nTwo goroutines that take two locks in opposite orders can block each other for ever.",
		URL:        "https://github.com/deadlocklint/deadlocklint/tree/main/passes/lockorder",
		Requires:   []*analysis.Analyzer{facts},
		ResultType: lockfacts.FindingsType,
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, lockfacts.Facts(pass, facts)), nil
		},
	}
}

func run(pass *analysis.Pass, facts *lockfacts.Result) lockfacts.Findings {
	r := lockfacts.NewReporter(pass, facts)
	for _, c := range Cycles(facts.Edges) {
		if facts.Known(c) {
			continue
		}
		if pass.Pkg.Name() != "main" && !slices.ContainsFunc(c, facts.Own) {
			continue // two packages disagree that know nothing of each other: whoever builds the program is told
		}
		r.Report(describe(c), keys(c))
	}
	return r.Findings()
}

func keys(c Cycle) []lockgraph.EdgeKey {
	var list []lockgraph.EdgeKey
	for _, e := range c {
		list = append(list, lockgraph.EdgeKey{Func: e.Waiter(), Class: e.To.Class, Mode: modeOf(e.To.Read)})
	}
	return list
}

func modeOf(read bool) lockgraph.Mode {
	if read {
		return lockgraph.Shared
	}
	return lockgraph.Exclusive
}

// describe words a cycle.
func describe(c Cycle) lockfacts.Finding {
	f := lockfacts.Finding{Check: lockgraph.KindCycle.String()}
	var parts []string
	for _, e := range c {
		parts = append(parts, fmt.Sprintf("%s waits for %s holding %s since %s",
			lockfacts.Chain(e.To.Via, e.To.Site), lockfacts.ShortClass(e.To.Class), lockfacts.ShortClass(e.From.Class), lockfacts.Chain(e.From.Via, e.From.Site)))
		f.Sides = append(f.Sides, lockfacts.Side{Steps: []lockfacts.Step{
			{Op: modeOf(e.From.Read).String(), Class: e.From.Class, Site: e.From.Site, Via: e.From.Via},
			{Op: modeOf(e.To.Read).String(), Class: e.To.Class, Site: e.To.Site, Via: e.To.Via},
		}})
		if p := e.Position(); p.IsValid() && !f.Pos.IsValid() {
			f.Pos = p
		}
	}
	f.Message = "lock order cycle: " + strings.Join(parts, "; ")
	return f
}
