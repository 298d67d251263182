package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const untyped = `package m

func count() int { return "one" }
`

// TestDoesNotBuild: a package that does not build says so in the log, packages that
// do have their findings, and the first has them too when it is repaired.
func TestDoesNotBuild(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"m.go": crossed, "count.go": untyped, "sub/get.go": "package sub\n\nimport \"sync\"\n\ntype T struct{ a sync.Mutex }\n" + strings.TrimPrefix(leaking, "package m\n")})
	e.open("m.go")
	e.await(func() bool {
		return slices.ContainsFunc(e.said, func(s string) bool { return strings.Contains(s, "not checked: ./count.go:3:27:") })
	})
	if e.codes("m.go") != "" {
		t.Errorf("findings of what does not build: %s", e.codes("m.go"))
	}
	e.open("sub/get.go")
	e.await(func() bool { return e.codes("get.go") == "missingunlock" })
	e.save("count.go", strings.Replace(untyped, `"one"`, "1", 1))
	e.await(func() bool { return e.codes("m.go") == "lockorder" })
	e.quit()
}

// many is a file with n functions that leak a lock each.
func many(n int) string {
	var b strings.Builder
	b.WriteString("package m\n")
	for i := range n {
		fmt.Fprintf(&b, "\nfunc (x *T) Get%d(b bool) int {\n\tx.a.Lock()\n\tif b {\n\t\treturn 0\n\t}\n\tx.a.Unlock()\n\treturn 1\n}\n", i)
	}
	return b.String()
}

// manyFindings is how many the tests of a huge report make.
const manyFindings = 3000

// TestManyFindings: thousands of findings of one file are all shown, each with its fix.
func TestManyFindings(t *testing.T) {
	t.Parallel()
	text := many(manyFindings)
	e := start(t, map[string]string{"m.go": crossed, "many.go": text})
	e.open("many.go")
	e.await(func() bool { return len(e.diags["many.go"]) == manyFindings })
	var actions []codeAction
	e.call("textDocument/codeAction", map[string]any{"textDocument": e.document("many.go"), "range": textRange{End: position{Line: 1 << 20}}, "context": map[string]any{"diagnostics": []any{}}}, &actions)
	if len(actions) != 2*manyFindings {
		t.Errorf("%d actions, want %d", len(actions), 2*manyFindings)
	}
	e.save("many.go", "package m\n")
	e.await(func() bool { return len(e.diags["many.go"]) == 0 })
	e.quit()
}
