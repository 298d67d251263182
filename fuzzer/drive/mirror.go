package drive

import (
	"go/types"
	"slices"
	"strings"
)

// This file makes the driver in which two goroutines make one call with two of its objects exchanged: a.Move(b) and b.Move(a). A function that
// takes the locks of both in the order in which it was given them hangs there. Chance alone makes such a pair seldom.

// receiver is the place of the object whose method is called.
const receiver = -1

// A mirror is two places of a call that take values of one type. Equal places are two elements of one slice.
type mirror struct {
	f    function
	i, j int        // the numbers of parameters, or receiver
	of   types.Type // of both values
}

// mirrors are those of all functions.
func (a *API) mirrors() (list []mirror) {
	for _, f := range a.offered(a.all()) {
		params := f.sig.Params()
		for j := range params.Len() {
			t := params.At(j).Type()
			if f.recv != nil && a.object(t) != nil && types.Identical(a.object(t), f.recv) {
				list = append(list, mirror{f, receiver, j, t})
			}
			if s, ok := types.Unalias(t).(*types.Slice); ok && a.isExchanged(s.Elem()) {
				list = append(list, mirror{f, j, j, s.Elem()})
			}
			for i := range j {
				if types.Identical(params.At(i).Type(), t) && a.isExchanged(t) {
					list = append(list, mirror{f, i, j, t})
				}
			}
		}
	}
	return list
}

// isExchanged reports whether values of a type choose an object with locks: it is of the module, or may be a key.
func (a *API) isExchanged(t types.Type) bool {
	if a.object(t) != nil {
		return true
	}
	u, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && u.Info()&(types.IsString|types.IsInteger) != 0 && types.TypeString(t, nil) != "time.Duration"
}

// mirrored is a driver for a mirror. nil is one whose values cannot be made.
func (g *generator) mirrored(m mirror) *Driver {
	g.strs, g.ints = append(g.strs, `"a"`, `"b"`), append(g.ints, "1", "2") // the palette may have one value
	d := &Driver{Seq: g.begin()}
	t := target{function: m.f}
	if m.f.recv != nil {
		if !g.ensure(m.f.recv, &d.Seq, 0) {
			return nil
		}
		t.of = g.oneOf(m.f.recv)
	}
	u, v, ok := g.two(m, &d.Seq)
	if !ok {
		return nil
	}
	d.Seq = g.more(d.Seq, g.r.Intn(3))
	g.zero, g.panic = false, false
	list, ok := g.argList(&m.f, 0)
	if !ok {
		return nil
	}
	for _, values := range [][2]Var{{u, v}, {v, u}} {
		to, args := m.put(g, t, list, values)
		d.Par = append(d.Par, []Call{g.call(to, strings.Join(args, ", "), true)})
	}
	return g.end(d)
}

// put gives a call its two values.
func (m *mirror) put(g *generator, t target, list []string, v [2]Var) (target, []string) {
	list = slices.Clone(list)
	switch {
	case m.i == receiver:
		t.of = v[0]
		list[m.j] = v[1].Name
	case m.i != m.j:
		list[m.i], list[m.j] = v[0].Name, v[1].Name
	case m.f.sig.Variadic() && m.j == m.f.sig.Params().Len()-1:
		list = append(list[:m.j], v[0].Name, v[1].Name)
	default:
		list[m.j] = "[]" + g.text(m.of) + "{" + v[0].Name + ", " + v[1].Name + "}"
	}
	return t, list
}

// two are two different values for the places, objects as variables and others as expressions.
func (g *generator) two(m mirror, seq *[]Call) (u, v Var, ok bool) {
	n := g.object(m.of)
	if _, isBasic := types.Unalias(m.of).Underlying().(*types.Basic); isBasic {
		return g.twoValues(m.of)
	}
	g.ensure(n, seq, 0)
	if len(g.objects(n)) == 1 {
		g.another(n, seq)
	}
	list := slices.DeleteFunc(g.objects(n), func(v Var) bool { return !types.Identical(v.Type, m.of) })
	g.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if len(list) < 2 {
		return u, v, false
	}
	return list[0], list[1], true
}

// twoValues are different values of a basic type.
func (g *generator) twoValues(t types.Type) (u, v Var, ok bool) {
	a, ok := g.value(t, 0)
	for range 8 * tries { // a palette may have a value some times
		if b, again := g.value(t, 0); ok && again && a != b {
			return Var{Name: a}, Var{Name: b}, true
		}
	}
	return u, v, false
}
