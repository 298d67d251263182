package dispatch

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestPromises: a lock type of a module that is only summarised locks when it says so.
func TestPromises(t *testing.T) {
	const wrong = `func (t *T) BA() { t.b.RLock(); t.a.Lock(); t.a.Unlock(); t.b.RUnlock() }

func (t *T) Twice() { t.a.Lock(); t.AB(); t.a.Unlock() }

func (t *T) Forgets(x bool) {
	t.b.Lock()
	if x {
		return
	}
	t.b.Unlock()
}
`
	for text, want := range map[string][]string{wrong: {"doublelock", "lockorder", "missingunlock"}, "": nil} {
		dir := moduletest.Module(t, "", "go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep => ./dep\n",
			"dep/go.mod", "module example.com/dep\n\ngo 1.24\n", "dep/dep.go", watched, "m.go", usesWatched+text)
		o := call(t, "-json", "-C="+dir, "./...")
		var got []string
		for _, f := range o.Findings {
			got = append(got, string(f.Check))
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("whole program: %q, want %q\n%s", got, want, o.err)
		}
		cmd := exec.Command("go", "vet", "-vettool="+vetTool(t), "./...")
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput() // its findings are looked at
		for _, check := range []string{"lockorder", "doublelock", "missingunlock"} {
			if found := strings.Contains(string(out), "["+check+" "); found != (text != "") {
				t.Errorf("go vet: %s reported: %t\n%s", check, found, out)
			}
		}
	}
}
