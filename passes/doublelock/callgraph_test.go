package doublelock_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/deadlocklint/deadlocklint/passes/doublelock"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A method calls others, and takes the lock on some paths. Each has a flag.
type method struct {
	takes string // the condition under which it takes the lock
	calls []call
}

// A call happens under a condition, and passes a flag on.
type call struct {
	when   string
	callee int
	flag   string
}

// Conditions of calls and of locks; one of the number may be true or false.
var (
	conditions = []string{"n > 3", "flag", "!flag"}
	flags      = []string{"flag", "!flag", "true", "false"}
)

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

func randomMethods(r *rand.Rand) []method {
	list := make([]method, 4+r.IntN(9))
	for i := range list {
		if r.IntN(5) == 0 {
			list[i].takes = pick(r, conditions)
		}
		for range r.IntN(3) {
			list[i].calls = append(list[i].calls, call{pick(r, conditions), r.IntN(len(list)), pick(r, flags)})
		}
	}
	return list
}

// source writes the methods in a random order, each with two functions that call it with the lock held.
func source(r *rand.Rand, name string, list []method) string {
	var funcs []string
	for i, m := range list {
		var body strings.Builder
		if m.takes != "" {
			fmt.Fprintf(&body, "\tif %s {\n\t\tt.mu.Lock()\n\t\tt.n++\n\t\tt.mu.Unlock()\n\t}\n", m.takes)
		}
		for _, c := range m.calls {
			fmt.Fprintf(&body, "\tif %s {\n\t\tt.g%d(n/2, %s)\n\t}\n", c.when, c.callee, c.flag)
		}
		funcs = append(funcs, fmt.Sprintf("func (t *T) g%d(n int, flag bool) {\n%s}\n", i, &body))
		for _, flag := range []bool{true, false} {
			funcs = append(funcs, fmt.Sprintf("func (t *T) Top%d%t(n int) {\n\tt.mu.Lock()\n\tdefer t.mu.Unlock()\n\tt.g%d(n, %t)\n}\n", i, flag, i, flag))
		}
	}
	r.Shuffle(len(funcs), func(i, j int) { funcs[i], funcs[j] = funcs[j], funcs[i] })
	return "package " + name + "\n\nimport \"sync\"\n\ntype T struct {\n\tmu sync.Mutex\n\tn  int\n}\n\n" + strings.Join(funcs, "\n")
}

// A setting is a method that is called with a flag.
type setting struct {
	method int
	flag   bool
}

func holds(when string, flag bool) bool {
	return when == "n > 3" || when == "flag" && flag || when == "!flag" && !flag
}

func passed(how string, flag bool) bool {
	return how == "true" || how == "flag" && flag || how == "!flag" && !flag
}

// comeToLock is the calls from which control may come to one that takes the lock.
func comeToLock(list []method) map[setting]bool {
	found := map[setting]bool{}
	for range 2 * len(list) {
		for i, m := range list {
			for _, flag := range []bool{true, false} {
				if m.takes != "" && holds(m.takes, flag) || slices.ContainsFunc(m.calls, func(c call) bool {
					return holds(c.when, flag) && found[setting{c.callee, passed(c.flag, flag)}]
				}) {
					found[setting{i, flag}] = true
				}
			}
		}
	}
	return found
}

// quiet does not compare with comments.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

// TestCallGraphs shows that a lock is found that is taken again along any chain of calls, in whatever order the functions are
// declared, and along no other.
func TestCallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 1))
	dir, files, want := t.TempDir(), map[string]string{"go.mod": "module graphs\n\ngo 1.26\n"}, map[string]map[setting]bool{}
	for i := range 60 {
		list := randomMethods(r)
		for order := range 2 {
			name := fmt.Sprintf("p%d_%d", i, order)
			files[name+"/p.go"], want[name] = source(r, name, list), comeToLock(list)
		}
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	results := analysistest.Run(quiet{}, dir, doublelock.New(lockfacts.New()), "./...")
	if len(results) != len(want) {
		t.Errorf("%d packages, want %d", len(results), len(want))
	}
	for _, res := range results {
		if res.Err != nil {
			t.Fatal(res.Err)
		}
		name := res.Pass.Pkg.Name()
		text := files[name+"/p.go"]
		if got := calledWithLock(t, text, res); !maps.Equal(got, want[name]) {
			t.Errorf("%s: found for %v, want %v\n%s", name, got, want[name], text)
		}
	}
}

// calledWithLock is the calls at which something is found.
func calledWithLock(t *testing.T, text string, res *analysistest.Result) map[setting]bool {
	t.Helper()
	found := map[setting]bool{}
	lines := strings.Split(text, "\n")
	for _, d := range res.Diagnostics {
		line := lines[res.Pass.Fset.Position(d.Pos).Line-1]
		var s setting
		if _, err := fmt.Sscanf(strings.TrimSpace(line), "t.g%d(n, %t)", &s.method, &s.flag); err != nil {
			t.Fatalf("%s: a finding at %q", res.Pass.Pkg.Name(), line)
		}
		found[s] = true
	}
	return found
}
