package lockfacts

import (
	"bytes"
	"cmp"
	"compress/flate"
	"fmt"
	"go/types"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/compact"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Fact is what a package tells those that import it: about itself and about
// everything it imports.
type Fact struct {
	Packages []string // import paths, sorted
	Funcs    map[string]*Summary
	Edges    []Edge
	Pending  []*Pending          // calls with locks held whose targets may show up later
	Impls    map[string]Impl     // types converted to interfaces
	Ifaces   map[string][]string // interfaces called with locks held
	Stores   map[string][]Stored // class of a function variable -> functions stored there
	Keeps    map[string][]Keep   // what functions do with what they are given
	Owners   map[string]string   // see ownersOf
	Apart    map[string]string   // see Result.Apart
	Makes    map[string]bool     // functions that return new objects only
	Older    map[string]bool     // fields that point to what is older, see ages
	Ends     map[string]string   // see ends
	Blocks   []*Block
	Writers  []string          // nodes that are locked exclusively
	Selfs    map[string]string // class of a field -> whether objects store themselves there

	// Cut is set when the analysis of one of the packages ended early: Blocks
	// does not say who does not answer.
	Cut bool

	// Those of the packages below are the same ones in all facts that have them: most of a fact is
	// what was known before. So nobody may change a Pending or a Block that is in a fact.

	// packed is a fact as it was read, of which nothing else is known yet: a package reads the facts of all
	// packages below it, and needs those that it imports.
	packed []byte

	origins []map[string]bool // of a merged fact: the edges of each part
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

// String is for analysistest.
func (f *Fact) String() string {
	if err := f.unpack(); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("lockfacts(%d functions, %d edges)", len(f.Funcs), len(f.Edges))
}

// An Impl is a type that is converted to an interface somewhere.
type Impl struct {
	Type    string // as in Place.Types
	Methods []Method
}

// A Stored is a function that is stored somewhere.
type Stored struct {
	Func string
	Meth bool   // a method, bound to its receiver
	Recv string // the type of the receiver, as in Place.Types
	Back string // see backTo
	In   string // the field that holds the object that it is stored in, or ""
}

// A Method is a method of an Impl.
type Method struct {
	Signature string
	Key       string
	Recv      syncop.Place
}

// A Pending is a call of an unknown target with locks held.
type Pending struct {
	Event  Event
	Func   string // in which the locks are held
	Roots  []string
	Gates  []Gate
	Inward string // see inward

	id string // see key
}

// A Block is an operation that waits for another goroutine, or answers one
// that waits.
type Block struct {
	Op      trace.Op
	Node    string // of the channel, WaitGroup or Cond
	Held    []Held
	Before  []string
	Instead []string
	Site    Site
	Via     []Site
	Func    string
	Async   string
	Escapes bool
	Patient bool // see Event
	Once    bool // see Event
	// Holder is the field through which the object is reached that has the channel,
	// WaitGroup or Cond, or "" when it is a part of what the function knows itself.
	Holder string
	// Given is set when the object is an argument of the function, or captured.
	Given bool
	Roots []string

	id string // see key
}

type plainFact Fact // without the methods

// GobEncode is deterministic and small: package compact writes each name once.
func (f *Fact) GobEncode() ([]byte, error) {
	if f.packed != nil {
		return f.packed, nil
	}
	data, err := compact.Append(nil, (*plainFact)(f))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// GobDecode is the inverse of GobEncode, as far as [Fact.unpack] is called before anything is read.
func (f *Fact) GobDecode(data []byte) error {
	f.packed = bytes.Clone(data)
	return nil
}

// unpack reads what GobDecode was given. Those who read a fact at the same time must not.
func (f *Fact) unpack() error {
	if f.packed == nil {
		return nil
	}
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(f.packed)))
	if err == nil {
		err = compact.Decode(plain, (*plainFact)(f))
	}
	if err != nil {
		return fmt.Errorf("facts of an imported package are damaged: %w; run go clean -cache", err)
	}
	f.packed = nil
	f.identify()
	return nil
}

// identify computes all keys: those who read a fact at the same time must not.
func (f *Fact) identify() {
	for i := range f.Edges {
		f.Edges[i].key()
	}
	for i := range f.Pending {
		f.Pending[i].key()
	}
	for i := range f.Blocks {
		f.Blocks[i].key()
	}
}

// Elsewhere returns the fact as another process would read it: its positions
// mean nothing in another token.FileSet.
func (f *Fact) Elsewhere() (*Fact, error) {
	data, err := f.GobEncode()
	if err != nil {
		return nil, err
	}
	g := &Fact{packed: data}
	return g, g.unpack()
}

func newFact() *Fact {
	return &Fact{Funcs: map[string]*Summary{}, Impls: map[string]Impl{}, Ifaces: map[string][]string{}, Stores: map[string][]Stored{}, Keeps: map[string][]Keep{}, Owners: map[string]string{}, Apart: map[string]string{}, Makes: map[string]bool{}, Older: map[string]bool{}, Ends: map[string]string{}, Selfs: map[string]string{}}
}

// mergeFacts unites the facts of the imported packages. Each of them has those of
// the packages below it, so only where an import has none are these asked for.
func mergeFacts(pass *analysis.Pass, known map[string]*Fact) (*Fact, error) {
	own := map[*types.Package]*Fact{}
	for _, pf := range pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*Fact); ok {
			own[pf.Package] = f
		}
	}
	facts, err := nearest(pass.Pkg, func(p *types.Package) *Fact { return cmp.Or(own[p], known[syncop.PackagePath(p)]) })
	if err != nil {
		return nil, err
	}
	slices.SortFunc(facts, func(a, b *Fact) int { return slices.Compare(a.Packages, b.Packages) })
	m := newFact()
	merge := newMerger(m)
	for _, f := range facts {
		merge.add(f)
	}
	slices.Sort(m.Packages)
	m.Packages = slices.Compact(m.Packages)
	return m, nil
}

