//go:build incgo

package main

// static int one() { return 1; }
import "C"

func (l *link) set() { l.Up = C.one() == 1 }
