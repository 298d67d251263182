package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A listing is the output of go list: packages with their imports, and no syntax.
type listing struct {
	all   []*packages.Package // in the order of go list, imports mostly first
	named []*packages.Package // by the patterns, in the same order
}

// A listedPackage is a package as go list writes it.
type listedPackage struct {
	ImportPath, Dir, Name, Export, ForTest                                                        string
	GoFiles, CompiledGoFiles, CgoFiles                                                            []string
	CFiles, CXXFiles, MFiles, HFiles, FFiles, SFiles, SwigFiles, SwigCXXFiles, SysoFiles, Imports []string
	ImportMap                                                                                     map[string]string
	Module                                                                                        *packages.Module
	DepOnly                                                                                       bool
	Error                                                                                         *listError
}

type listError struct {
	ImportStack []string
	Pos, Err    string
}

// listFields are the fields of a listedPackage.
const listFields = "ImportPath,Dir,Name,Export,ForTest,GoFiles,CompiledGoFiles,CgoFiles,CFiles,CXXFiles,MFiles,HFiles,FFiles,SFiles," +
	"SwigFiles,SwigCXXFiles,SysoFiles,Imports,ImportMap,Module,DepOnly,Error"

// golist lists the packages with their imports. With compiled, the go command compiles what is not in its cache, and names
// the files that have the types.
func (opt Options) golist(ctx context.Context, compiled bool) (*listing, error) {
	out, err := opt.runList(ctx, compiled, "-deps", fmt.Sprintf("-test=%t", opt.Tests), "-pgo=off", fmt.Sprintf("-compiled=%t", compiled), fmt.Sprintf("-export=%t", compiled))
	if err != nil {
		return nil, err
	}
	return opt.read(out)
}

// runList runs go list with some flags. An error of the compiler is one of its package as well.
func (opt Options) runList(ctx context.Context, compiled bool, flags ...string) ([]byte, error) {
	args := append([]string{"list", "-e", "-json=" + listFields, "-buildvcs=false"}, flags...)
	args = append(append(append(args, opt.Flags...), "--"), opt.Patterns...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Dir, cmd.Env = opt.Dir, opt.environ()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("there is no go command on the PATH; install Go from go.dev/dl")
	case err != nil && (len(out) == 0 || !compiled):
		return nil, notListed(stderr.String(), err, opt.Patterns)
	}
	return out, nil
}

// read reads what go list has printed.
func (opt Options) read(out []byte) (*listing, error) {
	decoded, err := decodeListing(out)
	if err != nil {
		return nil, fmt.Errorf("cannot read what go list prints: %w; does go list -json %s work?", err, strings.Join(opt.Patterns, " "))
	}
	return newListing(decoded), nil
}

// environ is the environment of the go command. Names of files in its output begin with PWD.
func (opt Options) environ() []string {
	env := opt.Env
	if env == nil {
		env = os.Environ()
	}
	if dir, err := filepath.Abs(opt.Dir); err == nil && opt.Dir != "" {
		env = append(slices.Clip(env), "PWD="+dir)
	}
	return env
}

// notListed is the go command's error for patterns that it cannot list, in one line.
func notListed(said string, err error, patterns []string) error {
	if strings.Contains(said, "go.mod file not found") {
		return ErrNoModule
	}
	said = strings.TrimSpace(said)
	for strings.HasPrefix(said, "go: downloading ") {
		_, said, _ = strings.Cut(said, "\n")
	}
	if said == "" {
		said = err.Error()
	}
	line, rest, _ := strings.Cut(said, "\n")
	if strings.HasSuffix(line, ":") { // the reason is below
		reason, _, _ := strings.Cut(rest, "\n")
		line += " " + strings.TrimSpace(reason)
	}
	return fmt.Errorf("the packages could not be listed: %s; does go list %s work?", strings.TrimPrefix(line, "go: "), strings.TrimSpace(strings.Join(patterns, " ")))
}

