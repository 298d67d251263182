package condvar

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
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
