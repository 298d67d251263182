package clean_decided

import "sync"

type maybeMutex struct {
	mu      sync.Mutex
	enabled bool
}

func (m *maybeMutex) Lock() {
	if m.enabled {
		m.mu.Lock()
	}
}

func (m *maybeMutex) Unlock() {
	if m.enabled {
		m.mu.Unlock()
	}
}

type Logger struct {
	lk  maybeMutex
	out []string
}

func (l *Logger) guard() func() {
	l.lk.Lock()
	return l.lk.Unlock
}

func (l *Logger) Print(s string) {
	defer l.guard()()
	l.write(s)
}

func (l *Logger) write(s string) { l.out = append(l.out, s) }

func (l *Logger) Printf(s string, args ...string) {
	l.lk.Lock()
	for _, a := range args {
		s += a
	}
	l.write(s)
	l.lk.Unlock()
}
