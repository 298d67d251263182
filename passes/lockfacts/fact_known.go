package lockfacts

import (
	"cmp"
	"go/types"
	"iter"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A known is the knowledge of a package about those below it, and about itself once it has
// added its own: the union of layers.
type known struct {
	content
	layers  map[string][]*layer // by package path
	imports imports
	sums    map[string]*Summary // that were asked for, nil for those that are not known
	err     error               // a layer is damaged

	seen [4]map[string]bool // by kind
}

// The kinds of single entries in a known.
const (
	edgeKey = iota
	pendingKey
	blockKey
	writerKey
)

// imports tells which edges the imports of a package know.
type imports struct {
	facts []map[*layer]bool   // the layers of each import
	edges map[string][]*layer // by key
}

func newKnown() *known {
	k := &known{content: newContent(), layers: map[string][]*layer{}, imports: imports{edges: map[string][]*layer{}}, sums: map[string]*Summary{}}
	for i := range k.seen {
		k.seen[i] = map[string]bool{}
	}
	return k
}

// knownTo unites the facts of the imported packages.
func knownTo(pass *analysis.Pass, others map[string]*Fact) (*known, error) {
	k, err := layersBelow(pass, others)
	if err != nil {
		return nil, err
	}
	return k, k.unite()
}

// layersBelow returns the layers of the imported packages, of which nothing is read yet.
func layersBelow(pass *analysis.Pass, others map[string]*Fact) (*known, error) {
	own := map[*types.Package]*Fact{}
	for _, pf := range pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*Fact); ok {
			own[pf.Package] = f
		}
	}
	k := newKnown()
	for _, f := range reached(pass.Pkg, func(p *types.Package) *Fact { return cmp.Or(own[p], others[syncop.PackagePath(p)]) }) {
		if f.damaged != nil {
			return nil, f.damaged
		}
		k.imports.note(k.of(f))
	}
	return k, nil
}

// of returns the layers of a fact, those that are known already instead of their equals.
func (k *known) of(f *Fact) map[*layer]bool {
	set := map[*layer]bool{}
	for _, l := range f.layers {
		at := slices.IndexFunc(k.layers[l.pkg], l.equal)
		if at < 0 {
			at = len(k.layers[l.pkg])
			k.layers[l.pkg] = append(k.layers[l.pkg], l)
		}
		set[k.layers[l.pkg][at]] = true
	}
	return set
}

// note keeps the layers of an import, unless another one has all of them.
func (x *imports) note(set map[*layer]bool) {
	if slices.ContainsFunc(x.facts, func(o map[*layer]bool) bool { return covers(o, set) }) {
		return
	}
	x.facts = append(slices.DeleteFunc(x.facts, func(o map[*layer]bool) bool { return covers(set, o) }), set)
}

// covers reports whether one import knows all that another one knows.
func covers(all, some map[*layer]bool) bool {
	for l := range some {
		if !all[l] {
			return false
		}
	}
	return len(some) <= len(all)
}

// know reports whether one import alone knows all these edges.
func (x *imports) know(edges []Edge) bool {
	return slices.ContainsFunc(x.facts, func(set map[*layer]bool) bool {
		return !slices.ContainsFunc(edges, func(e Edge) bool {
			return !slices.ContainsFunc(x.edges[e.key()], func(l *layer) bool { return set[l] })
		})
	})
}

// unite adds the layers of all imports, in an order that is always the same.
func (k *known) unite() error {
	var layers []*layer
	for _, path := range slices.Sorted(maps.Keys(k.layers)) {
		layers = append(layers, k.layers[path]...)
	}
	for _, l := range layers {
		if err := l.unpack(); err != nil {
			return err
		}
	}
	k.makeRoom(layers)
	for _, l := range layers {
		for i := range l.Edges {
			key := l.Edges[i].key()
			k.imports.edges[key] = append(k.imports.edges[key], l)
		}
		k.add(&l.content)
	}
	return nil
}

// makeRoom makes room for so many layers at once: a growing slice is copied again and again.
func (k *known) makeRoom(layers []*layer) {
	var n [len(k.seen)]int
	impls := 0
	for _, l := range layers {
		n[edgeKey] += len(l.Edges)
		n[pendingKey] += len(l.PendingCalls)
		n[blockKey] += len(l.Communications)
		n[writerKey] += len(l.Writers)
		impls += len(l.Implementations)
	}
	for i := range k.seen {
		k.seen[i] = make(map[string]bool, n[i])
	}
	k.imports.edges = make(map[string][]*layer, n[edgeKey])
	k.Implementations = make(map[string]Implementation, impls)
	k.Edges, k.PendingCalls, k.Communications = make([]Edge, 0, n[edgeKey]), make([]*PendingCall, 0, n[pendingKey]), make([]*Communication, 0, n[blockKey])
}

