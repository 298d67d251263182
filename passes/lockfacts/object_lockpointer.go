package lockfacts

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// An object may be given the lock of another one:
//
//	func newChild(mu *sync.Mutex) *child { return &child{mu: mu} }
//	p.kid = newChild(&p.mu)
//
// Then child.mu is no lock of its own. Where everything that is ever stored in such
// a field is the address of one other field, or of one global variable, the lock
// after it goes by that name. This is inclusion as in package pointer (Andersen), with
// the fields that point to locks, by class, and the parameters of functions that only
// the package calls as variables. A single store of something else, or of something
// that is not known, leaves the field its own name.

// A pointees has the locks that a field or a parameter may point to.
type pointees struct {
	locks  []syncop.AccessPath
	from   []string // fields and parameters whose value is stored there
	others bool     // locks that are not known
}

// A lockPointers collects the pointees of a package: of a field by its class, of a
// parameter by parameterName.
type lockPointers struct {
	a      *analyzer
	of     map[string]*pointees
	fields map[string]bool
	values map[string]bool // functions that are more than called

	operands []*ssa.Value // of the instruction that is looked at
}

// onlyPointees returns the lock that a field of the package always points to, by the class
// of the field, for those fields of which that is known.
func (a *analyzer) onlyPointees() map[string]syncop.AccessPath {
	s := &lockPointers{a: a, of: map[string]*pointees{}, fields: map[string]bool{}, values: map[string]bool{}}
	s.each(s.stores)
	if len(s.fields) == 0 {
		return nil
	}
	s.each(s.calls)
	for _, fn := range a.ssa.Funcs {
		s.parameters(fn)
	}
	found := map[string]syncop.AccessPath{}
	for class := range s.fields {
		if p, ok := s.only(class); ok {
			found[class] = p
		}
	}
	return found
}

// renamed returns norm, with the locks behind such fields under the names of the others.
func (a *analyzer) renamed(shared map[string]syncop.AccessPath, norm func(syncop.AccessPath) syncop.AccessPath) func(syncop.AccessPath) syncop.AccessPath {
	if len(shared) == 0 {
		return norm
	}
	return func(p syncop.AccessPath) syncop.AccessPath {
		p = norm(p)
		if !strings.HasSuffix(p.Path, "->") || !strings.Contains(p.Types, "|sync.") {
			return p
		}
		if to, ok := shared[p.Class()]; ok {
			if p.Types, p.Var = to.Types, to.Var; to.Root == "G" {
				p.Root, p.Path = to.Root, to.Path
			}
		}
		return p
	}
}

// each visits the instructions of the package.
func (s *lockPointers) each(visit func(*syncop.Frame, ssa.Instruction)) {
	for _, fn := range s.a.ssa.Funcs {
		frame := s.a.frame(fn)
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				visit(frame, in)
			}
		}
	}
}

// stores notes what is stored in fields.
func (s *lockPointers) stores(frame *syncop.Frame, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if fa, ok := in.Addr.(*ssa.FieldAddr); ok && pointsToLock(in.Val.Type()) {
			s.add(frame, s.field(frame, fa), in.Val)
		}
	case *ssa.FieldAddr:
		if pointsToLock(syncop.Elem(in.Type())) && !onlyLoadedOrStored(in) {
			s.field(frame, in).others = true
		}
	}
}

// calls notes what functions are given, and which are more than called.
func (s *lockPointers) calls(frame *syncop.Frame, in ssa.Instruction) {
	call, isCall := in.(ssa.CallInstruction)
	if isCall {
		s.call(frame, call.Common())
	}
	s.operands = in.Operands(s.operands[:0])
	for i, op := range s.operands {
		if fn, ok := (*op).(*ssa.Function); ok && !(isCall && i == 0) {
			s.values[syncop.Key(fn)] = true
		}
	}
}

// call notes what a function of the package is given.
func (s *lockPointers) call(frame *syncop.Frame, common *ssa.CallCommon) {
	callee := common.StaticCallee()
	for i, v := range common.Args {
		if callee != nil && pointsToLock(v.Type()) {
			s.add(frame, s.pointees(parameterName(callee, i)), v)
		}
	}
}

