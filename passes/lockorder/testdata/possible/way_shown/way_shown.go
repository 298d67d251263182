// Package way_shown has two sides behind calls and a go statement: the witness begins where control comes into the package.
package way_shown

import "sync"

type Store struct {
	keys, rows sync.Mutex
	n          int
}

func (s *Store) Open() {
	s.start()
}

func (s *Store) start() {
	go s.loop()
}

func (s *Store) loop() {
	for {
		s.sweep()
	}
}

func (s *Store) sweep() {
	s.keys.Lock()
	defer s.keys.Unlock()
	s.rows.Lock() // want `way_shown.\(\*Store\).Open \(way_shown.go:12\) → go by way_shown.\(\*Store\).start \(way_shown.go:16\) → way_shown.\(\*Store\).loop \(way_shown.go:21\) → way_shown.\(\*Store\).sweep \(way_shown.go:28\) waits for way_shown.Store.rows`
	defer s.rows.Unlock()
	s.n--
}

func (s *Store) Put() {
	s.rows.Lock()
	defer s.rows.Unlock()
	s.keys.Lock()
	defer s.keys.Unlock()
	s.n++
}
