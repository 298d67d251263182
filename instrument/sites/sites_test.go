package sites

import (
	"context"
	"encoding/json"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

// module unpacks an archive and returns its directory.
func module(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// told takes the place of the recorder: it prints.
const told = `
func deadlocklintStart(site uint16, x any) uint64 { println("call", site); return uint64(site) }

func deadlocklintStop(site uint16, call uint64, returned bool, err error) {
	switch {
	case !returned:
		println("unwind", site)
	case err != nil:
		println("error", site, err.Error())
	default:
		println("return", site)
	}
}
`

// goTool runs the go command and returns what it wrote, stdout and stderr.
func goTool(t *testing.T, dir string, args ...string) (out, errs string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(build.Default.GOROOT, "bin", "go"), args...)
	cmd.Dir = dir
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, e.String())
	}
	return o.String(), e.String()
}

// TestShapes runs a program as it is and with its calls told: it does the same.
func TestShapes(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "shapes.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := module(t, string(text))
	table, err := Rewrite(context.Background(), Options{Dir: dir, Out: t.TempDir(), Std: []string{"io.Closer"}, All: true})
	if err != nil {
		t.Fatal(err)
	}
	standIn(t, table)
	native, _ := goTool(t, dir, "run", ".")
	out, events := goTool(t, dir, "run", "-overlay="+table.Overlay, ".")
	if out != native {
		t.Errorf("the program wrote\n%s\ninstead of\n%s", out, native)
	}
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(events), "\n") {
		words := strings.SplitN(line, " ", 3)
		for _, s := range table.Sites {
			if len(words) > 1 && words[1] == itoa(s.ID) {
				words[1] = s.Method
			}
		}
		got = append(got, strings.Join(words, " "))
	}
	// What the goroutine at the end tells comes before or after the last calls.
	want := strings.Split(`call Open
return Open
call Write
return Write
call Fail
error Fail why
call Write
return Write
call Pair
return Pair
call Open
return Open
call Open
return Open
call Close
return Close
call Add
return Add
call Add
return Add
call Value
return Value
call Open
return Open
call Write
return Write
call Pair
return Pair
call Open
return Open
call Open
return Open
call Add
return Add
call Add
return Add
call Panic
unwind Panic`, "\n")
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for why, n := range map[string]int{SkipEffects: 1, SkipRecover: 1, SkipValue: 1} {
		if table.Skipped[why] < n {
			t.Errorf("skipped %d because of %s, want at least %d", table.Skipped[why], why, n)
		}
	}
	if n := strings.Count(events, "call "+siteOf(table, "Begun")+"\n"); n != 1 {
		t.Errorf("a call on the receiver of the method that starts its goroutine is told %d times", n)
	}
	for _, s := range table.Sites {
		if s.Method == "note" {
			t.Errorf("a call of a method on its own receiver is told: %v", s)
		}
	}
}

// siteOf is the number of the site at which a method is called.
func siteOf(table *Table, method string) string {
	for _, s := range table.Sites {
		if s.Method == method {
			return itoa(s.ID)
		}
	}
	return "0"
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

// standIn puts functions into the generated files instead of links to package
// sync of the instrumented standard library, and checks that the user's files
// are not touched and have the lines they had.
func standIn(t *testing.T, table *Table) {
	t.Helper()
	text, err := os.ReadFile(table.Overlay)
	if err != nil {
		t.Fatal(err)
	}
	var o struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	for from, to := range o.Replace {
		changed, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		if original, err := os.ReadFile(from); err == nil {
			if strings.Count(string(original), "\n") != strings.Count(string(changed), "\n") {
				t.Errorf("%s has other lines", from)
			}
			continue
		}
		head, tail, ok := strings.Cut(string(changed), "\n//go:linkname deadlocklintStart")
		_, tail, ok2 := strings.Cut(tail, "returned bool, err error)\n")
		if !ok || !ok2 {
			t.Fatalf("%s is not what it was:\n%s", to, changed)
		}
		if err := os.WriteFile(to, []byte(head+told+tail), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTests compiles a package with its tests, inside and outside of it.
func TestTests(t *testing.T) {
	dir := fixture.Source(t, "tests")
	table, err := Rewrite(context.Background(), Options{Dir: dir, Patterns: []string{"./..."}, Tests: true, Out: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	standIn(t, table)
	_, events := goTool(t, dir, "test", "-vet=off", "-count=1", "-v", "-overlay="+table.Overlay, "./...")
	out, _ := goTool(t, dir, "test", "-vet=off", "-count=1", "-v", "-overlay="+table.Overlay, "./...")
	if n := strings.Count(events+out, "call "); len(table.Sites) != 4 || n != 4 {
		t.Errorf("%d sites, told %d calls, want 4 and 4:\n%s%s", len(table.Sites), n, out, events)
	}
	if table, err = Rewrite(context.Background(), Options{Dir: dir, Patterns: []string{"./..."}, Tests: true, Out: t.TempDir(), Types: []string{"example.com/p/p.U"}}); err != nil || len(table.Sites) != 0 {
		t.Errorf("%d sites of another type, %v", len(table.Sites), err)
	}
}

// TestOldModule refuses what cannot be compiled afterwards.
func TestOldModule(t *testing.T) {
	dir := fixture.Source(t, "old")
	if _, err := Rewrite(context.Background(), Options{Dir: dir, Out: t.TempDir()}); err == nil || !strings.HasSuffix(err.Error(), "; raise the go line of a copy") {
		t.Errorf("%v", err)
	}
}

// TestDoesNotCompile names what is wrong.
func TestDoesNotCompile(t *testing.T) {
	dir := module(t, "-- go.mod --\nmodule example.com/p\n\ngo 1.24\n-- p.go --\npackage p\n\nvar x int = \"\"\n")
	if _, err := Rewrite(context.Background(), Options{Dir: dir, Out: t.TempDir()}); err == nil || !strings.HasSuffix(err.Error(), "; repair it first") {
		t.Errorf("%v", err)
	}
	if _, err := Rewrite(context.Background(), Options{Dir: dir, Patterns: []string{"./nowhere"}, Out: t.TempDir()}); err == nil || !strings.HasSuffix(err.Error(), "; repair it first") {
		t.Errorf("%v", err)
	}
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }
