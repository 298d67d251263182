package drive

import (
	"go/types"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/nearby"
)

// This file makes an expression for a value of a type, by chance. ok is false where none can be made.

// deepest is how deep expressions are nested.
const deepest = 5

// value is an expression of a type.
func (g *generator) value(t types.Type, depth int) (e string, ok bool) {
	if depth > deepest || !g.writable(t) {
		return "", false
	}
	if e, ok := g.known(t); ok {
		return e, true
	}
	if g.object(t) != nil && !g.noVars && g.chance(0.85) {
		if e, ok := g.variable(t); ok {
			return e, true
		}
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		return g.basic(t, u)
	case *types.Pointer:
		return g.pointer(t, u, depth)
	case *types.Struct:
		if e, ok := g.construction(t, depth); ok {
			return e, true
		}
		if n := g.own(t); g.isMade(n) || n != nil && !g.isUsable(n) {
			return "", false
		}
		return g.composite(t, u, depth)
	case *types.Slice:
		return g.slice(t, u, depth)
	case *types.Array:
		return g.text(t) + "{}", true
	case *types.Map:
		return g.table(t, u, depth)
	case *types.Chan:
		return g.channel(u, depth)
	case *types.Signature:
		if !g.writable(u) { // an option, as functions of the package return it
			return g.result(g.funcs, t, depth)
		}
		return g.callback(t, u, depth)
	case *types.Interface:
		return g.implementation(t, u, depth)
	}
	return "", false
}

// known is a value of a type of the standard library whose values have a use.
func (g *generator) known(t types.Type) (e string, ok bool) {
	if isError(t) {
		return g.pick(append([]string{"nil", "nil", "nil", g.name("errors", "errors") + `.New("e")`}, g.errors...)...), true
	}
	switch types.TypeString(t, nil) {
	case "time.Duration":
		ms := g.name("time", "time") + ".Millisecond"
		return g.pick("0", ms, ms, "50 * "+ms), true
	case "time.Time":
		at := g.name("time", "time")
		return at + g.pick(".Unix(1, 0)", ".Unix(100, 0)", ".Unix(1, 0)", ".Now()"), true
	case "context.Context":
		return g.ctx(), true
	case "io.Reader":
		text := g.name("strings", "strings") + `.NewReader("a b\nc d\n")`
		return g.pick(text, text, text, "brokenReader()"), true
	case "io.Writer":
		buffer := "new(" + g.name("bytes", "bytes") + ".Buffer)"
		return g.pick(buffer, buffer, buffer, "brokenWriter()"), true
	case "[]byte":
		return g.pick("nil", `[]byte("a")`, `[]byte("ab")`, "make([]byte, 8)"), true
	case "*log/slog.Logger":
		return g.name("log/slog", "slog") + ".New(" + g.name("log/slog", "slog") + ".DiscardHandler)", true
	case "*log.Logger":
		return g.name("log", "log") + ".New(" + g.name("io", "io") + `.Discard, "", 0)`, true
	}
	return "", false
}

// variable is a variable of the driver that can be assigned to a type.
func (g *generator) variable(t types.Type) (e string, ok bool) {
	var list []string
	for _, v := range g.env {
		p, isPointer := types.Unalias(t).(*types.Pointer)
		switch {
		case types.AssignableTo(v.Type, t):
			list = append(list, v.Name)
		case isPointer && types.Identical(p.Elem(), v.Type):
			list = append(list, "&"+v.Name)
		}
	}
	if len(list) == 0 {
		return "", false
	}
	return g.pick(list...), true
}

// basic is a value of the palette, or a constant of the type.
func (g *generator) basic(t types.Type, u *types.Basic) (e string, ok bool) {
	switch info := u.Info(); {
	case info&types.IsBoolean != 0:
		e = g.pick("true", "false")
	case info&types.IsString != 0:
		e = g.pick(g.strs...)
	case info&types.IsInteger != 0:
		if e = g.pick(g.ints...); info&types.IsUnsigned != 0 && e[0] == '-' {
			e = "1"
		}
		g.zero = g.zero || e == "0" || e[0] == '-'
	case info&types.IsFloat != 0:
		e = g.pick("0", "1", "0.5")
	default:
		return "", false
	}
	if list := g.constants(t); len(list) > 0 && g.chance(0.9) {
		return g.pick(list...), true
	}
	if n, isNamed := types.Unalias(t).(*types.Named); isNamed && n.Obj().Pkg() != nil || u.Kind() != types.Int && u.Kind() != types.String && u.Kind() != types.Bool {
		return g.text(t) + "(" + e + ")", true
	}
	return e, true
}

// constants are the exported ones of a named type of the module.
func (g *generator) constants(t types.Type) (list []string) {
	n := g.object(t)
	if n == nil {
		return nil
	}
	scope, pkg := n.Obj().Pkg().Scope(), g.name(n.Obj().Pkg().Path(), n.Obj().Pkg().Name())
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && c.Exported() && types.Identical(c.Type(), t) {
			list = append(list, pkg+"."+name)
		}
	}
	return list
}

