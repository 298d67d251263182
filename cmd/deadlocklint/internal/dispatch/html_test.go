package dispatch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// TestHTML: the page of a recording has the finding, what its goroutines did in
// the recorded run, the calls that led there, and the lock order; the document
// of -json beside it tells the same.
func TestHTML(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "cross")
	file := filepath.Join(t.TempDir(), "report.html")
	o := call(t, "confirm", "-tries=0", "-json", "-html", file, dir)
	if len(o.Findings) == 0 || o.Findings[0].Timeline == nil || len(o.Stats.LockOrder) < 2 {
		t.Fatalf("no finding, timeline or lock order: %s", o.out)
	}
	acquired := map[string]bool{}
	for _, m := range o.Findings[0].Timeline.Moments {
		if m.Op == "lock" && m.Path > 0 {
			acquired[o.Findings[0].Timeline.Paths[m.Path-1][0].Func] = true
		}
		if m.Goroutine >= len(o.Findings[0].Goroutines) {
			t.Errorf("step %d is of no goroutine of the finding", m.Seq)
		}
	}
	if !acquired["example.com/m.(*plain).ab"] || !acquired["example.com/m.(*plain).ba"] {
		t.Errorf("locks are acquired by %v only", acquired)
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []string{"example.com/m", o.Findings[0].ID, "The recorded run", "locks m.plain.", "The calls that led here", "Lock order"} {
		if !strings.Contains(string(page), w) {
			t.Errorf("the page says nothing of %q", w)
		}
	}
}

// TestHTMLOfStaticProtocols: findings of the static check have the automaton of their
// type, with the calls where they lead from a new object to the forbidden one.
func TestHTMLOfStaticProtocols(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "commented")
	file := filepath.Join(t.TempDir(), "report.html")
	o := call(t, "check", "-C="+dir, "-enable=typestate", "-json", "-html="+file, "./...")
	want := map[checks.Name]string{checks.Typestate: "os.File", checks.Unfinished: "example.com/m.G"}
	for _, f := range o.Findings {
		if f.Protocol == nil || f.Protocol.Type != want[f.Check] {
			t.Errorf("%s has the automaton %+v, want that of %s", f.Check, f.Protocol, want[f.Check])
		} else if n := len(f.Protocol.Calls); (n == 2) != (f.Check == checks.Typestate) {
			t.Errorf("%s has %d calls", f.Check, n)
		}
		delete(want, f.Check)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v in %s", want, o.out)
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []string{"The order that is violated", "The order that is asked for", "makes example.com/m.G"} {
		if !strings.Contains(string(page), w) {
			t.Errorf("the page says nothing of %q", w)
		}
	}
	if o := call(t, "check", "-C="+dir, "-enable=typestate", "-json", "./..."); strings.Contains(o.out, `"protocol"`) {
		t.Error("automata that nobody has asked for")
	}
}

// TestHTMLNowhere: a file that cannot be written is said, with the flag.
func TestHTMLNowhere(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "cross")
	call(t, "confirm", "-tries=0", "-html", filepath.Join(dir, "no", "such", "r.html"), dir).want(t, "no directory", 1, "-html:", "name a file in a directory that exists")
}
