package drive

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/version"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/drive/judge"
)

// Test is the name of the one test with which all drivers are played.
const Test = "TestDeadlocklintDrivers"

// A File is a generated file of a package, by its name in the directory of that package.
type File struct {
	Name string
	Text []byte
}

// filePrefix begins the names of generated files.
const filePrefix = "zz_deadlocklint_"

// Source is the test files with drivers and their judge, in the external test package. module is the path of the module under test.
func (a *API) Source(module string, list []*Driver) ([]File, error) {
	files, err := a.judge()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	n := needs{imports: map[string]bool{"testing": true}, helpers: map[string]bool{}}
	for _, d := range list {
		n.driver(d)
		a.script(&b, d)
	}
	fmt.Fprintf(&b, "\nfunc %s(t *testing.T) {\nPlayAll(t, Target{%q, %q}, map[string]func() *Script{\n", Test, module, a.pkg.Path()+"_test")
	for _, d := range list {
		fmt.Fprintf(&b, "%q: script%s,\n", d.Name, d.Name)
	}
	b.WriteString("})\n}\n")
	text, err := a.file(n, b.String())
	if err != nil {
		return nil, err
	}
	return append(files, File{filePrefix + "drivers_test.go", text}), nil
}

// packageClause is that of package judge.
var packageClause = regexp.MustCompile(`(?m)^package judge$`)

// judge is the text of package judge in the package of the tests.
func (a *API) judge() (files []File, err error) {
	names, err := fs.Glob(judge.Source, "*.go")
	for _, name := range names {
		var text []byte
		if text, err = judge.Source.ReadFile(name); err != nil {
			break
		}
		own := packageClause.ReplaceAllString(string(text), "package "+a.testPackage())
		files = append(files, File{filePrefix + path.Base(strings.TrimSuffix(name, ".go")) + "_test.go", []byte(a.language() + own)})
	}
	return files, err
}

// language begins a file with the language of the generated tests, where the module of the package has an older one.
func (a *API) language() string {
	if v := a.pkg.GoVersion(); v == "" || version.Compare(v, "go1.22") >= 0 {
		return ""
	}
	return "//go:build go1.22\n\n"
}

func (a *API) testPackage() string { return a.pkg.Name() + "_test" }

// script writes a driver as a function that returns a Script.
func (a *API) script(b *strings.Builder, d *Driver) {
	fmt.Fprintf(b, "\nfunc script%s() *Script {\n", d.Name)
	for _, v := range d.Vars {
		fmt.Fprintf(b, "var %s %s\n_ = %s\n", v.Name, a.typeText(v), v.Name)
	}
	n := 0
	list := func(name string, calls []Call) {
		fmt.Fprintf(b, "%s{\n", name)
		for _, c := range calls {
			fmt.Fprintf(b, "{N: %d, Func: %q, Recv: %q, Closes: %t, Zero: %t, Plain: %t, Aside: %t, Do: func() []any { %s }},\n", n, c.Name, c.Recv, c.Closes, c.Zero, c.plain(), c.Aside, c.guarded(d))
			n++
		}
		b.WriteString("},\n")
	}
	b.WriteString("return &Script{\n")
	list("Seq: []Step", d.Seq)
	b.WriteString("Par: [][]Step{\n")
	for _, calls := range d.Par {
		list("", calls)
	}
	b.WriteString("},\n")
	list("Drains: []Step", d.Drains)
	list("Probes: []Step", d.Probes)
	list("Closes: []Step", d.Closes)
	list("Rescues: []Step", d.Rescues)
	fmt.Fprintf(b, "Near: %t,\n", slices.ContainsFunc(append(d.calls(), d.Rescues...), func(c Call) bool { return c.Near }))
	var handed []string
	for _, elem := range d.Handed {
		handed = append(handed, "(chan "+elem+")(nil)")
	}
	fmt.Fprintf(b, "Chans: func() []uintptr { return Addresses(%s) },\nHanded: []any{%s},\n}\n}\n", strings.Join(d.chans(), ", "), strings.Join(handed, ", "))
}

// guarded is a call that is left out where an object is nil. It returns the results by which a lock could be given back, and of which
// no call is made. The judge holds those that have no variable.
func (c *Call) guarded(d *Driver) string {
	var b strings.Builder
	for _, v := range c.Nilable {
		fmt.Fprintf(&b, "if %s == nil { return nil }; ", v)
	}
	var dropped []string
	names, rest, named := make([]string, len(c.Results)), "", false
	for i, r := range c.Results {
		kept := c.Sets != nil && c.Sets[i] != "_"
		drops := r.Gives && !(kept && d.uses(c.Sets[i]))
		if names[i] = "_"; drops || kept || r.Leads {
			names[i], named = fmt.Sprintf("r%d", i), true
		}
		switch {
		case kept:
			rest += c.Sets[i] + " = " + names[i] + "; "
		case r.Leads:
			rest += hold + "(" + names[i] + "); "
		}
		if drops {
			dropped = append(dropped, names[i])
		}
	}
	if !named {
		return b.String() + c.assigned() + "; return nil"
	}
	return b.String() + strings.Join(names, ", ") + " := " + c.Expr + "; " + c.again() + rest + returned(dropped)
}

