// Package clean_other_parent locks another object of the same type, to which
// its children lead.
package clean_other_parent

import "sync"

type Account struct {
	mu      sync.Mutex
	imports map[string]*Import
	n       int
}

// An Import is kept by one account and leads to another one.
type Import struct{ from *Account }

func (a *Account) Import(name string, from *Account) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.imports[name] = &Import{from: from}
}

func (i *Import) count() int {
	i.from.mu.Lock()
	defer i.from.mu.Unlock()
	return i.from.n
}

func (a *Account) Sum() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	sum := a.n
	for _, i := range a.imports {
		sum += i.count()
	}
	return sum
}
