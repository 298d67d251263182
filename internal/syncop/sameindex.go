package syncop

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// An index that is in a field has the same value at two reads when nothing in between may change the field:
//
//	s.parts[s.i].mu.Lock()
//	s.parts[s.i].mu.Lock() // waits for ever
//
// The name of the index is then that of the first read (global value numbering of loads, Alpern, Wegman and Zadeck, POPL
// 1988, restricted to reads that dominate). The program is taken to be free of data races on the field: other
// goroutines change it only while the function waits, or after an unlock.

// indexName is IndexName, with one name for equal reads of a field.
func (f *Frame) indexName(v ssa.Value) string {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return IndexName(v)
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return IndexName(v)
	}
	return f.firstLoad(field, load).Name()
}

// firstLoad is the first of the reads of a field that are known to give what one gives.
func (f *Frame) firstLoad(field *ssa.FieldAddr, load *ssa.UnOp) *ssa.UnOp {
	c := f.fieldChanges(field)
	for _, same := range f.sameVersion(c, "", f.loadsOf(field), load) {
		if same == ssa.Instruction(load) {
			break
		}
		from := same.(*ssa.UnOp)
		if Dominates(from, load) && f.AccessPath(from.X).Same(f.AccessPath(field)) {
			return from
		}
	}
	return load
}

// loadsOf returns the reads of a field of any object in the function, in the order of the blocks.
func (f *Frame) loadsOf(field *ssa.FieldAddr) []ssa.Instruction {
	w := f.written()
	if w.loads == nil {
		w.loads = map[fieldKey][]ssa.Instruction{}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if load, ok := in.(*ssa.UnOp); ok && load.Op == token.MUL {
					if fa, ok := load.X.(*ssa.FieldAddr); ok {
						w.loads[keyOf(fa)] = append(w.loads[keyOf(fa)], load)
					}
				}
			}
		}
	}
	return w.loads[keyOf(field)]
}

// justStored is the object that a field is known to point to since a store: a parameter, or what
// the function has made. Else it is nil.
func (f *Frame) justStored(field *ssa.FieldAddr, load *ssa.UnOp) ssa.Value {
	v := f.versionsOf(f.fieldChanges(field))
	at, ok := v.at(load)
	if !ok {
		return nil
	}
	st, ok := v.begun(at).(*ssa.Store)
	if !ok {
		return nil
	}
	switch st.Val.(type) {
	case *ssa.Parameter, *ssa.Alloc:
		if to, ok := st.Addr.(*ssa.FieldAddr); ok && keyOf(to) == keyOf(field) && f.AccessPath(to).Same(f.AccessPath(field)) {
			return st.Val
		}
	}
	return nil
}

// versionsOf returns the versions of the thing that some instructions may change.
func (f *Frame) versionsOf(c *changes) *versions {
	if f.ways == nil {
		f.ways = newWays(f.Fn, &f.positions, letsIn)
	}
	if c.versions == nil {
		c.versions = newVersions(f.ways, c.list)
	}
	return c.versions
}

// sameVersion returns those of some reads, in their order, that see the version which an instruction sees. The name tells
// apart the lists of reads for which the changes are the same.
func (f *Frame) sameVersion(c *changes, name string, reads []ssa.Instruction, at ssa.Instruction) []ssa.Instruction {
	v := f.versionsOf(c)
	if c.reads[name] == nil {
		if c.reads == nil {
			c.reads = map[string]map[version][]ssa.Instruction{}
		}
		c.reads[name] = map[version][]ssa.Instruction{}
		for _, in := range reads {
			if seen, ok := v.at(in); ok {
				c.reads[name][seen] = append(c.reads[name][seen], in)
			}
		}
	}
	seen, ok := v.at(at)
	if !ok {
		return nil
	}
	return c.reads[name][seen]
}

// letsIn reports whether an instruction runs other functions, or waits for other goroutines that may change something.
// Locks are taken to be held by other goroutines that do not change it.
func letsIn(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call:
		if _, ok := in.Call.Value.(*ssa.Builtin); ok {
			return false
		}
		op, ok := OpOf(&in.Call)
		return !ok || op.Op != trace.OpLock && op.Op != trace.OpRLock
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Send, *ssa.Select, *ssa.RunDefers:
		return true
	}
	return false
}
