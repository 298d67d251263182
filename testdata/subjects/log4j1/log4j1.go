// Package log4j1 hands log records to the appenders of a category.
//
// Source: Log4J1 (LOG4J-509), table 4.1 of Luo's thesis (2015), a null dereference.
// Bug: a record looks for appenders in one critical section and uses them in another,
// while a reconfiguration takes them away.
// Shows as: panic, since the list of appenders is nil.
//
// family: sections
package log4j1

import (
	"sync"
	"sync/atomic"
)

// An appender keeps lines.
type appender struct {
	mu    sync.Mutex
	lines []string
}

func (a *appender) write(line string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines = append(a.lines, line)
}

// appenders is the list of a category that has some.
type appenders struct {
	list []*appender
}

func (l *appenders) each(line string) {
	for _, a := range l.list {
		a.write(line)
	}
}

// A category is one logger of the hierarchy.
type category struct {
	mu      sync.Mutex
	parent  *category
	name    string
	attach  *appenders
	dropped atomic.Int64
}

func (c *category) add(a *appender) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.attach == nil {
		c.attach = &appenders{}
	}
	c.attach.list = append(c.attach.list, a)
}

// removeAll is what a reconfiguration does first.
func (c *category) removeAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.attach = nil
}

// hasAppenders reports whether a record has a place to go to.
func (c *category) hasAppenders() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.attach != nil
}

// log hands a record to the appenders of the category and its parents.
func (c *category) log(line string) {
	for at := c; at != nil; at = at.parent {
		if !at.hasAppenders() {
			at.dropped.Add(1)
			continue
		}
		at.mu.Lock()
		at.attach.each(line)
		at.mu.Unlock()
	}
}

// run logs from several goroutines while the configuration is read again.
func run(root, child *category, file *appender, records int) {
	var wg sync.WaitGroup
	for _, c := range []*category{root, child} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range records {
				c.log(c.name + ": record")
			}
		}()
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		root.removeAll()
		root.add(file)
	}()
	wg.Wait()
}
