//go:build unix

package lsp

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// The tests of this file give the server a go command that waits: this test program,
// under the name go. It starts a child, as go vet starts vettools, and both hold a
// connection to the test until they end, whatever ends them: that one of them has gone
// is the end of its connection, for which nobody has to guess a time.

// standIn is where the waiting go command finds its test: the variable's value.
const standIn = "LSP_STAND_IN"

func init() {
	if address := os.Getenv(standIn); address != "" && filepath.Base(os.Args[0]) == "go" {
		waitAsGo(address)
	}
}

// waitAsGo is the main function of the waiting go command. It becomes the real one
// when it is told to go on, and its child ends.
func waitAsGo(address string) {
	conn, err := net.Dial("unix", address)
	if err != nil {
		os.Exit(1)
	}
	role := os.Args[1]
	fmt.Fprintln(conn, role)
	if role != "child" {
		child := exec.Command(os.Args[0], "child")
		if child.Start() != nil {
			os.Exit(1)
		}
	}
	if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil || role == "child" {
		os.Exit(1)
	}
	path := os.Getenv("PATH")
	_ = os.Setenv("PATH", path[strings.IndexByte(path, filepath.ListSeparator)+1:])
	real, err := exec.LookPath("go")
	if err != nil {
		os.Exit(1)
	}
	fmt.Fprintln(conn, "goes on")
	os.Exit(1 + int(syscall.Exec(real, append([]string{"go"}, os.Args[1:]...), os.Environ()).(syscall.Errno))) // conn is closed on exec
}

// A gate is the side of the test.
type gate struct {
	t *testing.T
	net.Listener
}

// waitingGo makes the server of an editor use a go command that waits.
func waitingGo(t *testing.T, dir string, window ...string) (*editor, *gate) {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	scratch, err := os.MkdirTemp("", "lsp") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(scratch) })
	if err := os.Symlink(self, filepath.Join(scratch, "go")); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(scratch, "s"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	cmd := exec.Command(bin, "lsp")
	cmd.Env = append(os.Environ(), "PATH="+scratch+string(filepath.ListSeparator)+os.Getenv("PATH"), standIn+"="+l.Addr().String())
	return converse(t, dir, cmd, nil, window...), &gate{t, l}
}

// A waiter is a process that waits at the gate.
type waiter struct {
	t    *testing.T
	conn net.Conn
	r    *bufio.Reader
	role string
}

// arrive waits until a go command and its child have come.
func (g *gate) arrive() (vet, child *waiter) {
	g.t.Helper()
	for vet == nil || child == nil {
		conn, err := g.Accept()
		if err != nil {
			g.t.Fatal(err)
		}
		w := &waiter{t: g.t, conn: conn, r: bufio.NewReader(conn)}
		role, err := w.r.ReadString('\n')
		if err != nil {
			g.t.Fatal(err)
		}
		if w.role = strings.TrimSpace(role); w.role == "child" {
			child = w
		} else {
			vet = w
		}
	}
	return vet, child
}

// goOn lets both go on, and reports whether the go command was still there.
func goOn(vet, child *waiter) bool {
	fmt.Fprintln(vet.conn, "go on")
	fmt.Fprintln(child.conn, "go on")
	said, _ := vet.r.ReadString('\n')
	return said == "goes on\n"
}

// ends waits until the process has ended, which must be before it was told anything.
func (w *waiter) ends() {
	w.t.Helper()
	if said, err := w.r.ReadString('\n'); err != io.EOF && !strings.Contains(fmt.Sprint(err), "reset") {
		w.t.Errorf("%s said %q, %v", w.role, said, err)
	}
}

// uncrossed is the repaired form of crossed.
func uncrossed() string {
	return strings.Replace(crossed, "x.b.Lock(); defer x.b.Unlock(); x.a", "x.a", 1)
}

// TestSaveCancelsCheck: a newer save ends a check with all processes of it, and what
// was saved is checked; a save of the same text ends nothing.
func TestSaveCancelsCheck(t *testing.T) {
	t.Parallel()
	e, gate := waitingGo(t, write(t, map[string]string{"m.go": crossed, "get.go": leaking}))
	e.open("m.go")
	first, firstChild := gate.arrive()
	e.save("m.go", uncrossed())
	first.ends()
	firstChild.ends()
	second, secondChild := gate.arrive()

	e.save("m.go", uncrossed())
	var lenses []codeLens
	e.call("textDocument/codeLens", map[string]any{"textDocument": e.document("m.go")}, &lenses) // after the save
	if !goOn(second, secondChild) {
		t.Error("a save that changes nothing has ended the check")
	}
	e.await(func() bool { return e.codes("get.go") == "missingunlock" && e.codes("m.go") == "" })
	if n := e.count["get.go"]; n != 1 {
		t.Errorf("get.go was published %d times, want 1", n)
	}
	third, thirdChild := gate.arrive() // of the save that changed nothing
	if !goOn(third, thirdChild) {
		t.Error("nobody saved, and the check has ended")
	}
	e.quit()
}

// TestShutdownEndsCheck: shutdown ends the check at once, not only exit.
func TestShutdownEndsCheck(t *testing.T) {
	t.Parallel()
	e, gate := waitingGo(t, write(t, map[string]string{"m.go": crossed}))
	e.open("m.go")
	vet, child := gate.arrive()
	var none any
	e.call("shutdown", nil, &none)
	vet.ends()
	child.ends()
	e.notify("exit", nil)
	if err := e.cmd.Wait(); err != nil {
		t.Errorf("after exit: %v", err)
	}
}

// last is the last progress that was told. The caller holds mu.
func (e *editor) last() progressParams {
	if len(e.progress) == 0 {
		return progressParams{}
	}
	return e.progress[len(e.progress)-1]
}

// cancelLast waits for something to be shown, and cancels it.
func (e *editor) cancelLast() {
	e.t.Helper()
	token := ""
	e.await(func() bool {
		token = e.last().Token
		return e.last().Value.Kind == "begin" && e.last().Value.Cancellable
	})
	e.notify("window/workDoneProgress/cancel", map[string]string{"token": token})
	e.await(func() bool { return e.last().Token == token && e.last().Value.Kind == "end" })
}

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
	e.save("m.go", uncrossed())
	vet, child = gate.arrive()
	if vet.role != "vet" || !goOn(vet, child) {
		t.Errorf("%s came after the save", vet.role)
	}
	e.quit()
}
