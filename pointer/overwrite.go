package pointer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Code without a body can overwrite a struct as a whole, with fields that it cannot name: reflect.Value.Set and slices.Insert
// do. It can do so where a pointer or slice leads it to the struct. It writes another struct of the same type, which the
// program has made. So in a partial program every field of such a struct may have the values of that field in all structs of
// the type. Fields of one struct stay apart.

// overwrite makes the constraints for that, when all objects and frames are made.
func (g *generator) overwrite() {
	if g.world.partial == nil {
		return
	}
	o := &overwriter{generator: g, over: map[shape]bool{}}
	for _, t := range g.reflection.reached {
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			o.allow(u.Elem())
		case *types.Slice:
			o.allow(u.Elem())
		}
	}
	o.objects()
	for _, fn := range g.world.functions {
		for _, f := range g.frames[fn] {
			o.values(f)
		}
	}
}

type overwriter struct {
	*generator
	over map[shape]bool // structs that code without a body can overwrite
}

// allow notes a struct and those within it that can be written on their own.
func (o *overwriter) allow(t types.Type) {
	t = types.Unalias(elem(t))
	sh := o.shape(t)
	if !o.structs[sh] || o.over[sh] || !o.pointers(t) {
		return
	}
	o.over[sh] = true
	for _, f := range fields(t) {
		if f.Exported() || f.Embedded() {
			o.allow(f.Type())
		}
	}
}

// objects shares the fields of all structs in memory. Objects that were not seen have nothing of their own.
func (o *overwriter) objects() {
	for _, obj := range o.sys.objects {
		if obj.wild {
			continue
		}
		for n := obj.first; n < obj.first+obj.size; n++ {
			o.share(n, o.sys.cells[n].shape)
		}
	}
}

// values shares the fields of structs that calls and returns pass by value, to or from code without a body.
func (o *overwriter) values(f *frame) {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case ssa.CallInstruction:
				o.passed(f, i.Common().Args)
			case *ssa.Return:
				o.passed(f, i.Results)
			}
		}
	}
}

func (o *overwriter) passed(f *frame, list []ssa.Value) {
	for _, v := range list {
		t := v.Type()
		n, ok := f.values[v]
		if !ok || n == 0 || !o.structs[o.shape(t)] {
			continue
		}
		for off, sh := range o.layout(t).shapes {
			o.share(n+int32(off), sh)
		}
	}
}

// share copies the fields of the struct at n to all structs of its shape.
func (o *overwriter) share(n node, sh shape) {
	if sh <= 0 || !o.over[sh] {
		return
	}
	lay := o.layout(o.types[sh])
	for _, lf := range lay.leaves {
		o.sys.add(move, o.sys.spilled(lay.classes[lf.off]), n+lf.off, 0, noTag)
	}
}
