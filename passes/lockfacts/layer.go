package lockfacts

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/deadlocklint/deadlocklint/internal/compact"
)

// A layer is what one package adds to what is known of those below it. Its functions are apart from the rest, which
// everybody needs who imports the package: of most packages nobody calls any.
type layer struct {
	pkg string // import path
	content
	funcs *summaries

	reading sync.Once
	packed  packed // as it was read or is written
	err     error
}

// packed is a layer as it is written.
type packed struct{ content, funcs []byte }

// newLayer returns the layer of a package of which nothing is known yet.
func newLayer(pkg string) *layer {
	l := &layer{pkg: pkg, content: newContent(), funcs: &summaries{sums: map[string]*Summary{}}}
	l.reading.Do(func() {})
	l.funcs.reading.Do(func() {})
	return l
}

func packedLayer(pkg string, parts packed) *layer {
	return &layer{pkg: pkg, packed: parts, funcs: &summaries{packed: parts.funcs}}
}

// equal reports whether two layers say the same: that of a package comes by many ways.
func (l *layer) equal(o *layer) bool {
	return l == o || l.packed.content != nil && bytes.Equal(l.packed.content, o.packed.content) && bytes.Equal(l.packed.funcs, o.packed.funcs)
}

// unpack reads what the layer has besides functions.
func (l *layer) unpack() error {
	l.reading.Do(func() {
		if l.err = inflate(l.packed.content, &l.content); l.err == nil {
			l.identify()
		}
	})
	return l.err
}

// pack is deterministic and small: package compact writes each name once.
func (l *layer) pack() (packed, error) {
	if l.packed.content != nil {
		return l.packed, nil
	}
	var p packed
	var err error
	if p.content, err = deflate(&l.content); err == nil {
		p.funcs, err = deflate(&l.funcs.sums)
	}
	return p, err
}

// summaries are those of the functions of a package, by key.
type summaries struct {
	reading sync.Once
	packed  []byte
	sums    map[string]*Summary
	err     error
}

// all returns them; the first time they are unpacked.
func (f *summaries) all() (map[string]*Summary, error) {
	f.reading.Do(func() { f.err = inflate(f.packed, &f.sums) })
	return f.sums, f.err
}

// deflate writes how long a value is in package compact's form, and that form in few bytes.
func deflate(v any) ([]byte, error) {
	data, err := compact.Append(nil, v)
	if err != nil {
		return nil, err
	}
	b := bytes.NewBuffer(binary.AppendUvarint(nil, uint64(len(data))))
	w, err := flate.NewWriter(b, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func inflate(data []byte, v any) error {
	plain, err := plainOf(data)
	if err == nil {
		err = compact.Decode(plain, v)
	}
	if err != nil {
		return isDamaged(err)
	}
	return nil
}

// maxDeflated is by how much package flate makes anything smaller at most.
const maxDeflated = 1032

// plainOf is the inverse of what deflate does last.
func plainOf(data []byte) ([]byte, error) {
	n, size := binary.Uvarint(data)
	if size <= 0 || n/maxDeflated > uint64(len(data)) {
		return nil, errors.New("its length is wrong")
	}
	r := inflaters.Get().(io.ReadCloser)
	defer inflaters.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(data[size:]), nil); err != nil {
		return nil, err
	}
	plain := make([]byte, n)
	if _, err := io.ReadFull(r, plain); err != nil {
		return nil, err
	}
	if rest, err := io.Copy(io.Discard, r); rest != 0 || err != nil {
		return nil, cmp.Or(err, errors.New("it is longer than it says"))
	}
	return plain, nil
}

// inflaters are used again: each has a window of 32 KiB.
var inflaters = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// usedIfaces are the interfaces that open calls of the layer are about.
func (l *layer) usedIfaces() map[string]bool {
	used := map[string]bool{}
	for d := range l.unresolved() {
		if strings.HasPrefix(d.Key, "I:") {
			used[d.Key[:strings.LastIndexByte(d.Key, '.')]] = true
		}
	}
	return used
}

// unresolved are the calls of the package whose targets it does not know.
func (l *layer) unresolved() iter.Seq[*Dyn] {
	return func(yield func(*Dyn) bool) {
		for _, p := range l.Pending {
			if p.Event.Dyn != nil && !yield(p.Event.Dyn) {
				return
			}
		}
		for _, key := range slices.Sorted(maps.Keys(l.funcs.sums)) {
			for i := range l.funcs.sums[key].Events {
				if d := l.funcs.sums[key].Events[i].Dyn; d != nil && !yield(d) {
					return
				}
			}
		}
	}
}

// fieldsGiven notes of the arguments of open calls the selectors of the fields that they are in, as far as all calls
// of a key have them in common.
func (l *layer) fieldsGiven() {
	for d := range l.unresolved() {
		fields := make([]string, len(d.Args))
		for i, arg := range d.Args {
			fields[i] = lastSelector(arg.Place.Path)
		}
		l.noteFields(d.Key, fields)
	}
}

// noteFields keeps what the calls of a key have in common.
func (c *content) noteFields(key string, fields []string) {
	known, seen := c.Fields[key]
	if !seen {
		c.Fields[key] = slices.Clone(fields)
		return
	}
	known = slices.Clone(known[:min(len(known), len(fields))])
	for i := range known {
		if known[i] != fields[i] {
			known[i] = ""
		}
	}
	c.Fields[key] = known
}