// pointer points to an object of the module, or to the zero value of another type.
func (g *generator) pointer(t types.Type, u *types.Pointer, depth int) (e string, ok bool) {
	st, isStruct := types.Unalias(u.Elem()).Underlying().(*types.Struct)
	if isStruct && g.own(t) != nil {
		if e, ok := g.construction(t, depth); ok {
			return e, true
		}
		if n := g.own(t); g.isMade(n) || !g.isUsable(n) {
			return "", false // a literal would leave out what its constructor does
		}
		if e, ok := g.composite(u.Elem(), st, depth); ok {
			return hold + "(&" + e + ")", true
		}
	}
	if n := g.object(t); isStruct && g.isForeign(n) && g.chance(0.8) {
		if e, ok := g.foreign(t, n, depth); ok {
			return e, true
		}
	}
	if isStruct && g.chance(0.5) {
		return "nil", true
	}
	return "new(" + g.text(u.Elem()) + ")", true
}

// foreign points to an object of another package. Only a type without unexported fields is one whose literal lacks nothing.
func (g *generator) foreign(t types.Type, n *types.Named, depth int) (e string, ok bool) {
	if nearby.IsOpen(n) && g.isUsable(n) {
		e, ok = g.composite(n, n.Underlying().(*types.Struct), depth)
		return hold + "(&" + e + ")", ok
	}
	return g.simple(t, depth)
}

// simple is the call of a function of another package that returns a type and no error. An error would be a panic within the argument.
func (g *generator) simple(t types.Type, depth int) (e string, ok bool) {
	return g.result(slices.DeleteFunc(slices.Clone(g.near.makers), func(f function) bool { return f.sig.Results().Len() > 1 }), t, depth)
}

// construction is the call of a constructor that returns the type.
func (g *generator) construction(t types.Type, depth int) (e string, ok bool) {
	return g.result(g.makers, t, depth)
}

// result is the call of one of these functions that returns the type.
func (g *generator) result(functions []function, t types.Type, depth int) (e string, ok bool) {
	var list []function
	for _, f := range g.offered(functions) {
		res := f.sig.Results()
		if n := res.Len(); n > 0 && types.Identical(res.At(0).Type(), t) && (n == 1 || n == 2 && isError(res.At(1).Type())) {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return "", false
	}
	f := list[g.r.Intn(len(list))]
	args, ok := g.args(&f, depth+1)
	e = f.expr + "(" + args + ")"
	if f.sig.Results().Len() == 2 {
		e = "must" + "(" + e + ")"
	}
	return hold + "(" + e + ")", ok
}

// composite is a literal of a struct, with some of its exported fields when it is of the module.
func (g *generator) composite(t types.Type, u *types.Struct, depth int) (e string, ok bool) {
	var list []string
	for f := range u.Fields() {
		if g.object(t) == nil || !f.Exported() || f.Embedded() || depth >= deepest-1 || !g.sets(f) {
			g.zero = g.zero || f.Exported() && isInteger(f.Type())
			continue
		}
		if e, ok := g.value(f.Type(), depth+1); ok && e != "nil" {
			list = append(list, f.Name()+": "+e)
		}
	}
	return g.text(t) + "{" + strings.Join(list, ", ") + "}", true
}

// sets decides whether a literal sets a field. Few functions refuse a literal that has all callbacks.
func (g *generator) sets(f *types.Var) bool {
	_, isFunc := types.Unalias(f.Type()).Underlying().(*types.Signature)
	return g.chance(0.7) || g.tame && isFunc
}

// slice has up to three elements, or many.
func (g *generator) slice(t types.Type, u *types.Slice, depth int) (e string, ok bool) {
	if g.chance(0.12) {
		if e, ok := g.value(u.Elem(), depth+1); ok {
			e = "repeat" + "(" + g.pick("40", "9", "70") + ", func() " + g.text(u.Elem()) + " { return " + e + " })"
			if named(t) != nil {
				e = g.text(t) + "(" + e + ")" // it may have methods
			}
			return e, true
		}
	}
	return g.text(t) + "{" + g.list(u.Elem(), g.r.Intn(4), depth) + "}", true
}

// list is up to n values of a type.
func (g *generator) list(t types.Type, n, depth int) string {
	var list []string
	for range n {
		if e, ok := g.value(t, depth+1); ok {
			list = append(list, e)
		}
	}
	return strings.Join(list, ", ")
}

func isInteger(t types.Type) bool {
	u, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && u.Info()&types.IsInteger != 0
}

func (g *generator) table(t types.Type, u *types.Map, depth int) (e string, ok bool) {
	entry := ""
	if g.chance(0.7) {
		key, ok1 := g.value(u.Key(), depth+1)
		elem, ok2 := g.value(u.Elem(), depth+1)
		if ok1 && ok2 {
			entry = key + ": " + elem
		}
	}
	return g.text(t) + "{" + entry + "}", true
}

// channel is a channel from which a goroutine receives, or to which a goroutine sends. The goroutine closes it where the function can only receive.
func (g *generator) channel(u *types.Chan, depth int) (e string, ok bool) {
	elem := g.text(u.Elem())
	if u.Dir() == types.SendOnly || u.Dir() == types.SendRecv && g.chance(0.3) {
		return "sink" + "[" + elem + "](" + g.pick("0", "2") + ")", true
	}
	list := g.list(u.Elem(), g.r.Intn(4), depth)
	helper := "feed"
	if u.Dir() == types.SendRecv {
		helper = "exchange"
	}
	return helper + "[" + elem + "](" + g.pick("0", "2") + ", " + g.pick("0", "20*"+g.name("time", "time")+".Millisecond") + ", " + list + ")", true
}
