package drive

import (
	"fmt"
	"go/types"
	"strings"
)

// This file makes values with code of their own: functions, and types that implement an interface.

// callbackPanics is the body of a callback that panics.
const callbackPanics = `panic("callback")`

// callback is a function literal. It may take its time, call functions that it is given, and use an object that it is given.
func (g *generator) callback(t types.Type, u *types.Signature, depth int) (e string, ok bool) {
	if g.panics {
		g.panic = true
		return g.literalOf(t, u, callbackPanics), true
	}
	var body strings.Builder
	if g.chance(0.25) {
		fmt.Fprintf(&body, "%[1]s.Sleep(20 * %[1]s.Millisecond); ", g.name("time", "time"))
	}
	for i := range u.Params().Len() {
		if leads(u.Params().At(i).Type()) {
			fmt.Fprintf(&body, "%s(a%d); ", hold, i)
		}
		g.callsBack(&body, fmt.Sprintf("a%d", i), u.Params().At(i).Type(), depth)
	}
	results, ok := g.results(u, depth)
	if !ok {
		return "", false
	}
	return g.literalOf(t, u, body.String()+results), true
}

// literalOf is a function literal with a body.
func (g *generator) literalOf(t types.Type, u *types.Signature, body string) string {
	e := "func(" + g.params(u) + ") " + g.resultTypes(u) + " { " + body + " }"
	if _, isNamed := types.Unalias(t).(*types.Named); isNamed {
		e = g.text(t) + "(" + e + ")"
	}
	return e
}

// callsBack calls a parameter, or one of its methods.
func (g *generator) callsBack(body *strings.Builder, name string, t types.Type, depth int) {
	if f, ok := types.Unalias(t).Underlying().(*types.Signature); ok && f.Params().Len() == 0 && g.chance(0.5) {
		fmt.Fprintf(body, "if %s != nil { %s() }; ", name, name)
	}
	methods := g.methods(g.object(t))
	if len(methods) == 0 || depth > 2 || !g.chance(0.4) {
		return
	}
	m := methods[g.r.Intn(len(methods))]
	if closing.MatchString(m.name) || handing.MatchString(m.name) {
		return
	}
	if args, ok := g.args(&m, depth+2); ok {
		fmt.Fprintf(body, "%s.%s(%s); ", name, m.name, args)
	}
}

// params are the parameters of a function literal or method, named a0, a1, ...
func (g *generator) params(u *types.Signature) string {
	var list []string
	for i := range u.Params().Len() {
		t := u.Params().At(i).Type()
		text := g.text(t)
		if s, ok := t.(*types.Slice); ok && u.Variadic() && i == u.Params().Len()-1 {
			text = "..." + g.text(s.Elem())
		}
		list = append(list, fmt.Sprintf("a%d %s", i, text))
	}
	return strings.Join(list, ", ")
}

