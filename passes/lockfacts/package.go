package lockfacts

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
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

// An analyzer is the analysis of one package.
type analyzer struct {
	pass         *analysis.Pass
	ssa          *load.Package
	frames       map[*ssa.Function]*syncop.Frame
	byStruct     func(syncop.AccessPath) syncop.AccessPath // see retyped
	byKey        map[string]*ssa.Function
	byObject     map[*types.Func]*ssa.Function   // declared ones
	keys         map[*ssa.Function]string        // see key
	declares     map[*ssa.Function]*ssa.Function // see declared
	briefs       map[*ssa.Function]bool          // see isBrief
	room         []Event                         // of no walk at present
	outside      []Event                         // the same for the summaries of callers
	exhausts     map[*ssa.If]bool                // see isExhausted
	noReturn     map[*types.Func]bool            // functions of the package that never return
	storedFuncs  map[string]bool                 // see storedSomewhere
	mentioned    map[*ssa.Function]bool          // by another function of the package
	positions    map[token.Pos]string            // see position
	numbers      numbered                        // of the nodes in Summary.left
	leftBy       map[*Summary][]string           // see leavesOf
	own          map[string]*Func
	clears       map[string]map[string]bool // by field and function: see clear
	known        *known                     // of the dependencies, and of this package once it is published
	ifaces       map[string][]string
	made         map[*ssa.Function]map[string][]ssa.Instruction // see isFresh
	stores       map[string][]HeapWrite
	makes        map[string]bool                         // see heapAnalysis
	owners       *content                                // Owners and Apart only
	older        map[string]bool                         // see olderFields; nil until it is asked for
	flagged      map[string]bool                         // see flags
	errors       map[*ssa.Global]bool                    // see ownErrors
	methodValues map[types.Object]bool                   // see isBound
	replaces     map[*ssa.Function][]syncop.AccessPath   // see replacedBy
	configured   map[string]bool                         // flags that functions set which are given a new object, see setsUp
	calls        map[*ssa.Function][]ssa.CallInstruction // of each function, and of none that is known; see callsOf
	unsteady     map[string]bool                         // see unsteadyFlags
	condFields   map[*types.Var]condField
	leads        map[string][]Event // see closed

	reachable    map[string][]target     // see targets
	implementers *implementers           // see implementations
	invokes      map[string]bool         // see invoked
	private      map[*ssa.Alloc]bool     // see isPrivateVariable
	unlocked     *bool                   // see unlocksFound; nil until it is asked for
	summarised   bool                    // only for its callers: see contract
	out          map[*types.TypeName]way // see givenOut

	givenIns map[givenIn]bool // see isGivenIn

	done     <-chan struct{}    // closed when no more results are wanted
	work     int                // spent, see maxPackageWork
	bindWork int                // the same for maxBindWork
	nested   int                // the same for maxGiven, of those that are being looked at
	ended    bool               // no further function is looked at
	limits   map[string]bool    // that were reached
	late     func(limit string) // says of those that are reached when the checks ask
}

