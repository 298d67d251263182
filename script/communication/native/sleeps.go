package main

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// asleep writes a file of the folder latent with a sleep before each statement that has one of the lines.
func asleep(file, to string, lines []int) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, 0)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if list, i := statementAt(fset, f, line); list != nil {
			*list = slices.Insert(*list, i, sleep(line))
		}
	}
	var text bytes.Buffer
	if err := format.Node(&text, fset, f); err != nil {
		return err
	}
	return os.WriteFile(to, text.Bytes(), 0o644)
}

// statementAt finds the innermost statement of a list that has the line, and its index. The list is nil where no
// statement has the line.
func statementAt(fset *token.FileSet, f *ast.File, line int) (found *[]ast.Stmt, at int) {
	ast.Inspect(f, func(n ast.Node) bool {
		list := statements(n)
		if list == nil {
			return true
		}
		i := slices.IndexFunc(*list, func(s ast.Stmt) bool {
			return fset.Position(s.Pos()).Line <= line && line <= fset.Position(s.End()).Line && s.Pos().IsValid()
		})
		if i >= 0 {
			found, at = list, i
		}
		return true
	})
	return found, at
}

// statements is the list of statements that a node has, nil for none.
func statements(n ast.Node) *[]ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return &n.List
	case *ast.CaseClause:
		return &n.Body
	case *ast.CommClause:
		return &n.Body
	}
	return nil
}

// sleep is the call of the function that sleepFile declares.
func sleep(line int) ast.Stmt {
	arg := &ast.BasicLit{Kind: token.INT, Value: strconv.Itoa(line)}
	return &ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent(sleepFunc), Args: []ast.Expr{arg}}}
}

const sleepFunc = "nativeSleep"

// sleepFile sleeps for 0 to 80 ms. In half of the processes each place has its own time, else each call has. Its TestMain
// fails when a goroutine of the package is left 500 ms after the tests.
const sleepFile = `package latent

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

var (
	byPlace = rand.IntN(2) == 0
	seed    = rand.Uint64()
)

func nativeSleep(line uint64) {
	n := rand.IntN(5)
	if byPlace {
		n = rand.New(rand.NewPCG(seed, line)).IntN(5)
	}
	time.Sleep([]time.Duration{0, 0, 5, 20, 80}[n] * time.Millisecond)
}

func left() bool {
	stacks := make([]byte, 1<<20)
	for i, g := range strings.Split(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if i > 0 && strings.Contains(g, "communication/latent.") {
			return true
		}
	}
	return false
}

func TestMain(m *testing.M) {
	status := m.Run()
	for end := time.Now().Add(500 * time.Millisecond); left() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if left() {
		fmt.Println("a goroutine is left")
		status = 1
	}
	os.Exit(status)
}
`

// copyLatent copies the folder latent into dir, with sleeps at the places.
func copyLatent(dir string, places []place) error {
	files, err := filepath.Glob("latent/*.go")
	if err != nil {
		return err
	}
	for _, file := range files {
		name := filepath.Base(file)
		var lines []int
		for _, p := range places {
			if p.file == name {
				lines = append(lines, p.line)
			}
		}
		// From below, so that the lines above stay where they are named.
		slices.Sort(lines)
		slices.Reverse(lines)
		if err := asleep(file, filepath.Join(dir, name), lines); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "native_test.go"), []byte(sleepFile), 0o644)
}
