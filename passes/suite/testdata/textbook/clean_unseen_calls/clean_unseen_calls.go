// Command clean_unseen_calls takes locks in both orders, in functions that it does not call by name. Both orders of two
// locks are those of one goroutine.
package main

import (
	"fmt"
	"sync"
)

var a, b, c, d sync.Mutex

type name struct{ text string }

// Print is no method that package fmt asks for.
func (n *name) Print() {
	a.Lock()
	defer a.Unlock()
	b.Lock()
	defer b.Unlock()
	println(n.text)
}

func rename(n *name) {
	b.Lock()
	defer b.Unlock()
	a.Lock()
	defer a.Unlock()
	n.text += "."
}

func atEnd() {
	c.Lock()
	defer c.Unlock()
	d.Lock()
	d.Unlock()
}

func fail() {
	defer atEnd()
	d.Lock()
	c.Lock()
	c.Unlock()
	d.Unlock()
	panic("fail")
}

func main() {
	names := []*name{{"one"}}
	names[0].Print()
	rename(names[0])
	fmt.Println(names)
	go fail()
}