func (g *generator) resultTypes(u *types.Signature) string {
	var list []string
	for v := range u.Results().Variables() {
		list = append(list, g.text(v.Type()))
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// results is a return statement. Where no value can be made it is nil.
func (g *generator) results(u *types.Signature, depth int) (e string, ok bool) {
	var list []string
	for v := range u.Results().Variables() {
		e, ok := g.value(v.Type(), depth+1)
		if !ok && !isNilable(v.Type()) {
			return "", false
		}
		if !ok {
			e = "nil"
		}
		list = append(list, e)
	}
	if len(list) == 0 {
		return "", true
	}
	return "return " + strings.Join(list, ", "), true
}

// implementation is a value for an interface: an object of the module, or a stub.
func (g *generator) implementation(t types.Type, u *types.Interface, depth int) (e string, ok bool) {
	if u.NumMethods() == 0 {
		return g.anything(depth)
	}
	var own []string
	for _, n := range g.types {
		var of types.Type = n
		if !types.IsInterface(n) && !types.Implements(n, u) {
			of = types.NewPointer(n)
		}
		if types.IsInterface(n) || !types.Implements(of, u) {
			continue
		}
		if e, ok := g.value(of, depth+1); ok {
			own = append(own, e)
		}
	}
	own = append(own, g.implementations(t, u, depth)...)
	if len(own) > 0 && g.chance(0.6) {
		return g.pick(own...), true
	}
	if e, ok := g.stub(t, u); ok {
		return e, true
	}
	if len(own) > 0 {
		return g.pick(own...), true
	}
	return g.construction(t, depth)
}

// anything is a value for an empty interface: of the palette, or a struct of the package without methods.
func (g *generator) anything(depth int) (e string, ok bool) {
	list := []string{g.pick(g.strs...), g.pick(g.ints...)}
	for _, n := range g.types {
		if st, ok := n.Underlying().(*types.Struct); ok && len(g.methods(n)) == 0 {
			if e, ok := g.composite(n, st, depth+1); ok {
				list = append(list, e, e)
			}
		}
	}
	return g.pick(list...), true
}

// stubs are types that implement an interface, by its text and the way that they do it.
type stubs map[string]stub

// stubPrefix begins the names of stubs.
const stubPrefix = "stub"

// stubsDeepest is how many stubs return others, one within the other.
const stubsDeepest = 2

// A stub is a type that the file declares.
type stub struct {
	name, text string
	refs       refs
}

// The ways of a stub.
const (
	stubZero  = iota // it returns zero values
	stubTrue         // it returns true and values
	stubFails        // it returns errors
	stubSlow         // it takes its time
	stubWays
)

// stub is a value of a stub. All drivers share those of one way.
func (g *generator) stub(t types.Type, u *types.Interface) (e string, ok bool) {
	way := g.r.Intn(stubWays)
	key := fmt.Sprint(way, " ", types.TypeString(t, nil))
	s, known := g.stubs[key]
	if !known {
		g.named++ // a stub may need others for its results
		if s, ok = g.newStub(fmt.Sprintf("%s%d", stubPrefix, g.named), u, way); !ok {
			return "", false
		}
		if inner, made := g.stubs[key]; made { // for a result of its own
			s = inner
		}
		g.stubs[key] = s
	}
	return "&" + s.name + "{}", true
}

func (g *generator) newStub(name string, u *types.Interface, way int) (s stub, ok bool) {
	noVars := g.noVars
	g.noVars = true
	g.stubsIn++
	defer func() { g.noVars = noVars; g.stubsIn-- }()
	var b strings.Builder
	fmt.Fprintf(&b, "\ntype %s struct{ n int }\n", name)
	for m := range u.Methods() {
		sig := m.Signature()
		if !m.Exported() || !g.writable(sig) {
			return stub{}, false
		}
		slow := ""
		if way == stubSlow {
			slow = fmt.Sprintf("%[1]s.Sleep(20 * %[1]s.Millisecond)\n", g.name("time", "time"))
		}
		held := ""
		for i := range sig.Params().Len() {
			if leads(sig.Params().At(i).Type()) {
				held += fmt.Sprintf("%s(a%d); ", hold, i)
			}
		}
		fmt.Fprintf(&b, "\nfunc (s *%s) %s(%s) %s {\n%ss.n++\n%s%s\n}\n", name, m.Name(), g.params(sig), g.resultTypes(sig), held, slow, g.stubResults(sig, way))
	}
	return stub{name, b.String(), g.refsOf(b.String())}, true
}

func (g *generator) stubResults(u *types.Signature, way int) string {
	var list []string
	for v := range u.Results().Variables() {
		e := "*new(" + g.text(v.Type()) + ")"
		switch {
		case way == stubZero, g.stubsIn > stubsDeepest: // interfaces may return each other
		case isError(v.Type()) && way == stubFails:
			e = g.name("errors", "errors") + `.New("e")`
		case isError(v.Type()):
		case types.Identical(v.Type(), types.Typ[types.Bool]):
			e = "true"
		default:
			if made, ok := g.value(v.Type(), deepest-2); ok {
				e = made
			}
		}
		list = append(list, e)
	}
	if len(list) == 0 {
		return ""
	}
	return "return " + strings.Join(list, ", ")
}
