// Package allocation gives out the blocks of a vector to several clients.
//
// Source: Allocation (AllocationVector) of SIR, table 4.1 of Luo's thesis (2015).
// Bug: a client looks for a free block in one critical section and marks it in another.
// Shows as: panic, since two clients mark one block.
//
// family: sections
package allocation

import (
	"fmt"
	"sync"
)

// A vector says which blocks are in use.
type vector struct {
	mu   sync.Mutex
	used []bool
}

// free returns the first free block, or -1.
func (v *vector) free() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.find()
}

// find needs the lock.
func (v *vector) find() int {
	for i, used := range v.used {
		if !used {
			return i
		}
	}
	return -1
}

// mark takes a free block.
func (v *vector) mark(block int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.set(block)
}

// set needs the lock.
func (v *vector) set(block int) {
	if v.used[block] {
		panic(fmt.Sprintf("block %d is in use already", block))
	}
	v.used[block] = true
}

// release gives a block back.
func (v *vector) release(block int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.used[block] = false
}

// allocate returns a block that is the caller's, or -1.
func (v *vector) allocate() int {
	block := v.free()
	if block >= 0 {
		v.mark(block)
	}
	return block
}

// usage counts the calls of the clients.
type usage struct {
	mu              sync.Mutex
	granted, denied int
}

func (u *usage) count(granted bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if granted {
		u.granted++
	} else {
		u.denied++
	}
}

// A client allocates blocks, and releases them in a second phase.
func client(v *vector, u *usage, blocks int, started *sync.WaitGroup, events chan<- string) {
	events <- "start"
	started.Done()
	started.Wait()
	var mine []int
	for range blocks {
		b := v.allocate()
		u.count(b >= 0)
		if b >= 0 {
			mine = append(mine, b)
		}
	}
	for _, b := range mine {
		v.release(b)
	}
	events <- "end"
}

// run lets the clients work and returns how many blocks are in use afterwards.
func run(clients, blocks, each int) (left int, u *usage) {
	v := &vector{used: make([]bool, blocks)}
	u = &usage{}
	events := make(chan string, 2*clients)
	var started, ended sync.WaitGroup
	started.Add(clients)
	for range clients {
		ended.Add(1)
		go func() {
			defer ended.Done()
			client(v, u, each, &started, events)
		}()
	}
	ended.Wait()
	for _, used := range v.used {
		if used {
			left++
		}
	}
	return left, u
}
