// Command abba_two_tables keeps one table under two names: the journal is locked behind the one, and before the other.
package main

import "sync"

type table struct {
	mu   sync.Mutex
	rows int
}

type journal struct {
	mu    sync.Mutex
	lines int
}

type server struct {
	users, jobs *table
	journal     *journal
}

func newTable() *table { return &table{} }

func (s *server) fill(users, jobs *table) { s.users, s.jobs = users, jobs }

func (s *server) login() {
	s.users.mu.Lock()
	defer s.users.mu.Unlock()
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	s.users.rows++
	s.journal.lines++
}

func (s *server) rotate() {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	s.jobs.mu.Lock()
	defer s.jobs.mu.Unlock()
	s.jobs.rows = 0
	s.journal.lines = 0
}

func main() {
	s := &server{journal: &journal{}}
	t := newTable()
	s.fill(t, t)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(s.login)
		wg.Go(s.rotate)
	}
	wg.Wait()
}
