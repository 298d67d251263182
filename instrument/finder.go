package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// maxSites is how many sites a table can have: their numbers have 16 bits.
const maxSites = 1<<16 - 1

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

func newFinder() *finder {
	return &finder{
		table: &condvar.Table{}, edits: map[string][]edit{}, sources: map[string][]byte{},
		byName: map[string]bool{}, vars: map[string]*target{}, taken: map[string]string{}, written: map[string]bool{},
		writers: map[string][]string{},
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

// wrap puts text before an expression and after it. An expression that is wrapped twice is
// nested: the later head is further inside, and so is its tail.
func (f *finder) wrap(in *file, n ast.Node, head, tail string) {
	f.insert(in, n.Pos(), head)
	f.insert(in, n.End(), tail)
	list := f.edits[in.name]
	list[len(list)-1].order *= -1
}

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

// declaration finds the source of a function of the same package.
func (f *finder) declaration(fn *types.Func, near *file) (*ast.FuncDecl, *file) {
	if fn == nil {
		return nil, nil
	}
	fn = fn.Origin()
	for _, in := range f.files {
		if in.pkg != near.pkg {
			continue
		}
		for _, d := range in.ast.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && in.pkg.TypesInfo.Defs[fd.Name] == fn {
				return fd, in
			}
		}
	}
	return nil, nil
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