// addOwn adds what the package itself has, and keeps of it what is new.
func (k *known) addOwn(l *layer) {
	edges, pending, blocks, writers := len(k.Edges), len(k.PendingCalls), len(k.Communications), len(k.Writers)
	for class, v := range l.Selfs {
		if v == selfOther && k.Selfs[class] != selfOnly {
			delete(l.Selfs, class) // the same as not knowing
		}
	}
	k.layers[l.pkg] = append(k.layers[l.pkg], l)
	clear(k.sums) // unknown summaries may be known now
	k.add(&l.content)
	l.Edges, l.PendingCalls = slices.Clone(k.Edges[edges:]), slices.Clone(k.PendingCalls[pending:])
	l.Communications, l.Writers = slices.Clone(k.Communications[blocks:]), slices.Clone(k.Writers[writers:])
	l.Ifaces = maps.Clone(l.Ifaces)
	used := l.usedIfaces()
	maps.DeleteFunc(l.Ifaces, func(name string, _ []string) bool { return !used[name] })
}

// fact is all that is known, for those that import the package.
func (k *known) fact() *Fact {
	f := &Fact{}
	for _, path := range slices.Sorted(maps.Keys(k.layers)) {
		f.layers = append(f.layers, k.layers[path]...)
	}
	return f
}

// summary returns that of a function, or nil. Functions are looked for in the packages that their keys may
// be of, and each once.
func (k *known) summary(key string) *Summary {
	sum, asked := k.sums[key]
	if !asked {
		sum = k.find(key)
		k.sums[key] = sum
	}
	return sum
}

func (k *known) find(key string) *Summary {
	for path := range packagesOf(key) {
		for _, l := range k.layers[path] {
			sum, err := l.funcs.find(key)
			if k.err = cmp.Or(k.err, err); sum != nil {
				return sum
			}
		}
	}
	return nil
}

// packagesOf are the import paths that the function of a key may be of: p.F, (*p.T).M, p/v.2.F, and
// p [p.test].F in a package that was recompiled for a test.
func packagesOf(key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		name := strings.TrimLeft(key, "(*")
		name, _, _ = strings.Cut(name, "[") // type arguments, or what it was recompiled for
		if path, recompiled := strings.CutSuffix(name, " "); recompiled {
			yield(path)
			return
		}
		for i := strings.LastIndexByte(name, '/') + 1; i < len(name); i++ {
			if name[i] == '.' && !yield(name[:i]) {
				return
			}
		}
	}
}

func (k *known) first(kind int, key string) bool {
	if k.seen[kind][key] {
		return false
	}
	k.seen[kind][key] = true
	return true
}

// addNew appends what is not known yet.
func addNew[E any](k *known, kind int, to, from []E, key func(*E) string) []E {
	for i := range from {
		if k.first(kind, key(&from[i])) {
			to = append(to, from[i])
		}
	}
	return to
}

// add adds the content of a layer.
func (k *known) add(c *content) {
	k.Cut = k.Cut || c.Cut
	k.Edges = addNew(k, edgeKey, k.Edges, c.Edges, (*Edge).key)
	k.PendingCalls = addNew(k, pendingKey, k.PendingCalls, c.PendingCalls, func(p **PendingCall) string { return (*p).key() })
	k.Communications = addNew(k, blockKey, k.Communications, c.Communications, func(b **Communication) string { return (*b).key() })
	k.Writers = addNew(k, writerKey, k.Writers, c.Writers, func(n *string) string { return *n })
	maps.Copy(k.HeapWrites, c.HeapWrites)
	maps.Copy(k.Implementations, c.Implementations)
	maps.Copy(k.Ifaces, c.Ifaces)
	for class, list := range c.Stores {
		k.store(class, list...)
	}
	k.addFields(c)
}

// addFields adds what is known about fields and constructors.
func (k *known) addFields(c *content) {
	for class, v := range c.Selfs {
		k.noteSelf(class, v == selfOnly)
	}
	for key, to := range c.Owners {
		k.noteOwner(key, to)
	}
	for sel, v := range c.Apart {
		k.noteApart(sel, v == selfOnly)
	}
	maps.Copy(k.Makes, c.Makes)
	maps.Copy(k.Older, c.Older)
	maps.Copy(k.NoRoom, c.NoRoom)
	maps.Copy(k.Ignored, c.Ignored)
}
