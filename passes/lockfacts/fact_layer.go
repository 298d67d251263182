package lockfacts

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/deadlocklint/deadlocklint/internal/compact"
)

// A layer has the facts that one package adds to those of the packages below it. Its functions are apart from the rest.
// Every importer needs the rest, and of most packages an importer calls no function.
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
		plain, err := inflate(l.packed.content)
		if err == nil {
			err = compact.Decode(plain, &l.content)
		}
		if err != nil {
			l.err = isDamaged(err)
			return
		}
		l.identify()
	})
	return l.err
}

// pack is deterministic and small: package compact writes each name once.
func (l *layer) pack() (packed, error) {
	if l.packed.content != nil {
		return l.packed, nil
	}
	var p packed
	content, err := compact.Append(nil, &l.content)
	if err != nil {
		return p, err
	}
	funcs, err := compact.AppendMap(nil, l.funcs.sums)
	if err != nil {
		return p, err
	}
	if p.content, err = deflate(content); err == nil {
		p.funcs, err = deflate(funcs)
	}
	return p, err
}

// summaries are those of the functions of a package, by key. Those of a packed one are read when they are asked
// for: a package calls few of the functions of another one.
type summaries struct {
	turn   sync.Mutex
	packed []byte // nil for the package itself
	unread *compact.Map[Summary]
	sums   map[string]*Summary // all, or those that were read
	err    error
}

// find returns that of a function, or nil.
func (f *summaries) find(key string) (*Summary, error) {
	f.turn.Lock()
	defer f.turn.Unlock()
	sum, read := f.sums[key]
	if read || f.packed == nil {
		return sum, nil
	}
	if err := f.open(); err != nil {
		return nil, err
	}
	sum, err := f.unread.Get(key)
	if err != nil {
		return nil, isDamaged(err)
	}
	f.sums[key] = sum
	return sum, nil
}

// open unpacks them the first time.
func (f *summaries) open() error {
	if f.unread != nil || f.err != nil {
		return f.err
	}
	plain, err := inflate(f.packed)
	if err == nil {
		f.unread, err = compact.OpenMap[Summary](plain)
	}
	if f.sums = map[string]*Summary{}; err != nil {
		f.err = isDamaged(err)
	}
	return f.err
}

// all returns them.
func (f *summaries) all() (map[string]*Summary, error) {
	if f.packed == nil {
		return f.sums, nil
	}
	f.turn.Lock()
	err := f.open()
	f.turn.Unlock()
	if err != nil {
		return nil, err
	}
	list := map[string]*Summary{}
	for key := range f.unread.Keys() {
		if list[key], err = f.find(key); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// deflate writes how long data are, and the data in fewer bytes.
func deflate(data []byte) ([]byte, error) {
	b := bytes.NewBuffer(binary.AppendUvarint(nil, uint64(len(data))))
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

const (
	maxDeflated = 1032     // by how much package flate makes anything smaller at most
	maxAtOnce   = 16 << 20 // bytes for which memory is taken before they are read
)

// inflate is the inverse of deflate.
func inflate(data []byte) ([]byte, error) {
	n, size := binary.Uvarint(data)
	if size <= 0 || n/maxDeflated > uint64(len(data)) {
		return nil, errors.New("its length is wrong")
	}
	r := inflaters.Get().(io.ReadCloser)
	defer inflaters.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(data[size:]), nil); err != nil {
		return nil, err
	}
	var plain bytes.Buffer
	plain.Grow(int(min(n, maxAtOnce)) + bytes.MinRead)
	if _, err := plain.ReadFrom(io.LimitReader(r, int64(n)+1)); err != nil {
		return nil, err
	}
	if uint64(plain.Len()) != n {
		return nil, errors.New("it is not as long as it says")
	}
	return plain.Bytes(), nil
}

// Both are used again: an inflater has a window of 32 KiB, a deflater more than half a MiB.
var (
	inflaters = sync.Pool{New: func() any { return flate.NewReader(nil) }}
	deflaters = sync.Pool{New: func() any {
		w, _ := flate.NewWriter(nil, flate.DefaultCompression) // that level is one
		return w
	}}
)

// usedIfaces are the interfaces that unresolved calls of the layer are about.
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
func (l *layer) unresolved() iter.Seq[*DynamicCall] {
	return func(yield func(*DynamicCall) bool) {
		for _, p := range l.PendingCalls {
			if p.Event.Dynamic != nil && !yield(p.Event.Dynamic) {
				return
			}
		}
		for _, key := range slices.Sorted(maps.Keys(l.funcs.sums)) {
			for i := range l.funcs.sums[key].Events {
				if d := l.funcs.sums[key].Events[i].Dynamic; d != nil && !yield(d) {
					return
				}
			}
		}
	}
}

func isDamaged(err error) error {
	return fmt.Errorf("facts of an imported package are damaged: %w; run go clean -cache", err)
}
