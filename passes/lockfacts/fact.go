package lockfacts

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"go/types"
)

// A Fact is the information of a package for its importers. It has a layer for the package, and a layer
// for each package below it. A package hands the layers below it on unchanged, within a
// process and between processes. It reads each of them once, however many of its imports have
// it, and writes its own. So the content of a layer never changes.
type Fact struct {
	layers  []*layer // by package path
	damaged error    // it could not be read
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

// String is for analysistest.
func (f *Fact) String() string {
	if f.damaged != nil {
		return f.damaged.Error()
	}
	funcs, edges := 0, 0
	for _, l := range f.layers {
		if err := l.unpack(); err != nil {
			return err.Error()
		}
		list, err := l.funcs.all()
		if err != nil {
			return err.Error()
		}
		funcs, edges = funcs+len(list), edges+len(l.Edges)
	}
	return fmt.Sprintf("lockfacts(%d functions, %d edges)", funcs, edges)
}

// GobEncode is deterministic, and small: see [layer.pack].
func (f *Fact) GobEncode() ([]byte, error) {
	var parts [][]byte
	size := 0
	for _, l := range f.layers {
		p, err := l.pack()
		if err != nil {
			return nil, err
		}
		for _, part := range [][]byte{[]byte(l.pkg), p.content, p.funcs} {
			parts = append(parts, part)
			size += binary.MaxVarintLen64 + len(part)
		}
	}
	b := make([]byte, 0, size)
	for _, part := range parts {
		b = append(binary.AppendUvarint(b, uint64(len(part))), part...)
	}
	return b, nil
}

// GobDecode is the inverse of GobEncode, as far as layers are unpacked before a read. The error of a damaged layer
// comes with its first use.
func (f *Fact) GobDecode(data []byte) error {
	data = bytes.Clone(data)
	for len(data) > 0 && f.damaged == nil {
		var parts [3][]byte
		for i := range parts {
			n, size := binary.Uvarint(data)
			if size <= 0 || n > uint64(len(data)-size) {
				f.damaged = isDamaged(errors.New("a layer is not whole"))
				return nil
			}
			parts[i], data = data[size:size+int(n):size+int(n)], data[size+int(n):]
		}
		f.layers = append(f.layers, packedLayer(string(parts[0]), packed{parts[1], parts[2]}))
	}
	return nil
}

// reached returns the facts of the imports of a package. An import without facts is replaced by its imports.
func reached(pkg *types.Package, of func(*types.Package) *Fact) []*Fact {
	var list []*Fact
	seen := map[*types.Package]bool{}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		for _, imp := range p.Imports() {
			if seen[imp] {
				continue
			}
			seen[imp] = true
			if f := of(imp); f != nil {
				list = append(list, f)
			} else {
				visit(imp)
			}
		}
	}
	visit(pkg)
	return list
}
