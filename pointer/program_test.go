package pointer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/txtar"
)

// A program of testdata/programs is run and analysed. What its probes saw in
// the run must be in the answer; its section want says how precise that is:
//
//	NAME: N               the probe has exactly N places
//	NAME: cause TEXT      the causes of the probe include this one
//	different NAME NAME   the two cannot be the same
type program struct {
	name string
	want []string
	pkg  *ssa.Package
}

// A suite is all programs, loaded at once: most of what they need is the same.
type suite struct {
	programs []*program
	graph    *callgraph.Graph
	bin      string

	isPartial bool
}

var loadSuite = sync.OnceValues(func() (*suite, error) {
	dir, err := os.MkdirTemp("", "pointer")
	if err != nil {
		return nil, err
	}
	suiteDir = dir
	s := &suite{bin: filepath.Join(dir, "bin")}
	for _, of := range []string{"run", "analyse"} {
		if s.programs, err = writeModule(filepath.Join(dir, of), of); err != nil {
			return nil, err
		}
	}
	if err := s.load(filepath.Join(dir, "analyse")); err != nil {
		return nil, err
	}
	return s, s.build(filepath.Join(dir, "run"))
})

// suiteDir is where loadSuite wrote, if it was called.
var suiteDir string

func TestMain(m *testing.M) {
	code := m.Run()
	if suiteDir != "" {
		os.RemoveAll(suiteDir)
	}
	os.Exit(code)
}

// writeModule writes a module with all programs and one of the two probes.
func writeModule(dir, probe string) ([]*program, error) {
	files := map[string]string{"go.mod": "module probes\n\ngo 1.26\n"}
	archive, err := txtar.ParseFile(filepath.Join("testdata", "probe.txtar"))
	if err != nil {
		return nil, err
	}
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, probe+"/") {
			files["probe/probe.go"] = string(f.Data)
		}
	}
	names, err := filepath.Glob(filepath.Join("testdata", "programs", "*.txtar"))
	if err != nil {
		return nil, err
	}
	var programs []*program
	for _, file := range names {
		p := &program{name: strings.TrimSuffix(filepath.Base(file), ".txtar")}
		programs = append(programs, p)
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return nil, err
		}
		for _, f := range archive.Files {
			if f.Name == "want" {
				p.want = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
				continue
			}
			files["programs/"+p.name+"/"+f.Name] = string(f.Data)
		}
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

func (s *suite) load(dir string) error {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, "./programs/...")
	if err != nil {
		return err
	}
	if packages.PrintErrors(pkgs) > 0 {
		return fmt.Errorf("a program of testdata does not compile")
	}
	prog, mains := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	prog.Build()
	for _, p := range s.programs {
		for _, m := range mains {
			if strings.HasSuffix(m.Pkg.Path(), "/"+p.name) {
				p.pkg = m
			}
		}
	}
	s.graph = vta.CallGraph(ssautil.AllFunctions(prog), nil)
	return nil
}

// partial is the same programs when only they themselves have bodies.
func (s *suite) partial(t *testing.T) *suite {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: filepath.Join(suiteDir, "analyse")}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	prog, own := ssautil.Packages(pkgs, ssa.InstantiateGenerics)
	prog.Build()
	q := &suite{bin: s.bin, isPartial: true, graph: vta.CallGraph(ssautil.AllFunctions(prog), nil)}
	for _, p := range s.programs {
		for _, m := range own {
			if m != nil && strings.HasSuffix(m.Pkg.Path(), "/"+p.name) {
				q.programs = append(q.programs, &program{name: p.name, want: p.want, pkg: m})
			}
		}
	}
	return q
}

// TestPartial shows that what the probes see is in the answer when the standard library is known by its types alone, and that
// fields which it cannot name are told apart all the same.
func TestPartial(t *testing.T) {
	full, err := loadSuite()
	if err != nil {
		t.Fatal(err)
	}
	s := full.partial(t)
	if len(s.programs) != len(full.programs) {
		t.Fatalf("%d programs", len(s.programs))
	}
	for _, p := range s.programs {
		t.Run(p.name, func(t *testing.T) {
			r, probes := s.analyse(t, p, false)
			seen := s.run(t, p)
			for _, see := range seen {
				if !slices.ContainsFunc(answer(r, probes, see.probe), func(a Pointer) bool { return explains(a, see) }) {
					t.Errorf("%v was seen but is not in the answer %v", see, describe(answer(r, probes, see.probe)))
				}
			}
			checkAliases(t, r, probes, seen)
			if p.name == "foreign" {
				checkWant(t, r, probes, "different left right")
			}
		})
	}
}

func (s *suite) build(dir string) error {
	if err := os.MkdirAll(s.bin, 0o777); err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-o", s.bin, "./programs/...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v\n%s", err, out)
	}
	return nil
}

// A sighting is what a probe saw in a run.
type sighting struct {
	probe, site, path, address string
}

func (s *suite) run(t *testing.T, p *program) []sighting {
	t.Helper()
	name := filepath.Join(s.bin, p.name)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	out, err := exec.Command(name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var list []sighting
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 4 {
			t.Fatalf("the program printed %q", line)
		}
		list = append(list, sighting{f[0], f[1], f[2], f[3]})
	}
	if len(list) == 0 {
		t.Fatal("no probe was reached")
	}
	return list
}

// probes returns the values that the probes of a program get, by name. A name
// that is no constant is that of all probes in its function.
func (s *suite) probes(p *program) map[string][]ssa.Value {
	found := map[string][]ssa.Value{}
	for fn := range ssautil.AllFunctions(p.pkg.Prog) {
		if packagePath(fn) != p.pkg.Pkg.Path() {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && isProbe(call) && analysed(fn) {
					name := "?"
					if c, ok := call.Call.Args[0].(*ssa.Const); ok {
						name = strings.Trim(c.Value.ExactString(), `"`)
					}
					found[name] = append(found[name], call.Call.Args[1])
				}
			}
		}
	}
	return found
}

func isProbe(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && packagePath(fn) == "probes/probe" &&
		(strings.HasPrefix(fn.Name(), "At") || fn.Name() == "Locker")
}

func (s *suite) analyse(t *testing.T, p *program, exhaustive bool) (*Result, map[string][]ssa.Value) {
	t.Helper()
	probes := s.probes(p)
	c := &Config{Mains: []*ssa.Package{p.pkg}, CallGraph: s.graph, Partial: s.isPartial, exhaustive: exhaustive}
	for _, values := range probes {
		for _, v := range values {
			c.AddQuery(v)
		}
	}
	r, err := Analyze(c)
	if err != nil {
		t.Fatal(err)
	}
	return r, probes
}

// answer is what the analysis says of a probe: of all values with that name.
func answer(r *Result, probes map[string][]ssa.Value, name string) []Pointer {
	values, ok := probes[name]
	if !ok {
		values = probes["?"]
	}
	var list []Pointer
	for _, v := range values {
		list = append(list, r.Queries[v])
	}
	return list
}

func TestPrograms(t *testing.T) {
	s, err := loadSuite()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.programs {
		t.Run(p.name, func(t *testing.T) {
			r, probes := s.analyse(t, p, false)
			seen := s.run(t, p)
			for _, see := range seen {
				if !slices.ContainsFunc(answer(r, probes, see.probe), func(a Pointer) bool { return explains(a, see) }) {
					t.Errorf("%v was seen but is not in the answer %v", see, describe(answer(r, probes, see.probe)))
				}
			}
			checkAliases(t, r, probes, seen)
			for _, want := range p.want {
				checkWant(t, r, probes, want)
			}
		})
	}
}

// explains reports whether a place of the answer is the one that was seen.
func explains(a Pointer, see sighting) bool {
	if !a.Analysed() {
		return false
	}
	for _, l := range a.PointsTo().Labels() {
		if l.Kind() == Unseen || l.Kind() == Anything || siteOf(l) == see.site && l.Path() == see.path {
			return true
		}
	}
	return !a.Covered()
}

// siteOf prints a site like package probe does.
func siteOf(l *Label) string {
	if g, ok := l.Site().(*ssa.Global); ok {
		return g.Pkg.Pkg.Name() + "." + g.Name()
	}
	pos := l.position()
	return fmt.Sprintf("%s:%d", filepath.Base(pos.Filename), pos.Line)
}

func describe(list []Pointer) string {
	var b strings.Builder
	for _, a := range list {
		fmt.Fprintf(&b, "%v %v analysed: %t", a.PointsTo(), a.Causes(), a.Analysed())
	}
	return b.String()
}

// checkAliases wants two probes that saw the same address to be aliases.
func checkAliases(t *testing.T, r *Result, probes map[string][]ssa.Value, seen []sighting) {
	t.Helper()
	for _, x := range seen {
		for _, y := range seen {
			if x.address == y.address && !mayAlias(r, probes, x.probe, y.probe) {
				t.Errorf("%v and %v are the same, not so in the answer", x, y)
			}
		}
	}
}

func mayAlias(r *Result, probes map[string][]ssa.Value, x, y string) bool {
	for _, a := range answer(r, probes, x) {
		for _, b := range answer(r, probes, y) {
			if a.MayAlias(b) {
				return true
			}
		}
	}
	return false
}

func checkWant(t *testing.T, r *Result, probes map[string][]ssa.Value, want string) {
	t.Helper()
	if pair, ok := strings.CutPrefix(want, "different "); ok {
		x, y, _ := strings.Cut(pair, " ")
		if mayAlias(r, probes, x, y) {
			t.Errorf("%s: %v %v", want, describe(answer(r, probes, x)), describe(answer(r, probes, y)))
		}
		return
	}
	name, what, _ := strings.Cut(want, ": ")
	list := answer(r, probes, name)
	if len(list) == 0 {
		t.Errorf("%s: no such probe", want)
	}
	for _, a := range list {
		if cause, ok := strings.CutPrefix(what, "cause "); ok {
			if !slices.ContainsFunc(a.Causes(), func(c Cause) bool { return c.String() == cause }) {
				t.Errorf("%s: %v", want, describe(list))
			}
		} else if fmt.Sprint(a.PointsTo().Len()) != what {
			t.Errorf("%s: %v", want, describe(list))
		}
	}
}
