package structure

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// floors gives each room its floor, 0 is the lowest. A package imports packages
// of its own room, of rooms on its floor and of those below.
var floors = map[string]int{
	"internal":   0, // words, codecs, loading
	"lockgraph":  1, // models
	"racegraph":  1,
	"condvar":    1,
	"typestate":  1,
	"pointer":    1,
	"passes":     2, // questions about a program, with and without a run
	"fuzzer":     2,
	"instrument": 2,
	"cmd":        4, // commands of users
	"golangci":   5, // hosts that call the checks
	"bench":      5,
	"script":     5,

	"deadlocktest": 0, // tests of users import it, and nothing here does
	"examples":     0, // programs to look at; nothing here imports them
}

// NoLayer is the floor of a room that this package does not know.
const NoLayer = -1

// A Folder is a top-level folder of the module with the packages in it.
type Folder struct {
	Name     string
	Layer    int // or NoLayer
	Packages []*Package
}

// Room returns the room of a package, "" for the root of the module.
func (p *Package) Room() string {
	room, _, _ := strings.Cut(p.Path, "/")
	return strings.TrimPrefix(room, ".")
}

// Rooms returns the rooms from the highest floor to the lowest, then by name.
func (m *Module) Rooms() []*Folder {
	byName := map[string]*Folder{}
	for _, p := range m.Packages {
		name := p.Room()
		if name == "" {
			continue
		}
		if byName[name] == nil {
			byName[name] = &Folder{Name: name, Layer: floorOf(name)}
		}
		byName[name].Packages = append(byName[name].Packages, p)
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b *Folder) int {
		return cmp.Or(cmp.Compare(b.Layer, a.Layer), cmp.Compare(a.Name, b.Name))
	})
}

func floorOf(room string) int {
	if floor, ok := floors[room]; ok {
		return floor
	}
	return NoLayer
}

// An Import is one package importing another.
type Import struct{ From, To string }

// A FolderImports stands for all imports from one room to another.
type FolderImports struct {
	From, To string
	Up       bool // the importer's room has the lower floor
	Imports  []Import
}

// Arrows returns the arrows between rooms, by name. An arrow from or to a room
// without a floor is never up.
func (m *Module) Arrows() []*FolderImports {
	type ends struct{ from, to string }
	found := map[ends]*FolderImports{}
	for _, p := range m.Packages {
		from := p.Room()
		for _, imp := range p.Imports {
			to := (&Package{Path: imp}).Room()
			if from == "" || to == "" || from == to {
				continue
			}
			e := ends{from, to}
			if found[e] == nil {
				found[e] = &FolderImports{From: from, To: to, Up: up(from, to)}
			}
			found[e].Imports = append(found[e].Imports, Import{p.Path, imp})
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b *FolderImports) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

func up(from, to string) bool {
	a, b := floorOf(from), floorOf(to)
	return a != NoLayer && b != NoLayer && a < b
}
