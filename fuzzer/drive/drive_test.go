package drive

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// library is the standard library, in which a type is one object.
var library = importer.ForCompiler(token.NewFileSet(), "source", nil)

// read reads the API of a program of testdata.
func read(t *testing.T, name string) (*API, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "testdata/"+name+".go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: library}
	pkg, err := conf.Check("example.com/"+name, fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Read(pkg, []*ast.File{file}), pkg
}

// imports finds the package under test, and others in the standard library.
type imports struct {
	own   *types.Package
	other types.Importer
}

func (i imports) Import(path string) (*types.Package, error) {
	if path == i.own.Path() {
		return i.own, nil
	}
	return i.other.Import(path)
}

// typeCheck checks generated files of the external tests of a package.
func typeCheck(pkg *types.Package, files []File, conf types.Config) error {
	fset := token.NewFileSet()
	var parsed []*ast.File
	for _, f := range files {
		file, err := parser.ParseFile(fset, f.Name, f.Text, 0)
		if err != nil {
			return err
		}
		parsed = append(parsed, file)
	}
	conf.Importer = imports{pkg, library}
	_, err := conf.Check(pkg.Path()+"_test", fset, parsed, nil)
	return err
}

// Each kind of parameter has a value: the file type-checks, and equal options give equal files.
func TestSource(t *testing.T) {
	var texts [2]string
	for i := range texts {
		a, pkg := read(t, "kinds")
		files, err := a.Source("example.com", a.Drivers(Options{Seed: 1, Single: 60, Pairs: 60, Mirror: 3}))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			texts[i] += string(f.Text)
		}
		if err := typeCheck(pkg, files, types.Config{}); err != nil {
			t.Error(err)
		}
		want := []Lack{{"kinds.Hidden", "*inner"}, {"kinds.Strange", "type arguments"}}
		if got := a.Lacking(); !slices.Equal(got, want) {
			t.Errorf("lacking %v, want %v", got, want)
		}
	}
	if texts[0] != texts[1] {
		t.Error("equal options give different files")
	}
}

