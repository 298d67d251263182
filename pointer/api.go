package pointer

import (
	"errors"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A Config has the program to analyse and the queries.
type Config struct {
	// Mains are the packages whose functions main and init, if they have them,
	// start the program. All must belong to one ssa.Program, built with
	// ssa.InstantiateGenerics.
	Mains []*ssa.Package

	// Roots are further functions that start something: the tests of a test
	// binary, the exported functions of a library. Their parameters are unknown.
	Roots []*ssa.Function

	// CallGraph says which functions a call of an interface method or of a
	// function value may call. Nil means vta over all functions of the
	// program, which takes longer than everything else here together.
	CallGraph *callgraph.Graph

	// Partial says that some packages of the program are known by their types alone. The arguments of their functions escape,
	// see partial.go. Without Partial, their stores into memory of an argument are lost.
	Partial bool

	// Open is the types of variables that code outside of the program may assign to, see Partial.
	Open []types.Type

	// Queries are the values to ask about, see AddQuery.
	Queries map[ssa.Value]struct{}

	exhaustive bool // solve everything, for tests
}

// AddQuery asks for the objects that v, a pointer, slice, map, channel or
// interface, can refer to.
func (c *Config) AddQuery(v ssa.Value) {
	if c.Queries == nil {
		c.Queries = map[ssa.Value]struct{}{}
	}
	c.Queries[v] = struct{}{}
}

// CanPoint reports whether values of the type can be asked about.
func CanPoint(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

// A Result is the answer to the queries of a Config.
type Result struct {
	Queries map[ssa.Value]Pointer
	Stats   Stats

	memory *memory
}

// Stats says how much of the program the queries needed.
type Stats struct {
	Functions   int // that the roots reach
	Clones      int // instances of functions beyond the first
	Nodes       int // variables and cells of the program
	Objects     int
	Constraints int // of the program
	Sliced      int // of them, those that the queries needed
}

// String returns one line.
func (s Stats) String() string {
	return fmt.Sprintf("%d functions, %d clones, %d nodes, %d objects, %d of %d constraints",
		s.Functions, s.Clones, s.Nodes, s.Objects, s.Sliced, s.Constraints)
}

// ClonesExhausted reports whether the limit on clones was reached: the answer
// is sound all the same, but constructors called after that are one site.
func (s Stats) ClonesExhausted() bool { return s.Clones >= maxClones }

// Analyze answers the queries of a Config. It fails when no root is given, or when a
// query has a type that does not point to anything. It also fails when the program was
// built without ssa.InstantiateGenerics.
func Analyze(c *Config) (*Result, error) {
	roots := c.entries()
	if err := c.check(roots); err != nil {
		return nil, err
	}
	graph := c.CallGraph
	if graph == nil {
		graph = vta.CallGraph(ssautil.AllFunctions(roots[0].Prog), nil)
	}
	g := newGenerator(newWorld(graph, roots, c.partial(roots)))
	g.generate(c.Roots)
	return c.answer(g), nil
}

// partial are the values that get out of a partial program at first, or nil.
func (c *Config) partial(roots []*ssa.Function) *partial {
	if !c.Partial {
		return nil
	}
	p := newPartial(roots)
	for _, t := range c.Open {
		p.give(t)
	}
	return p
}

// entries returns the functions that start something.
func (c *Config) entries() []*ssa.Function {
	var roots []*ssa.Function
	for _, p := range c.Mains {
		for _, name := range []string{"init", "main"} {
			if fn := p.Func(name); fn != nil {
				roots = append(roots, fn)
			}
		}
	}
	return append(roots, c.Roots...)
}

func (c *Config) check(roots []*ssa.Function) error {
	if len(roots) == 0 {
		return errors.New("pointer: nothing starts the program: give Config.Mains a main package or Config.Roots a function")
	}
	for v := range c.Queries {
		if v == nil || !CanPoint(v.Type()) {
			return fmt.Errorf("pointer: query %v cannot point to anything: ask only for values whose type passes CanPoint", v)
		}
	}
	return nil
}

// answer solves what the queries need.
func (c *Config) answer(g *generator) *Result {
	nodes := map[ssa.Value][]node{}
	var wanted []node
	var shapes []shape
	for v := range c.Queries {
		nodes[v] = g.nodesOf(v)
		wanted = append(wanted, nodes[v]...)
		if types.IsInterface(v.Type()) {
			shapes = append(shapes, g.shapesIn(v.Type())...)
		}
	}
	slices.Sort(wanted)
	rows := c.rows(g.sys, wanted, shapes)
	solution := solve(g.sys, rows)
	r := &Result{Queries: map[ssa.Value]Pointer{}, memory: g.memory, Stats: Stats{
		Functions:   len(g.world.functions),
		Clones:      g.clones,
		Nodes:       len(g.sys.cells),
		Objects:     len(g.sys.objects),
		Constraints: len(g.sys.constraints),
		Sliced:      len(rows),
	}}
	for v := range c.Queries {
		p := Pointer{memory: g.memory, analysed: len(nodes[v]) > 0, set: &intset{}}
		for _, n := range nodes[v] {
			p.set.merge(solution.points(n))
		}
		r.Queries[v] = p
	}
	return r
}

// rows returns the constraints that matter: all of them in an exhaustive run.
func (c *Config) rows(sys *system, wanted []node, shapes []shape) []int32 {
	if !c.exhaustive {
		return newDemand(sys).slice(wanted, shapes)
	}
	rows := make([]int32, len(sys.constraints))
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// nodesOf returns the variables of a value: one for each instance of its
// function.
func (g *generator) nodesOf(v ssa.Value) []node {
	if global, ok := v.(*ssa.Global); ok {
		return []node{g.global(global)}
	}
	var list []node
	for _, f := range g.frames[v.Parent()] {
		if n, ok := f.values[v]; ok && n != 0 {
			list = append(list, n)
		}
	}
	return list
}

// shapesIn returns the shapes that enter interfaces and implement t.
func (g *generator) shapesIn(t types.Type) []shape {
	seen := map[shape]bool{}
	f := &g.sys.filters[g.implementing(t)]
	var list []shape
	for i := range g.sys.constraints {
		c := &g.sys.constraints[i]
		if (c.kind != move && c.kind != addrOf) || c.tag == noTag || seen[shape(c.tag)] {
			continue
		}
		sh := shape(c.tag)
		seen[sh] = true
		if f.accept == nil || f.accept(sh, false) || f.accept(sh, true) {
			list = append(list, sh)
		}
	}
	return list
}

// MayAlias reports whether two pointers that were asked about can be the same
// pointer, as Pointer.MayAlias does. A value that was not asked about may be
// anything.
func (r *Result) MayAlias(a, b ssa.Value) bool {
	p, ok := r.Queries[a]
	q, also := r.Queries[b]
	return !ok || !also || p.MayAlias(q)
}
