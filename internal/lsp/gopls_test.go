//go:build gopls

package lsp

// This test needs the gopls that "deadlocklint gopls install" builds:
// script/ci/gopls.sh runs it.

import (
	"encoding/json"
	"errors"
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

// from returns the first diagnostic of a file that a check made.
func (e *editor) from(name, source string) *diagnostic {
	for i, d := range e.diags[name] {
		if d.Source == source {
			return &e.diags[name][i]
		}
	}
	return nil
}

// write makes a module.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files["go.mod"] = "module example.com/m\n\ngo 1.24\n"
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const addingLate = `package m

import "sync"

func each(jobs []func()) {
	var wg sync.WaitGroup
	for _, job := range jobs {
		go func() {
			wg.Add(1)
			defer wg.Done()
			job()
		}()
	}
	wg.Wait()
}
`

// documented is what the settings of VS Code in doc/editors.md say to gopls.
func documented(t *testing.T) map[string]any {
	t.Helper()
	page, err := os.ReadFile("../../doc/editors.md")
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
	dir := write(t, map[string]string{"m.go": crossed, "get.go": leaking, "each.go": addingLate})
	for name, settings := range map[string]map[string]any{"documented": documented(t), "none": nil, "misspelt": {"ui.diagnostic.analysis": map[string]any{}}} {
		t.Run(name, func(t *testing.T) {
			e := converse(t, dir, exec.Command(os.Getenv("GOPLS"), "serve"), settings)
			for _, name := range []string{"m.go", "get.go", "each.go"} {
				e.open(name)
			}
			e.await(func() bool { return e.from("m.go", "lockorder") != nil })
			on, off := name == "documented", name != "documented" // that of the WaitGroup, that of the unlock
			e.await(func() bool {
				return (e.from("each.go", "waitgroup") != nil) == on && (e.from("get.go", "missingunlock") != nil) == off
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

const stored = `package store

import "sync"

var Mu sync.Mutex

var values []int

func Add(v int) {
	Mu.Lock()
	defer Mu.Unlock()
	values = append(values, v)
}
`

// storing takes its lock before that of another package, and after it.
const storing = `package m

import (
	"sync"

	"example.com/m/store"
)

var mu sync.Mutex

func Put(v int) { mu.Lock(); defer mu.Unlock(); store.Add(v) }
func Drain()    { store.Mu.Lock(); defer store.Mu.Unlock(); mu.Lock(); defer mu.Unlock() }
`

// TestGoplsPackages: a cycle over two packages is found, and a finding with a
// comment that silences it is not shown.
func TestGoplsPackages(t *testing.T) {
	silenced := strings.Replace(leaking, "\tx.a.Lock()", "\t//deadlocklint:ignore missing-unlock the caller unlocks\n\tx.a.Lock()", 1)
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
