//go:build same

package main

func (l *link) use() {
	l.mu.Lock()
	//deadlocklint:condition !l.Up
	for l.down() {
		l.changed.Wait()
	}
	l.mu.Unlock()
}
