package lockfacts

import (
	"fmt"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

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
	walkWhole    func(*ssa.Function) *Summary // leaves nothing out: a walk asks for the summary of a callee, which is walked then
	clears       map[string]map[string]bool   // by field and function: see clear
	notes        *directives
	known        *known // of the dependencies, and of this package once it is published
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

// summary returns what is known about a function, or nil.
func (a *analyzer) summary(key string) *Summary {
	if f := a.own[key]; f != nil {
		a.settle(f.Summary)
		return f.Summary
	}
	return a.known.summary(key)
}

// whole returns a summary of which nothing is left out. Few are asked for.
func (a *analyzer) whole(key string) *Summary {
	f := a.own[key]
	if f == nil || !f.Summary.brief {
		return a.summary(key)
	}
	if f.whole == nil {
		f.whole = f.Summary // for those that it calls and that call it
		f.whole = a.walkWhole(f.Fn)
	}
	a.settle(f.whole)
	return f.whole
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
