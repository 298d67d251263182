// Package linkedlist builds one list of words by several readers.
//
// Source: Linked List of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: an insertion finds the last node in one critical section and links in another.
// Shows as: failed test, since a word is lost.
//
// family: sections
package linkedlist

import (
	"strings"
	"sync"
	"sync/atomic"
)

// A node is one word.
type node struct {
	word string
	next *node
}

// A list begins with a node that has no word.
type list struct {
	mu   sync.RWMutex
	head node
}

// last returns the last node.
func (l *list) last() *node {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.walk()
}

// walk needs the lock.
func (l *list) walk() *node {
	n := &l.head
	for n.next != nil {
		n = n.next
	}
	return n
}

// link puts a word behind a node.
func (l *list) link(n *node, word string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n.next = &node{word: word}
}

// insert puts a word at the end.
func (l *list) insert(word string) {
	n := l.last()
	l.link(n, word)
}

func (l *list) words() (words []string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for n := l.head.next; n != nil; n = n.next {
		words = append(words, n.word)
	}
	return words
}

// A census counts words by their first letter.
type census struct {
	mu     sync.Mutex
	counts map[string]int
	total  atomic.Int64
}

func (c *census) add(word string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[word[:1]]++
	c.total.Add(1)
}

// read is one reader: it inserts the words of its lines.
func read(lines <-chan string, l *list, c *census) {
	for line := range lines {
		for word := range strings.FieldsSeq(line) {
			l.insert(word)
			c.add(word)
		}
	}
}

// build reads all lines and returns the words and how many there should be.
func build(readers int, text ...string) (words []string, want int64) {
	lines := make(chan string, len(text))
	for _, line := range text {
		lines <- line
	}
	close(lines)
	l, c := &list{}, &census{counts: map[string]int{}}
	var wg sync.WaitGroup
	for range readers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			read(lines, l, c)
		}()
	}
	wg.Wait()
	return l.words(), c.total.Load()
}
