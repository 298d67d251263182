package dispatch

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestUnseenCalls counts calls in a module that an overlay cannot replace, and none
// when the same module is replaced by a directory.
func TestUnseenCalls(t *testing.T) {
	cachedDep(t, "cachedstore")
	args := []string{"typestate", "check", "-json", "-program", "-tries=1", "-types=example.com/dep.Store,bufio.Writer"}
	dir := unreplaced(t, "cachedstore")
	o := call(t, append(args, "-C="+dir, ".")...)
	want := []string{
		"1 call of bufio.Writer.WriteString in other modules: example.com/dep",
		"1 call of example.com/dep.Store.Put in other modules: example.com/dep",
	}
	if !slices.Equal(o.Stats.UnseenCalls, want) {
		t.Errorf("not seen:\n%s\nwant\n%s", strings.Join(o.Stats.UnseenCalls, "\n"), strings.Join(want, "\n"))
	}
	for _, line := range want {
		if !strings.Contains(o.err, "not seen: "+line) {
			t.Errorf("stderr lacks %q: %s", line, o.err)
		}
	}
	const perhaps = "1 call through interfaces, which may be of example.com/dep.Store.Close, in other modules: example.com/dep"
	if o := call(t, append(args, "-v", "-C="+dir, ".")...); !slices.Contains(o.Stats.UnseenCalls, perhaps) {
		t.Errorf("-v: not seen:\n%s\nlacks %s", strings.Join(o.Stats.UnseenCalls, "\n"), perhaps)
	}
	twin := moduletest.Copy(t, "cachedstore")
	if o := call(t, append(args, "-C="+twin, ".")...); len(o.Stats.UnseenCalls) > 0 || strings.Contains(o.err, "not seen") {
		t.Errorf("replaced by a directory, and not seen: %q", o.Stats.UnseenCalls)
	}
}

// TestHookedCalls finds a call on a type of the standard library that is made in a
// module of the module cache, at its place there.
func TestHookedCalls(t *testing.T) {
	cachedDep(t, "closes")
	dir := unreplaced(t, "closes")
	for program, status := range map[string]int{"./unordered": report.ExitFindings, "./ordered": 0} {
		o := call(t, "typestate", "check", "-json", "-program", "-tries=5", "-C="+dir, program)
		if o.status != status {
			t.Errorf("exit status %d, want %d: %s%s", o.status, status, o.out, o.err)
		}
		if status != 0 && !strings.Contains(o.out, "after Close at ") {
			t.Errorf("findings: %s", o.out)
		}
		for _, f := range o.Findings {
			if !strings.Contains(f.Message, "dep.go:6") {
				t.Errorf("the place in the other module is not named: %s", f.Message)
			}
		}
	}
}

// cachedDep puts the directory dep of a program into the module cache, as another module.
func cachedDep(t *testing.T, name string) {
	t.Helper()
	files := map[string]string{"go.mod": moduletest.Text(t, name+"/dep/go.mod"), "dep.go": moduletest.Text(t, name+"/dep/dep.go")}
	cached(t, "example.com/dep", "v1.0.0", files)
}

// unreplaced is a copy of a program that takes its other module from the module cache.
func unreplaced(t *testing.T, name string) string {
	t.Helper()
	dir := moduletest.Copy(t, name)
	gomod, _, _ := strings.Cut(moduletest.Text(t, name+"/go.mod"), "\nreplace")
	moduletest.Write(t, dir, "go.mod", gomod)
	return dir
}
