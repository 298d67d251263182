package instrument

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// ours matches what is in the source of every module in which something is to be
// made visible: where only a dependency names sync.Cond, its Waits are not in
// the module.
var ours = regexp.MustCompile(`\b(New)?Cond\b|golang\.org/x/sync/(semaphore|singleflight)`)

// hints matches the same, and what has operations that a condition may decide.
var hints = regexp.MustCompile(ours.String() + `|<-|\bclose\(|\bsync\.WaitGroup\b`)

// maxSites is how many sites a table can have: their numbers have 16 bits.
const maxSites = 1<<16 - 1

// Options say what is built.
type Options struct {
	Dir      string
	Patterns []string
	Tests    bool
	Flags    []string // of the go command, such as -tags
	Env      []string
	User     string // the user's own -overlay, "" for none
	Memory   bool   // all writes of all packages are recorded
}

// An overlayFile is the file of -overlay.
type overlayFile struct{ Replace map[string]string }

// Overlay writes an overlay into dir and returns its name and the table of its
// sites. Without any condition the user's own overlay is returned, which may
// be "". Packages that cannot be loaded or do not type-check are left alone.
func Overlay(ctx context.Context, dir string, opt Options) (string, *condvar.Table, error) {
	user, err := readOverlay(opt.User)
	if err != nil {
		return "", nil, err
	}
	flags := slices.Clone(opt.Flags)
	if opt.User != "" {
		flags = append(flags, "-overlay="+opt.User)
	}
	program := load.Options{Dir: opt.Dir, Patterns: opt.Patterns, Tests: opt.Tests, Flags: flags, Env: opt.Env}
	if opt.User == "" { // most programs have nothing for us, and need not be loaded
		switch found, err := mentions(ctx, program); {
		case err != nil:
			return "", nil, err
		case !found:
			return "", &condvar.Table{Version: condvar.TableVersion}, nil
		}
	}
	_, all, err := load.Program(ctx, program)
	if err != nil {
		return "", nil, err
	}
	f := newFinder()
	f.race = slices.Contains(opt.Flags, "-race") || slices.Contains(opt.Flags, "-race=true")
	f.memory = opt.Memory && !f.race
	f.others = func() ([]load.Dependency, error) { return load.Dependencies(ctx, program) }
	for _, p := range all {
		f.add(p, user.Replace)
	}
	f.find()
	f.table.Race = f.race
	f.table.Version = condvar.TableVersion
	if len(f.edits) == 0 {
		return opt.User, f.table, nil
	}
	name, err := f.write(dir, user)
	return name, f.table, err
}

// mentions reports whether there may be something to make visible, without
// loading the program.
func mentions(ctx context.Context, program load.Options) (bool, error) {
	sources, err := load.Mentioning(ctx, program, hints)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(sources, func(s load.Source) bool {
		if ours.Match(s.Text) {
			return true
		}
		f, err := parser.ParseFile(token.NewFileSet(), s.Name, s.Text, parser.SkipObjectResolution)
		return err == nil && len(gatesOf(f, nil)) > 0
	}), nil
}

func readOverlay(name string) (o overlayFile, err error) {
	o.Replace = map[string]string{}
	if name == "" {
		return o, nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return o, fmt.Errorf("cannot read the overlay: %w; name a file that exists", err)
	}
	if err := json.Unmarshal(b, &o); err != nil {
		return o, fmt.Errorf("the overlay %s is damaged: %w; mend it", name, err)
	}
	if o.Replace == nil {
		o.Replace = map[string]string{}
	}
	return o, nil
}

// write stores the changed files and the overlay that names them.
func (f *finder) write(dir string, user overlayFile) (string, error) {
	at := filepath.Join(dir, "overlay")
	if err := os.MkdirAll(at, 0o700); err != nil {
		return "", err
	}
	names := make([]string, 0, len(f.edits))
	for name := range f.edits {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		text := apply(f.sources[name], f.edits[name])
		if _, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution); err != nil {
			f.table.GivenUp = append(f.table.GivenUp, fmt.Sprintf("%s: the file cannot be rewritten: %v", name, err))
			continue
		}
		to := filepath.Join(at, fmt.Sprintf("%d-%s", i, filepath.Base(name)))
		if err := os.WriteFile(to, text, 0o600); err != nil {
			return "", fmt.Errorf("cannot write the overlay: %w; free some space in %s", err, dir)
		}
		user.Replace[name] = to
	}
	b, err := json.MarshalIndent(user, "", "\t")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, b, 0o600)
}

