// Package mysqllog writes transactions to a binary log that is rotated.
//
// Source: mysqlLog of MySQL, table 5 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: a rotation closes the log in one critical section and opens it in another.
// Shows as: failed test, since a transaction in between is in no log.
//
// family: sections
package mysqllog

import (
	"fmt"
	"sync"
)

// A binlog is a list of files, of which the last one may be open.
type binlog struct {
	mu    sync.Mutex
	open  bool
	files [][]string
	size  int
}

func (l *binlog) openFile() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.openLocked()
}

func (l *binlog) openLocked() {
	l.files = append(l.files, nil)
	l.open = true
}

func (l *binlog) closeFile() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = false
}

// write adds an entry. A server without an open log writes none.
func (l *binlog) write(entry string) (full bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.open {
		return false
	}
	last := len(l.files) - 1
	l.files[last] = append(l.files[last], entry)
	return len(l.files[last]) == l.size
}

// rotate goes on in a new file.
func (l *binlog) rotate() {
	l.closeFile()
	l.openFile()
}

func (l *binlog) entries() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.files {
		n += len(f)
	}
	return n
}

// A table has rows with a lock for readers and writers.
type table struct {
	mu   sync.RWMutex
	rows map[int]string
}

func (t *table) insert(key int, row string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[key] = row
}

func (t *table) count() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.rows)
}

// A server has a table and its log.
type server struct {
	table table
	log   binlog
}

// connection runs the statements of one client.
func (s *server) connection(client, statements int) {
	for i := range statements {
		key := client*statements + i
		s.table.insert(key, "row")
		if s.log.write(fmt.Sprintf("insert %d", key)) {
			s.log.rotate()
		}
	}
}

// run serves the clients.
func run(clients, statements int) *server {
	s := &server{table: table{rows: map[int]string{}}, log: binlog{size: 3}}
	s.log.openFile()
	var wg sync.WaitGroup
	for c := range clients {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.connection(c, statements)
		}()
	}
	wg.Wait()
	s.log.closeFile()
	return s
}
