package interleaving

import (
	"go/constant"
	"slices"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A variable that goroutines change is one of the trace program when the package shows all its values and they are few:
// truth values, numbers, nil, channels. A number stands for each, its code. A write sets the variable. A read is a choice:
// the path takes one value, and goes on only where the variable has it then. So a count is right in every order.

// maxValues is how many values a variable may have.
const maxValues = 4

// codeOf is the number that stands for a value, if it is no reference.
func codeOf(v value) (code int64, ok bool) {
	switch v := v.(type) {
	case null:
		return nilCode, true
	case konst:
		if v.v.Kind() == constant.Bool {
			return int64(number01(constant.BoolVal(v.v))), true
		}
		code, ok = constant.Int64Val(constant.ToInt(v.v))
		return code, ok && v.v.Kind() == constant.Int && code > nilCode && code < siteCode
	}
	return 0, false
}

// The codes of nil and of the first channel.
const nilCode, siteCode = -1 << 40, 1 << 40

func number01(b bool) int {
	if b {
		return 1
	}
	return 0
}

// code is codeOf for channels as well: those that one place makes have one code.
func (f *frame) code(v value) (code int64, ok bool) {
	if o, channel := v.(*object); channel && o.kind == trace.KindChan && o.site.Pos().IsValid() {
		return siteCode + int64(o.site.Pos()), true
	}
	return codeOf(v)
}

// models reports whether a variable is part of the trace program.
func (f *frame) isModelled(c *cell) bool {
	key := c.key()
	return f.models && f.learnt.unstable[key] && !f.learnt.loose[key] && !c.escaped && !c.hasParts()
}

// modelled reports whether a value leads to a variable of the trace program.
func (f *frame) modelled(v value) (yes bool) {
	reach(v, map[any]bool{}, func(x any) {
		c, ok := x.(*cell)
		yes = yes || ok && f.isModelled(c)
	})
	return yes
}

// changes reports whether a part of a variable changes while other goroutines know it.
func (f *frame) changes(c *cell) bool {
	if f.learnt.unstable[c.key()] {
		return true
	}
	for _, p := range c.parts {
		if f.changes(p) {
			return true
		}
	}
	return false
}

// write stores into a variable that goroutines change. It reports false where a value that was read leads to one too many:
// most such paths do not exist.
func (f *frame) write(c *cell, v value) (on bool) {
	code, ok := f.code(v)
	if _, first := codeOf(zero(c.typ)); !ok || !first || !f.isModelled(c) {
		f.learn(f.learnt.loose, c.key())
		escape(v)
		return true
	}
	if k, ok := v.(konst); !f.admit(c, code) && ok && k.read {
		return f.stop()
	} else if !f.admit(c, code) {
		f.learn(f.learnt.loose, c.key())
	}
	if c.stored == nil {
		c.stored = map[int64]value{}
	}
	c.stored[code], c.val = v, v
	f.emit(op{stmt: condvar.Stmt{Op: condvar.Set}, cell: c, code: code})
	return true
}

// admit adds a value to those that a variable may have, unless there are too many.
func (f *frame) admit(c *cell, code int64) bool {
	list := f.learnt.values[c.key()]
	i, found := slices.BinarySearch(list, code)
	switch {
	case found:
	case len(list) >= maxValues:
		return false
	default:
		f.learnt.values[c.key()], f.again = slices.Insert(slices.Clone(list), i, code), true
	}
	return true
}

// read loads from a variable that goroutines change.
func (f *frame) read(c *cell) value {
	first := zero(c.typ)
	start, ok := codeOf(first)
	if !ok || !f.isModelled(c) {
		return f.fresh()
	}
	if !c.shared {
		if c.val == nil {
			return first
		}
		return c.val
	}
	if v, ok := f.last(c); ok {
		return v
	}
	if !f.admit(c, start) {
		f.learn(f.learnt.loose, c.key())
		return f.fresh()
	}
	var known []value
	var codes []int64
	for _, code := range f.learnt.values[c.key()] {
		if v, ok := f.decode(c, code); ok {
			known, codes = append(known, v), append(codes, code)
		}
	}
	i := f.choose(len(known), false)
	f.emit(op{stmt: condvar.Stmt{Op: condvar.If}, cell: c, code: codes[i]})
	return known[i]
}

// last is the value that the goroutine has read or written before, when it has done nothing since by which another one could
// change it without a race.
func (f *frame) last(c *cell) (value, bool) {
	for _, o := range slices.Backward(f.th.ops) {
		if o.cell == c {
			return f.decode(c, o.code)
		}
		if o.cell == nil {
			break
		}
	}
	return nil, false
}

// decode is the value of a code. A channel that another goroutine makes later on the path is not known yet.
func (f *frame) decode(c *cell, code int64) (value, bool) {
	switch {
	case code == nilCode:
		return null{}, true
	case code >= siteCode:
		v, ok := c.stored[code]
		return v, ok
	}
	if k, ok := zero(c.typ).(konst); ok && k.v.Kind() == constant.Bool {
		return konst{constant.MakeBool(code != 0), true}, true
	}
	return konst{constant.MakeInt64(code), true}, true
}
