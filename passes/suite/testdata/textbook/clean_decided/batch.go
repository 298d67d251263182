package clean_decided

import "sync"

type Journal struct {
	mu      sync.Mutex
	entries []string
	size    int
}

func (j *Journal) write(e string, sync bool, batch *Batch) {
	needLock := batch == nil
	if needLock {
		j.mu.Lock()
	}
	defer func() {
		if needLock {
			j.mu.Unlock()
		}
	}()
	j.entries = append(j.entries, e)
	if sync {
		j.size += len(e)
	}
}

type Batch struct{ j *Journal }

func (j *Journal) Begin() *Batch {
	j.mu.Lock()
	return &Batch{j}
}

func (b *Batch) Write(e string) { b.j.write(e, false, b) }

func (b *Batch) Commit() { b.j.mu.Unlock() }

func (j *Journal) Write(e string) { j.write(e, true, nil) }

func (j *Journal) WriteAll(es []string) {
	b := j.Begin()
	defer b.Commit()
	for _, e := range es {
		b.Write(e)
	}
}
