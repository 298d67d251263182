//go:build reflecting

package main

import "reflect"

func (l *link) set() { reflect.ValueOf(l).Elem().Field(2).SetBool(true) }
