// Package clean_hook waits for objects that have no hook, of a type of which others have one.
package clean_hook

import "sync"

type Log interface {
	flush()
	stop()
}

type Store struct {
	mu   sync.Mutex
	rows int
	hook func(int)
	quit chan struct{}
	done chan struct{}
}

func open() *Store {
	s := &Store{quit: make(chan struct{}), done: make(chan struct{})}
	go s.loop()
	return s
}

func (s *Store) onUpdate(hook func(int)) { s.hook = hook }

func (s *Store) loop() {
	defer close(s.done)
	for {
		select {
		case <-s.quit:
			s.flush()
			return
		default:
			s.flush()
		}
	}
}

func (s *Store) flush() {
	s.mu.Lock()
	n, hook := s.rows, s.hook
	s.rows = 0
	s.mu.Unlock()
	if hook != nil {
		hook(n)
	}
}

func (s *Store) stop() {
	close(s.quit)
	<-s.done
}

type Stream struct {
	mu    sync.Mutex
	store *Store
	batch *Store
	node  *Node
	total int
}

func (s *Stream) Setup() {
	s.store, s.batch = open(), open()
	s.store.onUpdate(s.updated)
}

func (s *Stream) updated(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total += n
}

func (s *Stream) Stop() {
	s.mu.Lock()
	s.batch.stop()
	s.mu.Unlock()
	s.store.stop()
}

type Node struct {
	mu   sync.Mutex
	log  Log
	kept *Store
	quit chan struct{}
	done chan struct{}
	term int
}

func NewNode() *Node {
	n := &Node{log: open(), kept: open(), quit: make(chan struct{}), done: make(chan struct{})}
	go n.run()
	return n
}

func (s *Stream) Term() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.node.current()
}

func (n *Node) current() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.term
}

func (n *Node) Compact() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.log.flush()
	n.kept.flush()
}

func (n *Node) run() {
	defer close(n.done)
	<-n.quit
	n.log.flush()
}

// End waits for the node, whose log has no hook.
func (s *Stream) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.node.quit)
	<-s.node.done
}
