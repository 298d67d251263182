package lockfacts

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/pointer/alias"
)

// Analyzer is the pass with its default options.
var Analyzer = New()

// New returns an analyzer with options of its own.
func New() *analysis.Analyzer { return With(Options{}) }

// Options is the input of the pass from a driver that has the whole program. With go vet it
// is the zero value.
type Options struct {
	// Done, when it is closed, stops the pass. The results so far are kept,
	// and [Result].Limits says that they are not all.
	Done <-chan struct{}

	// Known is the facts of packages that the driver does not analyse together
	// with the others, by import path.
	Known map[string]*Fact

	// Sole says that only the checks of this module use the types of a package. The types of its
	// expressions are then dropped once the package is in SSA form. Otherwise that memory is kept
	// until the end. A driver that runs other passes must not set it.
	Sole bool

	// Program, which may be nil, is the whole program.
	Program *alias.Program

	// Refuted asks for the findings that the checks refuse, with the reasons.
	Refuted bool
	// Whole says that the driver sees all packages, and drops the report about a comment that silences something in another
	// one. Otherwise a comment where another package may compose a report is not told to silence nothing.
	Whole bool

	// Possible asks for deadlocks that lack a part of their proof, too.
	Possible bool
}

// With returns an analyzer with such options.
func With(opt Options) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       "lockfacts",
		Doc:        "summaries of the locks, waits and callbacks of functions\n\nReports nothing; the checks are built on it.",
		URL:        "https://github.com/deadlocklint/deadlocklint/tree/main/passes/lockfacts",
		FactTypes:  []analysis.Fact{new(Fact)},
		ResultType: reflect.TypeFor[*Result](),
	}
	scope := a.Flags.String("scope", "", "module path prefixes, separated by commas, to look at in depth besides the main module")
	a.Run = func(pass *analysis.Pass) (any, error) { return run(pass, *scope, opt) }
	return a
}

func run(pass *analysis.Pass, widen string, opt Options) (any, error) {
	scope := load.ScopeOf(pass, widen)
	res := &Result{Scope: scope, scope: widen, done: opt.Done, refuted: opt.Refuted, possible: opt.Possible, whole: opt.Whole, program: opt.Program, notes: readDirectives(pass, scope == load.Deep)}
	if scope == load.Modelled {
		return res, exportNoReturn(pass, opt.Known)
	}
	known, err := knownTo(pass, opt.Known)
	if err != nil {
		return nil, err
	}
	a := newAnalyzer(pass, opt, known)
	a.summarised, a.notes = scope == load.Summarised, res.notes
	order := a.order()
	a.findHeapWrites(order)
	for _, scc := range order {
		a.fixpoint(scc)
		for _, fn := range scc {
			if f := a.own[a.key(fn)]; f != nil {
				res.Funcs = append(res.Funcs, f)
			}
		}
	}
	a.contexts(res.Funcs)
	a.callers(res.Funcs)
	a.publish(res.Funcs)
	a.fill(res)
	if a.known.err != nil {
		return nil, a.known.err
	}
	pass.ExportPackageFact(a.known.fact())
	if scope != load.Deep {
		res.Release()
	}
	return res, nil
}

// newAnalyzer brings the package into SSA form and finds its functions.
func newAnalyzer(pass *analysis.Pass, opt Options, known *known) *analyzer {
	a := &analyzer{
		pass: pass, frames: map[*ssa.Function]*syncop.Frame{}, byKey: map[string]*ssa.Function{}, byObject: map[*types.Func]*ssa.Function{},
		declares: map[*ssa.Function]*ssa.Function{}, mentioned: map[*ssa.Function]bool{}, positions: map[token.Pos]string{},
		own: map[string]*Func{}, clears: map[string]map[string]bool{}, known: known, ifaces: map[string][]string{},
		made: map[*ssa.Function]map[string][]ssa.Instruction{}, done: opt.Done, limits: map[string]bool{}, leads: map[string][]Event{},
		private: map[*ssa.Alloc]bool{}, numbers: newNumbered(), leftBy: map[*Summary][]string{}, exhausts: map[*ssa.If]bool{}, keys: map[*ssa.Function]string{}, briefs: map[*ssa.Function]bool{},
	}
	a.noReturn = load.NoReturn(pass, known.noReturn)
	a.ssa = load.Build(pass, func(fn *types.Func) bool {
		return a.noReturn[fn.Origin()] || fn.Pkg() != pass.Pkg && known.noReturn(fn)
	})
	if opt.Sole {
		load.Forget(pass.TypesInfo)
	}
	slices.SortStableFunc(a.ssa.Funcs, func(f, g *ssa.Function) int { return cmp.Compare(a.key(f), a.key(g)) }) // the same for each order of declarations
	for _, fn := range a.ssa.Funcs {
		a.byKey[a.key(fn)] = fn
		if obj, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil {
			a.byObject[obj.Origin()] = fn
		}
	}
	a.walkWhole = func(fn *ssa.Function) *Summary { return a.walkAs(fn, false).Summary }
	a.byStruct = a.retyped()
	a.findClears()
	a.findFlags()
	a.findCondFields()
	return a
}

