package dispatch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestBadInput runs the whole-program checks and go vet on all of badInputs:
// what is good is checked, what is not is named, and nothing panics.
func TestBadInput(t *testing.T) {
	for _, c := range badInputs {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			root := moduletest.Module(t, "", c.files...)
			dir := filepath.Join(root, c.dir)
			if c.dir != "" {
				_ = os.Remove(filepath.Join(root, "go.mod")) // a workspace has none there
			}
			status := 0
			switch {
			case len(c.found) > 0:
				status = 3
			case c.fails || len(c.words) > 0:
				status = 1
			}
			o := call(t, append(append([]string{"-json", "-C=" + dir}, c.args...), "./...")...)
			o.want(t, "whole program", status, c.words...)
			if got := doublesIn(o); !slices.Equal(got, c.found) {
				t.Errorf("whole program: double locks in %q, want %q", got, c.found)
			}
			if c.vet == nil && !c.noVet {
				c.vet = c.found
			}
			vetted(t, dir, c.args, c.vet, c.words)
		})
	}
}

// doubled declares a package whose method f takes a lock twice.
func doubled(pkg, imports, rest string) string {
	return fmt.Sprintf("package %s\n\nimport \"sync\"\n%s\ntype T struct{ mu sync.Mutex }\n\nfunc (t *T) F() {\n\tt.mu.Lock()\n\tt.mu.Lock()\n}\n%s", pkg, imports, rest)
}

// badInputs are modules in which something is wrong, or out of the ordinary.
// Each has packages with a double lock, which have to be found all the same.
type badInput struct {
	name  string
	files []string // name and text, in turn
	args  []string // flags of both commands
	dir   string   // to work in
	found []string // packages with the double lock that are reported
	vet   []string // the same for go vet, when they are others: the go command vets nothing above what fails
	noVet bool     // the go command itself refuses to vet anything
	fails bool     // exit status 1 without findings; a message
	words []string // of the message
}

