package clean_decided

import "sync"

type Query struct {
	NoLock  bool
	Timeout int
}

type DB struct {
	mu   sync.Mutex
	rows map[int]string
}

func (d *DB) find(id int, o Query) string {
	if !o.NoLock {
		d.mu.Lock()
		defer d.mu.Unlock()
	}
	return d.rows[id]
}

func (d *DB) findWith(id int, o *Query) string {
	if o == nil || !o.NoLock {
		d.mu.Lock()
		defer d.mu.Unlock()
	}
	return d.rows[id]
}

func (d *DB) Find(id int) string { return d.find(id, Query{Timeout: 3}) + d.findWith(id, nil) }

func (d *DB) Join(a, b int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	o := Query{NoLock: true}
	return d.find(a, o) + d.find(b, Query{NoLock: true}) + d.findWith(a, &Query{NoLock: true})
}
