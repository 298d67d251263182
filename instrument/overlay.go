package instrument

import (
	"cmp"
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

	"golang.org/x/tools/go/packages"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// ours matches what is in the source of every module in which something is to be
// made visible: where only a dependency names sync.Cond, its Waits are not in
// the module.
var ours = regexp.MustCompile(`\b(New)?Cond\b|golang\.org/x/sync/(semaphore|singleflight)`)

// hints matches the same, and files with operations that a condition may decide.
var hints = regexp.MustCompile(ours.String() + `|<-|\bclose\(|\bsync\.WaitGroup\b`)

// Options say what is built.
type Options struct {
	Dir      string
	Patterns []string
	Tests    bool
	Flags    []string // of the go command, such as -tags
	Env      []string
	User     string      // the user's own -overlay, "" for none
	Memory   bool        // all writes of all packages are recorded
	Lists    *load.Lists // of the same program, nil for lists of its own
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
	program := load.Options{Dir: opt.Dir, Patterns: opt.Patterns, Tests: opt.Tests, Flags: flags, Env: opt.Env, Lists: cmp.Or(opt.Lists, new(load.Lists))}
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

// find looks for all conditions, those of condition variables first, then for
// the writes to their variables, and makes the edits.
func (f *finder) find() {
	f.findTaken()
	var uses []use
	for _, in := range f.files {
		uses = append(uses, in.uses()...)
	}
	seen := map[ast.Stmt]bool{}
	for _, u := range uses {
		g, err := f.guard(u)
		switch {
		case err == errNoCondition && u.isBare():
			f.table.Bare++
			f.markBare(u)
		case err != nil:
			f.table.GivenUp = append(f.table.GivenUp, fmt.Sprintf("%s: the condition of this %s %v", u.in.pkg.Fset.Position(u.call.Pos()), u.op, err))
		case g != nil && seen[g.stmt] && u.op == "wait":
			f.table.GivenUp = append(f.table.GivenUp, fmt.Sprintf("%s: the condition of this wait shares its loop or if with that of another wait", u.in.pkg.Fset.Position(u.call.Pos())))
		case g != nil && !seen[g.stmt]:
			seen[g.stmt] = true
			if g.annotated {
				f.table.Annotated++
			} else {
				f.table.Inferred++
			}
			f.mark(g)
		}
	}
	f.findWritten()
	for _, in := range f.files {
		f.gates(in, seen)
	}
	for _, in := range f.files {
		f.writes(in)
		f.xsync(in)
	}
}
