package pointer_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/deadlocklint/deadlocklint/pointer"
)

const twoAccounts = `package main

type mutex struct{ locked bool }

func (m *mutex) Lock() { m.locked = true }

type account struct {
	name string
	mu   mutex
}

func open(name string) *account { return &account{name: name} }

func main() {
	from, to := open("from"), open("to")
	from.mu.Lock()
	to.mu.Lock()
}
`

// Two receivers of one lock class, account.mu, that are never the same lock.
func Example() {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "bank.go", twoAccounts, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	pkg := types.NewPackage("bank", "main")
	main, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, pkg, []*ast.File{file}, ssa.InstantiateGenerics)
	if err != nil {
		fmt.Println(err)
		return
	}

	c := &pointer.Config{Mains: []*ssa.Package{main}}
	var receivers []ssa.Value
	for _, instr := range main.Func("main").Blocks[0].Instrs {
		call, ok := instr.(*ssa.Call)
		if ok && call.Call.StaticCallee().Name() == "Lock" {
			receivers = append(receivers, call.Call.Args[0])
			c.AddQuery(call.Call.Args[0])
		}
	}
	result, err := pointer.Analyze(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range receivers {
		fmt.Println(result.Queries[v].PointsTo())
	}
	fmt.Println(result.MayAlias(receivers[0], receivers[1]))
	// Output:
	// {new main.account at bank.go:12:50 from bank.go:15:18 .mu}
	// {new main.account at bank.go:12:50 from bank.go:15:32 .mu}
	// false
}
