// Package reports uses up to two connections to a database. A report holds one, and needs
// another one to look up a name, unless the name is known by then.
package reports

import (
	"strconv"
	"sync"
)

type DB struct {
	inUse chan struct{} // a token for each connection in use
	mu    sync.Mutex
	names map[int]string
}

func New(connections int) *DB {
	return &DB{inUse: make(chan struct{}, connections), names: make(map[int]string)}
}

func (db *DB) Report(user int) string {
	// fix: db.name(user)
	db.inUse <- struct{}{}
	defer func() { <-db.inUse }()
	return "report for " + db.name(user)
}

// name asks the database for a name that is not known yet.
func (db *DB) name(user int) string {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.names[user] == "" {
		db.mu.Unlock()
		db.inUse <- struct{}{}
		name := "user " + strconv.Itoa(user)
		<-db.inUse
		db.mu.Lock()
		db.names[user] = name
	}
	return db.names[user]
}
