//go:build same || other || far

package main

var asked int

func (l *link) down() bool {
	asked++
	return !l.Up
}

type end struct{ last bool }

var far *end