// An edit replaces the bytes [start, end) of a file.
type edit struct {
	start, end int
	order      int // of insertions at the same place
	text       string
}

func apply(src []byte, edits []edit) []byte {
	edits = slices.Clone(edits)
	sort.SliceStable(edits, func(i, j int) bool {
		if edits[i].start != edits[j].start {
			return edits[i].start < edits[j].start
		}
		return edits[i].order < edits[j].order
	})
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(out, src[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, src[at:]...)
}

// A finder looks for conditions in all packages together.
type finder struct {
	table   *condvar.Table
	edits   map[string][]edit
	sources map[string][]byte
	files   []*file
	byName  map[string]bool
	vars    map[string]*target // variables that conditions read, by varKey
	taken   map[string]string  // variables whose writes are not all known, and why
	written map[string]bool    // variables that a statement writes
	race    bool               // the program is built for the race detector
	memory  bool               // memory events tell of all writes that have an address
	inserts int

	outside []*outsider
	others  func() ([]load.Dependency, error) // packages of other modules, nil when they are in outside
	writers map[string][]string               // packages that may write a variable unreached, by varKey
}

// A file is a source file with what belongs to it.
type file struct {
	name string
	pkg  *packages.Package
	ast  *ast.File
}

func newFinder() *finder {
	return &finder{
		table: &condvar.Table{}, edits: map[string][]edit{}, sources: map[string][]byte{},
		byName: map[string]bool{}, vars: map[string]*target{}, taken: map[string]string{}, written: map[string]bool{},
		writers: map[string][]string{},
	}
}

// add takes in a package; a file that belongs to several variants counts once.
func (f *finder) add(p *packages.Package, replaced map[string]string) {
	if p.TypesInfo == nil || len(p.Errors) > 0 || len(p.Syntax) != len(p.CompiledGoFiles) {
		return
	}
	f.addUnreached(p, replaced)
	for i, syntax := range p.Syntax {
		name := p.CompiledGoFiles[i]
		if f.byName[name] || !slices.Contains(p.GoFiles, name) || replaced[name] != "" { // cgo makes others
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		f.byName[name], f.sources[name] = true, src
		f.files = append(f.files, &file{name, p, syntax})
	}
}

// insert puts text at a place in a file; the first one brings the import.
func (f *finder) insert(in *file, at token.Pos, text string) { f.replace(in, at, at, text) }

func (f *finder) replace(in *file, from, to token.Pos, text string) {
	if len(f.edits[in.name]) == 0 {
		end := in.offset(in.ast.Name.End())
		f.edits[in.name] = []edit{{start: end, end: end, text: `; import __dl "_deadlocklint/conditions"`}}
	}
	f.inserts++
	f.edits[in.name] = append(f.edits[in.name], edit{in.offset(from), in.offset(to), f.inserts, text})
}

func (in *file) offset(p token.Pos) int { return in.pkg.Fset.Position(p).Offset }

// text is the source between two places.
func (f *finder) text(in *file, n ast.Node) string {
	return string(f.sources[in.name][in.offset(n.Pos()):in.offset(n.End())])
}

// site adds a site and returns its number, or 0 when the table is full.
func (f *finder) site(in *file, n ast.Node, s condvar.Site) int {
	if len(f.table.Sites) == maxSites {
		return 0
	}
	s.Pos = in.pkg.Fset.Position(n.Pos()).String()
	s.Func = in.funcName(n.Pos())
	if s.Op != "body" {
		s.Text = strings.Join(strings.Fields(f.text(in, n)), " ")
	}
	f.table.Sites = append(f.table.Sites, s)
	return len(f.table.Sites)
}

// funcName is the function around a place, for people.
func (in *file) funcName(p token.Pos) string {
	for _, d := range in.ast.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || p < fd.Pos() || p >= fd.End() {
			continue
		}
		name := fd.Name.Name
		if fd.Recv != nil && len(fd.Recv.List) == 1 {
			name = "(" + typeText(fd.Recv.List[0].Type) + ")." + name
		}
		return in.pkg.PkgPath + "." + name
	}
	return in.pkg.PkgPath
}

func typeText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return "*" + typeText(e.X)
	case *ast.Ident:
		return e.Name
	case *ast.IndexExpr:
		return typeText(e.X) + "[...]"
	case *ast.IndexListExpr:
		return typeText(e.X) + "[...]"
	}
	return "?"
}
