package main

import "unsafe"

var _ unsafe.Pointer
