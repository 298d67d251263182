//go:build godeadlock

package main

import "github.com/sasha-s/go-deadlock"

const variant = "godeadlock"

// The lock types that are measured.
type (
	Mutex   = deadlock.Mutex
	RWMutex = deadlock.RWMutex
)
