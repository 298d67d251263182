//go:build gopls

package lsp

// This test needs the gopls that "deadlocklint lsp gopls" builds:
// script/ci/gopls.sh runs it.

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	dir := write(t, map[string]string{"m.go": crossed, "get.go": leaking})
	e := converse(t, dir, exec.Command(os.Getenv("GOPLS"), "serve"), nil)
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

// A goplsEditor counts the changes that it tells: gopls wants a version of each.
type goplsEditor struct {
	*editor
	version int
}

// served begins a conversation with gopls about a module.
func served(t *testing.T, dir string) *goplsEditor {
	t.Helper()
	return &goplsEditor{editor: converse(t, dir, exec.Command(os.Getenv("GOPLS"), "serve"), nil), version: 1}
}

// TestGoplsDoesNotParse: while a file does not parse gopls says so, and afterwards the
// findings are there again.
func TestGoplsDoesNotParse(t *testing.T) {
	e := served(t, write(t, map[string]string{"m.go": crossed}))
	e.open("m.go")
	e.await(func() bool { return e.from("m.go", "lockorder") != nil })
	e.rewrite("m.go", crossed+"func {")
	e.await(func() bool { return e.from("m.go", "syntax") != nil })
	e.rewrite("m.go", crossed)
	e.await(func() bool { return e.from("m.go", "syntax") == nil && e.from("m.go", "lockorder") != nil })
	e.quit()
}

// TestGoplsDoesNotBuild: the same of a package with a wrong type, and those that
// build keep their findings.
func TestGoplsDoesNotBuild(t *testing.T) {
	e := served(t, write(t, map[string]string{"m.go": crossed, "count.go": untyped, "sub/put.go": strings.Replace(storing, "package m", "package sub", 1), "store/store.go": stored}))
	for _, name := range []string{"m.go", "count.go", "sub/put.go"} {
		e.open(name)
	}
	e.await(func() bool { return e.from("count.go", "compiler") != nil && e.from("put.go", "lockorder") != nil })
	e.rewrite("count.go", strings.Replace(untyped, `"one"`, "1", 1))
	e.await(func() bool { return e.from("count.go", "compiler") == nil && e.from("m.go", "lockorder") != nil })
	e.quit()
}

// TestGoplsTwoServers: two editors on one module do not disturb each other.
func TestGoplsTwoServers(t *testing.T) {
	dir := write(t, map[string]string{"m.go": crossed})
	both := []*goplsEditor{served(t, dir), served(t, dir)}
	for _, e := range both {
		e.open("m.go")
	}
	for _, e := range both {
		e.await(func() bool { return e.from("m.go", "lockorder") != nil })
		e.quit()
	}
}

// TestGoplsEditorDies: gopls ends with its input, and the next one finds what it has to.
func TestGoplsEditorDies(t *testing.T) {
	dir := write(t, map[string]string{"m.go": crossed})
	e := served(t, dir)
	e.open("m.go")
	if err := e.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	_ = e.cmd.Wait() // it returns, whatever gopls thinks of it
	e = served(t, dir)
	e.open("m.go")
	e.await(func() bool { return e.from("m.go", "lockorder") != nil })
	e.quit()
}

// TestGoplsManyFindings: thousands of findings are all shown, and gone when they are.
func TestGoplsManyFindings(t *testing.T) {
	e := served(t, write(t, map[string]string{"m.go": crossed, "many.go": many(manyFindings)}))
	e.open("many.go")
	e.await(func() bool { return e.fromAll("many.go", "missingunlock") == manyFindings })
	e.rewrite("many.go", "package m\n")
	e.await(func() bool { return e.fromAll("many.go", "missingunlock") == 0 })
	e.quit()
}

// rewrite saves a text in the form of changes that gopls wants: with a version.
func (e *goplsEditor) rewrite(name, text string) {
	e.t.Helper()
	e.version++
	doc := e.document(name)
	doc["version"] = e.version
	e.notify("textDocument/didChange", map[string]any{"textDocument": doc, "contentChanges": []any{map[string]any{"text": text}}})
	if err := os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o600); err != nil {
		e.t.Fatal(err)
	}
	e.notify("textDocument/didSave", map[string]any{"textDocument": e.document(name)})
}

// fromAll is how many diagnostics of a file a check made.
func (e *editor) fromAll(name, source string) (n int) {
	for _, d := range e.diags[name] {
		if d.Source == source {
			n++
		}
	}
	return n
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

// documented is what the settings of VS Code in doc/editors.md say to gopls.
func documented(t *testing.T) map[string]any {
	t.Helper()
	page, err := os.ReadFile("../../../../doc/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?ms)^```json\n(.*?)^```").FindAllSubmatch(page, -1) {
		var settings struct {
			Gopls map[string]any `json:"gopls"`
		}
		if err := json.Unmarshal(block[1], &settings); err != nil {
			t.Errorf("%v in\n%s", err, block[1])
		}
		if settings.Gopls != nil {
			return settings.Gopls
		}
	}
	t.Fatal("doc/editors.md has no settings for gopls")
	return nil
}

// TestGoplsSettings starts gopls with the settings that are documented: they
// switch one check on and one off, and gopls has nothing against them.
func TestGoplsSettings(t *testing.T) {
	dir := write(t, map[string]string{"m.go": crossed, "get.go": leaking, "table.go": program("table.go")})
	for name, settings := range map[string]map[string]any{"documented": documented(t), "none": nil, "misspelt": {"ui.diagnostic.analysis": map[string]any{}}} {
		t.Run(name, func(t *testing.T) {
			e := converse(t, dir, exec.Command(os.Getenv("GOPLS"), "serve"), settings)
			for _, name := range []string{"m.go", "get.go", "table.go"} {
				e.open(name)
			}
			e.await(func() bool { return e.from("m.go", "lockorder") != nil })
			on, off := name == "documented", name != "documented" // that of the hook, that of the unlock
			e.await(func() bool {
				return (e.from("table.go", "callback") != nil) == on && (e.from("get.go", "missingunlock") != nil) == off
			})
			e.mu.Lock()
			said := slices.Clone(e.said)
			e.mu.Unlock()
			complaint := slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, "unexpected setting") })
			if complaint != (name == "misspelt") {
				t.Errorf("gopls said %q", said)
			}
			e.quit()
		})
	}
}

// TestGoplsPackages: a cycle over two packages is found, and a finding with a
// comment that silences it is not shown.
func TestGoplsPackages(t *testing.T) {
	silenced := strings.Replace(leaking, "\tx.a.Lock()", "\t//deadlocklint:ignore missingunlock the caller unlocks\n\tx.a.Lock()", 1)
	dir := write(t, map[string]string{"m.go": crossed, "get.go": silenced, "put.go": storing, "store/store.go": stored})
	e := converse(t, dir, exec.Command(os.Getenv("GOPLS"), "serve"), nil)
	for _, name := range []string{"m.go", "get.go", "put.go"} {
		e.open(name)
	}
	e.await(func() bool { return e.from("m.go", "lockorder") != nil && e.from("put.go", "lockorder") != nil })
	e.mu.Lock()
	defer e.mu.Unlock()
	if d := e.from("get.go", "missingunlock"); d != nil {
		t.Errorf("%+v", d)
	}
	if d := e.from("put.go", "lockorder"); !strings.Contains(d.Message, "store.Mu") {
		t.Errorf("%+v", d)
	}
}
