// Package browsed_fixed is a store whose transactions have many methods. One of them ends a transaction, and gives the lock of the store back.
package browsed_fixed

import "sync"

type Store struct {
	mu     sync.RWMutex
	values map[string]int
}

func Open() *Store { return &Store{values: map[string]int{}} }

// Begin begins a transaction. Its user calls End.
func (s *Store) Begin(writes bool) *Tx {
	if writes {
		s.mu.Lock()
	} else {
		s.mu.RLock()
	}
	return &Tx{store: s, writes: writes}
}

func (s *Store) Save(key string) int {
	tx := s.Begin(false)
	defer tx.End()
	return tx.store.values[key]
}

type Tx struct {
	store  *Store
	writes bool
	ended  bool
}

// End ends the transaction.
func (tx *Tx) End() {
	if tx.ended {
		return
	}
	tx.ended = true
	if tx.writes {
		tx.store.mu.Unlock()
	} else {
		tx.store.mu.RUnlock()
	}
}

func (tx *Tx) First(key string) int { return tx.store.values[key+"f"] }

func (tx *Tx) Last(key string) int { return tx.store.values[key+"l"] }

func (tx *Tx) Next(key string) int { return tx.store.values[key+"n"] }

func (tx *Tx) Before(key string) int { return tx.store.values[key+"b"] }

func (tx *Tx) Get(key string) int { return tx.store.values[key+"g"] }

func (tx *Tx) Index(key string) int { return tx.store.values[key+"i"] }

func (tx *Tx) Key(key string) int { return tx.store.values[key+"k"] }

func (tx *Tx) Match(key string) int { return tx.store.values[key+"m"] }

func (tx *Tx) Near(key string) int { return tx.store.values[key+"n"] }

func (tx *Tx) Older(key string) int { return tx.store.values[key+"o"] }

func (tx *Tx) Page(key string) int { return tx.store.values[key+"p"] }

func (tx *Tx) Rank(key string) int { return tx.store.values[key+"r"] }

func (tx *Tx) Score(key string) int { return tx.store.values[key+"s"] }

func (tx *Tx) Size(key string) int { return tx.store.values[key+"s"] }

func (tx *Tx) Total(key string) int { return tx.store.values[key+"t"] }

func (tx *Tx) Under(key string) int { return tx.store.values[key+"u"] }

func (tx *Tx) Versions(key string) int { return tx.store.values[key+"v"] }

func (tx *Tx) Words(key string) int { return tx.store.values[key+"w"] }
