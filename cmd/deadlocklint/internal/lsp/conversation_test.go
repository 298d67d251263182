package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/tracked"
)

// built is the real program, made once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "deadlocklint-lsp-")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "deadlocklint")
	if err := tracked.Program(filepath.Join("..", "..", "..", "..")); err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-o", bin, "../../../../cmd/deadlocklint").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return bin, nil
})

func TestMain(m *testing.M) {
	readPrograms()
	status := m.Run()
	if bin, err := built(); err == nil {
		_ = os.RemoveAll(filepath.Dir(bin)) // in the temporary directory
	}
	os.Exit(status)
}

// The files of the module of these tests. T has two locks that its methods take in both orders, and Get forgets one. Package m takes
// its lock before that of package store, and after it.
var crossed, leaking, crossedTest, storing, stored string

// readPrograms is for TestMain: a process that a test starts elsewhere has no testdata.
func readPrograms() {
	crossed, leaking, crossedTest = program("m.go"), program("get.go"), program("m_test.go")
	storing, stored = program("put.go"), program("store/store.go")
}

// program is a file of the module in testdata.
func program(name string) string {
	text, err := os.ReadFile(filepath.Join("testdata", "src", "m", filepath.FromSlash(name)))
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }

// TestConversation: open, diagnose, fix, save, diagnose again, leave.
func TestConversation(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"m.go": crossed, "get.go": leaking})
	e.open("m.go")
	e.await(func() bool { return e.codes("m.go") == "lockorder" && e.codes("get.go") == "missingunlock" })

	d := e.diags["m.go"][0]
	if d.Severity != severityWarning || d.Source != "deadlocklint" || len(d.Related) != 4 || d.Link == nil || !strings.HasSuffix(d.Link.Href, "/lockorder.md") {
		t.Errorf("%+v", d)
	}
	line := strings.Split(crossed, "\n")[d.Range.Start.Line]
	if got, want := d.Range.Start.Character, utf16Len(line[:strings.Index(line, "x.b.Lock()")]); line[:11] != "func (x *T)" || got != want {
		t.Errorf("it is at %+v, want character %d", d.Range, want)
	}

	// The fix silences the finding; the comment does when it has got its reason.
	for _, step := range []struct{ title, find, replace, want string }{
		{"Defer the unlock", "", "", ""},
		{"Ignore missingunlock here: add the reason", "", "", "directives missingunlock"},
		{"Ignore missingunlock here: add the reason", "ignore missingunlock", "ignore missingunlock the caller unlocks", ""},
	} {
		e.save("get.go", leaking)
		e.await(func() bool { return e.codes("get.go") == "missingunlock" })
		text := apply(leaking, e.action("get.go", step.title))
		e.save("get.go", strings.Replace(text, step.find, step.replace, 1))
		e.await(func() bool { return e.codes("get.go") == step.want })
		build := exec.Command("go", "build", "./...")
		build.Dir = e.dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Errorf("after %q the module does not build: %v\n%s", step.title, err, out)
		}
	}

	e.save("m.go", strings.Replace(crossed, "x.b.Lock(); defer x.b.Unlock(); x.a", "x.a", 1))
	e.await(func() bool { return e.codes("m.go") == "" && e.count["m.go"] > 1 })
	e.quit()
}

