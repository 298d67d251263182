package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// callers are the groups of functions whose goroutines can meet in the cycles of the finding, each with the place at which
// it takes the lock that it holds. There are none where one group is all: the goroutines of the finding show it.
func (c *claim) callers() [][]string {
	var list [][]string
	for _, cand := range c.found.Candidates {
		group := []string{}
		for _, e := range cand.Edges {
			group = append(group, c.pipeline.caller(e))
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
func (pl *pipeline) caller(e predict.Edge) string {
	at := e.Wants
	if n := len(e.Locks); n > 0 {
		at = e.Locks[n-1]
	}
	fn := at.Frame.Func
	return fmt.Sprintf("%s (%s)", fn[strings.LastIndexByte(fn, '/')+1:], report.LineOf(pl.Step(opName(at.Op), at, "").Pos))
}
