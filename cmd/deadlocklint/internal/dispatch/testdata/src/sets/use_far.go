//go:build far

package main

func (l *link) use() {
	l.mu.Lock()
	//deadlocklint:condition !l.Up && !far.last
	for l.down() {
		l.changed.Wait()
	}
	l.mu.Unlock()
}
