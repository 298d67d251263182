//go:build !godeadlock && !linkdata

package main

import "sync"

const variant = "sync"

// The lock types that are measured.
type (
	Mutex   = sync.Mutex
	RWMutex = sync.RWMutex
)
