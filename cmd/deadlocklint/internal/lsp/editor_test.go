package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// An editor is the other side of a conversation with the real program.
type editor struct {
	t      *testing.T
	dir    string
	cmd    *exec.Cmd
	sync   int // how the server wants to be told of changes
	client *jrpc2.Client
	stdin  io.Closer

	mu    sync.Mutex
	news  *sync.Cond
	diags map[string][]diagnostic // by file name
	count map[string]int          // publications by file name
	said  []string
	ended bool

	progress []progressParams
}

// start makes a module and opens a conversation about it.
func start(t *testing.T, files map[string]string) *editor {
	t.Helper()
	return open(t, write(t, files))
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

// open opens a conversation about the module in dir.
func open(t *testing.T, dir string) *editor {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	e := converse(t, dir, exec.Command(bin, "lsp"), nil)
	if e.sync != 1 {
		t.Errorf("changes are to be sent in the form %d, want 1", e.sync)
	}
	return e
}

// converse begins a conversation with a language server about the module in dir,
// with the settings of the editor and what its windows can do.
func converse(t *testing.T, dir string, cmd *exec.Cmd, settings map[string]any, window ...string) *editor {
	t.Helper()
	e := &editor{t: t, dir: dir, cmd: cmd, diags: map[string][]diagnostic{}, count: map[string]int{}}
	e.news = sync.NewCond(&e.mu)
	e.cmd.Dir, e.cmd.Stderr = dir, os.Stderr
	in, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.cmd.Process.Kill() })
	e.stdin = in
	e.client = jrpc2.NewClient(channel.LSP(out, in), &jrpc2.ClientOptions{
		OnNotify:   e.notice,
		OnCallback: func(context.Context, *jrpc2.Request) (any, error) { return nil, nil }, // gopls asks for this and that
		OnStop:     func(*jrpc2.Client, error) { e.update(func() { e.ended = true }) },
	})
	var caps struct {
		Capabilities struct {
			Sync struct {
				Change int `json:"change"`
			} `json:"textDocumentSync"`
		} `json:"capabilities"`
	}
	can := map[string]bool{}
	for _, w := range window {
		can[w] = true
	}
	e.call("initialize", map[string]any{"processId": os.Getpid(), "rootUri": uriOf(dir), "capabilities": map[string]any{"window": can}, "initializationOptions": settings}, &caps)
	e.sync = caps.Capabilities.Sync.Change
	e.notify("initialized", map[string]any{})
	return e
}

func (e *editor) update(do func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	do()
	e.news.Broadcast()
}

func (e *editor) notice(req *jrpc2.Request) {
	e.update(func() {
		switch req.Method() {
		case "textDocument/publishDiagnostics":
			var p publishParams
			if err := req.UnmarshalParams(&p); err == nil {
				name := filepath.Base(pathOf(p.URI))
				e.diags[name] = p.Diagnostics
				e.count[name]++
			}
		case "$/progress":
			var raw json.RawMessage
			if err := req.UnmarshalParams(&raw); err == nil {
				e.told(raw)
			}
		case "window/logMessage", "window/showMessage":
			var p messageParams
			if err := req.UnmarshalParams(&p); err == nil {
				e.said = append(e.said, p.Message)
			}
		}
	})
}

// await waits until the condition holds; the deadline is go test's.
func (e *editor) await(cond func() bool) {
	e.t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	for !cond() {
		if e.ended {
			e.t.Fatal("the server ended the conversation")
		}
		e.news.Wait()
	}
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	if err := e.client.CallResult(context.Background(), method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.client.Notify(context.Background(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) document(name string) map[string]any {
	return map[string]any{"uri": uriOf(filepath.Join(e.dir, name))}
}

func (e *editor) open(name string) {
	e.t.Helper()
	doc := e.document(name)
	doc["languageId"], doc["version"], doc["text"] = "go", 1, e.read(name)
	e.notify("textDocument/didOpen", map[string]any{"textDocument": doc})
}

func (e *editor) read(name string) string {
	e.t.Helper()
	b, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Fatal(err)
	}
	return string(b)
}

// change types, and save writes and says so.
func (e *editor) change(name, text string) {
	e.notify("textDocument/didChange", map[string]any{"textDocument": e.document(name), "contentChanges": []any{map[string]any{"text": text}}})
}

func (e *editor) save(name, text string) {
	e.t.Helper()
	e.change(name, text)
	if err := os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o600); err != nil {
		e.t.Fatal(err)
	}
	e.notify("textDocument/didSave", map[string]any{"textDocument": e.document(name)})
}

func (e *editor) codes(name string) string {
	var list []string
	for _, d := range e.diags[name] {
		list = append(list, d.Code)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// quit ends the conversation as the protocol says; the program must end well.
func (e *editor) quit() {
	e.t.Helper()
	var none json.RawMessage
	e.call("shutdown", nil, &none)
	e.notify("exit", nil)
	if err := e.cmd.Wait(); err != nil {
		e.t.Errorf("after exit: %v", err)
	}
}