// again begins the statements for the results of a call. When the call is made once more, its variables keep the first objects, since a later
// call may give the locks of these back.
func (c *Call) again() string {
	var set, holds, gives []string
	for i, r := range c.Results {
		if c.Sets == nil || c.Sets[i] == "_" {
			continue
		}
		set = append(set, "IsSet("+c.Sets[i]+")")
		holds = append(holds, hold+fmt.Sprintf("(r%d); ", i))
		if r.Gives {
			gives = append(gives, fmt.Sprintf("r%d", i))
		}
	}
	if set == nil {
		return ""
	}
	return "if " + strings.Join(set, " || ") + " { " + strings.Join(holds, "") + returned(gives) + " }; "
}

func returned(list []string) string { return "return []any{" + strings.Join(list, ", ") + "}" }

// plain reports whether a call returns nothing by which its work could be ended.
func (c *Call) plain() bool {
	return c.Sets == nil && !slices.ContainsFunc(c.Results, func(r Result) bool { return r.Leads })
}

// uses reports whether a call is made of the variable.
func (d *Driver) uses(variable string) bool {
	return slices.ContainsFunc(d.calls(), func(c Call) bool { return c.Recv == variable })
}

// assigned is a call whose results are assigned to variables of the driver.
func (c *Call) assigned() string {
	if len(c.Sets) == 0 {
		return c.Expr
	}
	return strings.Join(c.Sets, ", ") + " = " + c.Expr
}

// needs are the imports and declarations of a file.
type needs struct {
	imports, helpers map[string]bool
}

func (n *needs) driver(d *Driver) {
	for _, v := range d.Vars {
		n.add(v.imports, nil)
	}
	for _, c := range append(d.calls(), d.Rescues...) {
		n.add(c.Imports, c.Helpers)
	}
}

func (n *needs) add(imports, helpers []string) {
	for _, p := range imports {
		n.imports[p] = true
	}
	for _, h := range helpers {
		n.helpers[h] = true
	}
}

// calls are all calls of a driver, in the order of their numbers.
func (d *Driver) calls() []Call {
	return slices.Concat(d.Seq, slices.Concat(d.Par...), d.Drains, d.Probes, d.Closes)
}

// file is a test file with the helpers and stubs that its body needs.
func (a *API) file(n needs, body string) ([]byte, error) {
	for more := -1; more < len(n.helpers); { // a stub may need others
		more = len(n.helpers)
		for _, s := range a.stubs {
			if n.helpers[s.name] {
				n.add(s.refs.imports, s.refs.helpers)
			}
		}
	}
	for _, s := range slices.SortedFunc(maps.Values(a.stubs), func(a, b stub) int { return strings.Compare(a.name, b.name) }) {
		if n.helpers[s.name] {
			body += s.text
		}
	}
	for _, h := range helperNames { // a helper stands before those that it calls
		if n.helpers[h] {
			n.add(helpers[h].imports, helpers[h].calls)
			body += "\n" + helpers[h].text + "\n"
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%spackage %s\n\nimport (\n", a.language(), a.testPackage())
	for _, p := range slices.Sorted(maps.Keys(n.imports)) {
		name := a.names[p]
		if name == path.Base(p) || name == "" {
			name = ""
		}
		fmt.Fprintf(&b, "%s %q\n", name, p)
	}
	text, err := format.Source([]byte(b.String() + ")\n" + body))
	if err != nil {
		return nil, fmt.Errorf("a generated test is no Go: %w; report the package %s", err, a.pkg.Path())
	}
	return text, nil
}

//go:embed helpers.go.txt
var helperText string

// A helper is a function that generated files may declare.
type helper struct {
	text           string
	imports, calls []string
}

// helpers are those of the embedded file, and helperNames their names in order. An empty package has none.
var helpers, helperNames = parseHelpers(helperText)

func parseHelpers(text string) (map[string]helper, []string) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "helpers.go", text, parser.ParseComments)
	if err != nil {
		panic(err) // it is part of this program
	}
	list := map[string]helper{}
	var names []string
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		at := func(p token.Pos) int { return fset.Position(p).Offset }
		h := helper{text: text[at(f.Doc.Pos()):at(f.End())]}
		for _, p := range []string{"context", "io", "time"} {
			if strings.Contains(h.text, p+".") {
				h.imports = append(h.imports, p)
			}
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Obj != nil && id.Obj.Kind == ast.Fun {
				h.calls = append(h.calls, id.Name)
			}
			return true
		})
		list[f.Name.Name] = h
		names = append(names, f.Name.Name)
	}
	return list, names
}

// reserved are the names that the generated files declare: a package of such a name is imported under another name.
var reserved = reservedNames()

func reservedNames() map[string]bool {
	names := map[string]bool{"t": true, "wg": true}
	for _, h := range helperNames {
		names[h] = true
	}
	files, _ := fs.Glob(judge.Source, "*.go")
	for _, name := range files {
		text, _ := judge.Source.ReadFile(name)
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			panic(err) // it is part of this program
		}
		for _, decl := range file.Decls {
			declared(decl, names)
		}
	}
	return names
}

// declared notes the names of a declaration.
func declared(decl ast.Decl, names map[string]bool) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		names[decl.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names[spec.Name.Name] = true
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					names[id.Name] = true
				}
			}
		}
	}
}
