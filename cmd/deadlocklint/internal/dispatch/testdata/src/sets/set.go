//go:build !reflecting && !incgo && !byc

package main

func (l *link) set() { l.Up = true }
