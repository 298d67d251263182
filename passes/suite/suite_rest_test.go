//go:build rest

package suite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestVetFlags switches a check on that is off by default, in both ways, and one off
// that is on.
func TestVetFlags(t *testing.T) {
	dir := filepath.Join("..", "callback", "testdata")
	want := []string{
		"hook_behind/hook_behind.go:38 callback", "hook_container/hook_container.go:42 callback", "hook_container/hook_container.go:48 callback",
		"hook_function/hook_function.go:37 callback", "hook_function/hook_function.go:44 callback",
		"hook_given/hook_given.go:42 callback", "hook_interface/hook_interface.go:50 callback",
	}
	tool := build(t)
	for flags, want := range map[string][]string{"-enable=callback": want, "-enable=all": want, "-enable all": want, "-callback": want, "-callback=false": nil, "-lockorder": nil} {
		got := slices.DeleteFunc(vet(t, tool, dir, strings.Fields(flags)...), func(g string) bool { return !strings.HasSuffix(g, " callback") })
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", flags, got, want)
		}
	}
}

// TestVetFix applies the fixes with go vet itself, and looks at what it shows: places of
// both sides, and no link, for which neither form has a place.
func TestVetFix(t *testing.T) {
	dir, tool := t.TempDir(), build(t)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "hosts"))); err != nil {
		t.Fatal(err)
	}
	goVet := func(flags ...string) string {
		cmd := exec.Command("go", append(append([]string{"vet", "-vettool=" + tool}, flags...), "./...")...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, _ := cmd.CombinedOutput() // it fails when something is found
		return string(out)
	}
	cycle := regexp.MustCompile(`(?m)^(\./)?drain\.go:18:\d+: lock order cycle: .*\n(.*drain\.go:16:.*goroutine 1: lock .*\n)(.*\n)*(.*drain\.go:25:.*goroutine 2: lock .*\n)`)
	for form, out := range map[string]string{"text": goVet(), "-json": goVet("-json")} {
		if form == "text" && !cycle.MatchString(out) || !strings.Contains(out, "get.go:15:") || strings.Contains(out, "take.go") || strings.Contains(out, "doc/checks") {
			t.Errorf("%s: %s", form, out)
		}
	}
	if out := goVet("-fix", "-diff"); !strings.Contains(out, "\n+\tdefer x.mu.Unlock()\n") {
		t.Errorf("-fix -diff: %s", out)
	}
	goVet("-fix")
	if err := os.Rename(filepath.Join(dir, "drain.fixed"), filepath.Join(dir, "drain.go")); err != nil {
		t.Fatal(err)
	}
	if out := goVet(); out != "" {
		t.Errorf("after -fix: %s", out)
	}
}