// parameters notes that further callers may give other locks to a function.
func (s *lockPointers) parameters(fn *ssa.Function) {
	open := s.values[syncop.Key(fn)] || s.a.offers(fn.Name()) || fn.Signature.Recv() != nil && s.a.invoked()[fn.Name()]
	for i := range fn.Params {
		if h := s.of[parameterName(fn, i)]; h != nil {
			h.others = h.others || open
		}
	}
}

// offers reports whether other packages may use what has that name.
func (a *analyzer) offers(name string) bool {
	return ast.IsExported(name) && a.pass.Pkg.Name() != "main"
}

// field returns the pointees of a field. Nothing is known of a field that other
// packages may assign to.
func (s *lockPointers) field(frame *syncop.Frame, fa *ssa.FieldAddr) *pointees {
	class := frame.AccessPath(fa).Class()
	h := s.pointees(class)
	s.fields[class] = true
	owner, ok := types.Unalias(syncop.Elem(fa.X.Type())).(*types.Named)
	if !ok || owner.Obj().Pkg() != s.a.pass.Pkg {
		h.others = true
		return h
	}
	st, ok := owner.Underlying().(*types.Struct)
	if !ok || class == "" || s.a.offers(owner.Obj().Name()) && s.a.offers(st.Field(fa.Field).Name()) {
		h.others = true
	}
	return h
}

func (s *lockPointers) pointees(name string) *pointees {
	if s.of[name] == nil {
		s.of[name] = &pointees{}
	}
	return s.of[name]
}

// add notes that a value is stored in a field or passed to a parameter.
func (s *lockPointers) add(frame *syncop.Frame, h *pointees, v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Const: // nil
	case *ssa.FieldAddr, *ssa.Global:
		p := frame.AccessPath(v)
		if p.Class() == "" || p.Class() != p.Node() || !pointsToLock(v.Type()) {
			h.others = true
			return
		}
		h.locks = append(h.locks, p)
	case *ssa.MakeInterface:
		s.add(frame, h, v.X)
	case *ssa.ChangeType:
		s.add(frame, h, v.X)
	case *ssa.Parameter:
		h.from = append(h.from, parameterName(v.Parent(), paramIndex(v)))
		s.pointees(parameterName(v.Parent(), paramIndex(v)))
	case *ssa.UnOp:
		s.load(frame, h, v)
	default:
		h.others = true
	}
}

// load notes that what a field or a local variable holds is stored.
func (s *lockPointers) load(frame *syncop.Frame, h *pointees, v *ssa.UnOp) {
	switch from := v.X.(type) {
	case *ssa.FieldAddr:
		if v.Op == token.MUL {
			s.field(frame, from)
			h.from = append(h.from, frame.AccessPath(from).Class())
			return
		}
	case *ssa.Alloc:
		if only := syncop.OnlyStore(from); only != nil && only != ssa.Value(v) {
			s.add(frame, h, only)
			return
		}
	}
	h.others = true
}

// only returns the one lock that a field points to.
func (s *lockPointers) only(class string) (lock syncop.AccessPath, ok bool) {
	seen := map[string]bool{class: true}
	work := []string{class}
	for len(work) > 0 {
		h := s.of[work[0]]
		work = work[1:]
		if h.others {
			return lock, false
		}
		for _, p := range h.locks {
			if ok && p.Class() != lock.Class() {
				return lock, false
			}
			lock, ok = p, true
		}
		for _, from := range h.from {
			if !seen[from] {
				seen[from] = true
				work = append(work, from)
			}
		}
	}
	return lock, ok
}

func parameterName(fn *ssa.Function, i int) string { return syncop.Key(fn) + " " + strconv.Itoa(i) }

func paramIndex(v *ssa.Parameter) int {
	for i, p := range v.Parent().Params {
		if p == v {
			return i
		}
	}
	return -1
}

// pointsToLock reports whether a value of the type refers to a lock of package sync.
func pointsToLock(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return isOfSync(p.Elem(), "Mutex", "RWMutex")
	}
	return isOfSync(t, "Locker")
}

func isOfSync(t types.Type, names ...string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && slices.Contains(names, n.Obj().Name()) && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync"
}

// onlyLoadedOrStored reports whether the address of a field goes nowhere.
func onlyLoadedOrStored(fa *ssa.FieldAddr) bool {
	for _, r := range *fa.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if r.Addr != fa {
				return false
			}
		default:
			return false
		}
	}
	return true
}
