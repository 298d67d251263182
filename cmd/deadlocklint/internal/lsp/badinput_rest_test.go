//go:build rest

package lsp

import (
	"testing"
)

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