// action returns the edits that a code action makes to the file it is offered in,
// at the file's first diagnostic. It asks until the action is there: while a file
// that was just saved is checked again, none is.
func (e *editor) action(name, title string) []textEdit {
	e.t.Helper()
	e.mu.Lock()
	at := e.diags[name][0].Range
	e.mu.Unlock()
	for {
		var actions []codeAction
		e.call("textDocument/codeAction", map[string]any{"textDocument": e.document(name), "range": at, "context": map[string]any{"diagnostics": []any{}}}, &actions)
		for _, a := range actions {
			if a.Title == title {
				return a.Edit.Changes[uriOf(filepath.Join(e.dir, name))]
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// apply applies edits, which do not overlap, to a text of plain characters.
func apply(s string, edits []textEdit) string {
	offset := func(p position) int {
		n := 0
		for _, line := range strings.SplitAfter(s, "\n")[:p.Line] {
			n += len(line)
		}
		return n + p.Character
	}
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b textEdit) int { return offset(b.Range.Start) - offset(a.Range.Start) })
	out := s
	for _, e := range edits {
		out = out[:offset(e.Range.Start)] + e.NewText + out[offset(e.Range.End):]
	}
	return out
}

// TestPackages: a cycle over two packages is found when one of them is open.
func TestPackages(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"put.go": storing, "store/store.go": stored})
	e.open("put.go")
	e.await(func() bool { return e.codes("put.go") == "lockorder" })
	if d := e.diags["put.go"][0]; !strings.Contains(d.Message, "store.Mu") {
		t.Errorf("%+v", d)
	}
	e.save("put.go", strings.Replace(storing, "mu.Lock(); defer mu.Unlock(); store", "store", 1))
	e.await(func() bool { return e.codes("put.go") == "" && e.count["put.go"] > 1 })
	e.quit()
}

// TestDoesNotParse: a broken file loses nothing that was good, and the log says
// why nothing is new.
func TestDoesNotParse(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"m.go": crossed})
	e.open("m.go")
	e.await(func() bool { return e.codes("m.go") == "lockorder" })
	e.save("m.go", crossed+"func {")
	e.await(func() bool {
		return slices.ContainsFunc(e.said, func(s string) bool { return strings.Contains(s, "not checked: ./m.go:10:6") })
	})
	if e.codes("m.go") != "lockorder" {
		t.Errorf("what was known is gone: %q", e.codes("m.go"))
	}
	var lenses []codeLens
	e.call("textDocument/codeLens", map[string]any{"textDocument": e.document("m.go")}, &lenses)
	e.save("m.go", strings.Replace(crossed, "x.b.Lock(); defer x.b.Unlock(); x.a", "x.a", 1))
	e.await(func() bool { return e.codes("m.go") == "" })
	e.quit()
}

// TestUnsaved: what is only typed has no quick fixes, since their places would
// be wrong, and none is offered for a file nobody knows.
func TestUnsaved(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"m.go": crossed})
	e.open("m.go")
	e.await(func() bool { return e.codes("m.go") == "lockorder" })
	e.change("m.go", "// a new line\n"+crossed)
	var actions []codeAction
	all := textRange{End: position{Line: 99}}
	for _, name := range []string{"m.go", "nosuch.go"} {
		e.call("textDocument/codeAction", map[string]any{"textDocument": e.document(name), "range": all}, &actions)
		if len(actions) != 0 {
			t.Errorf("%s: %+v", name, actions)
		}
	}
	e.quit()
}

// TestEditorDies: the program ends when its input does, in the middle of a check.
func TestEditorDies(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"m.go": crossed})
	e.open("m.go")
	if err := e.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := e.cmd.Wait(); err != nil {
		t.Errorf("it did not end well: %v", err)
	}
}

// TestNoProtocol: an input that is no message ends the program with an error.
func TestNoProtocol(t *testing.T) {
	t.Parallel()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "lsp")
	cmd.Stdin = strings.NewReader("GET / HTTP/1.1\r\n\r\n")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "not of the protocol") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestTwoServers: two editors on one module do not disturb each other.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	first := start(t, map[string]string{"m.go": crossed})
	second := open(t, first.dir)
	for _, e := range []*editor{first, second} {
		e.open("m.go")
	}
	for _, e := range []*editor{first, second} {
		e.await(func() bool { return e.codes("m.go") == "lockorder" })
		e.quit()
	}
}

// hover is what is shown under the pointer.
func (e *editor) hover(name string, at position) string {
	e.t.Helper()
	var result *hoverResult
	e.call("textDocument/hover", map[string]any{"textDocument": e.document(name), "position": at}, &result)
	if result == nil {
		return ""
	}
	return result.Contents.Value
}

