// Package nodestate lays out the nodes of documents while they are parsed.
//
// Source: nodeState of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011). Its name and its kind are public, the program is ours.
// Bug: the parser marks a node as complete after it announced the node, and the layout may look before.
// Shows as: failed test, since the layout leaves the node to an announcement that never comes.
//
// family: order
package nodestate

import "sync"

// A state of a node.
type state int

const (
	open     state = iota // children may follow
	complete              // it has all of its children
	shown                 // it has a frame
)

// A node is an element of a document.
type node struct {
	name     string
	children []*node

	mu    sync.Mutex
	state state
}

func (n *node) set(s state) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.state = s
}

// show moves a complete node on. A node that is open has to be announced again.
func (n *node) show() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.state != complete {
		return false
	}
	n.state = shown
	return true
}

// A layout makes frames for the nodes that are announced.
type layout struct {
	announced chan *node
	wg        sync.WaitGroup

	mu     sync.Mutex
	frames []string
	later  int
}

func newLayout(room int) *layout {
	l := &layout{announced: make(chan *node, room)}
	l.wg.Add(1)
	go l.run()
	return l
}

func (l *layout) run() {
	defer l.wg.Done()
	for n := range l.announced {
		ready := n.show()
		l.mu.Lock()
		if ready {
			l.frames = append(l.frames, n.name)
		} else {
			l.later++
		}
		l.mu.Unlock()
	}
}

// close ends the layout and returns how many nodes have a frame.
func (l *layout) close() int {
	close(l.announced)
	l.wg.Wait()
	return len(l.frames)
}

// A parser reads documents.
type parser struct {
	layout *layout

	mu    sync.Mutex
	count int
}

// begin counts a node.
func (p *parser) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
}

// parse reads a node, after its children.
func (p *parser) parse(n *node) {
	p.begin()
	for _, child := range n.children {
		p.parse(child)
	}
	p.layout.announced <- n
	n.set(complete)
}

// run parses documents, one in each goroutine, and returns how many nodes they have, and how many frames.
func run(documents ...*node) (nodes, frames int) {
	p := &parser{layout: newLayout(4)}
	var wg sync.WaitGroup
	for _, root := range documents {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p.parse(root)
		}()
	}
	wg.Wait()
	return p.count, p.layout.close()
}
