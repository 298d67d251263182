// Package compact writes data of many equal texts in few bytes, and reads it back.
// Each text is written once, and zero values are not written.
//
// # How a datum flows
//
//	value ──Append──▶ bytes ──Decode──▶ value, whose equal texts share their memory
//
// A map of which few elements are wanted is written by [AppendMap], and read by [OpenMap]
// element by element.
//
// The same value gives the same bytes, since maps are written in the order of their
// keys. In front stands how many texts there are, then their lengths, then the
// texts, one after the other. After them comes the value, by its kind:
//
//	bool             0 or 1
//	integer          varint, zigzag when it has a sign
//	string           number of the text
//	slice            length, elements
//	map              length, keys and elements
//	pointer          0 for nil, else 1 and what it points to
//	struct           a set of bits, one for each exported field that is not zero; these fields
//
// The bytes say nothing about types: the reader has the types of the writer. Empty
// slices and maps in a struct are read as nil. Other kinds (floats, interfaces,
// functions, arrays) are refused, and so are structs of more than 64 exported
// fields. It is for data between runs of one build of a program, not for files to
// keep.
package compact

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// errDamaged is for input that [Append] has not written for the type.
var errDamaged = errors.New("damaged")

// Append writes the value that v points to after b. It takes time and memory
// linear in the value's size.
func Append(b []byte, v any) ([]byte, error) {
	w := newWriter()
	if err := w.value(reflect.ValueOf(v).Elem()); err != nil {
		return b, err
	}
	return append(w.appendTexts(b), w.b...), nil
}

// A writer has what was written so far.
type writer struct {
	b       []byte
	texts   []string
	numbers map[string]uint64 // of the texts
	shapes  map[reflect.Type][]int
}

func newWriter() *writer {
	return &writer{numbers: map[string]uint64{}, shapes: map[reflect.Type][]int{}}
}

// appendTexts writes all texts after b.
func (w *writer) appendTexts(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(w.texts)))
	for _, s := range w.texts {
		b = binary.AppendUvarint(b, uint64(len(s)))
	}
	for _, s := range w.texts {
		b = append(b, s...)
	}
	return b
}

func (w *writer) number(n uint64) { w.b = binary.AppendUvarint(w.b, n) }

func (w *writer) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Bool:
		w.number(bit(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.b = binary.AppendVarint(w.b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.number(v.Uint())
	case reflect.String:
		w.text(v.String())
	case reflect.Slice:
		return w.slice(v)
	case reflect.Map:
		return w.mapping(v)
	case reflect.Pointer:
		w.number(bit(!v.IsNil()))
		if v.IsNil() {
			return nil
		}
		return w.value(v.Elem())
	case reflect.Struct:
		return w.structure(v)
	default:
		return fmt.Errorf("compact: %s cannot be written; use a struct of the kinds in the package's documentation", v.Type())
	}
	return nil
}

func bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

func (w *writer) text(s string) { w.number(w.numberOf(s)) }

// numberOf is the number of a text.
func (w *writer) numberOf(s string) uint64 {
	n, ok := w.numbers[s]
	if !ok {
		n = uint64(len(w.texts))
		w.texts = append(w.texts, s)
		w.numbers[s] = n
	}
	return n
}

func (w *writer) slice(v reflect.Value) error {
	w.number(uint64(v.Len()))
	for i := range v.Len() {
		if err := w.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) mapping(v reflect.Value) error {
	if v.Type().Key().Kind() != reflect.String {
		return fmt.Errorf("compact: %s cannot be written; use a map with texts as keys", v.Type())
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
	w.number(uint64(len(keys)))
	for _, k := range keys {
		w.text(k.String())
		if err := w.value(v.MapIndex(k)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) structure(v reflect.Value) error {
	fields, err := shape(w.shapes, v.Type())
	if err != nil {
		return err
	}
	set := uint64(0)
	for i, f := range fields {
		if !empty(v.Field(f)) {
			set |= 1 << i
		}
	}
	w.number(set)
	for i, f := range fields {
		if set&(1<<i) != 0 {
			if err := w.value(v.Field(f)); err != nil {
				return err
			}
		}
	}
	return nil
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

// shape is the exported fields of a struct type.
func shape(shapes map[reflect.Type][]int, t reflect.Type) ([]int, error) {
	if fields, ok := shapes[t]; ok {
		return fields, nil
	}
	fields := []int{}
	for i := range t.NumField() {
		if t.Field(i).IsExported() {
			fields = append(fields, i)
		}
	}
	if len(fields) > 64 {
		return nil, fmt.Errorf("compact: %s has %d exported fields; use at most 64", t, len(fields))
	}
	shapes[t] = fields
	return fields, nil
}