// TestHover: a finding is explained at each of its places, and nothing is elsewhere.
func TestHover(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"put.go": storing, "store/store.go": stored})
	e.open("put.go")
	e.await(func() bool { return e.codes("put.go") == "lockorder" })
	d := e.diags["put.go"][0]
	for _, r := range append(d.Related, related{Location: location{uriOf(filepath.Join(e.dir, "put.go")), d.Range}}) {
		name, err := filepath.Rel(e.dir, pathOf(r.Location.URI))
		if err != nil {
			t.Fatal(err)
		}
		if text := e.hover(name, r.Location.Range.Start); !strings.Contains(text, d.Message) || !strings.Contains(text, "doc/checks/lockorder.md") {
			t.Errorf("%s: %q", name, text)
		}
	}
	for name, at := range map[string]position{"put.go": {Line: 2}, "store/store.go": {Line: 6, Character: 4}, "nosuch.go": {}} {
		if text := e.hover(name, at); text != "" {
			t.Errorf("%s: %q", name, text)
		}
	}
	e.quit()
}

// TestForeignCommands: only what a lens has offered is run.
func TestForeignCommands(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"m.go": crossed})
	for _, c := range []editorCommand{
		{Command: commandPredict, Arguments: []string{e.dir, "TestX$; rm -rf"}},
		{Command: commandPredict, Arguments: []string{"/", "TestX"}},
		{Command: commandReplay, Arguments: []string{e.dir, "deadlocklint replay /etc/passwd"}},
		{Command: commandReplay},
		{Command: "rm"},
	} {
		if _, err := e.client.Call(context.Background(), "workspace/executeCommand", c); err == nil {
			t.Errorf("%+v was run", c)
		}
	}
	e.quit()
}

// TestLenses: a deadlock is predicted and confirmed from a lens, shown where its
// goroutines wait, and replayed from another lens.
func TestLenses(t *testing.T) {
	t.Parallel()
	e := start(t, map[string]string{"m.go": crossed, "m_test.go": crossedTest})
	e.open("m_test.go")
	e.open("m.go")
	lenses := func() map[string]editorCommand {
		var list []codeLens
		e.call("textDocument/codeLens", map[string]any{"textDocument": e.document("m_test.go")}, &list)
		byTitle := map[string]editorCommand{}
		for _, l := range list {
			if l.Range.Start.Line != 10 {
				t.Errorf("a lens at line %d", l.Range.Start.Line)
			}
			byTitle[l.Command.Title] = l.Command
		}
		return byTitle
	}
	predict, ok := lenses()["predict deadlocks"]
	if !ok {
		t.Fatal("no lens above the test")
	}
	var none json.RawMessage
	e.call("workspace/executeCommand", predict, &none)
	e.await(func() bool { return strings.Contains(strings.Join(e.said, "\n"), "deadlock confirmed") })
	e.await(func() bool {
		return e.codes("m.go") == "lockorder" && e.diags["m.go"][0].Severity == severityError // not once more by the static check
	})
	for _, d := range e.diags["m.go"] {
		if d.Severity == severityError && (!strings.Contains(d.Message, "deadlock confirmed: goroutine") || len(d.Related) < 4) {
			t.Errorf("%+v", d)
		}
	}
	e.change("m.go", "// everything moves down\n"+crossed)
	e.await(func() bool {
		return slices.ContainsFunc(e.diags["m.go"], func(d diagnostic) bool {
			return d.Severity == severityError && (d.Range.Start.Line == 8 || d.Range.Start.Line == 9)
		})
	})
	for _, line := range []int{8, 9} { // both sides
		if text := e.hover("m.go", position{line, 60}); !strings.Contains(text, "deadlock confirmed") || !strings.Contains(text, "lockorder") {
			t.Errorf("line %d: %q", line, text)
		}
	}
	replay, ok := lenses()["replay the deadlock"]
	if !ok {
		t.Fatal("no lens to replay")
	}
	said := len(e.said)
	e.change("m.go", crossed)
	e.call("workspace/executeCommand", replay, &none)
	e.await(func() bool { return strings.Contains(strings.Join(e.said[said:], "\n"), "1 deadlock confirmed") })
	e.quit()
}
