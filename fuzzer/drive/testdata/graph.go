// Package graph has interfaces whose methods return each other.
package graph

type Type interface {
	Elem() Type
	Key() Key
	Field(i int) (Field, bool)
}

type Key interface {
	Of() Type
	Next() Key
	At() Field
}

type Field interface {
	Type() Type
	Key() Key
	In() (Type, Key, error)
}

type Encoder struct{ n int }

func (e *Encoder) Encode(t Type, k Key) (Field, error) { return nil, nil }

func Walk(t Type, f Field) int { return 0 }
