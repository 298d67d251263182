package lockfacts

import (
	"encoding/binary"
	"errors"
)

// Layers has the facts of packages apart from each other, so that a driver keeps those of each package
// in a file of its own. The fact of a package consists of its own layer, and of layers of packages below it.
// The zero value is empty. One goroutine uses it at a time.
type Layers struct {
	own   map[string]*layer   // by package path, nil for a package that adds nothing
	below map[string][]string // all layers of the fact of a package, its own among them; nil for a package without a fact
}

// Add takes the fact of a package apart. It returns what [Layers.Read] reads. The fact is nil for a package
// that was analysed and has none. Of two layers of one package the first counts.
func (s *Layers) Add(pkg string, f *Fact) ([]byte, error) {
	var own packed
	var below []string
	if f != nil {
		below = []string{}
		for _, l := range f.layers {
			if len(below) > 0 && below[len(below)-1] == l.pkg {
				continue
			}
			below = append(below, l.pkg)
			if l.pkg != pkg {
				continue
			}
			var err error
			if own, err = l.pack(); err != nil {
				return nil, err
			}
		}
	}
	s.put(pkg, own, below)
	return appendApart(own, below), nil
}

// put keeps a layer as another process would read it: its positions mean nothing in another token.FileSet.
func (s *Layers) put(pkg string, own packed, below []string) {
	if s.own == nil {
		s.own, s.below = map[string]*layer{}, map[string][]string{}
	}
	s.own[pkg], s.below[pkg] = nil, below
	if own.content != nil {
		s.own[pkg] = packedLayer(pkg, own)
	}
}

// Read adds what Add returned for a package, in this process or in another one.
func (s *Layers) Read(pkg string, data []byte) error {
	r := partReader{rest: data}
	var below []string
	if has := r.number(); has > 0 {
		below = []string{}
		for range r.number() {
			below = append(below, string(r.part()))
			if r.failed {
				break
			}
		}
	}
	own := packed{r.part(), r.part()}
	if r.failed || len(r.rest) > 0 {
		return errors.New("the facts are damaged")
	}
	if len(own.content) == 0 {
		own = packed{}
	}
	s.put(pkg, own, below)
	return nil
}

// Fact returns the fact of a package, nil if it has none. It reports false when the package, or one whose
// layer belongs to the fact, is not there. Layers are shared between facts.
func (s *Layers) Fact(pkg string) (*Fact, bool) {
	below, ok := s.below[pkg]
	if !ok || below == nil {
		return nil, ok
	}
	f := &Fact{}
	for _, path := range below {
		l := s.own[path]
		if l == nil {
			return nil, false
		}
		f.layers = append(f.layers, l)
	}
	return f, true
}

func appendApart(own packed, below []string) []byte {
	var b []byte
	if below == nil {
		b = append(b, 0)
	} else {
		b = binary.AppendUvarint(append(b, 1), uint64(len(below)))
		for _, path := range below {
			b = appendPart(b, []byte(path))
		}
	}
	return appendPart(appendPart(b, own.content), own.funcs)
}

func appendPart(b, part []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}

// A partReader reads numbers and parts, and nothing more once one was damaged.
type partReader struct {
	rest   []byte
	failed bool
}

func (r *partReader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if r.failed = r.failed || size <= 0; r.failed {
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *partReader) part() []byte {
	n := r.number()
	if r.failed = r.failed || n > uint64(len(r.rest)); r.failed {
		return nil
	}
	part := r.rest[:n:n]
	r.rest = r.rest[n:]
	return part
}
