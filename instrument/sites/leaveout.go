package sites

import (
	"fmt"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/instrument/local"
)

// leaveOut finds the types on which no call can be concurrent with another, because
// one goroutine alone can reach the object of each call. It is a question about types
// and not about calls: of a type with objects that goroutines share, the sequences of
// those that they do not share show what is right, too. A call through an
// interface that is told, of which it is not known what is behind it, is told
// everywhere.
func (r *rewriter) leaveOut(loads ...[]*packages.Package) error {
	if r.opt.All || len(r.opt.Types) > 0 {
		return nil
	}
	exposed := r.table.listing.exposed()
	var usable [][]*packages.Package
	for _, pkgs := range loads {
		usable = append(usable, slices.DeleteFunc(slices.Clone(pkgs), func(p *packages.Package) bool { return !rewritten(p) || len(p.Errors) > 0 }))
	}
	calls := local.Analyze(func(path string) bool { return exposed[path] }, usable...)
	l := &leaving{shared: map[string]bool{}, methods: map[string]map[string]bool{}}
	for _, p := range slices.Concat(usable...) {
		for i, f := range p.Syntax {
			if i >= len(p.CompiledGoFiles) {
				break
			}
			src, err := r.read(p.CompiledGoFiles[i])
			if err != nil {
				return fmt.Errorf("cannot read %s: %w; try again", p.CompiledGoFiles[i], err)
			}
			w := &walker{rewriter: r, pkg: p, src: src}
			w.targets(f, func(t *target) { l.note(t, calls) })
		}
	}
	r.left = l.types(r.opt)
	return nil
}

// leaving collects what decides which types are left out.
type leaving struct {
	shared     map[string]bool            // types with an object that others may reach
	methods    map[string]map[string]bool // by type
	interfaces []*types.Interface         // through which calls are told
}

func (l *leaving) note(t *target, calls *local.Calls) {
	if t.why != "" {
		return
	}
	if iface, ok := t.named.Underlying().(*types.Interface); ok {
		l.interfaces = append(l.interfaces, iface)
		return
	}
	name := TypeName(t.named)
	if l.methods[name] == nil {
		l.methods[name] = methodsOf(t.named)
	}
	l.shared[name] = l.shared[name] || t.call == nil || !calls.Local(t.call.Lparen)
}

// types are those that are left out.
func (l *leaving) types(opt Options) map[string]bool {
	l.interfaces = slices.CompactFunc(l.interfaces, func(a, b *types.Interface) bool { return a == b })
	left := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(l.methods)) {
		if l.shared[name] || slices.Contains(opt.Std, name) || slices.Contains(opt.Written, name) {
			continue
		}
		left[name] = !slices.ContainsFunc(l.interfaces, func(i *types.Interface) bool { return implements(l.methods[name], i) })
	}
	return left
}
