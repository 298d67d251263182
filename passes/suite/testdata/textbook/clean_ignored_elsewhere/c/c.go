// Package c composes the cycle. A comment in package a silences it.
package c

import (
	"example.com/textbook/clean_ignored_elsewhere/a"
	"example.com/textbook/clean_ignored_elsewhere/b"
)

// New makes one of each.
func New() (*a.A, *b.B) {
	y := &b.B{}
	x := &a.A{F: y.Forget}
	y.S = x
	return x, y
}
