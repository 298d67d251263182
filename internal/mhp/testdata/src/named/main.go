package main

import (
	"encoding/json"
	"os"
	"runtime"
	"sync"
)

type site struct {
	Func, File string
	Line       int
}

var list []site

type mutex struct{ sync.Mutex }

func (m *mutex) Lock() {
	pc := make([]uintptr, 1)
	runtime.Callers(2, pc)
	f, _ := runtime.CallersFrames(pc).Next()
	list = append(list, site{f.Function, f.File, f.Line})
	m.Mutex.Lock()
}

var mu mutex

type thing struct{ v int }

func (t thing) value() { mu.Lock(); mu.Unlock() }

func (t *thing) pointer() {
	mu.Lock()
	mu.Unlock()
}

type box[T any] struct{ v T }

func (b *box[T]) method() {
	mu.Lock()
	mu.Unlock()
	func() {
		mu.Lock()
		mu.Unlock()
	}()
}

func generic[T any](v T) {
	mu.Lock()
	mu.Unlock()
}

var global = func() int {
	mu.Lock()
	mu.Unlock()
	return 1
}()

func init() {
	mu.Lock()
	mu.Unlock()
}

func small() {
	func() {
		mu.Lock()
		mu.Unlock()
	}()
}

func main() {
	thing{}.value()
	(&thing{}).pointer()
	(&box[int]{}).method()
	(&box[string]{}).method()
	generic(1)
	small()
	func() {
		defer func() {
			mu.Lock()
			mu.Unlock()
		}()
		func() {
			mu.
				Lock()
			mu.Unlock()
		}()
	}()
	for range func(yield func() bool) { yield() } {
		mu.Lock()
		mu.Unlock()
	}
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		done <- true
	}()
	<-done
	json.NewEncoder(os.Stdout).Encode(list)
}
