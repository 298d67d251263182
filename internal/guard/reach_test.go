package guard_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/deadlocklint/deadlocklint/internal/guard"
)

// A generator writes a function with nested tests of its parameters. In each branch it calls
// mark with a number of its own.
type generator struct {
	*rand.Rand
	strings.Builder
	marks int
}

func (g *generator) one(list ...string) string { return list[g.IntN(len(list))] }

// test is a random condition.
func (g *generator) test() string {
	number := func() string { return fmt.Sprint(g.IntN(4) - 1) }
	compare := func() string { return g.one("==", "!=", "<", "<=", ">", ">=") }
	switch g.IntN(12) {
	case 11:
		return g.one(`rank(n) == "a"`, `rank(n+1) != "b"`, `rank(2) == "a"`, `rank(1) == "a"`)
	case 9:
		return g.one("o.a", "!o.a", "o.n > 0", "p == nil", "p == nil || !p.a", "p != nil && p.n > 1")
	case 10:
		return g.pure() + g.one(" || ", " && ") + g.pure()
	case 0:
		return "n " + compare() + " " + number()
	case 1:
		return number() + " " + compare() + " n"
	case 2:
		return fmt.Sprintf("n&%d %s 0", 1<<g.IntN(3), g.one("==", "!="))
	case 3:
		return "s " + g.one("==", "!=") + ` "` + g.one("", "a", "b") + `"`
	case 4:
		return "len(" + g.one("s", "list") + ") " + compare() + " " + number()
	case 5:
		return "v " + g.one("==", "!=") + " nil"
	case 6:
		return "is[" + g.one("int", "string", "error", "stringer") + "](v)"
	case 7:
		return "unknown() " + compare() + " n"
	default:
		return g.one("b", "!b", "list == nil", "list != nil")
	}
}

// pure is a random condition without a call or a statement.
func (g *generator) pure() string {
	return fmt.Sprintf(g.one("n > %d", "n == %d", "n&%d != 0", "n < %d", "-n != %d"), g.IntN(4)-1)
}

func (g *generator) body(depth int) {
	for range 1 + g.IntN(2) {
		cond := g.test()
		if t, ok := strings.CutPrefix(cond, "is["); ok {
			cond = "_, ok := v.(" + strings.TrimSuffix(t, "](v)") + "); ok"
		}
		fmt.Fprintf(g, "if %s {\n", cond)
		g.mark(depth)
		g.WriteString("} else {\n")
		g.mark(depth)
		g.WriteString("}\n")
	}
}

func (g *generator) mark(depth int) {
	fmt.Fprintf(g, "mark(%d)\n", g.marks)
	g.marks++
	if depth > 0 {
		g.body(depth - 1)
	}
}

func (g *generator) call(i int) string {
	return fmt.Sprintf("f%d(%d, %s, %s, %s, %s)\n", i, g.IntN(6)-2, g.one(`""`, `"a"`, `"ab"`), g.one("nil", "1", `"x"`, "oops{}"), g.one("true", "false"), g.one("nil...", "1", "1, 2", "[]int{}..."))
}

const prelude = `package main

func mark(n int) { println(n) }

func unknown() int { return 1 }

func rank(n int) string {
	if n > 1 {
		return "a"
	}
	r := "b"
	if n == 1 {
		r = "a"
	}
	return r
}

type stringer interface{ String() string }

type options struct {
	a bool
	n int
}

type oops struct{}

func (oops) Error() string { return "" }

`

// program is a command in which main calls each function once, by way of another one.
func program(r *rand.Rand, functions int) (text string, marks int) {
	g := &generator{Rand: r}
	g.WriteString(prelude)
	for i := range functions {
		fmt.Fprintf(g, "func g%d(n int, s string, v any, b bool, o options, p *options, list ...int) {\n", i)
		g.body(2)
		fmt.Fprintf(g, "}\n\nfunc f%[1]d(n int, s string, v any, b bool, list ...int) { g%[1]d(n|%[2]d, s, v, b, options{a: b, n: %[2]d}, %[3]s, list...) }\n\n", i, g.IntN(4), g.one("nil", "&options{a: true}", "&options{n: 2}"))
	}
	g.WriteString("func main() {\n")
	for i := range functions {
		g.WriteString(g.call(i))
	}
	g.WriteString("}\n")
	return g.String(), g.marks
}

// skipped are the marks that no call of main comes to.
func skipped(t *testing.T, text string) map[int64]bool {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "main.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg := types.NewPackage("main", "main")
	prog, _, err := ssautil.BuildPackage(&types.Config{}, fset, pkg, []*ast.File{file}, ssa.BareInits)
	if err != nil {
		t.Fatal(err)
	}
	list := map[int64]bool{}
	for _, outer := range calls(prog.Func("main")) {
		env := guard.Environment{}.Call(outer, outer.Common().StaticCallee())
		for _, inner := range calls(outer.Common().StaticCallee()) {
			fn := inner.Common().StaticCallee()
			reached := env.At(inner.Block()).Call(inner, fn).Reached(fn)
			for _, c := range calls(fn) {
				if c.Common().StaticCallee().Name() == "mark" && !reached[c.Block()] {
					n, _ := constant.Int64Val(c.Common().Args[0].(*ssa.Const).Value)
					list[n] = true
				}
			}
		}
	}
	return list
}

// calls are the calls of functions of the program in a function.
func calls(fn *ssa.Function) (list []ssa.CallInstruction) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil && c.Common().StaticCallee().Pkg == fn.Pkg {
				list = append(list, c)
			}
		}
	}
	return list
}

// What is skipped is not come to in a run, and most of what a run does not come to is skipped.
func TestAgainstRuns(t *testing.T) {
	text, marks := program(rand.New(rand.NewPCG(1, 2)), 150)
	dir := t.TempDir()
	for name, content := range map[string]string{"main.go": text, "go.mod": "module m\n\ngo 1.24\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", ".")
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	come := map[string]bool{}
	for _, line := range strings.Fields(string(out)) {
		come[line] = true
	}
	skips := skipped(t, text)
	for n := range skips {
		if come[fmt.Sprint(n)] {
			t.Errorf("mark %d is come to, and skipped", n)
		}
	}
	if missed := marks - len(come); len(skips)*4 < missed*3 {
		t.Errorf("%d of %d marks that are not come to are skipped", len(skips), missed)
	}
	t.Logf("%d marks, %d come to, %d skipped", marks, len(come), len(skips))
}
