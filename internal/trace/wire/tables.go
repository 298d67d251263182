package wire

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// The tables are the definitions so far, by number: a definition may
// come before the texts and frames it names.
type tables struct {
	header []uint64 // texts
	texts  map[uint64]string
	stacks map[trace.StackID][]uint64 // program counters
	frames map[uint64]*inlined        // by program counter
	types  map[uint64]*typeRef
	places map[trace.StackID]*places
	named  map[uint64]bool // texts that events refer to
}

// An inlined is the frames of one program counter, innermost first.
type inlined []frameRef

type frameRef struct{ fn, file, line uint64 }

type places struct {
	hash    [3]uint64
	defined [3]bool
}

type typeRef struct {
	defined bool
	name    uint64
	size    uint64
	fields  []fieldRef
}

type fieldRef struct {
	path, offset uint64
	kind         trace.Kind
}

// An assembly is the definitions of one stream whose last record is to come.
type assembly struct {
	stack  trace.StackID
	pcs    []uint64
	pc     uint64
	frames *inlined
	closed bool // frames has its last one; its line may follow
}

func newTables() *tables {
	return &tables{
		texts:  map[uint64]string{},
		stacks: map[trace.StackID][]uint64{},
		frames: map[uint64]*inlined{},
		types:  map[uint64]*typeRef{},
		places: map[trace.StackID]*places{},
		named:  map[uint64]bool{},
	}
}

// define takes in a definition other than a text.
func (t *tables) define(a *assembly, e trace.Event) {
	switch e.Op {
	case trace.OpHeader:
		t.header = append(t.header, e.Arg)
	case trace.OpStack:
		t.defineStack(a, e)
	case trace.OpFrame:
		t.defineFrame(a, e)
	case trace.OpFrameLine:
		if a.frames != nil {
			last := &(*a.frames)[len(*a.frames)-1]
			last.file, last.line = e.Arg, uint64(e.G)
		}
	case trace.OpStackAbs:
		t.definePlace(trace.StackID(e.Obj), int(e.Aux), e.Arg)
	case trace.OpType:
		if ty := t.typ(e.Obj); !ty.defined {
			ty.defined, ty.name, ty.size = true, e.Arg, uint64(e.G)
		}
	case trace.OpField:
		ty := t.typ(e.Obj)
		f := fieldRef{path: e.Arg, offset: uint64(e.G), kind: trace.Kind(e.Aux)}
		if !slices.Contains(ty.fields, f) {
			ty.fields = append(ty.fields, f)
		}
	}
}

func (t *tables) defineText(id uint64, s string) {
	if _, ok := t.texts[id]; !ok {
		t.texts[id] = s
	}
}

func (t *tables) defineStack(a *assembly, e trace.Event) {
	if e.Aux == 0 {
		a.stack, a.pcs = trace.StackID(e.Obj), a.pcs[:0]
	}
	if int(e.Aux) != min(len(a.pcs), trace.MaxAux) || trace.StackID(e.Obj) != a.stack {
		a.pcs = a.pcs[:0]
		return
	}
	a.pcs = append(a.pcs, e.Arg)
	if _, ok := t.stacks[a.stack]; !ok && e.Has(trace.FlagLast) {
		t.stacks[a.stack] = slices.Clone(a.pcs)
	}
}

// defineFrame keeps a.frames until the next one begins: the line of the last
// frame follows it.
func (t *tables) defineFrame(a *assembly, e trace.Event) {
	if e.Aux == 0 {
		a.pc, a.frames, a.closed = e.Obj, new(inlined), false
	}
	if a.frames == nil || a.closed || e.Obj != a.pc || int(e.Aux) != min(len(*a.frames), trace.MaxAux) {
		a.frames = nil
		return
	}
	*a.frames = append(*a.frames, frameRef{fn: e.Arg})
	a.closed = e.Has(trace.FlagLast)
	if a.closed && t.frames[a.pc] == nil {
		t.frames[a.pc] = a.frames
	}
}

// definePlace passes over kinds of places that a newer recorder may know.
func (t *tables) definePlace(id trace.StackID, kind int, hash uint64) {
	pl := t.places[id]
	if pl == nil {
		pl = &places{}
		t.places[id] = pl
	}
	if kind < len(pl.hash) && !pl.defined[kind] {
		pl.hash[kind], pl.defined[kind] = hash, true
	}
}

func (t *tables) typ(id uint64) *typeRef {
	ty := t.types[id]
	if ty == nil {
		ty = &typeRef{}
		t.types[id] = ty
	}
	return ty
}

// resolve replaces all numbers by their definitions.
func (t *tables) resolve() *trace.Trace {
	r := &resolver{tables: t, used: map[uint64]bool{}}
	tr := trace.New()
	for _, id := range t.header {
		k, v, _ := strings.Cut(r.text(id), "=")
		if _, ok := tr.Header[k]; !ok {
			tr.Header[k] = v
		}
	}
	for id, pcs := range t.stacks {
		tr.Stacks[id] = r.stack(pcs)
	}
	for id, ty := range t.types {
		tr.Types[id] = r.typ(ty)
	}
	for id, pl := range t.places {
		tr.Places[id] = pl.hash
	}
	maps.Copy(tr.Texts, t.texts)
	for id := range r.used {
		if !t.named[id] {
			delete(tr.Texts, id)
		}
	}
	return tr
}

// A resolver remembers which texts definitions used.
type resolver struct {
	*tables
	used map[uint64]bool
}

func (r *resolver) text(id uint64) string {
	r.used[id] = true
	return r.texts[id]
}

func (r *resolver) stack(pcs []uint64) []trace.Frame {
	var frames []trace.Frame
	for _, pc := range pcs {
		if pc == 0 {
			continue
		}
		if r.frames[pc] == nil {
			frames = append(frames, trace.Frame{Func: fmt.Sprintf("pc %#x", pc)})
			continue
		}
		for _, f := range *r.frames[pc] {
			frames = append(frames, trace.Frame{Func: r.text(f.fn), File: r.text(f.file), Line: int(f.line)})
		}
	}
	return frames
}

func (r *resolver) typ(ty *typeRef) *trace.Type {
	typ := &trace.Type{Name: r.text(ty.name), Size: ty.size}
	for _, f := range ty.fields {
		typ.Locks = append(typ.Locks, trace.LockField{Offset: f.offset, Kind: f.kind, Path: r.text(f.path)})
	}
	return typ
}
