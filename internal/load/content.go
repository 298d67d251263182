package load

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Content is a package that [DependencyPackages] loads, as go list knows it.
type Content struct {
	Path    string
	Dir     string
	Imports []string // import paths, sorted
	// Key is the same for packages with the same path and content, built for the same system by the same Go. The keys of the
	// imported packages are part of it, so it changes with anything below. It is "" where a file cannot be read.
	Key string
}

// DependencyContents lists the packages that [DependencyPackages] loads, without loading them. It reads all their files.
func DependencyContents(ctx context.Context, opt Options) ([]Content, error) {
	listed, err := opt.listed(ctx)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, path := range locking(listed, opt.files()) {
		wanted[path] = true
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	k := keys{of: map[*packages.Package]string{}, toolchain: toolchain(listed)}
	var list []Content
	packages.Visit(listed, nil, func(p *packages.Package) { // imports come first
		if strings.Contains(p.ID, " ") {
			return
		}
		k.of[p] = k.key(p)
		if wanted[p.PkgPath] && len(p.GoFiles) > 0 {
			list = append(list, Content{p.PkgPath, filepath.Dir(p.GoFiles[0]), importPaths(p), k.of[p]})
		}
	})
	slices.SortFunc(list, func(a, b Content) int { return cmp.Compare(a.Path, b.Path) })
	return list, nil
}

func importPaths(p *packages.Package) (paths []string) {
	for _, imp := range p.Imports {
		paths = append(paths, imp.PkgPath)
	}
	slices.Sort(paths)
	return paths
}

// toolchain is the content of the file VERSION of the standard library among the packages, or "". A Go that was not released
// has none, and may change without a sign.
func toolchain(listed []*packages.Package) (version string) {
	packages.Visit(listed, nil, func(p *packages.Package) {
		if p.PkgPath == "runtime" && len(p.GoFiles) > 0 {
			b, _ := os.ReadFile(filepath.Join(filepath.Dir(p.GoFiles[0]), "..", "..", "VERSION"))
			version = string(b)
		}
	})
	return version
}

// keys computes the keys of packages, imports first.
type keys struct {
	of        map[*packages.Package]string
	toolchain string
}

func (k *keys) key(p *packages.Package) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q\n", k.toolchain, p.PkgPath)
	ok := k.toolchain != ""
	for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
		key := k.of[p.Imports[path]]
		ok = ok && (key != "" || path == "unsafe" || path == "C")
		fmt.Fprintf(h, "import %q %q %s\n", path, p.Imports[path].PkgPath, key)
	}
	if m := p.Module; m != nil {
		fmt.Fprintf(h, "module %q %q %q %t\n", m.Path, m.Version, m.GoVersion, inMainModule(p))
	}
	for _, name := range slices.Concat(p.GoFiles, p.OtherFiles) {
		fmt.Fprintf(h, "file %q\n", filepath.Base(name)) // which files there are depends on the system and on tags
		if p.Module != nil {
			ok = ok && addFile(h, name)
		}
	}
	if !ok {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// addFile adds the content of a file, with its length in front. It reports whether the file could be read.
func addFile(h hash.Hash, name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false
	}
	fmt.Fprintf(h, "%d\n", info.Size())
	n, err := io.Copy(h, f)
	return err == nil && n == info.Size()
}