// nearest returns the facts of the imports of a package, unpacked, and of what those import that have none, but
// for those that another one of them has. That a package is built on another one does not say that its fact has
// that one's: under go vet a package without facts does not hand on those of its imports. So each fact is asked for the
// packages that it has, those of the packages on top first.
func nearest(pkg *types.Package, of func(*types.Package) *Fact) ([]*Fact, error) {
	var facts []*Fact
	has := map[string]bool{}
	for _, p := range topFirst(pkg, of) {
		if has[syncop.PackagePath(p)] {
			continue
		}
		f := of(p)
		if err := f.unpack(); err != nil {
			return nil, err
		}
		for _, path := range f.Packages {
			has[path] = true
		}
		facts = append(facts, f)
	}
	return facts, nil
}

// topFirst returns the packages with facts that a package imports, itself or through such without facts,
// none of them behind one that it is built on.
func topFirst(pkg *types.Package, of func(*types.Package) *Fact) []*types.Package {
	direct, below := map[*types.Package]bool{}, map[*types.Package]bool{pkg: true}
	var note func(p *types.Package)
	note = func(p *types.Package) {
		for _, imp := range p.Imports() {
			if _, seen := direct[imp]; !seen {
				direct[imp] = of(imp) != nil
				if !direct[imp] {
					note(imp)
				}
			}
		}
	}
	note(pkg)
	var list []*types.Package
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		for _, imp := range p.Imports() {
			if !below[imp] {
				below[imp] = true
				visit(imp)
			}
		}
		if direct[p] {
			list = append(list, p) // behind what it is built on
		}
	}
	visit(pkg)
	slices.Reverse(list)
	return list
}

type merger struct {
	into *Fact
	seen [4]map[string]bool // by kind
}

// What a merger keeps one of.
const (
	edgeKey = iota
	pendingKey
	blockKey
	writerKey
)

func newMerger(into *Fact) merger {
	m := merger{into: into}
	for i := range m.seen {
		m.seen[i] = map[string]bool{}
	}
	return m
}

func (m merger) first(kind int, key string) bool {
	if m.seen[kind][key] {
		return false
	}
	m.seen[kind][key] = true
	return true
}

