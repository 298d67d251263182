// Command abba_unseen_calls takes locks in both orders, in functions that it does not call by name: by reflection, by a
// type parameter, through a variable with one of two functions, and deferred in front of a panic.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
)

var a, b, c, d, e, f, g, h sync.Mutex

type name struct{ text string }

func (n *name) String() string {
	a.Lock()
	defer a.Unlock()
	b.Lock() // want lockorder
	defer b.Unlock()
	return n.text
}

func rename(n *name) {
	b.Lock()
	defer b.Unlock()
	a.Lock()
	defer a.Unlock()
	n.text += "."
}

type worker interface{ work() }

type first struct{}

func (first) work() {
	c.Lock()
	defer c.Unlock()
	d.Lock() // want lockorder
	d.Unlock()
}

type second struct{}

func (second) work() {
	d.Lock()
	defer d.Unlock()
	c.Lock()
	c.Unlock()
}

func run[T worker](w T) { w.work() }

func forth() {
	e.Lock()
	defer e.Unlock()
	f.Lock() // want lockorder
	f.Unlock()
}

func back() {
	f.Lock()
	defer f.Unlock()
	e.Lock()
	e.Unlock()
}

func queue() {
	x, y := forth, back
	if len(os.Args) > 1 {
		x, y = y, x
	}
	jobs := make(chan func(), 2)
	jobs <- x
	jobs <- y
	for range 2 {
		go func() { (<-jobs)() }()
	}
}

func atEnd() {
	g.Lock()
	defer g.Unlock()
	h.Lock() // want lockorder
	h.Unlock()
}

func leave() {
	defer atEnd()
	runtime.Goexit()
}

func main() {
	names := []*name{{"one"}}
	go rename(names[0])
	go run(first{})
	run(second{})
	queue()
	go leave()
	h.Lock()
	g.Lock()
	g.Unlock()
	h.Unlock()
	fmt.Println(names)
}
