//go:build linkdata

package main

import "github.com/linkdata/deadlock" // checks only with the tag deadlock

const variant = "linkdata"

// The lock types that are measured.
type (
	Mutex   = deadlock.Mutex
	RWMutex = deadlock.RWMutex
)