// The drivers of other packages type-check, too. Lists have methods, and a package may have nothing that its test needs.
func TestCompiles(t *testing.T) {
	for _, name := range []string{"classes", "only", "mirrors", "keys", "words"} {
		a, pkg := read(t, name)
		files, err := a.Source("example.com", a.Drivers(Options{Seed: 1, Single: 60, Pairs: 60, Mirror: 3}))
		if err != nil {
			t.Fatal(err)
		}
		if err := typeCheck(pkg, files, types.Config{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The generated files have their own language, and a stub may need other stubs of its interface.
func TestOldLanguage(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "testdata/self.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	old := types.Config{Importer: library, GoVersion: "go1.16"}
	pkg, err := old.Check("example.com/self", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := Read(pkg, []*ast.File{file})
	files, err := a.Source("example.com", a.Drivers(Options{Seed: 1, Single: 60, Pairs: 60, Mirror: 3}))
	if err != nil {
		t.Fatal(err)
	}
	if err := typeCheck(pkg, files, old); err != nil {
		t.Error(err)
	}
}

// Half of the drivers have the values of calls that tests make of the package, and no driver has those of other calls.
func TestLearn(t *testing.T) {
	const test = `package kinds_test
func TestX(t *testing.T) { kinds.New().Put(77); t.Errorf("elsewhere", 113); s.Named("learned") }`
	file, err := parser.ParseFile(token.NewFileSet(), "kinds_test.go", test, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, learns := range []bool{false, true} {
		a, _ := read(t, "kinds")
		if learns {
			a.Learn([]*ast.File{file})
		}
		with, list := 0, a.Drivers(Options{Seed: 1, Single: 60, Pairs: 60, Mirror: 3})
		for _, d := range list {
			has := func(text string) bool {
				return slices.ContainsFunc(d.calls(), func(c Call) bool { return strings.Contains(c.Expr, text) })
			}
			if has("77") {
				with++
			}
			if has("113") || has(`"elsewhere"`) {
				t.Errorf("%s has values of other calls", d.Name)
			}
		}
		if learns != (with > len(list)/10) || with > len(list)*2/3 {
			t.Errorf("learns: %t; %d of %d drivers have the value", learns, with, len(list))
		}
	}
}

// A reduced driver is a test without what no call needs.
func TestReduced(t *testing.T) {
	a, _ := read(t, "kinds")
	call := func(expr string, sets, uses []string) Call {
		return Call{Name: expr, Expr: expr, Sets: sets, Uses: uses, Nilable: uses}
	}
	d := &Driver{
		Name: "X", Vars: []Var{{Name: "x1", text: "*kinds.Store"}, {Name: "x2", text: "chan int"}},
		Seq:    []Call{call("kinds.New()", []string{"x1"}, nil), call("x1.Watch()", []string{"x2"}, []string{"x1"})},
		Par:    [][]Call{{call("x1.Put(1)", nil, []string{"x1"})}, {call("x1.Put(2)", nil, []string{"x1"})}},
		Drains: []Call{call("drain(x2)", nil, []string{"x2"})},
		Probes: []Call{call("x1.Len()", nil, []string{"x1"})},
	}
	if got := d.Others(); !slices.Equal(got, []int{5}) {
		t.Errorf("others %v", got)
	}
	if alike := d.Alike(5); !slices.Equal(alike, []int{5}) || len(d.Alike(0)) > 0 {
		t.Errorf("alike %v", alike)
	}
	if d.Misses(nil) || !d.Misses([]int{5}) {
		t.Error("a call that is left out is missed")
	}
	for _, c := range []struct {
		keep, tail []int
		want       string
	}{
		{[]int{0, 1}, []int{5, 5}, "x1 := kinds.New()\nx1.Watch()\nx1.Len()\nx1.Len()\n"},
		{[]int{0, 2, 3}, nil, "x1 := kinds.New()\nvar wg sync.WaitGroup\nwg.Add(1)\ngo func() {\ndefer wg.Done()\nx1.Put(1)\n}()\nwg.Add(1)\ngo func() {\ndefer wg.Done()\nx1.Put(2)\n}()\nwg.Wait()\n"},
		{[]int{0, 3}, nil, "x1 := kinds.New()\nx1.Put(2)\n"},
		{[]int{1, 3}, []int{5}, ""}, // no call makes the object
	} {
		want := "func TestX(t *testing.T) {\n" + c.want + "}\n"
		if got := a.Body(d.Reduced(c.keep, c.tail), "TestX"); got != want {
			t.Errorf("%v %v: got\n%swant\n%s", c.keep, c.tail, got, want)
		}
	}
}

// A package that is named as something in the generated files is imported under another name.
func TestReservedName(t *testing.T) {
	a, _ := read(t, "sink")
	text, err := a.Tests([]Body{{"TestX", &Driver{Seq: a.Drivers(Options{Single: 1})[0].Seq[:1]}}}, nil)
	if err != nil || !strings.Contains(string(text), `sink2 "example.com/sink"`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// Calls that may give a lock back have each value of the driver, and small ones. Both values of a bool are among them. A call without arguments is made once more only where the end of the driver lacks it.
func TestRescue(t *testing.T) {
	a, pkg := read(t, "keys")
	store := types.NewPointer(pkg.Scope().Lookup("Store").Type())
	d := &Driver{Vars: []Var{{Name: "x1", Type: store}}, Seq: []Call{{Expr: `x1.Take("mine", 7)`}}}
	a.Rescue(d)
	got := map[string]bool{}
	for _, c := range d.Rescues {
		got[c.Expr] = true
	}
	for _, want := range []string{`x1.Give("mine", keys.ID(7))`, `x1.Give("a", keys.ID(0))`, `x1.Set(true)`, `x1.Set(false)`, `x1.Merge(x1)`} {
		if !got[want] {
			t.Errorf("no %s among %v", want, got)
		}
	}
	if !got[`x1.Close()`] || len(d.Rescues) > mostRescues {
		t.Errorf("%d calls: %v", len(d.Rescues), got)
	}
	d.Vars = append(d.Vars, Var{Name: "x2", Type: types.NewSignatureType(nil, nil, nil, nil, nil, false)})
	d.Rescues = nil
	a.Rescue(d)
	if !slices.ContainsFunc(d.Rescues, func(c Call) bool { return c.Expr == "x2()" }) {
		t.Errorf("a function that a call has returned is not called: %v", d.Rescues)
	}
	d.Rescues, d.Closes = nil, []Call{{Name: "Store.Close", Recv: "x1", Expr: "x1.Close()"}}
	a.Rescue(d)
	if slices.ContainsFunc(d.Rescues, func(c Call) bool { return c.Expr == "x1.Close()" }) {
		t.Error("x1.Close is made at the end, and once more")
	}
}

// Two files of one package declare no name twice: neither helpers nor types that implement an interface.
func TestTaken(t *testing.T) {
	a, pkg := read(t, "kinds")
	drivers := a.Drivers(Options{Seed: 1, Single: 60, Pairs: 60, Mirror: 3})
	taken := Taken{}
	taken.Add([]byte("package kinds_test\nimport must \"fmt\"\nfunc TestDriven1() {}\nvar soon, (\n"))
	if !taken["must"] || !taken["TestDriven1"] {
		t.Errorf("taken: %v", taken)
	}
	fset := token.NewFileSet()
	var parsed []*ast.File
	renamed := false
	for i := range 2 {
		var list []Body
		for k, d := range drivers {
			var own []int
			for n := range d.Own() {
				own = append(own, n)
			}
			list = append(list, Body{fmt.Sprintf("TestX%d_%d", i, k), d.Reduced(own, d.Others())})
		}
		text, err := a.Tests(list, taken)
		if err != nil {
			t.Fatal(err)
		}
		taken.Add(text)
		renamed = renamed || strings.Contains(string(text), "func drain2[")
		file, err := parser.ParseFile(fset, TestFile(i+1), text, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	conf := types.Config{Importer: imports{pkg, library}, Error: func(err error) { t.Error(err) }}
	_, _ = conf.Check("example.com/kinds_test", fset, parsed, nil)
	if !renamed {
		t.Error("no name was declared in both files")
	}
}
