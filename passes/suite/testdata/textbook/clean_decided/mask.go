package clean_decided

import "sync"

type Mode uint8

const (
	Read Mode = 1 << iota
	Write
	Held
)

type File struct {
	mu  sync.Mutex
	pos int
}

func (f *File) seek(n int, locked bool) {
	if !locked {
		f.mu.Lock()
		defer f.mu.Unlock()
	}
	f.pos = n
}

func (f *File) open(m Mode) {
	f.seek(0, m&Held != 0)
}

func (f *File) Open(m Mode) { f.open(m &^ Held) }

func (f *File) Reopen(m Mode) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open(m | Held)
}
