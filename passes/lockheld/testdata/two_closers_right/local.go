package two_closers_right

// Import waits for a goroutine that needs the lock by a closer that only a variable
// holds.
func (db *DB) Import() {
	c := newCloser(1)
	go db.load(c)
	c.Wait()
}

func (db *DB) load(c *Closer) {
	defer c.wg.Done()
	db.mu.Lock()
	db.n++
	db.mu.Unlock()
}