// findHeapWrites finds out what is stored where, before the functions are walked.
func (a *analyzer) findHeapWrites(order [][]*ssa.Function) {
	owners := newContent()
	a.owners = &owners
	maps.Copy(a.owners.Owners, a.known.Owners)
	k := a.heapWrites(order)
	a.stores, a.makes = k.of, k.makes
	found, named := a.owners.ownersOf(a.stores, k.canonical, a.madeIn, a.pointApart)
	a.owners.lead(found, named, a.assignableFields)
	shared := a.onlyPointees()
	for _, f := range a.frames { // now it is known which ways lead back
		f.Forget()
		f.Norm = a.named(a.renamed(shared, k.norm(f, a.owners.owned)))
	}
	a.configured, a.replaces = map[string]bool{}, map[*ssa.Function][]syncop.AccessPath{}
	a.flagged = a.flags()
	a.unsteady = a.unsteadyFlags()
}

// fill gives a result what was found out.
func (a *analyzer) fill(res *Result) {
	res.Edges, res.Blocks, res.writers = a.known.Edges, a.known.Communications, a.known.Writers
	res.bound = a.boundBefore()
	res.frame, res.given, res.open = a.frame, a.given(), a.unresolvedCalls
	res.apart, res.older, res.noRoom = a.known.Apart, a.known.Older, a.known.NoRoom
	res.ignored = a.known.Ignored
	res.owners = a.owners.Owners
	res.loops = startsInLoops(res.Funcs)
	a.objects(res)
	res.imported = a.known.imports
	if a.known.Cut {
		res.Blocks = nil
	}
	if a.ended {
		res.Funcs = nil
	}
	res.Limits = slices.Sorted(maps.Keys(a.limits))
	a.late = res.reached
}

// maxWalks bounds how often one of the functions that call each other is walked.
// Summaries mostly grow, so that few are walked more than three times.
const maxWalks = 12

// fixpoint walks functions that call each other until nothing that callers find out changes.
func (a *analyzer) fixpoint(scc []*ssa.Function) {
	keys := make([]string, len(scc))
	for i, fn := range scc {
		keys[i] = a.key(fn)
	}
	l := newWorklist(keys)
	for i, fn := range scc {
		for _, m := range a.mentions(fn) {
			l.use(i, a.key(m))
		}
	}
	for i := l.next(); i >= 0; i = l.next() {
		if a.stopped() {
			return
		}
		if l.walks[i] == maxWalks {
			a.reached("maxWalks", maxWalks)
			continue
		}
		changed := a.walksAnew(scc[i])
		for _, c := range a.own[keys[i]].calls {
			l.use(i, c.callee)
		}
		for _, s := range a.own[keys[i]].starts {
			l.use(i, s.callee)
		}
		l.walked(i, changed)
	}
}

// walksAnew walks a function, and reports whether callers find out something else than before.
func (a *analyzer) walksAnew(fn *ssa.Function) bool {
	key := a.key(fn)
	old := a.own[key]
	f := a.walk(fn)
	a.own[key] = f
	a.noteClears(f)
	if old == nil {
		return !f.Summary.empty() || f.Summary.left != nil
	}
	delete(a.leftBy, old.Summary)
	return old.Summary.told() != f.Summary.told()
}

// publish makes the layer of the package: it derives edges and resolves calls.
func (a *analyzer) publish(funcs []*Func) {
	a.reachable = map[string][]target{}
	own := newLayer(syncop.PackagePath(a.pass.Pkg))
	own.Cut = a.ended
	own.NoReturn = callable(a.noReturn)
	a.conversions(&own.content)
	a.publishStores(&own.content)
	a.performed(own, funcs)
	own.Ifaces = a.ifaces
	own.identify()
	a.known.addOwn(own)
	a.bind(own)
}
