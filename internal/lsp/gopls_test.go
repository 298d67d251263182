//go:build gopls

package lsp

// This test needs the gopls that "deadlocklint gopls install" builds:
// script/ci/gopls.sh runs it.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A goplsAction is a code action in the form in which gopls writes it.
type goplsAction struct {
	Title string `json:"title"`
	Edit  struct {
		Changes []struct {
			Document struct {
				URI string `json:"uri"`
			} `json:"textDocument"`
			Edits []textEdit `json:"edits"`
		} `json:"documentChanges"`
	} `json:"edit"`
}

// TestGopls: the findings of the checks come from gopls itself, with related
// places, links and fixes.
func TestGopls(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "m.go": crossed, "get.go": leaking} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := converse(t, dir, exec.Command(os.Getenv("GOPLS"), "serve"))
	e.open("m.go")
	e.open("get.go")
	e.await(func() bool { return e.from("m.go", "lockorder") != nil && e.from("get.go", "missingunlock") != nil })
	e.mu.Lock()
	cycle, leak := e.from("m.go", "lockorder"), e.from("get.go", "missingunlock")
	e.mu.Unlock()
	if cycle.Severity != severityWarning || len(cycle.Related) != 4 || cycle.Link == nil || !strings.HasSuffix(cycle.Link.Href, "/lockorder.md") {
		t.Errorf("%+v, link %+v", cycle, cycle.Link)
	}

	var actions []goplsAction
	e.call("textDocument/codeAction", map[string]any{
		"textDocument": e.document("get.go"), "range": leak.Range,
		"context": map[string]any{"diagnostics": []any{leak}},
	}, &actions)
	fixed := ""
	for _, a := range actions {
		if a.Title == "Defer the unlock" && len(a.Edit.Changes) == 1 {
			fixed = apply(leaking, a.Edit.Changes[0].Edits)
		}
	}
	if fixed == "" {
		t.Fatalf("there is no fix among %+v", actions)
	}
	e.save("get.go", fixed)
	e.await(func() bool { return e.from("get.go", "missingunlock") == nil })
	build := exec.Command("go", "build", "./...")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("after the fix the module does not build: %v\n%s", err, out)
	}
	e.quit()
}

// from returns the first diagnostic of a file that a check made.
func (e *editor) from(name, source string) *diagnostic {
	for i, d := range e.diags[name] {
		if d.Source == source {
			return &e.diags[name][i]
		}
	}
	return nil
}
