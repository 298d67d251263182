package compact

import (
	"encoding/binary"
	"fmt"
	"reflect"
)

// Decode reads what [Append] has written for a value of the type that v points
// to, and stores it there. Damaged input is an error, and takes memory in
// proportion to its size.
func Decode(b []byte, v any) error {
	r := reader{b: b, shapes: map[reflect.Type][]int{}}
	if err := r.readTexts(); err != nil {
		return err
	}
	if err := r.value(reflect.ValueOf(v).Elem(), 0); err != nil {
		return err
	}
	if len(r.b) > 0 {
		return fmt.Errorf("%w: %d bytes too many", errDamaged, len(r.b))
	}
	return nil
}

// maxDepth bounds how deep values are in each other, so that damaged input of a
// recursive type does not use up the stack.
const maxDepth = 1000

// A reader has what is still to be read.
type reader struct {
	b      []byte
	texts  []string
	shapes map[reflect.Type][]int
}

func (r *reader) number() (uint64, error) {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		return 0, errDamaged
	}
	r.b = r.b[size:]
	return n, nil
}

// length is a number of things of which each takes at least a byte.
func (r *reader) length() (int, error) {
	n, err := r.number()
	if err == nil && n > uint64(len(r.b)) {
		err = errDamaged
	}
	return int(n), err
}

func (r *reader) value(v reflect.Value, depth int) error {
	if depth > maxDepth {
		return errDamaged
	}
	switch v.Kind() {
	case reflect.Bool:
		n, err := r.number()
		v.SetBool(n != 0)
		return err
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return r.signed(v)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := r.number()
		if err == nil && v.OverflowUint(n) {
			return errDamaged
		}
		v.SetUint(n)
		return err
	case reflect.String:
		s, err := r.text()
		v.SetString(s)
		return err
	case reflect.Slice:
		return r.slice(v, depth)
	case reflect.Map:
		return r.mapping(v, depth)
	case reflect.Pointer:
		return r.pointer(v, depth)
	case reflect.Struct:
		return r.structure(v, depth)
	}
	return fmt.Errorf("compact: %s cannot be read; see the package's documentation", v.Type())
}

func (r *reader) signed(v reflect.Value) error {
	n, size := binary.Varint(r.b)
	if size <= 0 || v.OverflowInt(n) {
		return errDamaged
	}
	r.b = r.b[size:]
	v.SetInt(n)
	return nil
}

func (r *reader) text() (string, error) {
	n, err := r.number()
	if err != nil || n >= uint64(len(r.texts)) {
		return "", errDamaged
	}
	return r.texts[n], nil
}

// readTexts reads the texts that stand in front.
func (r *reader) readTexts() error {
	n, err := r.length()
	if err != nil {
		return err
	}
	sizes, total := make([]uint64, n), uint64(0)
	for i := range sizes {
		if sizes[i], err = r.number(); err != nil || sizes[i] > uint64(len(r.b)) {
			return errDamaged
		}
		if total += sizes[i]; total > uint64(len(r.b)) {
			return errDamaged
		}
	}
	all := string(r.b[:total]) // one piece of memory
	r.b, r.texts = r.b[total:], make([]string, n)
	for i, size := range sizes {
		r.texts[i], all = all[:size], all[size:]
	}
	return nil
}

// atOnce is for how many elements memory is taken before they are read.
const atOnce = 64

// slice grows as elements are read: a length may be damaged, and elements of a
// struct type take more memory than bytes.
func (r *reader) slice(v reflect.Value, depth int) error {
	n, err := r.length()
	if err != nil || n == 0 {
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, min(n, atOnce)))
	for i := range n {
		if i == v.Cap() {
			v.Grow(min(n-i, i))
		}
		v.SetLen(i + 1)
		if err := r.value(v.Index(i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) mapping(v reflect.Value, depth int) error {
	n, err := r.length()
	if err != nil || n == 0 {
		return err
	}
	t := v.Type()
	if t.Key().Kind() != reflect.String {
		return fmt.Errorf("compact: %s cannot be read; use a map with texts as keys", t)
	}
	v.Set(reflect.MakeMapWithSize(t, min(n, atOnce)))
	for range n {
		key, err := r.text()
		if err != nil {
			return err
		}
		e := reflect.New(t.Elem()).Elem()
		if err := r.value(e, depth+1); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), e)
	}
	return nil
}

func (r *reader) pointer(v reflect.Value, depth int) error {
	n, err := r.number()
	if err != nil || n == 0 {
		return err
	}
	v.Set(reflect.New(v.Type().Elem()))
	return r.value(v.Elem(), depth+1)
}

func (r *reader) structure(v reflect.Value, depth int) error {
	fields, err := shape(r.shapes, v.Type())
	if err != nil {
		return err
	}
	set, err := r.number()
	if err != nil || len(fields) < 64 && set>>len(fields) != 0 {
		return errDamaged
	}
	for i, f := range fields {
		if set&(1<<i) != 0 {
			if err := r.value(v.Field(f), depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}
