package compact

import (
	"iter"
	"maps"
	"reflect"
	"slices"
)

// AppendMap writes a map after b so that [OpenMap] can read each element alone:
//
//	the texts of all elements and keys
//	number of keys; of each the number of its text, and the length of its element
//	elements
//
// Keys without an element are left out. It takes time and memory linear in the size of the map.
func AppendMap[E any](b []byte, m map[string]*E) ([]byte, error) {
	w, head := newWriter(), writer{}
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(m)), func(key string) bool { return m[key] == nil })
	head.number(uint64(len(keys)))
	for _, key := range keys {
		from := len(w.b)
		if err := w.value(reflect.ValueOf(m[key]).Elem()); err != nil {
			return b, err
		}
		head.number(w.numberOf(key))
		head.number(uint64(len(w.b) - from))
	}
	return append(append(w.appendTexts(b), head.b...), w.b...), nil
}

// A Map is a map that [AppendMap] has written, of which elements are read when they are asked for, each time anew. It is
// not for several goroutines at a time.
type Map[E any] struct {
	texts    []string
	shapes   map[reflect.Type][]int
	elements map[string][]byte
}

// OpenMap reads what a map has besides its elements. Damaged input is an error, and takes memory in proportion to its size.
// b must not change while the map is in use.
func OpenMap[E any](b []byte) (*Map[E], error) {
	r := reader{b: b}
	if err := r.readTexts(); err != nil {
		return nil, err
	}
	n, err := r.length()
	if err != nil {
		return nil, err
	}
	keys, sizes := make([]string, n), make([]uint64, n)
	for i := range n {
		if keys[i], err = r.text(); err != nil {
			return nil, err
		}
		if sizes[i], err = r.number(); err != nil {
			return nil, err
		}
	}
	m := &Map[E]{texts: r.texts, shapes: map[reflect.Type][]int{}, elements: make(map[string][]byte, n)}
	for i, size := range sizes {
		if size > uint64(len(r.b)) {
			return nil, errDamaged
		}
		m.elements[keys[i]], r.b = r.b[:size], r.b[size:]
	}
	if len(r.b) > 0 {
		return nil, errDamaged
	}
	return m, nil
}

// Keys are those of the map, in no order.
func (m *Map[E]) Keys() iter.Seq[string] { return maps.Keys(m.elements) }

// Get reads an element; nil when the map does not have the key.
func (m *Map[E]) Get(key string) (*E, error) {
	b, ok := m.elements[key]
	if !ok {
		return nil, nil
	}
	e := new(E)
	r := reader{b: b, texts: m.texts, shapes: m.shapes}
	if err := r.value(reflect.ValueOf(e).Elem(), 0); err != nil {
		return nil, err
	}
	if len(r.b) > 0 {
		return nil, errDamaged
	}
	return e, nil
}