var badInputs = []badInput{
	{
		name:  "plain",
		files: []string{"p/p.go", doubled("p", "", "")},
		found: []string{"p"},
	},
	{
		name: "a package that does not type-check",
		files: []string{
			"good/good.go", doubled("good", "", ""),
			"broken/broken.go", doubled("broken", "", "\nvar x int = \"no\"\n"),
			"above/above.go", doubled("above", "import _ \"example.com/m/broken\"\n", ""),
			"top/top.go", doubled("top", "import _ \"example.com/m/above\"\n", ""),
		},
		found: []string{"above", "good", "top"}, vet: []string{"good"},
		words: []string{"example.com/m/broken is not checked", "broken.go:"},
	},
	{
		name: "a package that uses what another one does not know the type of",
		files: []string{
			"broken/broken.go", "package broken\n\nimport \"example.com/m/missing\"\n\nvar Get = missing.Get\n\ntype T struct{ M missing.T }\n\nfunc New() (missing.T, *T) { return nil, nil }\n",
			"above/above.go", doubled("above", "import \"example.com/m/broken\"\n",
				"\nvar given, _ = broken.New()\n\nfunc use(t *broken.T) { f, _ := broken.New(); f.Core(); t.M.Lock(); go func() { given.Lock() }() }\n"),
		},
		found: []string{"above"}, vet: []string{},
		noVet: true,
		words: []string{"example.com/m/broken is not checked", "example.com/m/above: above/above.go:", "2 functions and initialisers are not checked"},
	},
	{
		name:  "a package that does not parse",
		files: []string{"good/good.go", doubled("good", "", ""), "broken/broken.go", "package broken\n\nfunc {\n"},
		found: []string{"good"},
		words: []string{"example.com/m/broken is not checked"},
	},
	{
		name:  "a directory with two packages",
		files: []string{"good/good.go", doubled("good", "", ""), "two/one.go", "package one\n", "two/two.go", "package two\n"},
		found: []string{"good"},
		noVet: true,
		words: []string{"two"},
	},
	{
		name: "an import cycle",
		files: []string{
			"good/good.go", doubled("good", "", ""),
			"x/x.go", "package x\n\nimport _ \"example.com/m/y\"\n", "y/y.go", "package y\n\nimport _ \"example.com/m/x\"\n",
		},
		found: []string{"good"},
		noVet: true,
		words: []string{"import cycle"},
	},
	{
		name: "a dependency that is not there",
		files: []string{
			"good/good.go", doubled("good", "", ""),
			"lost/lost.go", doubled("lost", "import _ \"example.com/nowhere/p\"\n", ""),
		},
		found: []string{"good"},
		noVet: true,
		words: []string{"example.com/nowhere/p"},
	},
	{
		name: "a dependency that does not type-check",
		files: []string{
			"go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep => ./dep\n",
			"dep/go.mod", "module example.com/dep\n\ngo 1.24\n", "dep/dep.go", "package dep\n\nvar X int = \"no\"\n",
			"good/good.go", doubled("good", "", ""),
			"above/above.go", doubled("above", "import _ \"example.com/dep\"\n", ""),
		},
		found: []string{"above", "good"}, vet: []string{"good"},
		words: []string{"dep"},
	},
	{
		name:  "functions in assembly",
		files: []string{"asm/asm.go", doubled("asm", "", "\nfunc Add(a, b int64) int64\n\nfunc (t *T) G() { t.mu.Lock(); Add(1, 2); t.mu.Unlock() }\n"), "asm/asm.s", "TEXT ·Add(SB),4,$0\n\tRET\n"},
		found: []string{"asm"},
	},
	{
		name:  "a build tag that is not set",
		files: []string{"p/p.go", "package p\n", "p/q.go", "//go:build special\n\n" + doubled("p", "", "")},
	},
	{
		name:  "a build tag that is set",
		files: []string{"p/p.go", "package p\n", "p/q.go", "//go:build special\n\n" + doubled("p", "", "")},
		args:  []string{"-tags=special"}, found: []string{"p"},
	},
	{
		name:  "only for another system",
		files: []string{"good/good.go", doubled("good", "", ""), "p/p_plan9.go", doubled("p", "", "")},
		found: []string{"good"},
	},
	{
		name:  "tests only",
		files: []string{"p/p_test.go", doubled("p", "", "")},
		found: []string{"p"},
	},
	{
		name:  "an external test package",
		files: []string{"p/p.go", "package p\n", "p/p_test.go", doubled("p_test", "", "")},
		found: []string{"p_test"},
	},
	{
		name: "vendored", // and r calls what is wrong in there by itself
		files: []string{
			"go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n",
			"vendor/modules.txt", "# example.com/dep v1.0.0\n## explicit; go 1.24\nexample.com/dep\n",
			"vendor/example.com/dep/dep.go", "package dep\n\nimport \"sync\"\n\nfunc Lock(mu *sync.Mutex) { mu.Lock() }\n\ntype D struct{ mu sync.Mutex; wg sync.WaitGroup }\n\nfunc (d *D) Serve(f func()) {\n\td.mu.Lock()\n\td.wg.Add(1)\n\tgo d.one(f)\n\td.wg.Wait()\n\td.mu.Unlock()\n}\n\nfunc (d *D) one(f func()) {\n\td.mu.Lock()\n\td.mu.Unlock()\n\tf()\n\td.wg.Done()\n}\n",
			"r/r.go", "package r\n\nimport (\n\t\"sync\"\n\n\t\"example.com/dep\"\n)\n\nvar mu sync.Mutex\n\nfunc F() { new(dep.D).Serve(func() { mu.Lock(); mu.Unlock() }) }\n",
			"p/p.go", "package p\n\nimport (\n\t\"sync\"\n\n\t\"example.com/dep\"\n)\n\ntype T struct{ mu sync.Mutex }\n\nfunc (t *T) F() {\n\tt.mu.Lock()\n\tdep.Lock(&t.mu)\n}\n",
			"q/q.go", doubled("q", "import _ \"example.com/dep\"\n", ""),
		},
		found: []string{"p", "q"},
	},
	{
		name: "what never returns is in another module", // which locks nothing
		files: []string{
			"go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n",
			"vendor/modules.txt", "# example.com/dep v1.0.0\n## explicit; go 1.24\nexample.com/dep\nexample.com/dep/end\n",
			"vendor/example.com/dep/end/end.go", "package end\n\nimport \"testing\"\n\nfunc Now(t *testing.T) { t.FailNow() }\n",
			"vendor/example.com/dep/dep.go", "package dep\n\nimport (\n\t\"testing\"\n\n\t\"example.com/dep/end\"\n)\n\nfunc End(t *testing.T) { end.Now(t) }\n\nfunc Log(t *testing.T) { t.Log() }\n",
			"p/p_test.go", givesUp("p", "Log"),
			"q/q_test.go", givesUp("q", "End"),
		},
		found: []string{"p"},
	},
	{
		name: "a workspace",
		files: []string{
			"go.work", "go 1.24\n\nuse (\n\t./m\n\t./dep\n)\n",
			"m/go.mod", "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v1.0.0\n",
			"dep/go.mod", "module example.com/dep\n\ngo 1.24\n", "dep/dep.go", "package dep\n\nimport \"sync\"\n\nfunc Lock(mu *sync.Mutex) { mu.Lock() }\n",
			"m/p/p.go", "package p\n\nimport (\n\t\"sync\"\n\n\t\"example.com/dep\"\n)\n\ntype T struct{ mu sync.Mutex }\n\nfunc (t *T) F() {\n\tt.mu.Lock()\n\tdep.Lock(&t.mu)\n}\n",
		},
		dir: "m", found: []string{"p"},
	},
	{
		name:  "nothing to look at",
		files: []string{"README", "nothing\n"},
		fails: true, words: []string{"no packages"},
	},
}

