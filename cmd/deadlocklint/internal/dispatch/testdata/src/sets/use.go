//go:build !same && !other && !far

package main

func (l *link) use() {
	l.mu.Lock()
	for !l.Up {
		l.changed.Wait()
	}
	l.mu.Unlock()
}
