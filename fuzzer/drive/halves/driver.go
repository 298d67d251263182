package halves

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Drivers are the drivers of a pair of halves of the package, each with a name that begins so. Of each list of writers a call is made
// beside them. The reason says why there is none.
func (p *Package) Drivers(a, b Half, self bool, writers [][]Half, name string) (list []Driver, why Reason) {
	first, why := p.place(&a)
	if first == nil {
		return nil, why
	}
	second, why := p.place(&b)
	if second == nil {
		return nil, why
	}
	beside := p.beside(writers)
	bodies, why := p.bodies(first, second, self, beside)
	if !self && !bodies.together {
		bodies = bodies.and(p.bodies(second, first, false, beside))
	}
	if bodies.common == 0 && !bodies.together && !(a.Held.Global && a.Wants.Global) {
		return nil, NoCommon
	}
	letter := 'A'
	for _, body := range bodies.texts {
		for p.Types.Scope().Lookup(fmt.Sprintf("%s%c", name, letter)) != nil { // a test that was pasted
			letter++
		}
		d := Driver{Name: fmt.Sprintf("%s%c", name, letter), First: a, Then: b, Wide: len(beside) > 0}
		letter++
		if d.Text = p.file(d.Name, body, bodies.imports); d.Text == nil {
			why = NoCompile
			continue
		}
		if list = append(list, d); len(list) == Variants {
			break
		}
	}
	if len(list) > 0 {
		why = ""
	}
	return list, why
}

// bodies are the texts of the drivers of a pair.
type bodies struct {
	texts    []string
	imports  map[string]string
	together bool // both calls are made where one test makes one of them
	common   int  // variables of one test that are those of the other one
}

// and adds those with the tests in the other order, before the others where they have more in common.
func (b bodies) and(o bodies, _ Reason) bodies {
	if o.common > b.common {
		b, o = o, b
	}
	b.texts = append(b.texts, o.texts...)
	return b
}

func (p *Package) bodies(first, second *site, self bool, beside [][]*site) (b bodies, why Reason) {
	var unified unification
	b.together = second.seenFrom(first)
	if first.seenFrom(second) && (!b.together || second.call.Pos() > first.call.Pos()) {
		first, second, b.together = second, first, true
	}
	if !b.together {
		unified = unify(first, second)
	}
	n := newNaming(first, second, unified)
	outer, calls := n.cut(first, nil, nil)
	inner := hole
	if !b.together {
		inner, _ = n.cut(second, unified.of, calls)
	}
	b.common, b.imports = len(unified.of), n.imports
	for _, calls := range n.calls(first, second, self, beside) {
		b.texts = append(b.texts, strings.Replace(outer, hole, strings.Replace(inner, hole, calls, 1), 1))
	}
	switch {
	case len(b.texts) > 0:
	case len(beside) > 0:
		why = NoWriter
	case self:
		why = NoExchange
	}
	return b, why
}

// calls are the texts with both calls in two goroutines, and those of writers in others.
func (n *naming) calls(first, second *site, self bool, beside [][]*site) (list []string) {
	ones, twos := n.operands(first), n.operands(second)
	defs, seen := "", map[string]bool{}
	for i, o := range slices.Concat(ones, twos) {
		if self && i >= len(ones) { // the same objects
			o.text, o.hoist = ones[i-len(ones)].text, false
		}
		defs += hoisted(o, i+1)
	}
	one, writes := n.callText(first, ones, ones), ""
	for _, some := range beside {
		text := n.writes(some, ones)
		if text == "" {
			return nil
		}
		writes += text
	}
	if self {
		seen[n.callText(second, twos, twos)] = true
	}
	for _, w := range ways(ones, twos) {
		two := n.callText(second, twos, w)
		if !seen[two] {
			seen[two] = true
			list = append(list, defs+"var wg sync.WaitGroup\n"+spawned(one)+spawned(two)+writes+"wg.Wait()\n")
		}
	}
	return list
}

// beside finds the calls of writers.
func (p *Package) beside(writers [][]Half) (list [][]*site) {
	for _, some := range writers {
		var sites []*site
		for _, w := range some {
			if s, _ := p.place(&w); s != nil {
				sites = append(sites, s)
			}
		}
		list = append(list, sites)
	}
	return list
}

// writes makes the call of the first writer that is a method of operands, with each of them as the receiver.
func (n *naming) writes(some []*site, ones []*operand) (text string) {
	for _, w := range some {
		own := n.operands(w)
		if len(own) == 0 || !own[0].recv || text != "" {
			continue
		}
		for _, o := range ones {
			if o.object && types.Identical(o.typ, own[0].typ) {
				text += spawned(n.callText(w, own, append([]*operand{o}, own[1:]...)))
			}
		}
	}
	return text
}

func spawned(call string) string {
	return "wg.Add(1)\ngo func() {\ndefer wg.Done()\n" + call + "\n}()\n"
}

// seenFrom reports whether a call could be made where another one is: both are in one test, and all that its call needs is there.
func (s *site) seenFrom(o *site) bool {
	if s.test != o.test {
		return false
	}
	c := scopeOf(o)
	there := map[types.Object]bool{}
	for _, v := range slices.Concat(c.before, c.rows, c.params) {
		there[v] = true
	}
	ok := true
	ast.Inspect(s.call, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			obj := s.pkg.Info.Uses[id]
			if v, isVar := obj.(*types.Var); isVar && !v.IsField() && within(id, s.test) && s.test.Pos() <= v.Pos() && v.Pos() < s.call.Pos() && !there[v] {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// file is the file of a driver, or nil where it does not compile. Uses of variables that it does not need are left out.
func (p *Package) file(name, body string, imports map[string]string) []byte {
	head := p.head(imports)
	if !p.compiles(head, body) {
		return nil
	}
	lines := strings.Split(strings.TrimSpace(body), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if rest := slices.Delete(slices.Clone(lines), i, i+1); strings.HasPrefix(strings.TrimSpace(lines[i]), "_ = ") && p.compiles(head, strings.Join(rest, "\n")) {
			lines = rest
		}
	}
	text, err := format.Source([]byte(head + function(name, strings.Join(lines, "\n"))))
	if err != nil {
		return nil
	}
	return text
}

func function(name, body string) string {
	return fmt.Sprintf("func %s(t *testing.T) {\n%s\n}\n", name, body)
}

// head is the beginning of a file, with its imports by name and path.
func (p *Package) head(imports map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n", p.Types.Name())
	own := map[string]string{"sync": "sync", "testing": "testing"}
	maps.Copy(own, imports)
	for _, path := range slices.Sorted(maps.Keys(own)) {
		alias := own[path]
		if alias == path[strings.LastIndexByte(path, '/')+1:] {
			alias = ""
		}
		fmt.Fprintf(&b, "%s %q\n", alias, path)
	}
	return b.String() + ")\n\n"
}

// compiles reports whether a test type-checks beside the files of the package. It has another name each time, since all become part of it.
func (p *Package) compiles(head, body string) bool {
	p.tried++
	name := fmt.Sprintf("TestDeadlocklintTried%d", p.tried)
	f, err := parser.ParseFile(p.Fset, name+"_test.go", head+function(name, body), parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	conf := types.Config{Importer: p.Import, Error: func(error) {}}
	return types.NewChecker(&conf, p.Fset, p.Types, nil).Files([]*ast.File{f}) == nil
}
