package lockfacts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestExtent: what is underlined, by what begins where the operation has its position.
func TestExtent(t *testing.T) {
	const text = `package p

func f() {
	x.mu.Lock()
	x.run(1,
		2)
	ch <- g(3)
	<-done
	go func() {
		return
	}()
	select {
	case <-a:
	}
	for range list {
	}
	defer y.Unlock()
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"()\n\tx.run", "(1,", "<- g(3)", "<-done", "go", "func() {\n\t\treturn", "return", "select", "<-a:", "for", "defer y", "()\n}", "}\n\tfor",
	} {
		i := strings.Index(text, want)
		if want == "func() {\n\t\treturn" {
			i = strings.LastIndex(text, "func() {")
		}
		pos := file.FileStart + token.Pos(i)
		got := text[i : endOf(fset, []*ast.File{file}, pos)-file.FileStart]
		shown := map[string]string{"()\n\tx.run": "()", "(1,": "(", "func() {\n\t\treturn": "func", "<-a:": "<-a", "defer y": "defer y.Unlock()", "()\n}": "()", "}\n\tfor": "}"}[want]
		if shown == "" {
			shown = want
		}
		if got != shown {
			t.Errorf("at %q: %q, want %q", want, got, shown)
		}
	}
}
