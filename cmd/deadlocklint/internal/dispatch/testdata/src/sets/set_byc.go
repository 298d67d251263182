//go:build byc

package main

// static void set(char *p) { *p = 1; }
import "C"

import "unsafe"

func (l *link) set() { C.set((*C.char)(unsafe.Pointer(&l.Up))) }