func run(pass *analysis.Pass, widen string, opt Options) (any, error) {
	scope := load.ScopeOf(pass, widen)
	res := &Result{Scope: scope, scope: widen, done: opt.Done, refuted: opt.Refuted, possible: opt.Possible, program: opt.Program, notes: readDirectives(pass, scope == load.Deep)}
	if scope == load.Modelled {
		return res, exportNoReturn(pass, opt.Known)
	}
	known, err := knownTo(pass, opt.Known)
	if err != nil {
		return nil, err
	}
	a := newAnalyzer(pass, opt, known)
	a.summarised = scope == load.Summarised
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

func (a *analyzer) frame(fn *ssa.Function) *syncop.Frame {
	if f := a.frames[fn]; f != nil {
		return f
	}
	var parent *syncop.Frame
	if p := fn.Parent(); p != nil {
		parent = a.frame(p)
	}
	f := syncop.NewFrame(fn, parent)
	f.Norm = a.byStruct
	a.frames[fn] = f
	return f
}

// summary returns what is known about a function, or nil.
func (a *analyzer) summary(key string) *Summary {
	if f := a.own[key]; f != nil {
		a.settle(f.Summary)
		return f.Summary
	}
	return a.known.summary(key)
}

// order returns the functions of the package, callees before callers, those
// that call each other together (Tarjan's algorithm). Among these as well a function
// comes behind its callees, as far as that can be: new knowledge goes along a
// chain of calls in one round then, and takes a further one only where it closes.
func (a *analyzer) order() [][]*ssa.Function {
	t := tarjan{a: a, index: map[*ssa.Function]int{}, low: map[*ssa.Function]int{}, left: map[*ssa.Function]int{}, on: map[*ssa.Function]bool{}}
	for _, fn := range a.ssa.Funcs {
		if t.index[fn] == 0 {
			t.visit(fn)
		}
	}
	return t.out
}

type tarjan struct {
	a          *analyzer
	n          int
	index, low map[*ssa.Function]int
	left       map[*ssa.Function]int // in which order they were done with
	on         map[*ssa.Function]bool
	stack      []*ssa.Function
	out        [][]*ssa.Function
}

func (t *tarjan) visit(fn *ssa.Function) {
	t.n++
	t.index[fn], t.low[fn] = t.n, t.n
	t.stack = append(t.stack, fn)
	t.on[fn] = true
	for _, callee := range t.a.mentions(fn) {
		t.a.mentioned[callee] = true
		if t.index[callee] == 0 {
			t.visit(callee)
			t.low[fn] = min(t.low[fn], t.low[callee])
		} else if t.on[callee] {
			t.low[fn] = min(t.low[fn], t.index[callee])
		}
	}
	t.left[fn] = len(t.left)
	if t.low[fn] != t.index[fn] {
		return
	}
	i := slices.Index(t.stack, fn)
	scc := slices.Clone(t.stack[i:])
	for _, f := range scc {
		t.on[f] = false
	}
	t.stack = t.stack[:i]
	slices.SortFunc(scc, func(a, b *ssa.Function) int { return cmp.Compare(t.left[a], t.left[b]) })
	t.out = append(t.out, scc)
}

// mentions returns the functions of the package that a function calls or takes
// the value of.
func (a *analyzer) mentions(fn *ssa.Function) []*ssa.Function {
	var list []*ssa.Function
	for _, v := range fn.FreeVars {
		if _, fn := funcInVariable(v); fn != nil && a.declared(fn) != nil {
			list = append(list, a.declared(fn))
		}
	}
	var rands [16]*ssa.Value
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, op := range in.Operands(rands[:0]) {
				callee, ok := (*op).(*ssa.Function)
				if !ok {
					continue
				}
				if known := a.declared(callee); known != nil {
					list = append(list, known)
				}
			}
			a.converted(in, &list)
		}
	}
	return list
}

// declared returns the function of the package that a value is, an instance of it
// or a copy, or nil.
func (a *analyzer) declared(fn *ssa.Function) *ssa.Function {
	known, ok := a.declares[fn]
	if !ok {
		known = a.byKey[a.key(fn)]
		a.declares[fn] = known
	}
	return known
}

// converted adds the methods of a type that is converted to an interface: a
// function called with the value may call them.
func (a *analyzer) converted(in ssa.Instruction, list *[]*ssa.Function) {
	mi, ok := in.(*ssa.MakeInterface)
	if !ok {
		return
	}
	n, ok := types.Unalias(syncop.Elem(mi.X.Type())).(*types.Named)
	if !ok || n.Obj().Pkg() != a.pass.Pkg {
		return
	}
	for i := range n.NumMethods() {
		if fn := a.byObject[n.Method(i).Origin()]; fn != nil {
			*list = append(*list, fn)
		}
	}
}

// position writes a position so that it means the same in every package.
func (a *analyzer) position(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	s, ok := a.positions[pos]
	if !ok {
		p := a.pass.Fset.Position(pos)
		s = fmt.Sprintf("%s:%d", path.Join(syncop.PackagePath(a.pass.Pkg), filepath.Base(p.Filename)), p.Line)
		a.positions[pos] = s
	}
	return s
}

// interfaceKey names an interface method, and remembers the whole method set:
// a type matches only if it has all of it. Interfaces of the standard library
// (io.Writer, error) are too common to tell who is called.
func (a *analyzer) interfaceKey(common *ssa.CallCommon) string {
	t := types.Unalias(common.Value.Type())
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || stdlib.Is(n.Obj().Pkg().Path()) {
		return ""
	}
	name := "I:" + syncop.PackagePath(n.Obj().Pkg()) + "." + n.Obj().Name()
	if _, ok := a.ifaces[name]; !ok {
		it := t.Underlying().(*types.Interface)
		set := make([]string, 0, it.NumMethods())
		for i := range it.NumMethods() {
			set = append(set, signature(it.Method(i)))
		}
		sort.Strings(set)
		a.ifaces[name] = set
	}
	return name + "." + common.Method.Name()
}

// signature is the name and the types of a method.
func signature(f *types.Func) string {
	s := f.Signature()
	name := f.Name()
	if !f.Exported() && f.Pkg() != nil {
		name = syncop.PackagePath(f.Pkg()) + "." + name
	}
	var b strings.Builder
	b.WriteString(name)
	qualify := func(p *types.Package) string { return syncop.PackagePath(p) }
	for _, t := range []*types.Tuple{s.Params(), s.Results()} {
		b.WriteByte('(')
		for i := range t.Len() {
			b.WriteString(types.TypeString(t.At(i).Type(), qualify) + ",")
		}
		b.WriteByte(')')
	}
	return b.String()
}
