package binary

// The addresses that a process prints are compared: Linux runs it at the ones of
// its file, or says where it is.

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A running program has printed where its variables are.
type running struct {
	*program
	addrs map[string]uint64
}

// build builds and runs the program.
func build(t *testing.T, flags ...string) *running {
	t.Helper()
	p := &running{program: compile(t, flags...)}
	p.run(t)
	return p
}

// run runs the program and finds out where its text was, as the recorder would.
func (p *running) run(t *testing.T) {
	t.Helper()
	out, err := exec.Command(p.exe).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p.addrs = map[string]uint64{}
	for line := range strings.Lines(string(out)) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		p.addrs[name], _ = strconv.ParseUint(number, 10, 64)
	}
	var text, anchor uint64
	for _, s := range p.symbols {
		switch s.name {
		case "runtime.text":
			text = s.addr
		case "main.anchor":
			anchor = s.addr
		}
	}
	if err := p.SetText(p.addrs["anchor"] - anchor + text); err != nil && len(p.symbols) > 0 {
		t.Fatal(err)
	}
}

var (
	wantGlobal = regexp.MustCompile(`show\("(\w+)".*// want: (\S+) ?(\S*)`)
	wantLocal  = regexp.MustCompile(`// local: ([^; ]+)(?:; dwarf: (\S+))?`)
)

// globals calls check with the comments of the program.
func (p *program) globals(check func(what, name, path string)) {
	for _, line := range p.lines {
		if m := wantGlobal.FindStringSubmatch(line); m != nil {
			check(m[1], m[2], m[3])
		}
	}
}

func (p *running) checkGlobals(t *testing.T) {
	t.Helper()
	n := 0
	p.globals(func(what, name, path string) {
		n++
		gotName, gotPath, ok := p.Global(p.addrs[what])
		if !ok {
			gotName = "-"
		}
		if gotName != name || gotPath != path {
			t.Errorf("%s: got %s %s, want %s %s", what, gotName, gotPath, name, path)
		}
	})
	if n < 20 {
		t.Errorf("only %d globals", n)
	}
}

func TestGlobal(t *testing.T) { build(t).checkGlobals(t) }

// With symbols only, variables have names but no paths.
func TestGlobalWithoutDWARF(t *testing.T) {
	p := build(t, "-ldflags=-w")
	p.globals(func(what, name, path string) {
		got, gotPath, ok := p.Global(p.addrs[what])
		if _, symbol := p.symbolAt(p.addrs[what]); !symbol && !ok {
			return // a static object, or the heap
		}
		if got != name || gotPath != "" {
			t.Errorf("%s: got %s %s, want %s", what, got, gotPath, name)
		}
	})
}

func TestStrippedSaysSo(t *testing.T) {
	p := build(t, "-ldflags=-s")
	if _, _, ok := p.Global(p.addrs["lock"]); ok {
		t.Error("a stripped executable names a variable")
	}
}

// TestClasses holds the names together with what trace makes of them.
func TestClasses(t *testing.T) {
	want := map[string]string{
		"lock":      "main.lock",
		"wrapped":   "main.wrapped",
		"embedded":  "main.server.wrapper",
		"nested":    "main.server.state.mu",
		"element":   "main.shard.mu",
		"once":      "main.server.once",
		"oncelock":  "main.server.once",
		"wrap":      "main.server.wrap",
		"generic":   "main.generic.mu",
		"anonymous": "main.anonymous.mu",
		"array":     "main.array[]",
		"slice":     "main.slice[]",
		"list":      "main.shard.mu",
		"dots":      "example.com/prog/yaml.v3.Node.Mu",
	}
	p := build(t)
	for what, class := range want {
		name, path, _ := p.Global(p.addrs[what])
		got := trace.ClassOf(path)
		if got == "" {
			got = trace.VarClass(name, path)
		}
		if got != class {
			t.Errorf("%s: class %s, want %s", what, got, class)
		}
	}
}

// locals calls check with the comments of the program.
func (p *program) locals(check func(fn string, line int, source, dwarf string)) {
	fn := "main.init"
	decl := regexp.MustCompile(`^func (\([^)]*\) )?(\w+)`)
	for i, text := range p.lines {
		if m := decl.FindStringSubmatch(text); m != nil {
			fn = "main." + m[2]
			if m[1] != "" {
				fn = "main.(*server)." + m[2]
			}
		}
		if m := wantLocal.FindStringSubmatch(text); m != nil {
			if m[2] == "" {
				m[2] = m[1]
			}
			check(closures(fn, m[1]), i+1, m[1], m[2])
		}
	}
}

// closures is the function of the runtime's stack where it is not the declared one.
func closures(fn, variable string) string {
	for suffix, closure := range map[string]string{
		".inner":           "main.init.func1",
		".deep":            "main.locals.func1",
		".deeper":          "main.locals.func1.1",
		".genericLocal.mu": "main.genericLocal[...]",
	} {
		if strings.HasSuffix(variable, suffix) {
			return closure
		}
	}
	return fn
}

func (p *program) checkLocal(t *testing.T, fn, file string, line int, want string) {
	t.Helper()
	got, ok := p.Local(fn, file, line, Pick{})
	if !ok && strings.Contains(p.lines[line-1], "NewCond") {
		got, ok = p.Cond(fn, file, line, Pick{})
	}
	if !ok {
		got = "-"
	}
	if got != want && want != "?" {
		t.Errorf("%s, line %d: got %s, want %s: %s", fn, line, got, want, strings.TrimSpace(p.lines[line-1]))
	}
}

func TestLocalBySource(t *testing.T) {
	p := compile(t)
	p.locals(func(fn string, line int, want, _ string) { p.checkLocal(t, fn, p.main, line, want) })
}

// A source that cannot be read is not needed.
func TestLocalByDWARF(t *testing.T) {
	p := compile(t)
	if err := os.Remove(p.main); err != nil {
		t.Fatal(err)
	}
	p.locals(func(fn string, line int, _, want string) { p.checkLocal(t, fn, p.main, line, want) })
}

func TestLocalWithoutAnything(t *testing.T) {
	p := compile(t, "-ldflags=-s")
	if err := os.Remove(p.main); err != nil {
		t.Fatal(err)
	}
	p.locals(func(fn string, line int, _, _ string) { p.checkLocal(t, fn, p.main, line, "-") })
}
