package condvar

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoProgramsTypeCheck writes random programs and lets the type checker read
// them: that is most of what a compiler says.
func TestGoProgramsTypeCheck(t *testing.T) {
	fset := token.NewFileSet()
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	for seed := range uint64(200) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 8)))
		var b bytes.Buffer
		if err := WriteGo(&b, p, Names{}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		f, err := parser.ParseFile(fset, "program.go", b.Bytes(), 0)
		if err == nil {
			_, err = conf.Check("main", fset, []*ast.File{f}, nil)
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, &b)
		}
	}
}

// TestSpin compares with SPIN where it is installed.
func TestSpin(t *testing.T) {
	spin, err := exec.LookPath("spin")
	if err != nil {
		t.Skip("spin is not installed")
	}
	for seed := range uint64(60) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 16)))
		if p.leaves() {
			continue
		}
		dir := t.TempDir()
		var b bytes.Buffer
		if err := WritePromela(&b, p, Names{}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "p.pml"), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(spin, "-run", "-m100000", "p.pml")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, out, &b)
		}
		want := p.Check(Options{Brute: true}).Traces > 0
		if got := strings.Contains(string(out), "invalid end state"); got != want {
			t.Errorf("seed %d: SPIN finds a deadlock: %v, we: %v\n%s", seed, got, want, &b)
		}
	}
}

// leaves reports whether a thread may go another way than recorded: there the
// two mean different things by a deadlock.
func (p *Program) leaves() (yes bool) {
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			switch s.Op {
			case TryLock, TryRLock, Select, Order, Close, RecvClosed:
				yes = true
			}
		})
	}
	return yes
}
