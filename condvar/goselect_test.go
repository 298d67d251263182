package condvar

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// ticking is a loop around a select that takes what another goroutine sends, n
// times; the timer of the select comes in the end, or never.
func ticking(n int, ends bool) *Program {
	p := &Program{Objects: []Object{{Kind: trace.KindChan}, {Kind: trace.KindChan, Timer: true, Capacity: 1}}}
	jobs, timer := Case{Chan: 0}, Case{Chan: 1}
	loop, feed := &Thread{G: 1, Parent: -1}, &Thread{G: 2, Parent: -1}
	for i := range n {
		loop.Body = append(loop.Body, &Stmt{Op: Select, Cases: []Case{jobs, timer}, Source: Source{Seq: uint64(2*i + 1), Site: 11, Stack: 1}})
		feed.Body = append(feed.Body, &Stmt{Op: Send, Source: Source{Seq: uint64(2*i + 2), Site: 12, Stack: 2}})
	}
	if ends {
		loop.Body = append(loop.Body, &Stmt{Op: Select, Cases: []Case{timer, jobs}, Source: Source{Seq: uint64(2*n + 3), Site: 11, Stack: 1}})
	}
	p.Threads = []*Thread{loop, feed}
	return p
}

// TestGoProgramsAgree runs the Go form: a loop that ends when its timer comes
// leaves who sends to it, and one that is not known to end does not. With so many
// rounds the timer is as good as never the last to be taken.
func TestGoProgramsAgree(t *testing.T) {
	for _, ends := range []bool{true, false} {
		p := ticking(40, ends)
		if found := len(p.Check(t.Context(), Options{}).Deadlocks) > 0; found != ends {
			t.Errorf("a loop with an end: %v; the checker finds a deadlock: %v", ends, found)
		}
		if said := runGo(t, p); strings.Contains(said, "all goroutines are asleep") != ends || strings.Contains(said, "no deadlock") == ends {
			t.Errorf("a loop with an end: %v; the Go form says\n%s", ends, said)
		}
	}
}

func runGo(t *testing.T, p *Program) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteGo(&b, p, Names{}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.CommandContext(t.Context(), "go", "run", name).CombinedOutput() // it ends with 2 in a deadlock
	return string(out)
}