func (m merger) add(f *Fact) {
	m.into.Packages = append(m.into.Packages, f.Packages...)
	m.into.Cut = m.into.Cut || f.Cut
	origin := map[string]bool{}
	for i := range f.Edges {
		origin[f.Edges[i].key()] = true
	}
	m.into.origins = append(m.into.origins, origin)
	m.into.Edges = slices.Grow(m.into.Edges, len(f.Edges))
	m.into.Pending = slices.Grow(m.into.Pending, len(f.Pending))
	m.into.Blocks = slices.Grow(m.into.Blocks, len(f.Blocks))
	for k, v := range f.Funcs {
		m.into.Funcs[k] = v
	}
	for i := range f.Edges {
		if m.first(edgeKey, f.Edges[i].key()) {
			m.into.Edges = append(m.into.Edges, f.Edges[i])
		}
	}
	for i := range f.Pending {
		if m.first(pendingKey, f.Pending[i].key()) {
			m.into.Pending = append(m.into.Pending, f.Pending[i])
		}
	}
	for i := range f.Blocks {
		if m.first(blockKey, f.Blocks[i].key()) {
			m.into.Blocks = append(m.into.Blocks, f.Blocks[i])
		}
	}
	for _, n := range f.Writers {
		if m.first(writerKey, n) {
			m.into.Writers = append(m.into.Writers, n)
		}
	}
	m.fields(f)
	for k, v := range f.Keeps {
		m.into.Keeps[k] = v
	}
	for k, v := range f.Impls {
		m.into.Impls[k] = v
	}
	for k, v := range f.Ifaces {
		m.into.Ifaces[k] = v
	}
	for k, v := range f.Stores {
		m.into.store(k, v...)
	}
}

// fields adds what is known about fields and constructors.
func (m merger) fields(f *Fact) {
	for k, v := range f.Selfs {
		m.into.noteSelf(k, v == selfOnly)
	}
	for k, v := range f.Owners {
		m.into.noteOwner(k, v)
	}
	for k, v := range f.Apart {
		m.into.noteApart(k, v == selfOnly)
	}
	for k := range f.Makes {
		m.into.Makes[k] = true
	}
	for k := range f.Older {
		m.into.Older[k] = true
	}
	for k, v := range f.Ends {
		m.into.Ends[k] = v
	}
}

// store adds functions to a variable.
func (f *Fact) store(class string, funcs ...Stored) {
	for _, fn := range funcs {
		if !slices.Contains(f.Stores[class], fn) {
			f.Stores[class] = append(slices.Clone(f.Stores[class]), fn)
		}
	}
	slices.SortFunc(f.Stores[class], func(a, b Stored) int { return strings.Compare(a.Func+a.Recv+a.Back+a.In, b.Func+b.Recv+b.Back+b.In) })
}

// What is known about a field.
const (
	selfOnly  = "self"
	selfOther = "other"
)

// noteSelf records a store to a field.
func (f *Fact) noteSelf(class string, self bool) {
	switch {
	case class == "":
	case !self:
		f.Selfs[class] = selfOther
	case f.Selfs[class] == "":
		f.Selfs[class] = selfOnly
	}
}

func (p *Pending) key() string {
	if p.id == "" {
		p.id = p.Func + " " + p.Event.key()
	}
	return p.id
}

func (b *Block) key() string {
	if b.id == "" {
		b.id = b.describe()
	}
	return b.id
}

// describe is a checksum of what tells an operation from others: there are many of
// them, and what came before is a long list.
func (b *Block) describe() string {
	h := fnv.New128a()
	write := func(texts ...string) {
		for _, s := range texts {
			io.WriteString(h, s)
			h.Write([]byte{0})
		}
	}
	write(b.Op.String(), b.Node, b.Holder, b.Func, b.Site.Func, b.Async, fmt.Sprint(b.Escapes, b.Patient, b.Once))
	for i := range b.Held {
		write(b.Held[i].Lock.Node())
	}
	write("before")
	write(b.Before...)
	write("instead")
	write(b.Instead...)
	return string(h.Sum(nil))
}
