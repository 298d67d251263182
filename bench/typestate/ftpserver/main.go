// Command ftpserver is a kernel of the Apache FTP server (thesis, table 9.3): a
// goroutine for each session, and a manager that lists and counts all of them.
package main

import (
	"crypto/sha256"
	"flag"
	"sync"
)

// A Session is one of a client.
type Session struct {
	mu    sync.Mutex
	user  string
	bytes int
}

// Login begins it.
func (s *Session) Login(user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.user = user
}

// Retrieve sends a file.
func (s *Session) Retrieve(file []byte) {
	sha256.Sum256(file)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes += len(file)
}

// Transferred is how much was sent; the manager asks for it.
func (s *Session) Transferred() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// Logout ends it.
func (s *Session) Logout() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.user = ""
}

// A Manager knows all sessions.
type Manager struct {
	mu       sync.Mutex
	sessions map[*Session]bool
}

// Add adds one.
func (m *Manager) Add(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sessions[s] = true
}

// Remove removes it.
func (m *Manager) Remove(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sessions, s)
}

// Total asks all of them.
func (m *Manager) Total() int {
	m.mu.Lock()
	list := make([]*Session, 0, len(m.sessions))
	for s := range m.sessions {
		list = append(list, s)
	}
	m.mu.Unlock()
	n := 0
	for _, s := range list {
		n += s.Transferred()
	}
	return n
}

const clients = 40

func main() {
	n := flag.Int("n", 20, "files of each client")
	flag.Parse()
	m := &Manager{sessions: map[*Session]bool{}}
	file := make([]byte, 16<<10)
	var wg sync.WaitGroup
	for range clients {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := &Session{}
			m.Add(s)
			s.Login("anonymous")
			for range *n {
				s.Retrieve(file)
			}
			s.Logout()
			m.Remove(s)
		}()
	}
	for range *n / 10 {
		m.Total()
	}
	wg.Wait()
}