// givesUp is a test that locks again once dep's function has come back.
func givesUp(pkg, function string) string {
	return "package " + pkg + "\n\nimport (\n\t\"sync\"\n\t\"testing\"\n\n\t\"example.com/dep\"\n)\n\ntype T struct{ mu sync.Mutex }\n\nfunc TestGivesUp(t *testing.T) {\n\tvar v T\n\tif testing.Short() {\n\t\tv.mu.Lock()\n\t\tdep." + function + "(t)\n\t}\n\tv.mu.Lock()\n\tv.mu.Unlock()\n}\n"
}

// doublesIn lists the packages of the double locks found, sorted.
func doublesIn(o outcome) []string {
	var list []string
	for _, f := range o.Findings {
		class := f.Goroutines[0].Steps[0].Class
		list = append(list, strings.TrimSuffix(class[strings.LastIndexByte(class, '/')+1:], ".T.mu"))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func vetted(t *testing.T, dir string, args, found, words []string) {
	t.Helper()
	cmd := exec.Command("go", append(append([]string{"vet", "-vettool=" + vetTool(t)}, args...), "./...")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	out, err := cmd.CombinedOutput()
	text := string(out)
	if bad := len(found) > 0 || len(words) > 0; (err != nil) != bad && len(words) == 0 {
		t.Errorf("go vet: %v\n%s", err, text)
	}
	for _, pkg := range found {
		if !strings.Contains(text, pkg+".T.mu is locked again") {
			t.Errorf("go vet does not report %s:\n%s", pkg, text)
		}
	}
	if n := strings.Count(text, "is locked again"); n != len(found) {
		t.Errorf("go vet: %d double locks, want %d:\n%s", n, len(found), text)
	}
	if strings.Contains(text, "panic") || strings.Contains(text, "goroutine 1 [") {
		t.Errorf("go vet: the tool panics:\n%s", text)
	}
}
