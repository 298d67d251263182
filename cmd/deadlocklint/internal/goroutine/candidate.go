package goroutine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// Of are the goroutines of a candidate, the members of its cycle first.
func Of(se *session.Session, c *predict.Candidate) (list []report.Goroutine) {
	names := instancesOf(c)
	for i, e := range c.Edges {
		list = append(list, goroutine(se, i, e, names))
	}
	return list
}

// Callers are the groups of functions whose goroutines can meet in the cycles of some candidates. Each function has the place
// at which it takes the lock that it holds. There are none where one group is all: the goroutines of the finding show it.
func Callers(se *session.Session, candidates []*predict.Candidate) [][]string {
	var list [][]string
	for _, cand := range candidates {
		group := []string{}
		for _, e := range cand.Edges {
			group = append(group, caller(se, e))
		}
		slices.Sort(group)
		if !slices.ContainsFunc(list, func(o []string) bool { return slices.Equal(o, group) }) {
			list = append(list, group)
		}
	}
	if len(list) < 2 {
		return nil
	}
	slices.SortFunc(list, slices.Compare[[]string])
	return list
}

// caller is where a goroutine of a cycle took the lock that it holds.
func caller(se *session.Session, e predict.Edge) string {
	at := e.Wants
	if n := len(e.Locks); n > 0 {
		at = e.Locks[n-1]
	}
	fn := at.Frame.Func
	return fmt.Sprintf("%s (%s)", fn[strings.LastIndexByte(fn, '/')+1:], report.LineOf(se.Step(opName(at.Op), at, "").Pos))
}

// goroutine lists what one goroutine of a candidate did.
func goroutine(se *session.Session, i int, e predict.Edge, names instances) report.Goroutine {
	g := report.Goroutine{Name: fmt.Sprint(i + 1)}
	g.Steps = append(g.Steps, Created(se, e.Created)...)
	for i, h := range e.Locks {
		g.Steps = append(g.Steps, se.Step(opName(h.Op), h, names.held(e, i)))
	}
	op := "request"
	if e.Mode == lockgraph.Shared {
		op = "rrequest"
	}
	g.Steps = append(g.Steps, Called(se, e.Call, e.Wants)...)
	g.Steps = append(g.Steps, se.Step(op, e.Wants, names.wanted(e)))
	return g
}

func opName(mode string) string { return strings.ToLower(mode) }
