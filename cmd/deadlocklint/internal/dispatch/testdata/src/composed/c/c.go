package c

import (
	"example.com/m/a"
	"example.com/m/b"
)

func New() (*a.A, *b.B) {
	y := &b.B{}
	x := &a.A{F: y.Forget}
	y.S = x
	return x, y
}
