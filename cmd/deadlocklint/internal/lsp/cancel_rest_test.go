//go:build rest

package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestDeadEditorEndsCheck: so does the end of the input.
func TestDeadEditorEndsCheck(t *testing.T) {
	t.Parallel()
	e, gate := waitingGo(t, write(t, map[string]string{"m.go": crossed}))
	e.open("m.go")
	vet, child := gate.arrive()
	if err := e.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	vet.ends()
	child.ends()
	if err := e.cmd.Wait(); err != nil {
		t.Errorf("it did not end well: %v", err)
	}
}

// TestCancelProgress: what the editor shows the progress of can be cancelled. A check
// is not made again before the next save; a test says that it was cancelled.
func TestCancelProgress(t *testing.T) {
	t.Parallel()
	e, gate := waitingGo(t, write(t, map[string]string{"m.go": crossed, "m_test.go": crossedTest}), "workDoneProgress")
	e.open("m.go")
	vet, child := gate.arrive()
	e.cancelLast()
	vet.ends()
	child.ends()

	predict := editorCommand{Command: commandPredict, Arguments: []string{e.dir, "TestCross"}}
	var none any
	e.call("workspace/executeCommand", predict, &none)
	listing, listingChild := gate.arrive() // the go command of deadlocklint test: nothing was checked in between
	if listing.role == "vet" {
		t.Error("the check was made again")
	}
	e.await(func() bool { return strings.Contains(e.last().Value.Message, "deadlocklint test") })
	e.cancelLast()
	listing.ends()
	e.await(func() bool {
		return slices.ContainsFunc(e.said, func(s string) bool { return strings.HasSuffix(s, "was cancelled") })
	})
	fmt.Fprintln(listingChild.conn, "go on")

	// The end of a command looks for new results, and a save for findings.
	e.save("m.go", uncrossed)
	vet, child = gate.arrive()
	if vet.role != "vet" || !goOn(vet, child) {
		t.Errorf("%s came after the save", vet.role)
	}
	e.quit()
}
