package goroot

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/rt"
	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// The generator's own text is part of the key under which a shadow is cached.
//
//go:embed *.go template
var generator embed.FS

// agentPath is where the agent's packages live. The leading underscore keeps
// them out of "go list std".
const agentPath = "internal/_deadlocklint"

// conditionsPath is the package that overlays call, see package instrument.
const conditionsPath = "_deadlocklint/conditions"

// A Shadow is an instrumented GOROOT.
type Shadow struct {
	Dir       string
	Toolchain Toolchain
	Missing   []string // optional patterns this release does not have
}

// Path is where a file or directory of the user's GOROOT is in the shadow. Any other path stays as it is.
func (s *Shadow) Path(path string) string {
	in, err := filepath.Rel(s.Toolchain.Root, path)
	if err != nil || !filepath.IsLocal(in) {
		return path
	}
	return filepath.Join(s.Dir, in)
}

// Make returns the shadow of a toolchain, from the cache directory or made now.
// It takes about half a second to make; the first build with it compiles the
// standard library anew.
func Make(tc Toolchain, cacheDir string) (*Shadow, error) {
	if err := ownDir(cacheDir); err != nil {
		return nil, err
	}
	dir := filepath.Join(cacheDir, "goroot-"+key(tc))
	if missing, err := os.ReadFile(filepath.Join(dir, doneFile)); err == nil {
		now := time.Now()
		_ = os.Chtimes(filepath.Join(dir, doneFile), now, now) // only for the collection of old ones
		return &Shadow{dir, tc, lines(missing)}, nil
	}
	tmp, err := os.MkdirTemp(cacheDir, ".making-")
	if err != nil {
		return nil, fmt.Errorf("cannot write to the cache directory %s: %w; set DEADLOCKLINT_CACHE to one that can be written", cacheDir, err)
	}
	defer os.RemoveAll(tmp)
	missing, err := write(tc, tmp)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(tmp, doneFile), []byte(strings.Join(missing, "\n")), 0o600); err != nil {
		return nil, fmt.Errorf("cannot finish the instrumented GOROOT: %w; free some space in %s", err, cacheDir)
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, err2 := os.Stat(filepath.Join(dir, doneFile)); err2 != nil {
			return nil, fmt.Errorf("cannot put the instrumented GOROOT in place: %w; remove %s", err, dir)
		} // else another process made the same one meanwhile
	}
	collect(cacheDir, dir)
	return &Shadow{dir, tc, missing}, nil
}

// doneFile marks a complete shadow; it lists what is missing.
const doneFile = "deadlocklint.missing"

func lines(b []byte) []string {
	if len(b) == 0 {
		return nil
	}
	return strings.Split(string(b), "\n")
}

