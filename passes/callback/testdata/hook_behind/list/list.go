// Package list tells who made it what it drops.
package list

// LRU is not safe for use by several goroutines.
type LRU struct {
	keys    []string
	dropped func(key string)
}

// Dropped is called for each key that is dropped.
type Dropped func(key string)

func New(f Dropped) (*LRU, error) {
	l := &LRU{dropped: f}
	return l, nil
}

func (l *LRU) Add(key string) {
	if l.keys = append(l.keys, key); len(l.keys) > 100 {
		l.drop()
	}
}

func (l *LRU) drop() {
	key := l.keys[0]
	l.keys = l.keys[1:]
	if l.dropped != nil {
		l.dropped(key)
	}
}

func (l *LRU) Len() int { return len(l.keys) }
