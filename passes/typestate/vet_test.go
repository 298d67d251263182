package typestate_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
	"github.com/deadlocklint/deadlocklint/passes/typestate"
)

// TestMain lets the test binary be the tool that go vet calls.
func TestMain(m *testing.M) {
	if n := len(os.Args); n > 1 && (strings.HasSuffix(os.Args[n-1], ".cfg") || os.Args[1] == "-V=full" || os.Args[1] == "-flags") {
		unitchecker.Main(typestate.New(lockfacts.New()))
	}
	os.Exit(m.Run())
}

// TestVet runs the real go vet, with facts in files, and finds the same places.
func TestVet(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", "-vettool="+self, "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, _ := cmd.CombinedOutput() // it fails when something is found
	place := regexp.MustCompile(`(?m)^(\S+\.go:\d+):\d+: .* \[(?:typestate|unfinished|dropped-error|typestate-comment) [0-9a-f]{16}\]$`)
	var got []string
	for _, m := range place.FindAllStringSubmatch(string(out), -1) {
		got = append(got, filepath.ToSlash(m[1]))
	}
	slices.Sort(got)
	want := wanted(t, dir)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("go vet reports at\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), out)
	}
}

// wanted lists the lines with a comment "want", or so many below one.
func wanted(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	comment := regexp.MustCompile("// want (?:package:\\S+ )?(?:\\+(\\d) )?`")
	var list []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := comment.FindStringSubmatch(line); m != nil {
				below, _ := strconv.Atoi("0" + m[1])
				list = append(list, fmt.Sprintf("%s:%d", filepath.ToSlash(rel), i+1+below))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