// key names a shadow by everything that decides its content.
func key(tc Toolchain) string {
	h := sha256.New()
	fmt.Fprintln(h, tc.Version, tc.Root, Hooked())
	for _, f := range []fs.FS{generator, boundary.Source, form.Source, rt.Source, pauses.Source, explore.Source} {
		_ = fs.WalkDir(f, ".", func(name string, d fs.DirEntry, err error) error { // embedded: cannot fail
			if err == nil && !d.IsDir() {
				b, _ := fs.ReadFile(f, name)
				fmt.Fprintln(h, name, len(b))
				h.Write(b)
			}
			return err
		})
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// write fills an empty directory with the shadow of a toolchain.
func write(tc Toolchain, dir string) (missing []string, err error) {
	files, missing, err := patched(tc)
	if err != nil {
		return nil, err
	}
	added, err := added(tc)
	if err != nil {
		return nil, err
	}
	for name, b := range added {
		files[name] = b
	}
	// The files come first: written after the links, they could end up in the
	// original where that has links to directories.
	for name, b := range files {
		p := filepath.Join(dir, "src", filepath.FromSlash(name))
		if err = os.MkdirAll(filepath.Dir(p), 0o755); err == nil {
			err = os.WriteFile(p, b, 0o644)
		}
		if err != nil {
			break
		}
	}
	if err == nil {
		err = link(tc.Root, dir, files)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot make the instrumented GOROOT: %w; free some space or set DEADLOCKLINT_CACHE", err)
	}
	return missing, nil
}

// patched returns the files with hooks in them, and the patterns that were not found, each
// once however many changes need it.
func patched(tc Toolchain) (files map[string][]byte, missing []string, err error) {
	files = map[string][]byte{}
	var fatal []string
	for _, p := range patches {
		s, err := openSplicer(filepath.Join(tc.Root, "src"), p.file)
		if errors.Is(err, fs.ErrNotExist) {
			switch {
			case !p.optional:
				fatal = append(fatal, p.file+": no such file")
			case !p.some:
				missing = append(missing, p.file+": no such file")
			}
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("cannot read the standard library of %s: %w; reinstall that Go", tc.Version, err)
		}
		p.apply(s)
		if len(s.missing) > 0 && !p.optional {
			fatal = append(fatal, s.missing...)
			continue
		}
		missing = append(missing, s.missing...)
		if len(s.missing) == 0 {
			files[p.file] = s.bytes()
		}
	}
	if _, ok := files[pointersFile]; ok { // it refers to the originals by name unless it is changed
		more, without, err := atomics(tc)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(files, more)
		missing = append(missing, without...)
	}
	hooked, without, err := hookStd(tc, files)
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(files, hooked)
	missing = append(missing, without...)
	if len(fatal) > 0 {
		return nil, nil, fmt.Errorf("%s has changed where it must be instrumented (%s); use another Go release or a newer deadlocklint", tc.Version, strings.Join(fatal, "; "))
	}
	slices.Sort(missing)
	return files, slices.Compact(missing), nil
}

// linkedSources are the packages of ours that a program links, by their names in the standard library.
var linkedSources = map[string]embed.FS{
	"boundary": boundary.Source, "form": form.Source, "rt": rt.Source, "pauses": pauses.Source, "explore": explore.Source,
}

// added returns the files that the original does not have.
func added(tc Toolchain) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(generator, "template", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(generator, name)
		files[place(name)] = b
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, pkg := range []string{"runtime", "sync", "sync/atomic", "testing", "internal/poll", conditionsPath} {
		files[pkg+"/zz_dl_trace.go"] = vocabulary(path.Base(pkg))
	}
	for name, f := range linkedSources {
		err := fs.WalkDir(f, ".", func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := f.ReadFile(file)
			files[path.Join(agentPath, name, file)] = []byte(strings.ReplaceAll(string(b), "github.com/deadlocklint/deadlocklint/fuzzer/", agentPath+"/"))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// place is where in src a template goes.
func place(template string) string {
	rel := strings.TrimSuffix(strings.TrimPrefix(template, "template/"), ".txt")
	if rest, ok := strings.CutPrefix(rel, "conditions/"); ok {
		return conditionsPath + "/" + rest
	}
	return rel
}

// link mirrors root in dir: real directories with copies of the files. The go command keeps an index of a directory
// only if all its files are regular, and reads each file of a package without one: 0.1 s of CPU time for each command. So
// links are only among the commands, which no program imports, and in testdata. Files that commands embed are copied, since embedding refuses links.
func link(root, dir string, replaced map[string][]byte) error {
	top, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	for _, e := range top {
		if e.Name() == "src" {
			continue
		}
		if err := os.Symlink(filepath.Join(root, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	src, err := filepath.EvalSymlinks(filepath.Join(root, "src")) // distributions link it
	if err != nil {
		return err
	}
	return filepath.WalkDir(src, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(src, p) // p is below src
		to := filepath.Join(dir, "src", rel)
		switch {
		case d.IsDir() && d.Name() == "testdata":
			return cmp.Or(linkEach(p, to), fs.SkipDir)
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		case replaced[filepath.ToSlash(rel)] != nil:
			return nil
		case !d.Type().IsRegular(), sourceFile(d.Name()) && isCommand(rel):
			return os.Symlink(p, to)
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o644)
	})
}

// linkEach makes a directory of links to the entries of another one.
func linkEach(from, to string) error {
	entries, err := os.ReadDir(from)
	if err == nil {
		err = os.Mkdir(to, 0o755)
	}
	for _, e := range entries {
		err = errors.Join(err, os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())))
	}
	return err
}

// isCommand reports whether a file in src belongs to the go command or its tools.
func isCommand(rel string) bool { return strings.HasPrefix(filepath.ToSlash(rel), "cmd/") }

// sourceFile reports whether a file is only compiled. Some commands embed what
// is named like the two exceptions.
func sourceFile(name string) bool {
	if name == "doc.go" || strings.HasPrefix(name, "gen_") {
		return false
	}
	switch filepath.Ext(name) {
	case ".go", ".s", ".h", ".c", ".S":
		return true
	}
	return false
}