// decodeListing reads the packages. A package that another one must not import is there twice, once with an error that is
// the importer's.
func decodeListing(out []byte) ([]*listedPackage, error) {
	var list []*listedPackage
	index, refused := map[string]int{}, map[string][]*listError{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listedPackage)
		switch err := dec.Decode(p); {
		case err == io.EOF:
			for _, p := range list {
				if errs := refused[p.ImportPath]; p.Error == nil && len(errs) > 0 {
					p.Error = errs[0]
				}
			}
			return list, nil
		case err != nil:
			return nil, err
		}
		i, twice := index[p.ImportPath]
		if !twice {
			index[p.ImportPath] = len(list)
			list = append(list, p)
			continue
		}
		for _, e := range []*listError{list[i].Error, p.Error} {
			if e != nil && len(e.ImportStack) > 0 {
				importer := e.ImportStack[len(e.ImportStack)-1]
				refused[importer] = append(refused[importer], e)
			}
		}
		if list[i].Error != nil {
			list[i] = p
		}
	}
}

// newListing connects packages with those that they import. An import that is not among them is left out.
func newListing(list []*listedPackage) *listing {
	l := &listing{}
	byID := map[string]*packages.Package{}
	for _, from := range list {
		p := from.convert()
		byID[p.ID] = p
		l.all = append(l.all, p)
		if !from.DepOnly {
			l.named = append(l.named, p)
		}
	}
	for i, from := range list {
		ids := map[string]string{} // by import path
		mapped := map[string]bool{}
		for path, id := range from.ImportMap {
			ids[path], mapped[id] = id, true
		}
		for _, id := range from.Imports {
			if !mapped[id] {
				ids[id] = id
			}
		}
		for path, id := range ids {
			if imp := byID[id]; imp != nil {
				l.all[i].Imports[path] = imp
			}
		}
	}
	return l
}

// convert makes a package with names of files, and with no imports yet.
func (from *listedPackage) convert() *packages.Package {
	path, _, _ := strings.Cut(from.ImportPath, " ")
	p := &packages.Package{
		ID: from.ImportPath, PkgPath: path, Name: from.Name, Dir: from.Dir, ForTest: from.ForTest, Module: from.Module, ExportFile: from.Export,
		GoFiles: from.files(from.GoFiles, from.CgoFiles),
		OtherFiles: from.files(from.CFiles, from.CXXFiles, from.MFiles, from.HFiles, from.FFiles, from.SFiles,
			from.SwigFiles, from.SwigCXXFiles, from.SysoFiles),
		Imports: map[string]*packages.Package{},
	}
	// The go command puts files of other languages among those, and names a file that cgo has made as its cache does.
	p.CompiledGoFiles = slices.DeleteFunc(from.files(from.CompiledGoFiles), func(name string) bool {
		ext := filepath.Ext(name)
		return ext != ".go" && ext != ""
	})
	switch {
	case path == "unsafe":
		p.CompiledGoFiles = nil // the file is documentation
	case len(p.CompiledGoFiles) == 0:
		p.CompiledGoFiles = p.GoFiles
	}
	if e := from.Error; e != nil {
		p.Errors = append(p.Errors, e.convert())
		if len(p.GoFiles) == 0 && (len(e.ImportStack) == 0 || e.ImportStack[len(e.ImportStack)-1] == from.ImportPath) {
			p.GoFiles = from.damaged()
			p.CompiledGoFiles = p.GoFiles
		}
	}
	return p
}

// files are names of files with the directory of the package.
func (from *listedPackage) files(lists ...[]string) (files []string) {
	for _, name := range slices.Concat(lists...) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(from.Dir, name)
		}
		files = append(files, name)
	}
	return files
}

// damaged is the file that an error is about, where the go command has left it out of the package.
func (from *listedPackage) damaged() []string {
	for _, pos := range []string{from.Error.Pos, from.Error.Err} {
		name, _, _ := strings.Cut(pos, ":")
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(from.Dir, filepath.Base(name))
		}
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return []string{name}
		}
	}
	return nil
}

func (e *listError) convert() packages.Error {
	msg := strings.TrimSpace(e.Err)
	if strings.HasPrefix(msg, "import cycle not allowed") && !strings.Contains(msg, "\n") && len(e.ImportStack) > 0 {
		msg += fmt.Sprintf(": import stack: %v", e.ImportStack)
	}
	return packages.Error{Pos: e.Pos, Msg: msg, Kind: packages.ListError}
}
