package interleaving

import (
	"context"

	"golang.org/x/tools/go/ssa"
)

// A slice is one function with the goroutines that it starts, as far as they use objects that it makes.
type slice struct {
	*knowledge
	fn     *ssa.Function
	learnt facts
	models bool // variables that goroutines change are part of the trace program
}

// knowledge is the results about the functions of the package.
type knowledge struct {
	loopsOf map[*ssa.Function]map[*ssa.BasicBlock]*loop
	meetsOf map[*ssa.Function]map[*ssa.BasicBlock]*ssa.BasicBlock
	makers  map[*ssa.Function]bool
	exiters map[*ssa.Function]bool
}

func newKnowledge() *knowledge {
	return &knowledge{
		loopsOf: map[*ssa.Function]map[*ssa.BasicBlock]*loop{},
		meetsOf: map[*ssa.Function]map[*ssa.BasicBlock]*ssa.BasicBlock{},
		makers:  map[*ssa.Function]bool{},
		exiters: map[*ssa.Function]bool{},
	}
}

// facts are the facts that a path needs from its beginning, and that only its end tells. With a new one all paths are
// executed again.
type facts struct {
	closed   map[allocation]bool // channels that are closed somewhere
	unstable map[allocation]bool // variables that change after another goroutine knows them
	loose    map[allocation]bool // those of them whose values are not all known
	values   map[allocation][]int64
}

func newFacts() facts {
	return facts{map[allocation]bool{}, map[allocation]bool{}, map[allocation]bool{}, map[allocation][]int64{}}
}

// A limit is a limit that ended the look at a function.
type limit struct {
	name  string
	value int
}

// explore executes all paths of a function and searches what the goroutines of each can do. With a limit there is no
// result, nor when the context ends it. Variables multiply the paths: where that is too much, their values count as not known.
func (s *slice) explore(ctx context.Context) (*node, *limit) {
	s.models, s.learnt = true, newFacts()
	root, cut := s.all(ctx)
	if cut != nil && ctx.Err() == nil && len(s.learnt.values) > 0 {
		s.models, s.learnt = false, newFacts()
		root, cut = s.all(ctx)
	}
	return root, cut
}

// all is explore with or without variables.
func (s *slice) all(ctx context.Context) (*node, *limit) {
	root, steps := &node{}, 0
	for paths := 0; !root.done; paths++ {
		if ctx.Err() != nil {
			return nil, &limit{"maxPaths", paths}
		}
		r := &run{slice: s, cursor: cursor{at: root}, decided: map[int]bool{}, terms: map[string]int{}, called: map[string]bool{}, either: map[int]bool{}, steps: steps}
		l := r.path()
		steps = r.steps
		switch {
		case r.over:
			return nil, &limit{"maxSteps", maxSteps}
		case r.again:
			root, paths = &node{}, -1
			continue
		case paths >= maxPaths:
			return nil, &limit{"maxPaths", maxPaths}
		}
		r.end(l)
	}
	return root, s.search(ctx, root)
}

// search looks at the interleavings of all paths.
func (s *slice) search(ctx context.Context, root *node) (cut *limit) {
	states, known := 0, map[string][]deadlock{}
	root.leaves(func(l *leaf) {
		p := build(l, s.fn)
		found, ok := known[p.signature]
		if !ok && cut == nil {
			var used int
			if found, used, ok = p.deadlocks(ctx, maxStates-states); !ok {
				cut = &limit{"maxStates", maxStates}
			}
			states += used
			known[p.signature] = found
		}
		for _, d := range found {
			l.found = append(l.found, p.witness(d))
		}
	})
	return cut
}
