//go:build rest

package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

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
