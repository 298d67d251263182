// Package add_in_goroutine_right adds while somebody is counted.
package add_in_goroutine_right

import "sync"

// Holds keeps a count until all are started.
func Holds(jobs []func() int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int)
	wg.Add(1)
	go func() {
		wg.Wait()
		close(out)
	}()
	for _, j := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- j()
		}()
	}
	wg.Done()
	return out
}

// Walk adds for its children while it is counted itself.
func Walk(root *Node, visit func(*Node)) {
	var wg sync.WaitGroup
	var walk func(n *Node)
	walk = func(n *Node) {
		defer wg.Done()
		visit(n)
		for _, c := range n.Children {
			wg.Add(1)
			go walk(c)
		}
	}
	wg.Add(1)
	go walk(root)
	wg.Wait()
}

type Node struct{ Children []*Node }

// Encoder waits for the first goroutine, which adds for the second.
type Encoder struct{ blocks, writes sync.WaitGroup }

func (e *Encoder) Next(encode, write func()) {
	e.blocks.Wait()
	e.writes.Wait()
	e.blocks.Add(1)
	go func() {
		defer e.blocks.Done()
		encode()
		e.writes.Add(1)
		go func() {
			defer e.writes.Done()
			write()
		}()
	}()
}
