package syncop

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A keyed has the instructions that change what a map or a list has for a key, by type. Two constants that differ are two keys,
// and any other key may be each of them.
type keyed struct {
	types []*keyedType
}

type keyedType struct {
	typ       types.Type
	all       []ssa.Instruction
	variable  []ssa.Instruction            // those of other keys than constants, or of all keys
	constants map[string][]ssa.Instruction // by the name of the constant
	asked     map[string]*changes          // by the name of the constant, or ""
}

// of returns what is known of a type, or nil.
func (k *keyed) of(t types.Type) *keyedType {
	for _, kt := range k.types {
		if types.Identical(kt.typ, t) {
			return kt
		}
	}
	return nil
}

// add takes an instruction that changes what a map or a list has for a key, or for all keys when the key is nil.
func (k *keyed) add(t types.Type, key ssa.Value, in ssa.Instruction) {
	kt := k.of(t)
	if kt == nil {
		kt = &keyedType{typ: t, constants: map[string][]ssa.Instruction{}, asked: map[string]*changes{}}
		k.types = append(k.types, kt)
	}
	kt.all = append(kt.all, in)
	if c, ok := key.(*ssa.Const); ok {
		kt.constants[ConstName(c)] = append(kt.constants[ConstName(c)], in)
	} else {
		kt.variable = append(kt.variable, in)
	}
}

// changes returns the instructions that may change what maps or lists of a type have for a key.
func (k *keyed) changes(t types.Type, key ssa.Value, positions *positions) *changes {
	kt := k.of(t)
	if kt == nil {
		return &changes{}
	}
	name := ""
	if c, ok := key.(*ssa.Const); ok {
		name = ConstName(c)
	}
	c := kt.asked[name]
	if c == nil {
		c = &changes{list: kt.all, positions: positions}
		if name != "" {
			c.list = slices.Concat(kt.constants[name], kt.variable)
		}
		kt.asked[name] = c
	}
	return c
}
